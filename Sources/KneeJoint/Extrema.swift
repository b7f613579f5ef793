import Inertial

/// Peaks by spacing and prominence, as in the evaluation protocol.
package enum Extrema {
  /// Rows of local maxima, at least `spacing` rows apart (the higher wins), that rise `prominence` above both sides.
  package static func peaks(_ y: [Double], prominence: Double, spacing: Int) -> [Int] {
    prominences(y, spacing: spacing).filter { $0.rise >= prominence }.map(\.row)
  }

  /// Local maxima at least `spacing` rows apart, and how far each rises above the higher of its two saddles.
  static func prominences(_ y: [Double], spacing: Int) -> [(row: Int, rise: Double)] {
    spaced(localMaxima(y), y, spacing).map { ($0, rise(y, at: $0)) }
  }

  /// Middle of every plateau that is higher than both neighbours.
  private static func localMaxima(_ y: [Double]) -> [Int] {
    var out: [Int] = []
    var i = 1
    while i < y.count - 1 {
      if y[i - 1] < y[i] {
        var j = i
        while j + 1 < y.count, y[j + 1] == y[i] { j += 1 }
        if j + 1 < y.count, y[j + 1] < y[i] { out.append((i + j) / 2) }
        i = j
      }
      i += 1
    }
    return out
  }

  private static func spaced(_ peaks: [Int], _ y: [Double], _ spacing: Int) -> [Int] {
    let gap = max(1, spacing)
    var keep = [Bool](repeating: true, count: peaks.count)
    let byHeight = peaks.indices.sorted {
      y[peaks[$0]] != y[peaks[$1]] ? y[peaks[$0]] > y[peaks[$1]] : $0 < $1
    }
    for a in byHeight where keep[a] {
      var b = a - 1
      while b >= 0, peaks[a] - peaks[b] < gap {
        keep[b] = false
        b -= 1
      }
      b = a + 1
      while b < peaks.count, peaks[b] - peaks[a] < gap {
        keep[b] = false
        b += 1
      }
    }
    return peaks.indices.filter { keep[$0] }.map { peaks[$0] }
  }

  /// Height above the higher of both saddles.
  private static func rise(_ y: [Double], at peak: Int) -> Double {
    var left = y[peak], right = y[peak]
    var i = peak
    while i >= 0, y[i] <= y[peak] {
      left = min(left, y[i])
      i -= 1
    }
    i = peak
    while i < y.count, y[i] <= y[peak] {
      right = min(right, y[i])
      i += 1
    }
    return y[peak] - max(left, right)
  }
}
