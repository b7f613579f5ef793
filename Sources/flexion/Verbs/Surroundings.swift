import DecimalText
import Foundation

/// The findings of `doctor` on everything but store and ports.
enum Surroundings {
  static func build() -> [Finding] {
    let libraries = LibraryVersions.all.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    return [
      Finding("build", .ok, "version", "flexion \(VersionVerb.number), \(kernel)"),
      Finding("libraries", .ok, "libraries", libraries),
    ]
  }

  private static var kernel: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "unknown kernel" }
    func text<Tuple>(_ tuple: Tuple) -> String {
      withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
  }

  /// A clock that was never set dates measurements wrongly.
  static func clock() -> [Finding] {
    let now = WallClock.now()
    let zone = TimeZone.current
    // 2026-01-01: this program is younger
    let isOld = now.seconds < 1_767_225_600
    return [
      Finding(
        "clock", isOld ? .warn : .ok, "clock", "\(now.text), zone \(zone.identifier)",
        advice: isOld ? "set the clock: days of measurements would be wrong" : nil)
    ]
  }

  static func language(_ environment: [String: String]) -> [Finding] {
    let name =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let isUTF8 = name.lowercased().contains("utf")
    return [
      Finding(
        "locale", .ok, "locale", name + (isUTF8 ? "" : ", not UTF-8; numbers are the same in every locale"))
    ]
  }

  static func terminal(_ environment: [String: String]) -> [Finding] {
    let isTerminal = isatty(STDERR_FILENO) == 1
    let kind = environment["TERM"] ?? "unknown"
    return [
      Finding(
        "terminal", .ok, "terminal",
        isTerminal ? "\(kind), \(Terminal.width) columns" : "standard error is no terminal: no live picture")
    ]
  }

  /// Where settings come from: the environment names of the command table that are set.
  static func configuration(_ call: Invocation) -> [Finding] {
    let names = Set(CommandTable.verbs.flatMap(\.allFlags).compactMap(\.environment)).sorted()
    let set = names.compactMap { name in call.environment[name].map { "\(name)=\($0)" } }
    let isHomeless = (call.environment["HOME"] ?? "").isEmpty
    let words = set.isEmpty ? "defaults, no environment name is set" : set.joined(separator: ", ")
    return [
      Finding(
        "configuration", isHomeless ? .warn : .ok, "configuration", words + (isHomeless ? ", no HOME" : ""),
        advice: isHomeless ? "name the store and raw logs by flags" : nil)
    ]
  }
}

/// Temporary files that a killed run left behind, in this folder and in the person's data folder.
struct LeftoverFiles {
  let findings: [Finding]

  init(_ call: Invocation) {
    let data = call.environment["XDG_DATA_HOME"] ?? call.environment["HOME"].map { $0 + "/.local/share" }
    let folders = ["."] + (data.map { [$0 + "/flexion", $0 + "/flexion/logs"] } ?? [])
    let left = folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasPrefix(".flexion-") && $0.hasSuffix(".tmp") }.sorted().map { folder + "/" + $0 }
    }
    guard !left.isEmpty else {
      findings = [Finding("files", .ok, "noLeftovers", "no temporary file was left behind")]
      return
    }
    findings = left.map {
      Finding("files", .warn, "leftover", "\($0) was left by a run that was killed", advice: "remove it")
    }
  }
}
