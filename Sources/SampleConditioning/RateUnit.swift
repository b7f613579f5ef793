import Inertial

/// H9: whether the integrated rate turns the sensor as gravity and field say it turned.
///
/// In the one-second windows with most rotation the measured vectors are turned back to the start of the
/// window by `factor` times the rate. The true unit leaves the least spread. The field decides where it
/// can; the force also holds the acceleration of the motion, so it has to be clearer to convince.
struct RateUnit {
  /// What the rate may have to be multiplied by: 1, radians read as degrees and back, half and twice.
  static let factors = [1, 180 / Double.pi, Double.pi / 180, 2, 0.5]
  private static let mostWindows = 60
  private static let seconds = 1.0

  /// One vector's opinion.
  struct Evidence: Equatable {
    /// Factor with the least spread.
    var best = 1.0
    /// Spread of factor 1 over the least.
    var ratio = 1.0
    /// Second least spread over the least.
    var margin = 1.0
  }

  var force: Evidence
  var field: Evidence?
  /// Median turn of the windows with factor 1 [rad].
  var turn: Double

  /// - Parameters:
  ///   - rate: times `scale` in rad/s.
  ///   - force: in any unit, as the field.
  init(rate: [Vector3], force: [Vector3], field: [Vector3]?, scale: Double, period: Double) {
    let length = Swift.max(4, Int((Self.seconds / period).rounded()))
    let windows = Self.turningWindows(rate, scale: scale, period: period, length: length)
    turn = windows.isEmpty ? 0 : windows[windows.count / 2].turn
    let ranges = windows.map { $0.start..<$0.start + length }
    let turns = { factor in scale * factor * period }
    self.force = Self.evidence(rate, force, ranges, turns)
    self.field = field.map { Self.evidence(rate, $0, ranges, turns) }
  }

  /// The factor that the rate has to be multiplied by if its unit is wrong; nil when nothing speaks against it.
  var contradiction: Double? {
    let said = decisive
    switch said.best {
    case 1: return nil
    // A sensor that seems not to turn at all may well be one that is shaken: only a rate that nobody turns
    // at for a second can be degrees.
    case let factor where factor < 0.1: return said.ratio > 1.5 && turn > 6 ? factor : nil
    case let factor where factor < 1: return said.ratio > 2 ? factor : nil
    case let factor: return said.ratio > 1.5 ? factor : nil
    }
  }

  /// True when the numbers themselves say radians per second.
  var confirmsRadians: Bool { decisive.best == 1 && decisive.margin > 1.5 }

  private var decisive: Evidence {
    if let field, field.margin > 2 { return field }
    return force
  }

  private static func turningWindows(
    _ rate: [Vector3], scale: Double, period: Double, length: Int
  ) -> [(turn: Double, start: Int)] {
    var turns: [(turn: Double, start: Int)] = []
    var start = 0
    while start + length <= rate.count {
      var sum = 0.0
      for index in start..<start + length { sum += rate[index].norm }
      let turn = sum * scale * period
      if turn.isFinite && turn > 0 { turns.append((turn, start)) }
      start += length
    }
    turns.sort { $0.turn > $1.turn }
    return Array(turns.prefix(mostWindows))
  }

  private static func evidence(
    _ rate: [Vector3], _ vector: [Vector3], _ windows: [Range<Int>], _ turn: (Double) -> Double
  ) -> Evidence {
    var spreads = factors.map { _ in 0.0 }
    for window in windows {
      let all = factors.map { spread(rate, turn($0), vector, window) }
      if all.allSatisfy(\.isFinite) {
        for index in all.indices { spreads[index] += all[index] }
      }
    }
    let order = spreads.indices.sorted { spreads[$0] < spreads[$1] }
    let least = spreads[order[0]]
    guard least > 0 else { return Evidence() }
    return Evidence(
      best: factors[order[0]], ratio: spreads[0] / least, margin: spreads[order[1]] / least)
  }

  /// Variance over mean square of the vectors turned back to the start of the window.
  private static func spread(
    _ rate: [Vector3], _ scale: Double, _ vectors: [Vector3], _ window: Range<Int>
  ) -> Double {
    var turn = Quaternion.identity
    var sum = Vector3.zero
    var squares = 0.0
    for index in window {
      if index > window.lowerBound {
        turn = turn * Quaternion(rotationVector: rate[index] * scale)
      }
      sum += turn.rotate(vectors[index])
      squares += vectors[index].squaredNorm
    }
    let count = Double(window.count)
    return 1 - (sum / count).squaredNorm / (squares / count)
  }
}
