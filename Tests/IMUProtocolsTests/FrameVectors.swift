import Foundation
import IMUProtocols
import Inertial
import Testing

/// Every frame of the vector file through the decoder of its protocol, fed whole, in pieces, repeated and behind noise.
@Suite struct FrameVectors {
  @Test func `every vector of a protocol with a decoder gives its values`() throws {
    let file = try FrameVectorFile()
    var tally = Tally()
    for vector in file.frames { try judge(vector, &tally) }
    print(tally.text)
    #expect(tally.compared > 0, "no vector was compared")
    for failure in tally.failures { Issue.record("\(failure)") }
  }

  private struct Tally {
    var passed: [String: Int] = [:]
    var failed: [String: Int] = [:]
    var skipped: [String: Int] = [:]
    var failures: [String] = []
    var notCompared: Set<String> = []
    var compared: Int { passed.values.reduce(0, +) + failed.values.reduce(0, +) }

    var text: String {
      let protocols = Set(passed.keys).union(failed.keys).union(skipped.keys).sorted()
      var lines = ["FrameVectors \(FrameVectorFile.path)"]
      for name in protocols {
        lines.append(
          "  \(name): passed \(passed[name] ?? 0), failed \(failed[name] ?? 0), skipped \(skipped[name] ?? 0)"
        )
      }
      if !notCompared.isEmpty {
        lines.append("  not compared: " + notCompared.sorted().joined(separator: " "))
      }
      return lines.joined(separator: "\n")
    }
  }

  private func judge(_ vector: FrameVector, _ tally: inout Tally) throws {
    guard let adapter = FrameAdapter.all[vector.proto], vector.direction == .fromDevice else {
      tally.skipped[vector.proto, default: 0] += 1
      return
    }
    var faults = shapeFaults(vector)
    for (name, copies, pieces) in feedings(vector, adapter) {
      let result = try adapter.run(vector, pieces)
      faults += compare(result, vector, copies: copies, &tally.notCompared).map {
        "\(vector.id), \(name): \($0)"
      }
    }
    if let end = adapter.noiseEnd { faults += try behindNoise(vector, adapter, end, &tally.notCompared) }
    if faults.isEmpty {
      tally.passed[vector.proto, default: 0] += 1
    } else {
      tally.failed[vector.proto, default: 0] += 1
      tally.failures += faults
    }
  }

  private func shapeFaults(_ vector: FrameVector) -> [String] {
    var faults: [String] = []
    if vector.bytes.count != vector.length { faults.append("\(vector.id): length is not that of hex") }
    if let ascii = vector.ascii, Array(ascii.utf8) != vector.bytes {
      faults.append("\(vector.id): ascii is not hex")
    }
    return faults
  }

  private func feedings(
    _ vector: FrameVector, _ adapter: FrameAdapter
  ) -> [(name: String, copies: Int, pieces: [ArraySlice<UInt8>])] {
    let bytes = vector.bytes
    var all = [("whole", 1, [bytes[...]]), ("byte by byte", 1, bytes.indices.map { bytes[$0...$0] })]
    for split in 1..<max(2, bytes.count) {
      all.append(("split at \(split)", 1, [bytes[..<split], bytes[split...]]))
    }
    all.append(("three copies", 3, [(bytes + bytes + bytes)[...]]))
    return all
  }

  /// 64 bytes of noise and three copies: the last two must be right.
  private func behindNoise(
    _ vector: FrameVector, _ adapter: FrameAdapter, _ end: UInt8, _ notCompared: inout Set<String>
  ) throws -> [String] {
    var faults: [String] = []
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let noise = (0..<64).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let copies = vector.bytes + vector.bytes + vector.bytes
      var result = try adapter.run(vector, [(noise + [end] + copies)[...]])
      result.samples = Array(result.samples.suffix(2))
      result.headers = Array(result.headers.suffix(2))
      result.messages = min(result.messages, 2)
      if vector.expectation == .reject {
        result.rejected = min(result.rejected, 2)
      } else {
        result.rejected = 0
      }
      faults += compare(result, vector, copies: 2, &notCompared).map { "\(vector.id), noise \(seed): \($0)" }
    }
    return faults
  }

  private func compare(
    _ result: FrameResult, _ vector: FrameVector, copies: Int, _ notCompared: inout Set<String>
  ) -> [String] {
    let count = { (expectation: FrameVector.Expectation) in vector.expectation == expectation ? copies : 0 }
    var faults: [String] = []
    if result.samples.count != count(.decode) { faults.append("\(result.samples.count) samples") }
    if result.rejected != count(.reject) { faults.append("\(result.rejected) rejections") }
    if result.messages != count(.message) { faults.append("\(result.messages) messages") }
    if result.headers.count != count(.header) { faults.append("\(result.headers.count) headers") }
    for header in result.headers {
      if vector.fields.first?.value != .text(header) { faults.append("header \(header)") }
    }
    for sample in result.samples { faults += differences(sample, vector, &notCompared) }
    return faults
  }

  private func differences(
    _ sample: [String: FrameVector.Value], _ vector: FrameVector, _ notCompared: inout Set<String>
  ) -> [String] {
    var faults: [String] = []
    for field in vector.fields {
      guard let found = sample[field.name] else {
        if isOwed(field.name) {
          faults.append("\(field.name) is missing")
        } else {
          notCompared.insert(field.name)
        }
        continue
      }
      switch (field.value, found) {
      case (.number(let wanted), .number(let value)):
        let scale =
          field.name == "timestamp" ? ["ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9][field.unit] ?? .nan : 1
        if !(abs(value / scale - wanted) <= 1e-6 * max(1, abs(wanted))) {
          faults.append("\(field.name) is \(value / scale), not \(wanted)")
        }
      case (.text(let wanted), .text(let text)):
        if wanted != text { faults.append("\(field.name) is \(text), not \(wanted)") }
      default: faults.append("\(field.name) is of another kind")
      }
    }
    return faults
  }

  /// Acceleration, rate, field, quaternion, angles, time and ids must be there; native values are optional.
  private func isOwed(_ name: String) -> Bool {
    let owed = ["acc_", "gyr_", "mag_", "q_"].contains { name.hasPrefix($0) && name.count == $0.count + 1 }
    return owed || ["timestamp", "id", "yaw", "pitch", "roll", "counter"].contains(name)
  }
}
