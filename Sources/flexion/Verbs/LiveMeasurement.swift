import Assessment
import Goniometry
import IMUProtocols
import Inertial
import SerialPorts

/// A stream on its way to the knee: records in, pictures out. The log keeps the bytes; this only looks at them.
struct LiveMeasurement {
  private(set) var stream: StreamSet
  private var knee: LiveKnee
  private var wiggle: WiggleCheck?
  /// nil unless a tap check was asked for.
  private(set) var taps: TapWatch?

  /// - Parameter calibrations: the first of two sensors serves the picture.
  init(_ ports: [StreamSet.Port], isReplay: Bool, calibrations: [KneeCalibration]) {
    let clock: @Sendable () -> Int64 = { HostClock.monotonic() }
    stream = StreamSet(ports: ports, now: isReplay ? nil : clock)
    knee = LiveKnee(isReplay: isReplay, calibrations: calibrations)
  }

  /// Takes one record and gives a picture for every sample of the output clock.
  mutating func push(_ record: RawLogRecord, show: (LivePicture) -> Void) {
    if case .event(.mark(.begin)) = record.content {
      knee.begin()
      taps?.close()
    }
    knee.note(stream)
    Self.push(record, &stream, &knee, &wiggle, &taps, show)
  }

  /// End of input: what still waited for its place in time.
  mutating func finish(show: (LivePicture) -> Void) { Self.finish(&stream, &knee, show) }

  private static func finish(
    _ stream: inout StreamSet, _ knee: inout LiveKnee, _ show: (LivePicture) -> Void
  ) {
    stream.finish { knee.take($0, show) }
  }

  /// From the first sample on the taps of both sensors are looked for.
  mutating func watchTaps() { taps = TapWatch() }

  /// From here on it is watched which sensor moves; one that explains itself late is not missed.
  mutating func beginWiggle() { wiggle = WiggleCheck(sensors: 32) }

  mutating func endWiggle() -> WiggleCheck.Verdict {
    defer { wiggle = nil }
    return wiggle?.verdict ?? .still
  }

  mutating func takeGaps() -> [StreamGap] { stream.takeGaps() }
  mutating func takeEvents() -> [(port: Int, event: DecoderEvent)] { stream.takeEvents() }

  private static func push(
    _ record: RawLogRecord, _ stream: inout StreamSet, _ knee: inout LiveKnee, _ wiggle: inout WiggleCheck?,
    _ taps: inout TapWatch?, _ show: (LivePicture) -> Void
  ) {
    // The sample is shown inside the call, so that the stream's age covers the whole way to the number.
    stream.push(record) {
      wiggle?.push($0)
      taps?.push($0)
      knee.take($0, show)
    }
  }
}

/// The live instrument with what it must know of its stream.
private struct LiveKnee {
  let isReplay: Bool
  private let calibration: KneeCalibration?
  private var goniometer: LiveGoniometer?
  private var sensors: [PlacedSensor] = []
  private var rates: [Double?] = []
  private var lost = 0
  private var lostShare = 0.0
  /// Stamp of the first sample: second 0, as in the log [ns].
  private var zero: Int64?

  init(isReplay: Bool, calibrations: [KneeCalibration]) {
    self.isReplay = isReplay
    // The log names its sensors only when it is read; the measurement at the end checks that they are those.
    calibration = calibrations.first { $0.sensors.count == 2 }
  }

  /// The measured part begins here: so does the picture, and second 0.
  mutating func begin() {
    goniometer = nil
    zero = nil
  }

  /// Looks at the stream between two records.
  mutating func note(_ stream: StreamSet) {
    sensors = stream.sensors
    rates = stream.statistics.sensors.map(\.rate)
    lost = stream.statistics.missing
    lostShare = Double(lost) / Double(max(1, stream.statistics.samples + lost))
    // As stated by the device, else as measured; of two rates the slower, so that no sample seems late.
    let measured = stream.statistics.sensors.filter { $0.samples >= 50 }.compactMap(\.rate)
    let stated = stream.streams.compactMap(\.decoder.nominalRate)
    if goniometer == nil, let rate = stated.min() ?? measured.min() {
      goniometer = LiveGoniometer(
        parameters: .init(nominalPeriod: 1 / rate, calibration: calibration), zero: zero)
    }
  }

  mutating func take(_ decoded: DecodedSample, _ show: (LivePicture) -> Void) {
    zero = zero ?? decoded.sample.deviceTime ?? decoded.sample.arrivalTime
    // A sensor that appears within a record is known from the next record on.
    guard decoded.sensor < sensors.count, let segment = segment(of: decoded.sensor) else { return }
    let arrival = decoded.sample.arrivalTime
    goniometer?.push(
      decoded.sample, from: segment, forceIsDerived: decoded.marks.contains(.forceDerived)
    ) { angle in
      show(
        LivePicture(
          angle: angle, rates: rates, lost: lost, lostShare: lostShare,
          age: isReplay ? nil : Double(HostClock.monotonic() - arrival) * 1e-9))
    }
  }

  /// An only sensor of which nobody says where it sits is taken to be on the shin.
  private func segment(of sensor: Int) -> BodySegment? {
    sensors[sensor].segment ?? (sensors.count == 1 ? .shank : nil)
  }
}
