import Foundation
import TestSupport

/// The targets of Package.swift with their declared dependencies, and what their files really import.
struct PackageGraph {
  var dependencies: [String: [String]] = [:]

  init() throws {
    let manifest = try String(contentsOfFile: SharedData.packageRoot + "/Package.swift", encoding: .utf8)
    let target =
      /\.(?:target|executableTarget|systemLibrary)\(\s*name:\s*"(\w+)"([^\[\)]*dependencies:\s*\[([^\]]*)\])?/
    for match in manifest.matches(of: target) {
      let names = match.output.3.map { $0.matches(of: /"(\w+)"/).map { String($0.output.1) } } ?? []
      dependencies[String(match.output.1)] = names
    }
  }

  /// Module names that the Swift files of a room import, with the file that does.
  func imports(of room: String) throws -> [(module: String, file: String)] {
    let folder = SharedData.packageRoot + "/Sources/" + room
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
    return try files.flatMap { file in
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      let line =
        /(?m)^(?:@\w+(?:\(\w+\))? )*(?:public |package |internal )?import (?:struct |class |enum |func )?(\w+)/
      return text.matches(of: line).map { (String($0.output.1), file) }
    }
  }
}
