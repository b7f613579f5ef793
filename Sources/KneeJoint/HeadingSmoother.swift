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
  func smoothed(_ votes: [HeadingVote], time: [Double], start: [Double]) -> [Double] {
    guard votes.count > 1 else { return start }
    let period = max(typicalPeriod(time), 1e-6)
    let links = time.indices.dropLast().map { k in
      spread * spread / (period * max(time[k + 1] - time[k], 0.1 * period))
    }
    let weights = votes.map { Double.hypot($0.sine, $0.cosine) + 1e-9 }
    let angles = votes.map(\.angle)
    let drift = slope(of: start, time)
    var heading = start
    for _ in 0..<iterations {
      var right = heading
      for k in heading.indices {
        let pull = Double.sin(angles[k] - heading[k])
        right[k] = weights[k] * (heading[k] + (pull.isFinite ? pull : 0))
      }
      for (k, link) in links.enumerated() {
        let step: Double = link * drift * (time[k + 1] - time[k])
        right[k] -= step
        right[k + 1] += step
      }
      heading = solve(weights, links, right)
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

  /// (diag(weights) + chain of links) x = right, by elimination along the chain.
  private func solve(_ weights: [Double], _ links: [Double], _ right: [Double]) -> [Double] {
    let n = weights.count
    var pivot = weights
    var x = right
    for k in 0..<n {
      if k > 0 { pivot[k] += links[k - 1] }
      if k < n - 1 { pivot[k] += links[k] }
    }
    for k in 1..<n {
      let f = links[k - 1] / pivot[k - 1]
      pivot[k] -= f * links[k - 1]
      x[k] += f * x[k - 1]
    }
    x[n - 1] /= pivot[n - 1]
    for k in stride(from: n - 2, through: 0, by: -1) { x[k] = (x[k] + links[k] * x[k + 1]) / pivot[k] }
    return x
  }
}
