import IMUProtocols

/// The time of the rows of one port, in seconds.
struct CaptureClock {
  /// Host time at the beginning of a log [ns].
  let start: Int64?
  private var firstDevice: Int64?
  private var firstArrival: Int64 = 0
  private var counts: [Int] = []

  init(start: Int64?) { self.start = start }

  /// Device time from its first sample on, which in a log stands at its arrival; else arrival; else row / rate. nil
  /// where there is none of them.
  mutating func time(of decoded: DecodedSample, rate: Double?) -> Double? {
    while counts.count <= decoded.sensor { counts.append(0) }
    defer { counts[decoded.sensor] += 1 }
    let sample = decoded.sample
    if let time = sample.deviceTime {
      if firstDevice == nil { (firstDevice, firstArrival) = (time, sample.arrivalTime) }
      let begin = start.map { firstArrival &- $0 } ?? 0
      return Double((time &- firstDevice!) &+ begin) * 1e-9
    }
    if let start { return Double(sample.arrivalTime &- start) * 1e-9 }
    return rate.map { Double(counts[decoded.sensor]) / $0 }
  }
}
