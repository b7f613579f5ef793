import Glibc

/// Real recordings that live outside the repository: `FLEXION_DATA`, else `../shared/data`.
public enum SharedData {
  public static let root: String = {
    if let value = getenv("FLEXION_DATA") { return String(cString: value) }
    return packageRoot + "/../shared/data"
  }()

  /// Folder that holds Package.swift.
  public static let packageRoot: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  public static func path(_ relative: String) -> String { root + "/" + relative }

  public static func has(_ relative: String) -> Bool { access(path(relative), R_OK) == 0 }

  /// Why a test that needs the data was skipped.
  public static let absent: String = "shared recordings not found at \(root); set FLEXION_DATA"
}
