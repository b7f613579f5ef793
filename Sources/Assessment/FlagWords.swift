import Inertial
import JSONText

extension QualityFlag {
  /// `{"code","effect","from_s","to_s","value","text"}`; the span is null for the whole result.
  public var json: JSONValue {
    .object([
      "code": .string(code.rawValue), "effect": .string(effect.rawValue),
      "from_s": .optional(span?.lowerBound, decimals: 6), "to_s": .optional(span?.upperBound, decimals: 6),
      "value": .optional(printedValue, decimals: code.isAngle ? 2 : 6), "text": .string(sentence),
    ])
  }

  /// The number behind the flag as it is printed: angles in degrees.
  public var printedValue: Double? { code.isAngle ? value.map { $0 * 180 / .pi } : value }

  /// What is the matter, and what can be done. Numbers and times stand beside it.
  public var sentence: String {
    switch code {
    case .nonFinite: "Values that are no numbers were left out."
    case .outOfRange: "Values beyond what a sensor can measure were left out."
    case .saturated: "The sensor was at its limit; choose a larger range or move more slowly."
    case .gap: "No samples here, so there is no angle; move the receiver closer or check the cable."
    case .filled: "A short hole was bridged."
    case .lostSamples: "Many samples are missing; move the receiver closer or lower the rate."
    case .rateChanged: "The rate differs from the nominal one; the measured rate was used."
    case .tooSlow:
      "Too few samples for the peaks of the angle; record with 50 Hz or more, or move more slowly."
    case .deadBand: "The sensor prints exact zeros at rest; slow turns are lost."
    case .rateUnit:
      "The angular rate does not fit its unit; state the unit in the heading or the device file"
        + (fitsDegrees ? "; deg/s would fit." : ".")
    case .forceScale:
      "The acceleration is not the earth's at rest, or was not measured; check unit, calibration and output."
    case .fieldMissing:
      "No magnetic field was recorded; the heading is free, the knee angle does not need it."
    case .timeInterpolated:
      "Times were made from the arrival of the data; a sensor with its own clock is better."
    case .syncCorrected: "One sensor was delayed against the other; the delay was taken out."
    case .syncUnknown:
      "A delay between the two sensors cannot be seen in this motion; tap both at once at the start."
    case .magneticDisturbance: "Iron or current nearby bent the magnetic field; it was not used there."
    case .orientationUnsettled: "The orientation was still settling; rest for three seconds at the start."
    case .spike: "Samples that no leg could reach were left out."
    case .axisUnobservable:
      "The motion does not show the axis of the knee; bend and straighten it more, or calibrate."
    case .axisMismatch:
      "The turn was not about the expected axis; check how the sensor sits, and calibrate again once it was moved."
    case .offAxis: "Much of the turn was not about the axis of the knee; strap the sensor firmly."
    case .notAHinge:
      "Thigh and shank do not move like one hinge; check that both sensors are on the same leg."
    case .thighStill:
      "The thigh hardly moved, so the shin alone was measured; that is the knee only while the thigh rests, as on a seat."
    case .headingUnobservable: "The axis of the knee was upright for long; the angle may have drifted there."
    case .signAssumed:
      "Which way is bending was taken from the longer side of the range; name the side of the leg, or calibrate."
    case .sensorsMaybeSwapped: "The thigh sensor moves like a shank; check that the two are not exchanged."
    case .strapSlip: "The sensor seems to have slipped; strap it firmly and measure again."
    case .noStillStart:
      "There was no still second at the start, so only the range counts; rest before moving, or calibrate."
    case .startNotExtended:
      "Nothing gives the zero of the angle, so only the range counts; start with the leg straight, or calibrate."
    case .calibrationGain:
      "Two poses of the calibration differ more or less than stated; measure the poses and calibrate again."
    case .short: "The recording is shorter than a second; record at least one whole bend."
    case .noMotion: "The knee moved less than five degrees; check that the sensors are on the leg that moves."
    case .noReturn:
      "The leg did not come back to where it began; end in the pose of the start, or check the straps."
    case .trialSpread: "The trials of this task differ by more than ten degrees; measure again."
    case .previewDiffers: "The number shown live and the measurement differ; the measurement counts."
    }
  }
}

extension QualityFlag {
  /// The factor that the rate lacks is that from degrees to radians, as near as a motion tells it.
  private var fitsDegrees: Bool { value.map { (0.01...0.03).contains($0) } ?? false }
}

extension QualityFlag.Code {
  /// Whether the number behind the flag is an angle, kept in rad.
  var isAngle: Bool {
    switch self {
    case .axisUnobservable, .axisMismatch, .notAHinge, .thighStill, .startNotExtended, .noMotion, .noReturn,
      .trialSpread, .previewDiffers:
      true
    default: false
    }
  }
}
