import Inertial

extension Timeline {
  init(sensor: SensorRecording, rate: Double?) throws(ConditioningError) {
    guard sensor.rows > 0 else { throw .noUsableRow(sensor: sensor.id) }
    switch sensor.clock {
    case .rows(let stated):
      guard let rate = stated ?? rate else { throw .noTime(sensor: sensor.id) }
      self.init(
        clock: .rate(rate), rows: nil, count: sensor.rows, period: 1 / rate,
        source: stated == nil ? .givenRate : .statedRate)
    case .stamps(let stamps, let zero):
      var rows: [Int32] = []
      var kept: [Int64] = []
      let origin: Int64 = if case .firstSample = zero { stamps.first ?? 0 } else { 0 }
      for (row, stamp) in stamps.enumerated() where stamp > (kept.last ?? .min) {
        rows.append(Int32(row))
        kept.append(stamp &- origin)
      }
      guard kept.count > 1 else { throw .noTime(sensor: sensor.id) }
      let steps = zip(kept, kept.dropFirst()).map { $1 - $0 }.sorted()
      self.init(
        clock: .stamps(kept), rows: rows.count == stamps.count ? nil : rows, count: kept.count,
        period: Double(steps[steps.count / 2]) / 1e9, source: .stamps)
    }
  }
}
