import Inertial
import Testing

@testable import IMUProtocols

/// The acceptance rows of damaged lines. A frame is intact when all its bytes arrived unchanged; a value is wrong when no
/// frame that was sent held it, or when one sample holds values of two instants.
@Suite struct FrameDamageTests {
  /// What came of the frames of all seeds.
  struct Tally {
    var sent = 0
    var intact = 0
    var delivered = 0
    var wrong = 0
    var share: Double { Double(delivered) / Double(intact) }
  }

  /// Loses bytes and flips single bits; true when nothing happened to the frame.
  private static func damage(
    _ frame: ArraySlice<UInt8>, loss: Double, flips: Double, _ random: inout SplitMix64,
    into bytes: inout [UInt8]
  ) -> Bool {
    var isIntact = true
    for byte in frame {
      if random.uniform() < loss {
        isIntact = false
      } else if random.uniform() < flips {
        bytes.append(byte ^ 1 << UInt8.random(in: 0...7, using: &random))
        isIntact = false
      } else {
        bytes.append(byte)
      }
    }
    return isIntact
  }

  /// The values of each frame by what they are.
  private struct Key: Hashable {
    var kind: Int
    var value: Vector3
  }

  private static func keys(_ sample: DecodedSample) -> [Key] {
    let raw = sample.sample
    let all = [
      Key(kind: 0, value: raw.accelerometer), Key(kind: 1, value: raw.gyroscope),
      Key(kind: 2, value: sample.orientation?.angles ?? .missing),
      Key(kind: 3, value: raw.magnetometer ?? .missing),
    ]
    return all.filter { $0.value.isFinite }
  }

  /// Random motion of one seed through a damaged line. `needsNext`: intact frames count only before an intact header.
  private static func run(
    _ encoded: SerialProtocol, configuration: String = "", frameLength: Int, loss: Double, flips: Double = 0,
    seed: UInt64, needsNext: Bool = false, _ tally: inout Tally
  ) throws {
    var random = SplitMix64(seed: seed)
    var encoder = encoded.makeEncoder(EncoderSettings(configuration: configuration))!
    var clean: [UInt8] = []
    for number in 0..<2000 { encoder.append([motion(number, &random)], to: &clean) }
    var damaged: [UInt8] = []
    var isIntact: [Bool] = [], hasHeader: [Bool] = []
    for start in stride(from: 0, to: clean.count, by: frameLength) {
      let frame = clean[start..<start + frameLength], before = damaged.count
      isIntact.append(damage(frame, loss: loss, flips: flips, &random, into: &damaged))
      hasHeader.append(damaged.dropFirst(before).starts(with: frame.prefix(2)))
    }
    // Where each value was sent.
    var cleanDecoder = try encoded.makeDecoder(configuration)
    let samples = cleanDecoder.samples(clean + (needsNext ? clean.prefix(2) : []))
    let kinds = isIntact.count / 2000
    var places: [Key: Int] = [:]
    for (row, sample) in samples.enumerated() {
      let found = keys(sample)
      for (place, key) in found.enumerated() { places[key] = kinds == 1 ? row : row * kinds + place }
    }
    var decoder = try encoded.makeDecoder(configuration)
    let sizes = (0..<64).map { _ in Int.random(in: 1...90, using: &random) }
    var delivered: Set<Int> = []
    for sample in decoder.samples(damaged, pieces: sizes) {
      let found = keys(sample).map { places[$0] }
      let rows = Set(found.compactMap { $0.map { $0 / kinds } })
      tally.wrong += found.filter { $0 == nil }.count + max(0, rows.count - 1)
      delivered.formUnion(found.compactMap { $0 })
    }
    tally.sent += isIntact.count
    for place in isIntact.indices where isIntact[place] {
      if needsNext, place + 1 == isIntact.count || !hasHeader[place + 1] { continue }
      tally.intact += 1
      if delivered.contains(place) { tally.delivered += 1 }
    }
  }

  /// Numbers that no two frames share.
  private static func motion(_ number: Int, _ random: inout SplitMix64) -> DecodedSample {
    let raw = RawSample(
      deviceTime: Int64(number) * 10_000_000, arrivalTime: Int64(number) * 10_000_000,
      gyroscope: random.normalVector() * 3, accelerometer: random.normalVector() * 6 + Vector3(0, 0, 9.8),
      magnetometer: random.normalVector() * 300)
    let turn = random.normalVector() * 0.7
    return DecodedSample(
      sensor: 0, sample: raw, orientation: DeviceOrientation(roll: turn.x, pitch: turn.y, yaw: turn.z),
      counter: UInt32(number))
  }

  private static func tally(_ run: (UInt64, inout Tally) throws -> Void) rethrows -> Tally {
    var tally = Tally()
    for seed in 1...20 as ClosedRange<UInt64> { try run(seed, &tally) }
    print("  sent \(tally.sent), intact \(tally.intact), delivered \(tally.share), wrong \(tally.wrong)")
    return tally
  }

  private static let fourTypes = #"{"content":["51","52","53","54"]}"#

  @Test func `one byte lost in a thousand costs the 11-byte framing its own frames`() throws {
    let tally = try Self.tally {
      try Self.run(.witMotion, configuration: Self.fourTypes, frameLength: 11, loss: 0.001, seed: $0, &$1)
    }
    #expect(tally.share >= 0.998)
    #expect(tally.wrong * 40_000 <= tally.sent)
  }

  @Test func `half a percent of lost bytes and of flipped bits is survived`() throws {
    let tally = try Self.tally {
      try Self.run(
        .witMotion, configuration: Self.fourTypes, frameLength: 11, loss: 0.005, flips: 0.005, seed: $0, &$1)
    }
    #expect(tally.share >= 0.985)
    #expect(tally.wrong * 10_000 <= tally.sent)
  }

  @Test func `one byte lost in a thousand costs the 20-byte framing its own frames`() throws {
    let tally = try Self.tally {
      try Self.run(.witMotion20, frameLength: 20, loss: 0.001, seed: $0, needsNext: true, &$1)
    }
    #expect(tally.share >= 0.999)
    #expect(tally.wrong * 40_000 <= tally.sent)
  }

  @Test func `one byte lost in a thousand costs a robot cleaner its own frames`() throws {
    let tally = try Self.tally { try Self.run(.rvc, frameLength: 19, loss: 0.001, seed: $0, &$1) }
    #expect(tally.share >= 0.998)
    #expect(tally.wrong * 40_000 <= tally.sent)
  }
}
