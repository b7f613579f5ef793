import IMUProtocols

extension Faults {
  static func words(_ error: TextLineConfigurationError) -> Failure {
    let hint = "docs/Formats.md and `flexion help stream` say what a device file holds"
    return switch error {
    case .notAnObject:
      refused(
        "invalidDevice", "expected one JSON object that describes the device", field: "device", hint: hint)
    case .badValue(let key):
      refused("invalidDevice", "`\(key)` has a value that is not known", field: key, hint: hint)
    case .badAxes(let segment):
      refused(
        "invalidDevice", "the axes of the \(segment) are no turned right-handed frame",
        field: "axes.\(segment)",
        hint: "write three of x, y, z with signs, such as -y,x,z")
    }
  }

  static func words(_ error: RawLogError) -> Failure {
    switch error {
    case .notARawLog:
      refused("notARawLog", "this is no raw log", hint: "name a file that `stream --record` wrote")
    case .unknownFormat(let version):
      refused(
        "unknownFormat", "the raw log has format \(version)", hint: "a newer version of this program reads it"
      )
    case .damagedHeader:
      refused("damagedFile", "the beginning of the raw log is damaged", byte: 0, hint: "copy it again")
    }
  }
}
