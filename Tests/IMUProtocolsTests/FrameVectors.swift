import Foundation
import IMUProtocols
import Inertial
import Testing

/// Every frame of the vector file through the decoder of its protocol: whole, in pieces, repeated, behind noise and with
/// each bit flipped; every command from its encoder.
@Suite struct FrameVectors {
  /// Protocols of which no vector from a device may be skipped.
  static let required: Set = [
    "diy_csv", "razor_text", "i2cdev_mpu6050_text", "motioncal_raw", "openlog_artemis_csv", "witmotion",
    "witmotion_ble20", "ximu3_ascii", "ximu3_binary", "xsens", "bno08x_rvc",
  ]

  @Test func `every vector of a protocol with a decoder gives its values`() throws {
    let file = try FrameVectorFile()
    var tally = FrameTally()
    for vector in file.frames { try judge(vector, &tally) }
    print(tally.text)
    for fault in file.damaged { Issue.record("\(fault)") }
    #expect(tally.compared > 0, "no vector was compared")
    #expect(tally.requiredSkipped == [], "required and skipped")
    for failure in tally.failures { Issue.record("\(failure)") }
  }

  @Test(arguments: ["true", "null", "[1]"]) func `a damaged vector leaves the others to be judged`(
    value: String
  ) throws {
    let head = #"{"protocol":"xsens","direction":"from_device","length":1,"hex":"00","id":"#
    let bad = head + #""bad","decoded":[{"name":"a","value":\#(value)}]}"#
    let good = head + #""good"}"#
    let file = try FrameVectorFile(text: Array(#"{"format":1,"frames":[\#(bad),\#(good)]}"#.utf8))
    #expect(file.frames.map(\.id) == ["good"])
    #expect(file.damaged.count == 1)
    #expect(file.damaged.first?.contains("bad") == true)
    #expect(throws: FrameVectorFileError.self) { try FrameVectorFile(text: Array(#"{"format":1}"#.utf8)) }
  }

  private func judge(_ vector: FrameVector, _ tally: inout FrameTally) throws {
    guard let adapter = FrameAdapter.all[vector.proto] else { return tally.skip(vector) }
    var faults = shapeFaults(vector)
    switch vector.direction {
    case .toDevice:
      guard let command = adapter.command?(vector) else { return tally.skip(vector) }
      if command != vector.bytes { faults.append("the command is \(hex(command))") }
    case .fromDevice:
      faults += try feedings(vector, adapter, &tally)
      faults += try behindNoise(vector, adapter, &tally)
      if adapter.isChecked, vector.expectation == .decode { faults += try flips(vector, adapter) }
    }
    tally.count(vector, faults)
  }

  private func shapeFaults(_ vector: FrameVector) -> [String] {
    var faults: [String] = []
    if vector.bytes.count != vector.length { faults.append("length is not that of hex") }
    if let ascii = vector.ascii, Array(ascii.utf8) != vector.bytes { faults.append("ascii is not hex") }
    return faults
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0, radix: 16) }.joined(separator: " ")
  }

  // MARK: Feeding

  private func feedings(
    _ vector: FrameVector, _ adapter: FrameAdapter, _ tally: inout FrameTally
  ) throws -> [String] {
    let bytes = vector.bytes, copies = bytes + bytes + bytes
    var faults: [String] = []
    // A frame that the next one confirms is judged on the copies alone.
    let single = adapter.needsNext ? copies : bytes
    let count = adapter.needsNext ? 3 : 1
    var all = [("whole", [single[...]]), ("byte by byte", single.indices.map { single[$0...$0] })]
    for split in 1..<max(2, single.count) {
      all.append(("split at \(split)", [single[..<split], single[split...]]))
    }
    for (name, pieces) in all {
      let result = try adapter.run(vector, pieces)
      faults += compare(result, vector, adapter, copies: count, &tally).map { "\(name): \($0)" }
    }
    let result = try adapter.run(vector, [copies[...]])
    return faults + compare(result, vector, adapter, copies: 3, &tally).map { "three copies: \($0)" }
  }

  /// 64 bytes of noise and three copies: the last two must be right.
  private func behindNoise(
    _ vector: FrameVector, _ adapter: FrameAdapter, _ tally: inout FrameTally
  ) throws -> [String] {
    var end: [UInt8] = []
    switch adapter.noise {
    case .none: return []
    case .open: break
    case .closed(let byte): end = [byte]
    }
    var faults: [String] = []
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let noise = (0..<64).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let copies = vector.bytes + vector.bytes + vector.bytes
      var result = try adapter.run(vector, [(noise + end + copies)[...]])
      result.keepLast(2, vector.expectation)
      faults += compare(result, vector, adapter, copies: 2, &tally).map { "noise \(seed): \($0)" }
    }
    return faults
  }

  // MARK: Damage

  /// No single flipped bit may bring out a value that the frame did not hold.
  private func flips(_ vector: FrameVector, _ adapter: FrameAdapter) throws -> [String] {
    let clean = try adapter.run(vector, [vector.bytes[...]]).samples
    var faults: [String] = []
    for place in vector.bytes.indices {
      for bit in 0..<8 {
        var damaged = vector.bytes
        damaged[place] ^= 1 << bit
        let samples = try adapter.run(vector, [damaged[...]]).samples
        if samples.contains(where: { sample in !clean.contains { $0.holds(sample) } }) {
          faults.append("bit \(bit) of byte \(place) flipped: a changed value")
        }
      }
    }
    return faults
  }

  // MARK: Comparing

  private func compare(
    _ result: FrameResult, _ vector: FrameVector, _ adapter: FrameAdapter, copies: Int,
    _ tally: inout FrameTally
  ) -> [String] {
    let count = { (expectation: FrameVector.Expectation) in vector.expectation == expectation ? copies : 0 }
    var faults: [String] = []
    let wanted = count(.decode), least = adapter.needsNext ? max(0, wanted - 1) : wanted
    let outcomes = result.outcomes.count
    // A frame that confirms another may give a rejection at the end of input.
    let rejections = vector.expectation == .decode ? 0 : result.rejected
    if vector.expectation == .decode || !result.samples.isEmpty, !(least...wanted ~= outcomes) {
      faults.append("\(outcomes) results")
    }
    if rejections != count(.reject) { faults.append("\(rejections) rejections") }
    let messages = result.messages + (vector.expectation == .message ? result.acknowledges : 0)
    if messages != count(.message) { faults.append("\(messages) messages") }
    if result.headers.count != count(.header) { faults.append("\(result.headers.count) headers") }
    for header in result.headers where vector.fields.first?.value != .text(header) {
      faults.append("header \(header)")
    }
    if vector.expectation != .decode { return faults }
    for outcome in result.outcomes { faults += differences(outcome, vector, &tally) }
    return faults
  }

  private func differences(
    _ outcome: FrameOutcome, _ vector: FrameVector, _ tally: inout FrameTally
  ) -> [String] {
    var faults: [String] = []
    for field in vector.fields {
      guard let found = outcome.value(field) else {
        if FrameNames.isOwed(field, in: vector) {
          faults.append("\(field.name) is missing")
        } else {
          tally.notCompared.insert(vector.proto + "." + field.name)
        }
        continue
      }
      if !isEqual(found, field.value) { faults.append("\(field.name) is \(found), not \(field.value)") }
    }
    return faults
  }

  private func isEqual(_ found: FrameVector.Value, _ wanted: FrameVector.Value) -> Bool {
    switch (found, wanted) {
    case (.integer(let a), .integer(let b)): return a == b
    case (.text(let a), .text(let b)): return a == b
    default:
      guard let a = found.double, let b = wanted.double else { return false }
      return abs(a - b) <= 1e-6 * max(1, abs(b))
    }
  }
}

/// What was compared, and how it went.
struct FrameTally {
  private var passed: [String: Int] = [:]
  private var failed: [String: Int] = [:]
  private var skipped: [String: Int] = [:]
  private var skippedFrames: Set<String> = []
  private(set) var failures: [String] = []
  /// Protocol and name of quantities that no decoder gave.
  var notCompared: Set<String> = []

  var compared: Int { passed.values.reduce(0, +) + failed.values.reduce(0, +) }

  /// Required protocols with a frame from a device that has no decoder.
  var requiredSkipped: [String] { FrameVectors.required.intersection(skippedFrames).sorted() }

  mutating func skip(_ vector: FrameVector) {
    skipped[vector.proto, default: 0] += 1
    if vector.direction == .fromDevice { skippedFrames.insert(vector.proto) }
  }

  mutating func count(_ vector: FrameVector, _ faults: [String]) {
    if faults.isEmpty {
      passed[vector.proto, default: 0] += 1
    } else {
      failed[vector.proto, default: 0] += 1
      failures += faults.prefix(12).map { "\(vector.id), \($0)" }
    }
  }

  var text: String {
    let protocols = Set(passed.keys).union(failed.keys).union(skipped.keys).sorted()
    var lines = ["FrameVectors \(FrameVectorFile.path)"]
    for name in protocols {
      let (passed, failed, skipped) = (passed[name] ?? 0, failed[name] ?? 0, skipped[name] ?? 0)
      lines.append("  \(name): passed \(passed), failed \(failed), skipped \(skipped)")
    }
    if !notCompared.isEmpty { lines.append("  not compared: " + notCompared.sorted().joined(separator: " ")) }
    return lines.joined(separator: "\n")
  }
}

extension FrameVector.Value {
  fileprivate var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .text: nil
    }
  }
}

extension FrameResult {
  /// Of each kind the last ones; what noise in front of them gave is left out.
  fileprivate mutating func keepLast(_ count: Int, _ expectation: FrameVector.Expectation) {
    samples = Array(samples.suffix(count))
    outcomes = Array(outcomes.suffix(count))
    headers = Array(headers.suffix(count))
    messages = expectation == .message ? min(messages + acknowledges, count) : 0
    acknowledges = 0
    rejected = expectation == .reject ? min(rejected, count) : 0
  }
}

extension DecodedSample {
  /// Every quantity of `part` is there with the same value; `part` may lack some.
  func holds(_ part: DecodedSample) -> Bool {
    func isSame(_ whole: Vector3, _ part: Vector3) -> Bool { !part.isFinite || whole == part }
    let field = part.sample.magnetometer
    return isSame(sample.gyroscope, part.sample.gyroscope)
      && isSame(sample.accelerometer, part.sample.accelerometer)
      && (field == nil || sample.magnetometer == field)
      && (part.orientation == nil || orientation == part.orientation)
      && (part.sample.deviceTime == nil || sample.deviceTime == part.sample.deviceTime)
      && (part.counter == nil || counter == part.counter)
  }
}
