import Inertial
import MotionSimulator
import TestSupport

/// One row of the table in recordings/README.md.
struct ShippedRecording: Sendable, CustomStringConvertible {
  static let folder = SharedData.packageRoot + "/recordings"

  let cells: [String]
  var file: String { cells[0].filter { $0 != "`" } }
  var side: String { cells[3] }
  var rate: String { cells[4] }
  /// "2.3 .. 89.4"
  var limits: [Double] { cells[6].split(separator: " ").compactMap { Double($0) } }
  var repetitions: Int? { Int(cells[7]) }
  var description: String { file }
  var path: String { Self.folder + "/" + file }
  var truthPath: String { Self.folder + "/" + file.dropLast(4) + ".truth.csv" }

  /// Flags of the command in the last cell, without their dashes.
  var flags: [String: String] {
    var flags: [String: String] = [:]
    for part in (" " + cells[8].filter { $0 != "`" }).split(separator: " --").dropFirst() {
      let words = part.split(separator: " ")
      flags[String(words[0])] = words.count > 1 ? String(words[1]) : ""
    }
    return flags
  }

  static func table() -> [ShippedRecording] {
    guard let bytes = TextFile.bytes(folder + "/README.md") else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .map { line in
        let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        return ShippedRecording(cells: cells.map { $0.trimmingBlanks })
      }
  }

  /// What the command of the row would make.
  func simulate() -> SimulatedRecording? {
    let flags = flags
    guard let motion = flags["motion"].flatMap(Motion.init(rawValue:)),
      let side = flags["side"].flatMap(BodySide.init(rawValue:)),
      let sensors = flags["sensors"].flatMap({ Int($0) }),
      let duration = flags["duration"].flatMap({ Double($0) }),
      let rate = flags["rate"].flatMap({ Double($0) }),
      let seed = flags["seed"].flatMap({ UInt64($0) })
    else { return nil }
    return LegSimulation(
      motion: motion, side: side, sensors: sensors, duration: duration, rate: rate, seed: seed
    ).simulate(reference: flags["reference"] != nil)
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
