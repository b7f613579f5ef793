import Inertial
import KneeJoint

/// The errors of one trial with lag and offset removed, and the numbers made from them.
struct ErrorSeries {
  let estimate: [Double]
  let reference: [Double]
  let time: [Double]
  let wanted: [Int]
  let scored: [Int]
  let trial: KneeTrial
  let offset: Double
  /// One a scored row.
  let errors: [Double]

  init(
    estimate: [Double], reference: [Double], time: [Double], wanted: [Int], scored: [Int], trial: KneeTrial
  ) {
    self.estimate = estimate
    self.reference = reference
    self.time = time
    self.wanted = wanted
    self.scored = scored
    self.trial = trial
    let difference = zip(estimate, reference).map { $0 - $1 }
    var zero: [Double] = []
    if let window = trial.zeroWindow {
      let from = time[0] + window.lowerBound - 1e-9
      let to = time[0] + window.upperBound - 1e-9
      zero = time.indices.filter { from <= time[$0] && time[$0] < to }.map { difference[$0] }.filter(
        \.isFinite)
    }
    let offset = KneeProtocol.mean(zero.isEmpty ? scored.map { difference[$0] } : zero)
    self.offset = offset
    errors = scored.map { difference[$0] - offset }
  }

  /// Everything but lag and sign.
  func score(rate: Double) -> KneeScore {
    let middle = KneeProtocol.mean(errors)
    let firstEnd = time[scored[0]] + 5 - 1e-9
    let first = zip(scored, errors).filter { time[$0.0] < firstEnd }.map { $0.1 }
    let range = span(scored.map { reference[$0] })
    let cycles = cycleErrors(rate: rate)
    return KneeScore(
      rmse: KneeProtocol.rootMeanSquare(errors),
      meanFree: KneeProtocol.rootMeanSquare(errors.map { $0 - middle }),
      largest: errors.map(abs).max() ?? .nan, firstFiveSeconds: KneeProtocol.rootMeanSquare(first),
      rangeError: span(scored.map { estimate[$0] }) - range, referenceRange: range,
      cycleError: KneeProtocol.mean(cycles.errors.map(abs)), cycleBias: KneeProtocol.mean(cycles.errors),
      cycles: cycles.errors.count, cyclesFound: cycles.found, lagMilliseconds: 0, sign: 1,
      isWrongSign: false, offset: offset, cover: Double(scored.count) / Double(wanted.count))
  }

  /// Range from valley to valley of the reference, where no sample is masked.
  private func cycleErrors(rate: Double) -> (errors: [Double], found: Int) {
    let start = time[0] + trial.scoreFrom - 1e-9
    let valleys = Extrema.peaks(
      reference.map { -$0 }, prominence: KneeProtocol.prominence, spacing: Int(KneeProtocol.spacing * rate)
    ).filter { time[$0] >= start }
    let wanted = RowCount(self.wanted, rows: time.count)
    let scored = RowCount(self.scored, rows: time.count)
    var errors: [Double] = []
    var found = 0
    for (a, b) in zip(valleys, valleys.dropFirst()) where wanted.hasAll(a...b) {
      found += 1
      if scored.hasAll(a...b) { errors.append(span(Array(estimate[a...b])) - span(Array(reference[a...b]))) }
    }
    return (errors, found)
  }

  private func span(_ values: [Double]) -> Double { (values.max() ?? .nan) - (values.min() ?? .nan) }
}

/// How many of a set of rows lie in a stretch.
private struct RowCount {
  private var below: [Int]

  init(_ members: [Int], rows: Int) {
    var marks = [Int](repeating: 0, count: rows + 1)
    for row in members { marks[row + 1] = 1 }
    for k in marks.indices.dropFirst() { marks[k] += marks[k - 1] }
    below = marks
  }

  func hasAll(_ rows: ClosedRange<Int>) -> Bool {
    below[rows.upperBound + 1] - below[rows.lowerBound] == rows.count
  }
}
