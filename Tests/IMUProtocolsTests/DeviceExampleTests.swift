import Foundation
import IMUProtocols
import MotionSimulator
import TestSupport
import Testing

/// The device files that docs/Devices.md shows, each as a user would copy it.
@Suite struct `The examples of device files` {
  private let text = try! String(contentsOfFile: "\(SharedData.packageRoot)/docs/Devices.md", encoding: .utf8)

  /// Fenced blocks of JSON.
  private var blocks: [String] {
    text.components(separatedBy: "```json\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  /// Objects within a sentence.
  private var inline: [String] {
    text.components(separatedBy: "`{\"").dropFirst().compactMap {
      $0.components(separatedBy: "`").first.map { "{\"" + $0 }
    }
  }

  @Test func `are read as they stand`() throws {
    #expect(!blocks.isEmpty)
    for block in blocks { _ = try DeviceConfiguration(json: block) }
  }

  @Test func `fit the wire that they name`() throws {
    for block in blocks {
      let device = try DeviceConfiguration(json: block)
      let rate = try #require(try device.spoken.makeDecoder(device.decoder).nominalRate)
      let setting = DeviceSetting(
        protocolName: device.spoken.name, rate: rate, baud: device.baud, seed: 1,
        configuration: device.decoder)
      for wire in try DeviceWire.all(of: setting) {
        let wire = try #require(wire)
        #expect(wire.fits(rate), "\(wire.highestRate ?? 0) Hz at \(wire.baud ?? 0) baud")
      }
    }
  }

  @Test func `within sentences are of a protocol that reads them`() {
    #expect(inline.count >= 2)
    for object in inline {
      let readers = SerialProtocol.all.filter { entry in
        let file = #"{"protocol":"\#(entry.name)","# + object.dropFirst()
        return (try? DeviceConfiguration(json: file)) != nil
      }
      #expect(!readers.isEmpty, "\(object)")
    }
  }

  @Test func `with two sensors at one place are refused`() {
    #expect(throws: DeviceConfigurationError.samePlace("T", "U", segment: "thigh")) {
      try DeviceConfiguration(json: #"{"sensors":{"T":"thigh","U":"thigh","S":"shank"}}"#)
    }
  }
}
