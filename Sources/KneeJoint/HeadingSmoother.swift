import Inertial

/// The relative heading that agrees best with all votes and drifts least.
///
/// Minimises sum W_k (1 - cos(d_k - vote_k)) + sum (T² / (dt0 dt_k)) (d_k+1 - d_k - s dt_k)² by Gauss-Newton on the
/// tridiagonal normal equations, O(n); s is the mean drift of the first guess. Where the votes weigh nothing (vertical axis,
/// holes) the heading is the straight line between both sides; no length of a window has to be chosen for that.
struct HeadingSmoother {
  /// T [s]: a fully weighted vote is spread over about this time to either side.
  let spread: Double
  var iterations = 4

  /// - Parameter start: first guess [rad], continuous, within half a turn of the result.
  func smoothed(_ votes: [RowVote], time: [Double], start: consuming [Double]) -> [Double] {
    guard votes.count > 1 else { return start }
    let period = max(typicalPeriod(time), 1e-6)
    /// Stiffness between a row and the next.
    func link(_ k: Int) -> Double {
      spread * spread / (period * max(time[k + 1] - time[k], 0.1 * period))
    }
    let drift = slope(of: start, time)
    var heading = start
    var pivot = [Double](repeating: 0, count: heading.count)
    for _ in 0..<iterations {
      for k in heading.indices {
        let vote = votes[k].vote
        let weight = Double.hypot(vote.sine, vote.cosine) + 1e-9
        let pull = Double.sin(vote.angle - heading[k])
        pivot[k] = weight
        heading[k] = weight * (heading[k] + (pull.isFinite ? pull : 0))
      }
      for k in heading.indices.dropLast() {
        let stiffness = link(k)
        let step: Double = stiffness * drift * (time[k + 1] - time[k])
        heading[k] -= step
        heading[k + 1] += step
        pivot[k] += stiffness
        pivot[k + 1] += stiffness
      }
      eliminate(&heading, &pivot, link)
    }
    return heading
  }

  /// Least-squares slope [rad/s]; 0 where the time does not advance.
  private func slope(of values: [Double], _ time: [Double]) -> Double {
    let n = Double(time.count)
    let t0 = time.reduce(0, +) / n
    let v0 = values.reduce(0, +) / n
    var top = 0.0, bottom = 0.0
    for (t, v) in zip(time, values) {
      top += (t - t0) * (v - v0)
      bottom += (t - t0) * (t - t0)
    }
    return bottom > 0 ? top / bottom : 0
  }

  /// Solves the chain in place: `x` is the right side first, `pivot` the diagonal.
  private func eliminate(_ x: inout [Double], _ pivot: inout [Double], _ link: (Int) -> Double) {
    let n = x.count
    for k in 1..<n {
      let f = link(k - 1) / pivot[k - 1]
      pivot[k] -= f * link(k - 1)
      x[k] += f * x[k - 1]
    }
    x[n - 1] /= pivot[n - 1]
    for k in stride(from: n - 2, through: 0, by: -1) { x[k] = (x[k] + link(k) * x[k + 1]) / pivot[k] }
  }
}
