import Goniometry
import Inertial

extension KneeMeasurement {
  /// Why the ends of the range, or all numbers, stand as "-"; nil where they are there.
  public var missingNumbersSentence: String? {
    if range == nil {
      let stop = flags.first { $0.effect == .stop && $0.span == nil } ?? flags.first { $0.effect == .stop }
      return "no number: " + (stop?.sentence ?? "No sample has an angle.")
    }
    return hasZero ? nil : "min and max are \"-\": " + missingZero
  }

  private var missingZero: String {
    switch zero {
    case .firstValue: "there was no rest at the start to count from; the range is right."
    case .estimated: "nobody says how the sensor sits, so 0 is an estimate; the range is right."
    case .stillStart: "the leg was not straight at the start; the range is right."
    case .calibrated, .statedMounting, .vertical: "nothing gives the zero of the angle."
    }
  }
}
