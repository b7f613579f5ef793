import Inertial

/// H6: rows whose value stands at the rail of the sensor.
///
/// A rail shows as a plateau: two or more equal extreme values that the neighbours rise to so steeply that a
/// smooth peak would have gone on. The level need not be a power of two. Once the extreme of one axis and
/// sign is known to be a rail, every value at it is clipped, and so is every value at an equal extreme of
/// another axis or sign.
struct Clipping {
  /// A plateau this far below the peak its flanks point to is a rail, in steps of the quantisation.
  private static let steps = 6.0
  /// And at least this share of the level, so that fine steps do not make every flat peak one.
  private static let share = 0.01
  /// Two extremes this close are the same rail: -32768 and 32767.
  private static let sameRail = 1e-4

  private let values: [Vector3]
  private let sensor: ConditionedSensor
  private let void: SampleQuality

  /// - Parameter void: what marks a row of the column as not measured.
  init(_ values: [Vector3], of sensor: ConditionedSensor, void: SampleQuality) {
    self.values = values
    self.sensor = sensor
    self.void = void
  }

  /// Measured, and not a repeat of the whole row before.
  private func isEvidence(_ row: Int) -> Bool {
    guard sensor.quality[row].isDisjoint(with: void) else { return false }
    guard row > 0 else { return true }
    let repeats =
      sensor.gyroscope[row].hasSameBits(as: sensor.gyroscope[row - 1])
      && sensor.accelerometer[row].hasSameBits(as: sensor.accelerometer[row - 1])
    return !repeats
  }

  /// Level from which a value counts as clipped, by axis and sign (x, -x, y, -y, z, -z); infinite where there is no rail.
  func levels(declaredRange: Double?) -> [Double] {
    let levels = rails()
    guard let declaredRange else { return levels }
    return levels.map { Swift.min($0, 0.98 * declaredRange) }
  }

  /// Rows at a rail, in order; empty when there is none.
  func rows(at levels: [Double]) -> [Int] {
    guard levels.contains(where: { $0 < .infinity }) else { return [] }
    return values.indices.filter { row in
      let value = values[row]
      let isHigh = value.x >= levels[0] || value.y >= levels[2] || value.z >= levels[4]
      let isLow = -value.x >= levels[1] || -value.y >= levels[3] || -value.z >= levels[5]
      return (isHigh || isLow) && sensor.quality[row].isDisjoint(with: void)
    }
  }

  /// Level of the rail by axis and sign (x, -x, y, -y, z, -z); infinite where there is none.
  private func rails() -> [Double] {
    let extremes = extremes()
    let confirmed = extremes.indices.filter { index in
      extremes[index].count >= 2 && isRail(index / 2, index % 2 == 0 ? 1 : -1, at: extremes[index].value)
    }.map { extremes[$0].value }
    return extremes.map { extreme in
      let isRail = confirmed.contains { abs(extreme.value - $0) <= Self.sameRail * $0 }
      return isRail ? extreme.value : .infinity
    }
  }

  private struct Extreme {
    var value = 0.0
    var count = 0

    @inline(__always)
    mutating func see(_ candidate: Double) {
      if candidate > value {
        value = candidate
        count = 1
      } else if candidate == value {
        count += 1
      }
    }
  }

  private func extremes() -> [Extreme] {
    var x = Extreme(), y = Extreme(), z = Extreme()
    var lowX = Extreme(), lowY = Extreme(), lowZ = Extreme()
    // What was made from neighbours may well go beyond a rail.
    for (row, value) in values.enumerated() where sensor.quality[row].isDisjoint(with: void) {
      x.see(value.x)
      y.see(value.y)
      z.see(value.z)
      lowX.see(-value.x)
      lowY.see(-value.y)
      lowZ.see(-value.z)
    }
    return [x, lowX, y, lowY, z, lowZ]
  }

  private func isRail(_ axis: Int, _ sign: Double, at extreme: Double) -> Bool {
    guard extreme > 0 else { return false }
    let runs = runs(axis, sign, at: extreme)
    if pilesUp(runs, axis, sign, at: extreme) { return true }
    let plateaus = runs.filter { $0.count >= 2 }
    guard !plateaus.isEmpty else { return false }
    let least = Swift.max(Self.steps * quantum(axis), Self.share * extreme)
    return plateaus.contains { cutsOff($0, axis, sign, at: extreme, least: least) }
  }

  /// Runs of rows at the extreme.
  private func runs(_ axis: Int, _ sign: Double, at extreme: Double) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for row in values.indices {
      let isAt = values[row][axis] * sign == extreme
      if isAt && start == nil {
        start = row
      } else if !isAt, let first = start {
        found.append(first..<row)
        start = nil
      }
    }
    return found
  }

  /// Blows are too short for plateaus: at a rail they end at one value more often than anywhere near below it, each time
  /// steeply.
  private func pilesUp(_ runs: [Range<Int>], _ axis: Int, _ sign: Double, at extreme: Double) -> Bool {
    let rows = runs.reduce(0) { $0 + $1.count { isEvidence($0) } }
    // With coarse steps many rows share any value.
    guard runs.count >= 3, rows >= 5, 0.02 * extreme > 10 * quantum(axis) else { return false }
    let drops = runs.compactMap { drop(1, $0, axis, sign, extreme)?.mean }
    guard drops.reduce(0, +) > 0.02 * extreme * Double(drops.count) else { return false }
    let near = values.indices.count {
      let value = values[$0][axis] * sign
      return value < extreme && value >= 0.98 * extreme
    }
    return rows > near
  }

  /// Whether the plateau lies more than `least` below the parabola through its neighbours, or is too long to
  /// be the top of any smooth peak with such flanks.
  private func cutsOff(
    _ plateau: Range<Int>, _ axis: Int, _ sign: Double, at level: Double, least: Double
  ) -> Bool {
    guard plateau.dropFirst().contains(where: isEvidence) else { return false }
    guard let near = drop(1, plateau, axis, sign, level), let far = drop(2, plateau, axis, sign, level) else {
      return false
    }
    let half = Double(plateau.count - 1) / 2
    let curvature = (far.mean - near.mean) / (2 * half + 3)
    let cut = curvature * (half + 1) * (half + 1) - near.mean
    return cut > least || (plateau.count >= 3 && near.least > least)
  }

  /// How far the rows `distance` before and behind a plateau lie below it; nil at the ends of the recording.
  private func drop(
    _ distance: Int, _ plateau: Range<Int>, _ axis: Int, _ sign: Double, _ level: Double
  ) -> (mean: Double, least: Double)? {
    let before = plateau.lowerBound - distance
    let behind = plateau.upperBound - 1 + distance
    guard before >= 0, behind < values.count else { return nil }
    let left = level - values[before][axis] * sign
    let right = level - values[behind][axis] * sign
    return left.isFinite && right.isFinite ? ((left + right) / 2, Swift.min(left, right)) : nil
  }

  /// Least difference of two measured rows that are not equal: a step of the converter or of the digits.
  private func quantum(_ axis: Int) -> Double {
    var least = Double.infinity
    for row in values.indices.dropFirst() {
      let step = abs(values[row][axis] - values[row - 1][axis])
      if step > 0 && step < least && isEvidence(row) && isEvidence(row - 1) { least = step }
    }
    return least.isFinite ? least : 0
  }
}
