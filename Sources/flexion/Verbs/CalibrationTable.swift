import Assessment
import DecimalText
import Goniometry
import Inertial

/// Calibrations as people read them, a line each, and below what is doubtful.
struct CalibrationTable {
  struct Row {
    let calibration: KneeCalibration
    let number: Int?
    let source: String

    init(_ calibration: KneeCalibration, number: Int?, source: String) {
      self.calibration = calibration
      self.number = number
      self.source = source
    }
  }

  private let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  var text: String {
    guard !rows.isEmpty else { return "no calibrations\n" }
    var table = ResultTable(columns: [
      .init("calibration", "calibration"), .init("side", "side"), .init("sensors", "sensors"),
      .init("poses", "poses [deg]"), .init("residual", "residual", decimals: 2),
      .init("axis", "axis +-", decimals: 2), .init("tilt", "hinge +-", decimals: 2),
      .init("gain", "gain", decimals: 3), .init("source", "source"),
    ])
    table.rows = rows.map(Self.cells)
    return table.text + sentences
  }

  private static func cells(_ row: Row) -> [ResultTable.Cell] {
    let calibration = row.calibration
    let poses = calibration.poses.map { DecimalText.fixed($0.stated.radiansToDegrees, decimals: 1) }
    let residual = calibration.poses.map { abs($0.measured - $0.stated) }.max()
    let sigma = calibration.axes.map { max($0.thighSigma, $0.shankSigma) }
    return [
      row.number.map { .count($0) } ?? .missing, .words(calibration.side.rawValue),
      .words(calibration.sensors.joined(separator: " ")), .words(poses.joined(separator: ", ")),
      .optional(residual?.radiansToDegrees), .optional(sigma?.radiansToDegrees),
      .optional(calibration.tilt?.radiansToDegrees), .optional(calibration.gain), .words(row.source),
    ]
  }

  private var sentences: String {
    var lines: [String] = []
    for flag in rows.flatMap(\.calibration.flags) where !lines.contains(flag.sentence) {
      lines.append(flag.sentence)
    }
    if rows.contains(where: { $0.calibration.sensors.count == 2 && $0.calibration.axes == nil }) {
      lines.append("Without an axis: the motion did not show it, so each measurement must show its own.")
    }
    return lines.map { "\n\($0)\n" }.joined()
  }
}
