import Inertial

/// Values of a series at other times.
enum AngleGrid {
  /// Linear in between, `nan` outside and inside holes longer than `longestHole` [s].
  static func values(of series: AngleSeries, at times: [Double], longestHole: Double) -> [Double] {
    var points = zip(series.time, series.degrees).filter { $0.0.isFinite && $0.1.isFinite }
    if zip(points, points.dropFirst()).contains(where: { $0.0.0 > $0.1.0 }) {
      points.sort { ($0.0, $0.1) < ($1.0, $1.1) }
    }
    return times.map { time in
      let k = firstIndex(in: points, notBefore: time - 1e-9)
      if k < points.count, abs(points[k].0 - time) <= 1e-6 { return points[k].1 }
      guard k > 0, k < points.count else { return .nan }
      let hole = points[k].0 - points[k - 1].0
      guard hole <= longestHole + 1e-9 else { return .nan }
      let f = (time - points[k - 1].0) / hole
      return points[k - 1].1 * (1 - f) + points[k].1 * f
    }
  }

  private static func firstIndex(in points: [(Double, Double)], notBefore time: Double) -> Int {
    var low = 0, high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle].0 < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The one constant lag of a trial: the shift of the reference that leaves the smallest spread of the error.
enum LagSearch {
  /// Value at row - lag, linear, ends held.
  static func shifted(_ reference: [Double], by lag: Double) -> [Double] {
    let count = reference.count
    return reference.indices.map { row in
      let p = min(max(Double(row) - lag, 0), Double(count - 1))
      let k = min(Int(p), count - 2)
      let f = p - Double(k)
      return reference[k] * (1 - f) + reference[k + 1] * f
    }
  }

  /// Lag in samples. Exact for the linear interpolation: variances and neighbouring covariances of the whole shifts
  /// give every tenth between them.
  static func best(estimate: [Double], reference: [Double], rows: [Int]) -> Double {
    let reach = KneeProtocol.largestLag
    let whole = (-reach - 1...reach + 1).map { shift -> [Double] in
      let d = rows.map { estimate[$0] - reference[min(max($0 - shift, 0), reference.count - 1)] }
      let middle = KneeProtocol.mean(d)
      return d.map { $0 - middle }
    }
    func covariance(_ a: Int, _ b: Int) -> Double {
      zip(whole[a], whole[b]).reduce(0.0) { $0 + $1.0 * $1.1 } / Double(rows.count)
    }
    let variance = whole.indices.map { covariance($0, $0) }
    let next = whole.indices.dropLast().map { covariance($0, $0 + 1) }
    var best = (spread: Double.infinity, lag: 0.0)
    for step in -10 * reach...10 * reach {
      let shift = Int(Double.floor(Double(step) / 10))
      let f = Double(step - 10 * shift) / 10
      let k = shift + reach + 1
      var v = variance[k]
      if f != 0 {
        let cross: Double = 2 * f * (1 - f) * next[k]
        v = (1 - f) * (1 - f) * variance[k] + cross + f * f * variance[k + 1]
      }
      let spread = Double.sqrt(max(v, 0))
      if spread < best.spread - 1e-12 { best = (spread, Double(step) / 10) }
    }
    return best.lag
  }
}
