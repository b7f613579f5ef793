import DecimalText
import Evaluation
import Goniometry
import Inertial
import KneeJoint
import SampleConditioning

extension Faults {
  static func words(_ error: GoniometerError) -> Failure {
    switch error {
    case .conditioning(let error): words(error)
    case .knee(let error): words(error)
    case .unknownPlacement(let sensors):
      refused(
        "unknownPlacement", "nothing says which sensor is on the thigh and which on the shank", field: "map",
        hint: "give --map ID=thigh_r and --map ID=shank_r (or _l) for \(list(sensors))")
    case .placedTwice(let segment, let side, let sensors):
      refused(
        "placedTwice", "sensors \(list(sensors)) are both on the \(side) \(segment)", field: "map",
        hint: "give each its place with --map ID=PLACE")
    case .thighAlone(let sensor):
      refused(
        "thighAlone", "sensor `\(sensor)` is on the thigh, and one sensor alone measures the shin",
        field: "map",
        hint: "add the sensor on the shank, or give --map \(sensor)=shank_l (or _r) if it sits there")
    case .unknownSensor(let id, let known):
      refused("unknownSensor", "no sensor `\(id)`", field: "sensor", hint: "the sensors are: \(list(known))")
    case .ambiguousSensor(let known):
      Failure(
        "ambiguousSensor", "the recording has \(known.count) sensors", exit: .usage, field: "sensor",
        hint: "choose one with --sensor: \(list(known))")
    case .poseNotStill(let longest, let needed):
      refused(
        "poseNotStill",
        "the leg never rests for \(DecimalText.fixed(needed, decimals: 1)) s; the longest rest is "
          + "\(DecimalText.fixed(longest, decimals: 1)) s",
        field: "pose", hint: "hold the pose still for two seconds, then bend and straighten the knee")
    case .poseMoves(let wander):
      refused(
        "poseMoves",
        "the leg moves in the pose, by \(DecimalText.fixed(wander.radiansToDegrees, decimals: 1)) degrees RMS",
        field: "pose", hint: "hold the pose still for two seconds, then bend and straighten the knee")
    case .posesMissing(let found, let stated):
      refused(
        "posesMissing", "\(stated) poses are stated, and the leg rests in \(found)", field: "pose",
        hint: "rest for two seconds in each pose, in the order stated")
    case .poseAxisUpright:
      refused(
        "poseAxisUpright", "the axis of the knee is upright in the pose, so gravity does not show its zero",
        field: "pose", hint: "stand, sit, or lie on the back instead of the side")
    case .foreignCalibration(let sensors, let side, let calibrated):
      refused(
        "foreignCalibration",
        "no calibration was made with the sensors \(list(sensors)) on the \(side.rawValue) leg",
        field: "calibration",
        hint: "calibrated are: \(calibrated.map { list($0) }.joined(separator: "; "))")
    }
  }

  static func words(_ error: KneeJointError) -> Failure {
    switch error {
    case .noSamples: refused("noSamples", "there is no sample to measure", hint: "record again")
    case .unequalLengths(let lengths):
      Failure("unequalLengths", "series of \(lengths) rows belong together", exit: .programFault)
    case .tooLittleMotion(let samples, let peak):
      refused(
        "tooLittleMotion",
        "\(samples) moving samples are too few to find the axis of the knee, fastest turn "
          + "\(DecimalText.fixed(peak * 180 / .pi, decimals: 0)) deg/s",
        hint: "bend and straighten the knee a few times while recording")
    case .noSolution(let code):
      refused(
        "noSolution", "the axis of the knee cannot be found (solver code \(code))", hint: "record again")
    }
  }

  static func words(_ error: ConditioningError) -> Failure {
    switch error {
    case .noUsableRow(let sensor):
      refused(
        "noUsableRow", "no row carries a value\(of(sensor))", hint: "expected numbers below the heading")
    case .noTime(let sensor):
      refused(
        "rateMissing", "neither times nor a rate are given\(of(sensor))", field: "rate",
        hint: "state it with --rate HZ")
    case .coarseTime(let sensor, let distinct, let rows):
      refused(
        "coarseTime", "only \(distinct) different times in \(rows) rows\(of(sensor))", field: "rate",
        hint: "state the rate with --rate HZ")
    case .scrambledTime(let sensor, let segments, let rows):
      refused(
        "scrambledTime", "the time starts anew \(segments) times in \(rows) rows\(of(sensor))",
        hint: "check which column is the time")
    case .invalidRate(let rate):
      refused(
        "invalidRate", "\(rate) Hz is no rate of a motion sensor", field: "rate",
        hint: "expected 0.1 to 10000 samples a second")
    case .tooSlow(let sensor, let rate):
      refused(
        "tooSlow",
        "\(DecimalText.fixed(rate, decimals: 2)) samples a second are a summary, no recording\(of(sensor))",
        hint: "record with 25 Hz or more")
    case .noGyroscope(let sensor):
      refused(
        "noGyroscope", "no gyroscope value in any row\(of(sensor))",
        hint: "record acceleration and angular rate")
    case .unknownUnit(let sensor, let quantity, let measured):
      refused(
        "unknownUnit",
        "the unit of the \(quantity.words) is not stated and fits none\(at(measured))\(of(sensor))",
        hint: "state the unit in the heading, as in `acc_x (m/s^2)`")
    case .undeclaredRateUnit(let sensor, let suggested):
      refused(
        "unknownUnit",
        "the unit of the angular rate is not stated; it looks like \(suggested.symbol)\(of(sensor))",
        hint: "state the unit in the heading, as in `gyr_x (\(suggested.symbol))`")
    case .wrongQuantity(let sensor, let unit):
      refused(
        "unitContradiction",
        "a column has the unit \(unit.symbol), which measures something else\(of(sensor))",
        hint: "correct the unit in the heading")
    case .forceReversed(let sensor):
      refused(
        "signReversed", "the accelerometer points the wrong way round\(of(sensor))",
        hint: "expected +g on the axis that points up at rest")
    case .noOverlap(let thigh, let shank):
      refused(
        "noOverlap", "thigh (\(seconds(thigh))) and shank (\(seconds(shank))) share no time",
        hint: "record both at once")
    case .noCommonClock(let thighRows, let shankRows):
      refused(
        "noCommonClock", "the two sensors share no clock: \(thighRows) and \(shankRows) rows",
        hint: "export both with times")
    }
  }

  private static func of(_ sensor: String?) -> String { sensor.map { " (sensor `\($0)`)" } ?? "" }
  private static func at(_ value: Double?) -> String {
    value.map { ", length at rest \(DecimalText.fixed($0, decimals: 3))" } ?? ""
  }
  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
  private static func seconds(_ span: ClosedRange<Double>) -> String {
    "\(DecimalText.fixed(span.lowerBound, decimals: 1)) to \(DecimalText.fixed(span.upperBound, decimals: 1)) s"
  }
}

extension PhysicalUnit.Quantity {
  fileprivate var words: String {
    switch self {
    case .specificForce: "acceleration"
    case .angularRate: "angular rate"
    case .magneticField: "magnetic field"
    }
  }
}

extension Faults {
  /// Of a recording whose references cannot be scored at all.
  static func failure(_ fault: ReferenceFault, _ file: String) -> Failure {
    switch fault {
    case .empty: refused("noReference", "the reference holds no orientation", file: file)
    case .notUnit(let rows):
      refused(
        "noReference", "not one of \(rows) reference rows has length 1", file: file,
        hint: "expected unit quaternions w, x, y, z")
    case .nothingCounts:
      refused(
        "noReference", "every row with a reference is excluded from scoring", file: file,
        hint: "expected movement = 1, or ref_valid = 1, where rows count")
    }
  }
}
