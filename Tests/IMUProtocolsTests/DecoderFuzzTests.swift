import Foundation
import Inertial
import TestSupport
import Testing

@testable import IMUProtocols

/// A short run of the fuzzer; `FLEXION_FUZZ_SECONDS=600` runs each decoder that long, `FLEXION_FUZZ_PROTOCOL` only one, and
/// `FLEXION_FUZZ_SEED` starts at another seed.
@Suite struct DecoderFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = environment["FLEXION_FUZZ_SECONDS"].flatMap { Double($0) }
  private static let firstSeed = environment["FLEXION_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  private static let names = SerialProtocol.all.map(\.name).filter { name in
    environment["FLEXION_FUZZ_PROTOCOL"].map { $0 == name } ?? true
  }

  @Test(arguments: names) func `no bytes stop a decoder or make it give what is not sound`(name: String)
    throws
  {
    let streams = ProtocolStream.all(rows: 60)
    let memory = Self.residentBytes
    for stream in streams where stream.encoded.name == name {
      let others = streams.filter { $0.encoded.name != name }.map(\.bytes)
      var fuzz = DecoderFuzz(stream, others: others)
      let rounds = try Self.run(&fuzz)
      print("fuzz \(stream.name): \(rounds) rounds, \(fuzz.bytesFed) bytes, \(fuzz.samples) samples")
    }
    if Self.seconds != nil { #expect(Self.residentBytes - memory < 200 << 20) }
  }

  private static func run(_ fuzz: inout DecoderFuzz) throws -> Int {
    let start = ContinuousClock.now, limit = Duration.seconds(seconds ?? 0)
    var seed = firstSeed, failures = 0
    while seed < firstSeed + 150 || ContinuousClock.now - start < limit {
      let faults = try fuzz.faults(seed: seed)
      for fault in faults.prefix(3) { Issue.record("\(fuzz.stream.name), seed \(seed): \(fault)") }
      failures += faults.count
      if failures > 5 { break }
      seed += 1
    }
    return Int(seed - firstSeed)
  }

  /// Memory of the process [bytes]; 0 where it is not told.
  private static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}
