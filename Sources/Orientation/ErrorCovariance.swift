import Inertial

/// Covariance of the errors of one node, held whole, so that every row is a row of memory.
///
/// What one step changes is written to row and column: it stays symmetric.
final class ErrorCovariance {
  typealias Lane = SIMD4<Double>
  private typealias S = SmootherState

  private let lanes: UnsafeMutablePointer<Lane>
  private let cells: UnsafeMutablePointer<Double>
  /// The changed rows, and behind them one row of products.
  private let fresh: UnsafeMutablePointer<Lane>
  private let groups: Int

  /// Independent errors of these deviations; `groups` of four states are in use.
  init(deviations: [Double], groups: Int) {
    let count = (S.count + S.movingCount + 1) * S.groups
    lanes = .allocate(capacity: count)
    lanes.initialize(repeating: .zero, count: count)
    cells = UnsafeMutableRawPointer(lanes).assumingMemoryBound(to: Double.self)
    fresh = lanes + S.count * S.groups
    self.groups = groups
    for state in 0..<4 * groups { add(deviations[state] * deviations[state], to: state) }
  }

  deinit { lanes.deallocate() }

  /// Adds a variance to one state.
  func add(_ variance: Double, to state: Int) { cells[state * (S.count + 1)] += variance }

  /// P becomes Phi P Phi'.
  func propagate(_ transition: SmootherTransition) {
    for group in 0..<groups {
      transition.changes({ lanes[$0 * S.groups + group] }) { index, change in
        fresh[index * S.groups + group] = lanes[S.moving(index) * S.groups + group] + change
      }
    }
    for index in 0..<S.movingCount {
      let row = cells + (S.count + index) * S.count
      var change = SIMD8<Double>.zero
      transition.changes({ row[$0] }) { change[$0] = $1 }
      for other in 0..<S.movingCount { row[S.moving(other)] += change[other] }
    }
    for index in 0..<S.movingCount {
      let state = S.moving(index)
      for group in 0..<groups { lanes[state * S.groups + group] = fresh[index * S.groups + group] }
      let row = cells + (S.count + index) * S.count
      for other in 0..<4 * groups { cells[other * S.count + state] = row[other] }
    }
  }

  /// Takes one measurement h' x in, writes its gain P h / s and returns s = h' P h + `variance`.
  func measure(_ h: MeasurementRow, variance: Double, gain: UnsafeMutablePointer<Lane>) -> Double {
    let product = fresh + S.movingCount * S.groups
    for group in 0..<groups {
      var sum = Lane.zero
      for term in 0..<h.count { sum += lanes[h.state(term) * S.groups + group] * h.factors[term] }
      product[group] = sum
    }
    let total = h.value(cells + (S.count + S.movingCount) * S.count) + variance
    let inverse = 1 / total
    for group in 0..<groups { gain[group] = product[group] * inverse }
    let factors = UnsafeMutableRawPointer(gain).assumingMemoryBound(to: Double.self)
    for state in 0..<4 * groups {
      let factor = factors[state]
      let row = lanes + state * S.groups
      for group in 0..<groups { row[group] -= product[group] * factor }
    }
    return total
  }
}
