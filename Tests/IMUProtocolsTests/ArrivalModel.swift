import Inertial

/// When the samples of a device with a clock of its own reach the host.
struct ArrivalModel {
  /// Who says when a batch goes off: the device's clock, the host's, or a third one (a USB bridge at +90 ppm).
  enum Timer: CaseIterable { case device, host, bridge }

  /// Relative error of the device clock: 40e-6 runs fast.
  var drift = 0.0
  /// Between samples on the device clock [ns].
  var period = 10_000_000.0
  /// Between two batches [ns].
  var batch = 16_000_000.0
  var timer = Timer.device
  /// Mean delay behind a batch [ns], exponential.
  var jitter = 50_000.0
  /// Host times within which nobody reads [ns].
  var stalls: [ClosedRange<Double>] = []
  /// What the device clock says at host time 0 [ns].
  var start = 0.0
  /// Steps of the stamps [ns].
  var step = 1000.0

  private var random: SplitMix64
  private let batchPhase: Double
  private let samplePhase: Double
  private var lastArrival = 0.0

  init(seed: UInt64, drift: Double = 0) {
    random = SplitMix64(seed: seed)
    batchPhase = random.uniform()
    samplePhase = random.uniform()
    self.drift = drift
    start = (random.uniform() * 1e9).rounded()
  }

  /// True host time, stamp and arrival of a sample [ns].
  mutating func sample(_ number: Int) -> (time: Double, stamp: Int64, arrival: Int64) {
    let device = start + (Double(number) + samplePhase) * period
    let time = (device - start) / (1 + drift)
    let pace: Double =
      switch timer {
      case .device: 1 / (1 + drift)
      case .host: 1
      case .bridge: 1 - 90e-6
      }
    let length = batch * pace
    var arrival = batch == 0 ? time : ((time / length - batchPhase).rounded(.up) + batchPhase) * length
    arrival -= jitter * Double.log(1 - random.uniform())
    for stall in stalls where stall.contains(arrival) { arrival = stall.upperBound }
    lastArrival = max(lastArrival, arrival)
    let stamp = Int64((device / step).rounded(.down) * step)
    return (time, stamp, Int64(lastArrival.rounded()))
  }
}

/// What the host made of two ports: mean square and spread of the difference between their errors.
struct PairError {
  var root = 0.0
  var constant = 0.0
  var spread = 0.0
  /// Mean of the last tenth minus mean of the first [ns].
  var trend = 0.0

  /// - Parameter differences: errors of one port minus those of the other [ns], in order of time.
  init(_ differences: [Double]) {
    let count = Double(max(1, differences.count))
    let mean = differences.reduce(0, +) / count
    let square = differences.reduce(0) { $0 + $1 * $1 } / count
    root = square.squareRoot()
    constant = mean
    spread = max(0, square - mean * mean).squareRoot()
    let tenth = max(1, differences.count / 10)
    let first = differences.prefix(tenth).reduce(0, +), last = differences.suffix(tenth).reduce(0, +)
    trend = (last - first) / Double(tenth)
  }
}
