import Foundation
import IMUProtocols
import Testing

/// Real time on pseudo terminals: each takes as long as its motion.
@Suite(.serialized) struct `A device that is unplugged` {
  /// Host times [ns] of the loss, of the return, and of the first data behind it, for every unplugging of a log.
  private static func returns(_ path: String) throws -> [(lost: Int64, back: Int64, data: Int64)] {
    var log = try RawLogDecoder(Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    var found: [(lost: Int64, back: Int64, data: Int64)] = []
    var lost: Int64?, back: Int64?
    while let record = log.next() {
      switch record.content {
      case .event(.lost): lost = record.time
      case .event(.reconnected): back = record.time
      case .received:
        if let lost, let back { found.append((lost, back, record.time)) }
        if back != nil { (lost, back) = (nil, nil) }
      default: break
      }
    }
    return found
  }

  @Test(arguments: ["unplug:0.5@3", "unplug-renamed:1@3"])
  func `sends again within two seconds of its return`(faults: String) throws {
    let folder = try TestFolder()
    let device = try RunningProgram(
      "simulate device --link {}/board --faults \(faults) --duration 9", in: folder, name: "device")
    let port = try device.port()
    let run = try flexion(
      "stream \(port) --until 7 --record s.log --json", in: folder)
    #expect([0, 65].contains(run.exit), "\(run.errors)")
    let returns = try Self.returns(folder.file("s.log"))
    #expect(returns.count == 1)
    for event in returns {
      let away: Int64 = faults.contains(":1@") ? 1_000_000_000 : 500_000_000
      #expect(event.data - (event.lost + away) < 2_000_000_000)
      #expect(event.back >= event.lost + away - 200_000_000)
    }
    _ = try device.end()
  }
}
