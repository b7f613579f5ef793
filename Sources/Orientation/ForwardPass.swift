/// What the way forward leaves for the way back: row, gain and weighted surprise of every measurement.
final class ForwardPass {
  private typealias S = SmootherState

  private let gains: UnsafeMutablePointer<ErrorCovariance.Lane>
  private let capacity: Int
  private var rows: [MeasurementRow] = []
  /// Surprise over its variance.
  private var surprises: [Double] = []
  /// First measurement behind each node.
  private var ends = [0]

  /// Room for that many measurements.
  init(capacity: Int) {
    self.capacity = capacity
    gains = .allocate(capacity: capacity * S.groups)
    gains.initialize(repeating: .zero, count: capacity * S.groups)
    rows.reserveCapacity(capacity)
    surprises.reserveCapacity(capacity)
  }

  deinit { gains.deallocate() }

  func measure(
    _ row: MeasurementRow, _ value: Double, variance: Double, _ covariance: ErrorCovariance,
    _ x: UnsafeMutablePointer<Double>, _ groups: Int
  ) {
    precondition(rows.count < capacity, "more measurements than announced")
    let gain = gains + rows.count * S.groups
    let total = covariance.measure(row, variance: variance, gain: gain)
    let surprise = value - row.value(x)
    let factors = UnsafeMutableRawPointer(gain).assumingMemoryBound(to: Double.self)
    for state in 0..<4 * groups { x[state] += factors[state] * surprise }
    rows.append(row)
    surprises.append(surprise / total)
  }

  func closeNode() { ends.append(rows.count) }

  /// The adjoint from behind the measurements of a node to before them.
  func pullBack(node: Int, _ adjoint: inout [Double], _ groups: Int) {
    for index in (ends[node - 1]..<ends[node]).reversed() {
      let factors = UnsafeMutableRawPointer(gains + index * S.groups).assumingMemoryBound(to: Double.self)
      var pulled = 0.0
      for state in 0..<4 * groups { pulled += factors[state] * adjoint[state] }
      rows[index].add(surprises[index] - pulled, to: &adjoint)
    }
  }
}
