import Inertial
import Testing

@testable import IMUProtocols

/// Which gaps a stream names must not depend on how its bytes came.
@Suite struct GapCauseTests {
  /// Rows of the two-sensor board every 10 ms; `change` may take a row out or put something else there.
  private func rows(_ count: Int, _ change: (Int) -> [UInt8]?) -> [UInt8] {
    let encoder = TextLineEncoder(configuration: boardConfiguration())!
    var bytes: [UInt8] = []
    for row in 0..<count {
      if let other = change(row) {
        bytes += other
        continue
      }
      for sensor in ["T", "S"] {
        let sample = RawSample(
          deviceTime: nil, arrivalTime: 0, gyroscope: Vector3(0, 0, Double.sin(Double(row) * 0.05)),
          accelerometer: Vector3(0, 9.81, 0))
        encoder.append(sample, sensor: sensor, time: Int64(row) * 10_000_000, to: &bytes)
      }
    }
    return bytes
  }

  private func gaps(_ bytes: [UInt8], chunk: Int, _ decoder: some SerialDecoder, rate: Double = 8e3)
    -> [StreamGap]
  {
    var set = StreamSet(ports: [.init(name: "p", decoder: decoder, baud: 115_200)])
    var gaps: [StreamGap] = []
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      let piece = Array(bytes[start..<min(bytes.count, start + chunk)])
      set.push(RawLogRecord(time: Int64(Double(start) / rate * 1e9), .received(piece))) { _ in }
      gaps += set.takeGaps()
    }
    set.finish { _ in }
    return gaps + set.takeGaps()
  }

  @Test func `causes do not depend on the chunks`() {
    let bytes = rows(900) {
      switch $0 {
      case 300..<304: []
      case 500, 501: Array("5000000,T,0,x,0,0,0,0\n5000000,S,0,x,0,0,0,0\n".utf8)
      case 700: Array("FIFO overflow!\n".utf8)
      default: nil
      }
    }
    let decoder = TextLineDecoder(configuration: boardConfiguration())
    let whole = gaps(bytes, chunk: 3000, decoder)
    #expect(whole.map(\.cause) == [.timeGrid, .timeGrid, .rejected, .rejected, .message, .message])
    #expect(whole.map(\.lastGood.milliseconds) == [2990, 2990, 4990, 4990, 6990, 6990])
    for size in [1, 37, 211, 1024] { #expect(gaps(bytes, chunk: size, decoder) == whole) }
  }

  @Test func `a message without a hole is only possibly a gap`() {
    var lines = rows(900) { 300..<304 ~= $0 ? [] : nil }.split(separator: UInt8(ascii: "\n"))
    lines.insert(Array("FIFO overflow!".utf8)[...], at: 1400)
    let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
    var set = StreamSet(
      ports: [.init(name: "p", decoder: TextLineDecoder(configuration: boardConfiguration()))])
    set.push(RawLogRecord(time: 0, .received(bytes))) { _ in }
    set.finish { _ in }
    #expect(set.statistics.gapsByCause(isCertain: true).map(\.cause) == [.timeGrid])
    #expect(set.statistics.gapsByCause(isCertain: true).map(\.count) == [2])
    #expect(set.statistics.gapsByCause(isCertain: false).map(\.cause) == [.message])
    #expect(set.statistics.gapsByCause(isCertain: false).map(\.count) == [2])
    #expect(set.statistics.missing == 8)
  }

  /// Plain text without time: nothing but the rejection says that a sample is missing.
  @Test func `damage without a hole in time is one possible gap`() {
    var configuration = TextPorts.configuration(hasTime: false)
    configuration.nominalRate = 100
    var bytes: [UInt8] = []
    for row in 0..<400 {
      let isDamaged = (200..<203).contains(row) || row == 300
      bytes += Array(isDamaged ? "0,9.81,x,0,0,0\n".utf8 : "0,9.81,0,0,0,0.1\(row % 10)\n".utf8)
    }
    for size in [10, 17, 170] {
      let gaps = gaps(bytes, chunk: size, TextLineDecoder(configuration: configuration), rate: 1800)
      // the pace of the arrivals finds the lost time later, as a possible hole of its own
      #expect(gaps.allSatisfy { !$0.isCertain })
      let rejected = gaps.filter { $0.cause == .rejected }
      #expect(rejected.count == 2)
      #expect(rejected.allSatisfy { $0.missing == .unknown })
    }
  }

  @Test func `damage where stamps show that nothing is missing is no gap`() {
    var bytes = rows(200) { _ in nil }
    bytes += Array("2000000,T,0,x,0,0,0,0\n".utf8) + rows(400) { $0 < 200 ? [] : nil }
    #expect(gaps(bytes, chunk: 100, TextLineDecoder(configuration: boardConfiguration())).isEmpty)
  }

  @Test func `a sample that steps back is a gap though no time is missing`() {
    let old = TextLineEncoder(configuration: boardConfiguration())!
    var stale: [UInt8] = []
    let sample = RawSample(
      deviceTime: nil, arrivalTime: 0, gyroscope: .zero, accelerometer: Vector3(0, 9.81, 0))
    old.append(sample, sensor: "T", time: 1_980_000_000, to: &stale)
    let bytes = rows(200) { _ in nil } + stale + rows(400) { $0 < 200 ? [] : nil }
    for size in [60, 999] {
      let gaps = gaps(bytes, chunk: size, TextLineDecoder(configuration: boardConfiguration()))
      #expect(gaps.contains { $0.sensor == 0 })
      #expect(gaps.allSatisfy { $0.cause == .rejected && !$0.isCertain })
    }
  }

  @Test(arguments: [PortEvent.lost(cause: "EIO"), .stalled(silence: 1_000_000_000)])
  func `what never comes back ends with a gap`(event: PortEvent) {
    var set = StreamSet(ports: [
      .init(name: "p", decoder: TextLineDecoder(configuration: boardConfiguration()), baud: 115_200)
    ])
    let bytes = rows(300) { _ in nil }
    set.push(RawLogRecord(time: 0, .received(Array(bytes.prefix(bytes.count / 2))))) { _ in }
    set.push(RawLogRecord(time: 3_000_000_000, .received(Array(bytes.dropFirst(bytes.count / 2))))) { _ in }
    set.push(RawLogRecord(time: 4_000_000_000, .event(event))) { _ in }
    set.push(RawLogRecord(time: 8_000_000_000, .event(.note("end")))) { _ in }
    set.finish { _ in }
    let gaps = set.takeGaps()
    #expect(gaps.map(\.sensor) == [0, 1])
    #expect(gaps.allSatisfy { $0.missing == .estimated(500) && $0.isCertain })
    #expect(gaps.allSatisfy { $0.cause == (event == .lost(cause: "EIO") ? .unplug : .stall) })
    #expect(set.statistics.missing == 1000)
    #expect(set.statistics.gapsByCause.map(\.count) == [2])
  }

  @Test func `a stream that was closed ends without a gap`() {
    var set = StreamSet(ports: [
      .init(name: "p", decoder: TextLineDecoder(configuration: boardConfiguration()))
    ])
    set.push(RawLogRecord(time: 0, .received(rows(300) { _ in nil }))) { _ in }
    set.push(RawLogRecord(time: 10_000_000, .event(.closed))) { _ in }
    set.push(RawLogRecord(time: 9_000_000_000, .event(.note("later")))) { _ in }
    set.finish { _ in }
    #expect(set.takeGaps().isEmpty)
  }
}

extension Int64 {
  fileprivate var milliseconds: Int64 { self / 1_000_000 }
}
