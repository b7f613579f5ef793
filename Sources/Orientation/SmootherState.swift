/// Where the errors stand in the state, all in SI; attitude, velocity and place in earth axes, those of the sensors in
/// sensor axes, the field in earth axes and µT.
enum SmootherState {
  static let attitude = 0
  static let bias = 3
  /// Nine, row by row; behind the bias, so that both act on the attitude as twelve neighbours.
  static let gyroscope = 6
  static let gyroscopeStates = 12
  /// East and north.
  static let velocity = 15
  static let place = 17
  static let force = 19
  /// North and up of the field at rest.
  static let fieldNorth = 22
  static let fieldUp = 23
  /// East, north and up of the field in motion, less that at rest.
  static let fieldDifference = 24
  static let restFieldEast = 27

  static let count = 28
  /// States in groups of four, with and without a magnetometer.
  static let groups = 7
  static let groupsWithoutField = 6

  /// The states that change from node to node: attitude, velocity, place.
  static let movingCount = 7
  @inline(__always)
  static func moving(_ index: Int) -> Int { index < 3 ? index : index + 12 }

  /// The states that noise drives: attitude, bias, velocity.
  static let noisyCount = 8
  @inline(__always)
  static func noisy(_ index: Int) -> Int { index < 6 ? index : index + 9 }
}

/// The few states that one measurement sees.
struct MeasurementRow {
  private var places: SIMD4<Int32> = .zero
  private(set) var factors: SIMD4<Double> = .zero
  private(set) var count = 0

  init(_ terms: (state: Int, factor: Double)...) {
    for term in terms {
      places[count] = Int32(term.state)
      factors[count] = term.factor
      count += 1
    }
  }

  @inline(__always)
  func state(_ term: Int) -> Int { Int(places[term]) }

  @inline(__always)
  func value(_ x: UnsafePointer<Double>) -> Double {
    var sum = 0.0
    for term in 0..<count { sum += factors[term] * x[state(term)] }
    return sum
  }

  @inline(__always)
  func add(_ amount: Double, to adjoint: inout [Double]) {
    for term in 0..<count { adjoint[state(term)] += factors[term] * amount }
  }
}
