import Inertial

/// Puts into words what was found in one sensor: flags about its numbers and entries of the import report.
struct SensorDoubts {
  static let lostShare = 0.02
  /// One percent of a bend of a hundred degrees is one degree.
  static let unplacedShare = 0.01
  /// Up to here losses that leave no hole cost less than half a degree: a note.
  static let bridgedShare = 0.25
  static let slow = 20.0
  static let rateTolerance = 0.002
  static let deadShare = DeadBand.share
  /// So short a cut is rebuilt well by its flanks: a note.
  static let rebuiltRows = 3.0

  let sensor: ConditionedSensor
  let timeline: Timeline
  let tally: ScreenTally
  let units: SensorUnits
  let parameters: ConditioningParameters
  private(set) var flags: [QualityFlag] = []
  private(set) var findings: [ImportFinding] = []

  init(
    _ sensor: ConditionedSensor, _ timeline: Timeline, _ tally: ScreenTally, _ units: SensorUnits,
    _ parameters: ConditioningParameters
  ) {
    self.sensor = sensor
    self.timeline = timeline
    self.tally = tally
    self.units = units
    self.parameters = parameters
    judgeTime()
    judgeRate()
    judgeHoles()
    judgeValues()
    judgeUnits()
  }

  mutating func flag(
    _ code: QualityFlag.Code, _ effect: QualityFlag.Effect, span: ClosedRange<Double>? = nil,
    value: Double? = nil
  ) {
    flags.append(QualityFlag(code, effect, span: span, value: value))
  }

  mutating func find(
    _ code: ImportFinding.Code, _ severity: ImportFinding.Severity, count: Int = 1, at time: Double? = nil,
    _ detail: KeyValuePairs<String, Double> = [:]
  ) {
    findings.append(
      ImportFinding(
        code, severity, sensor: sensor.id, count: count, first: .init(timeSeconds: time),
        detail: detail.map { .init($0.key, $0.value) }))
  }

  /// Output time of the first row that came from a raw row or one behind it.
  func time(ofRaw row: Int) -> Double? {
    guard let sources = sensor.sourceRows else {
      return row < sensor.rows ? sensor.time[row] : sensor.time.last
    }
    let index = sources.firstIndex { Int($0) >= row }
    return index.map { sensor.time[$0] } ?? sensor.time.last
  }
}
