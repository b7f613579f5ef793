import Assessment
import Goniometry
import IMUProtocols
import Inertial
import SerialPorts

/// A stream on its way to the knee: records in, pictures out. The log keeps the bytes; this only looks at them.
struct LiveMeasurement {
  private(set) var stream: SensorStream
  private(set) var last: LivePicture?
  private var goniometer: LiveGoniometer?
  private let isReplay: Bool

  init(decoder: any SerialDecoder, isReplay: Bool) {
    self.isReplay = isReplay
    stream = SensorStream(decoder: decoder, now: isReplay ? nil : { HostClock.monotonic() })
  }

  /// Takes one record and gives a picture for every sample of the output clock.
  mutating func push(_ record: RawLogRecord, show: (LivePicture) -> Void) {
    var samples: [DecodedSample] = []
    // The number is ready when `show` returns, so the stream's age covers the whole way.
    stream.push(record) { samples.append($0) }
    for sample in samples { take(sample, show) }
  }

  private mutating func take(_ decoded: DecodedSample, _ show: (LivePicture) -> Void) {
    guard let segment = stream.sensors[decoded.sensor].segment else { return }
    if goniometer == nil, let rate = knownRate {
      goniometer = LiveGoniometer(parameters: .init(nominalPeriod: 1 / rate))
    }
    var angles: [LiveAngle] = []
    goniometer?.push(decoded.sample, from: segment) { angles.append($0) }
    for angle in angles {
      let picture = picture(angle, arrival: decoded.sample.arrivalTime)
      last = picture
      show(picture)
    }
  }

  /// As stated by the device, else as measured.
  private var knownRate: Double? {
    stream.decoder.nominalRate
      ?? stream.statistics.sensors.first.flatMap { $0.samples >= 50 ? $0.rate : nil }
  }

  private func picture(_ angle: LiveAngle, arrival: Int64) -> LivePicture {
    let statistics = stream.statistics
    return LivePicture(
      angle: angle, rates: statistics.sensors.map(\.rate), lost: statistics.missing,
      lostShare: Double(statistics.missing) / Double(max(1, statistics.samples + statistics.missing)),
      age: isReplay ? nil : Double(HostClock.monotonic() - arrival) * 1e-9)
  }
}
