import CAllocations
import Inertial
import TestSupport
import Testing

@testable import IMUProtocols

@Suite struct LongStreamTests {
  /// Eight hours where `FLEXION_LONG_TESTS` is set, else ten minutes.
  private static let seconds = TestLength.isLong ? 28_800.0 : 600

  /// What one stretch of the stream cost.
  private struct Stretch {
    var allocations = 0
    var records = 0
    var longestWait: Int64 = 0
    var largestBacklog = 0
  }

  /// Two devices of one byte a sample, so that the time goes into the stream and not into text.
  private struct Device {
    var model: ArrivalModel
    var next = 0

    init(seed: UInt64, drift: Double) { model = ArrivalModel(seed: seed, drift: drift) }

    mutating func take() -> (stamp: Int64, arrival: Int64) {
      let sample = model.sample(next)
      next += 1
      return (sample.stamp, sample.arrival)
    }
  }

  @Test func `memory and waiting stay flat for hours`() {
    var devices = [Device(seed: 1, drift: 40e-6), Device(seed: 2, drift: -30e-6)]
    var set = StreamSet(ports: (0...1).map { .init(name: "p\($0)", decoder: StampDecoder()) })
    var heads = [devices[0].take(), devices[1].take()]
    var room = [UInt8](repeating: 0, count: 8)
    var chunk: [UInt8] = []
    chunk.reserveCapacity(64)
    var stretches: [Stretch] = []
    var stretch = Stretch()
    let start = min(heads[0].arrival, heads[1].arrival)
    let length = Int64(Self.seconds * 1e9 / 10)
    var end = start + length
    while stretches.count < 10 {
      let port = heads[0].arrival <= heads[1].arrival ? 0 : 1
      let arrival = heads[port].arrival
      withUnsafeBytes(of: heads[port].stamp) { for i in 0..<8 { room[i] = $0[i] } }
      chunk.removeAll(keepingCapacity: true)
      chunk += room
      heads[port] = devices[port].take()
      let record = RawLogRecord(time: arrival, port: UInt8(port), .received(chunk))
      let before = heapAllocationsOfThisThread()
      set.push(record) { stretch.longestWait = max(stretch.longestWait, arrival - $0.sample.deviceTime!) }
      stretch.allocations += Int(heapAllocationsOfThisThread() - before)
      stretch.records += 1
      stretch.largestBacklog = max(stretch.largestBacklog, set.backlog)
      if arrival >= end {
        stretches.append(stretch)
        stretch = Stretch()
        end += length
      }
    }
    let last = stretches[9]
    print("long stream: \(stretches.map(\.allocations)) allocations in stretches of \(last.records) records")
    print("longest wait [ns] \(stretches.map(\.longestWait)), backlog \(stretches.map(\.largestBacklog))")
    #expect(stretches.dropFirst().allSatisfy { $0.allocations == 0 })
    #expect(stretches.dropFirst().allSatisfy { $0.longestWait < 60_000_000 })
    #expect(stretches.allSatisfy { $0.largestBacklog < 200 })
    #expect(set.statistics.gaps == 0)
  }
}

/// Eight bytes a sample: its stamp [ns].
private struct StampDecoder: SerialDecoder {
  let sensors = [DecodedSensor(name: "")]
  var statistics = DecoderStatistics()
  let rejected = RejectedFrames()
  var frameEnd: UInt8? { nil }
  var isChecked: Bool { true }
  var nominalRate: Double? { 100 }

  mutating func push(_ bytes: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void) {
    statistics.bytes += bytes.count
    for start in stride(from: 0, to: bytes.count - 7, by: 8) {
      let stamp = bytes.loadUnaligned(fromByteOffset: start, as: Int64.self)
      let sample = RawSample(
        deviceTime: stamp, arrivalTime: arrivalTime, gyroscope: .unitX, accelerometer: .unitZ)
      emit(DecodedSample(sensor: 0, sample: sample))
    }
  }
  mutating func finish(emit: (DecodedSample) -> Void) {}
  mutating func takeEvents() -> [DecoderEvent] { [] }
}
