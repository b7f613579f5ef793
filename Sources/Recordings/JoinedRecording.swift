import CNettle
import Inertial

/// Several files that are one recording: sensors that logged side by side, each into a file of its own.
///
/// Nothing is aligned here. Their stamps are taken to count from one moment, as those of one logger or one radio do; what
/// is left of a delay is looked for later.
public struct JoinedRecording: RawSource {
  public let parts: [RecordingFile]

  /// - Parameter paths: sorted by bytes here, so that their order never matters.
  public init(paths: [String]) {
    parts = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { RecordingFile(path: $0) }
  }

  /// The labels of the parts, joined by a plus sign; where that is too long to read, the folder they have in common.
  public var name: String {
    let joined = labels.joined(separator: "+")
    guard joined.count > 60, var common = parts.first?.path.split(separator: "/").dropLast() else {
      return joined
    }
    for part in parts {
      let folders = part.path.split(separator: "/").dropLast()
      common = common.prefix(zip(common, folders).prefix { $0 == $1 }.count)
    }
    return common.last.map(String.init) ?? joined
  }

  /// SHA-256 over the digests of the parts, sorted, one a line; of one file its own.
  public func digest() throws -> String {
    let digests = try parts.map { try $0.digest() }.sorted()
    return digests.count == 1 ? digests[0] : FileDigest.sha256(ofText: digests.map { $0 + "\n" }.joined())
  }

  public func read() throws -> RawRecording {
    var joined = RawRecording(sensors: [], format: "joined")
    var sides: Set<BodySide> = []
    for (part, label) in zip(parts, labels) {
      var recording = try part.recording()
      recording.name(after: label)
      joined.sensors += recording.sensors
      joined.findings += recording.findings
      joined.evidence += recording.evidence.map { "\(label): \($0)" }
      joined.startTime = joined.startTime ?? recording.startTime
      if let side = recording.side { sides.insert(side) }
    }
    joined.side = sides.count == 1 ? sides.first : nil
    return joined
  }

  /// What tells the parts apart: the name of the file without its ending or, where those are equal, of its folder.
  private var labels: [String] {
    let names = parts.map { part in part.path.split(separator: "/").map(String.init) }
    let stems = names.map { parts in
      let file = parts.last ?? ""
      return file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    }
    if Set(stems).count == stems.count { return stems }
    let folders = names.map { $0.dropLast().last ?? "" }
    return Set(folders).count == folders.count ? folders : parts.map(\.path)
  }
}

extension RawRecording {
  /// Sensors are called after their file, and sit where its name says unless the file says it itself.
  fileprivate mutating func name(after label: String) {
    let words = PlacementWords.placement(ofFileName: label)
    let isAlone = sensors.count == 1
    func newName(_ id: String) -> String { isAlone ? label : "\(label)/\(id)" }
    for index in sensors.indices {
      sensors[index].id = newName(sensors[index].id)
      var place =
        sensors[index].placement
        ?? SensorPlacement(segment: nil, side: nil, because: "name of the file or folder")
      if isAlone { place.segment = place.segment ?? words.segment }
      place.side = place.side ?? side ?? words.side
      if place.segment != nil || place.side != nil { sensors[index].placement = place }
    }
    for index in findings.indices { findings[index].sensor = findings[index].sensor.map(newName) }
  }
}
