import Inertial

/// One line of the fault table: what is done to a recording, and what the result has to hold to.
public struct FilterFault: Hashable, Sendable {
  /// Row of the table, 1 to 20; 0 is the clean recording that the others are compared with.
  public var number: Int
  /// Which of several of that row; may be empty.
  public var aspect: String
  public var change: FaultChange
  /// What the result may be, by the form of the filter.
  public var online: FaultLimit
  public var offline: FaultLimit
  public var smoother: FaultLimit
  /// One of these has to be raised on every recording with the fault; empty: none is owed.
  public var flags: Set<QualityFlag.Code>

  init(
    _ number: Int, _ aspect: String = "", _ change: FaultChange, online: FaultLimit,
    offline: FaultLimit? = nil,
    smoother: FaultLimit? = nil,
    flags: Set<QualityFlag.Code> = []
  ) {
    self.number = number
    self.aspect = aspect
    self.change = change
    self.online = online
    self.offline = offline ?? online
    self.smoother = smoother ?? offline ?? online
    self.flags = flags
  }

  /// `8 gaps`.
  public var name: String { "\(number) \(aspect)" }
}

/// What the mean over the recordings is held to.
public enum FaultLimit: Hashable, Sendable {
  /// Total at most so much above the clean figure of the same filter [deg].
  case aboveClean(Double)
  /// Total at most so much [deg], as the table rounds it: a published filter in the same form, or the table's own figure.
  case total(Double)
  case totalAndInclination(Double, Double)
  /// Every recording refused.
  case refused
}

extension FilterFault {
  public static let clean = FilterFault(0, "clean", .nothing, online: .aboveClean(0))

  /// The whole table, row by row.
  public static let all: [FilterFault] = values + time + scales + rails + rates

  private static let values: [FilterFault] =
    FaultChange.Sensor.allCases.map {
      FilterFault(1, "NaN \($0.rawValue)", .notNumber($0), online: .aboveClean(0.05), flags: [.nonFinite])
    }
    + FaultChange.Sensor.allCases.map {
      FilterFault(2, "Inf \($0.rawValue)", .infinite($0), online: .aboveClean(0.05), flags: [.nonFinite])
    } + [
      FilterFault(3, "full scale", .fullScale, online: .aboveClean(0.05), flags: [.outOfRange]),
      FilterFault(
        4, "acc zero", .zero(.accelerometer, rows: 286), online: .aboveClean(0.05), flags: [.outOfRange]),
      FilterFault(
        5, "mag zero", .zero(.magnetometer, rows: 1430), online: .aboveClean(0.1), flags: [.fieldMissing]),
    ]

  private static let time = [
    FilterFault(6, "1 % lost", .lost(0.01), online: .aboveClean(0.05), flags: [.filled]),
    FilterFault(7, "10 % lost", .lost(0.1), online: .aboveClean(0.05), flags: [.lostSamples]),
    FilterFault(
      8, "gaps", .gaps(10, rows: 71), online: .total(10.4), offline: .total(5.5), flags: [.gap]),
    FilterFault(9, "0.5 %", .statedRate(0.005), online: .aboveClean(0.02), flags: [.rateChanged]),
    FilterFault(9, "2 %", .statedRate(0.02), online: .aboveClean(0.02), flags: [.rateChanged]),
  ]

  private static let scales =
    [
      FilterFault(
        10, "gyr +1 %", .rateScale(1.01), online: .total(5.05), offline: .total(2.36),
        smoother: .aboveClean(0.1)),
      FilterFault(11, "acc in g", .forceInGravities, online: .aboveClean(0.01), flags: [.forceScale]),
      FilterFault(11, "acc x 1.05", .forceScale(1.05), online: .aboveClean(0.01)),
      FilterFault(12, "gyr in deg/s", .rateInDegrees, online: .refused),
      FilterFault(13, "acc flipped", .forceFlipped, online: .refused),
      FilterFault(
        14, "acc +0.2", .forceOffset(Vector3(0.2, 0, 0)), online: .totalAndInclination(3.10, 1.29),
        offline: .totalAndInclination(2.61, 1.12)),
    ]
    + [1.0, 3, 10].map { bias in
      let rate = bias.degreesToRadians
      return FilterFault(
        15, "bias \(Int(bias))", .rateOffset(Vector3(rate, rate, rate)), online: .aboveClean(0.05))
    }

  private static let rails = [
    FilterFault(
      16, "gyr 500", .rateClipped(500.0.degreesToRadians), online: .total(13.9), offline: .total(6.0),
      flags: [.saturated]),
    FilterFault(
      16, "gyr 250", .rateClipped(250.0.degreesToRadians), online: .total(33.8), offline: .total(23.9),
      flags: [.saturated]),
    FilterFault(
      17, "acc 19.6", .forceClipped(19.6), online: .total(5.35), offline: .total(4.97), flags: [.saturated]),
    FilterFault(18, "mag +15", .fieldOffset(Vector3(15, 0, 0)), online: .total(3.5)),
  ]

  /// Rows of a block at 285.7 Hz, and the figures of the published filter on them, online and offline.
  private static let rates =
    [
      ("95 Hz", 3, 2.49, 2.12), ("48 Hz", 6, 2.99, 2.13), ("24 Hz", 12, 5.09, 2.87),
      ("10 Hz", 29, 16.5, 7.22),
    ]
    .map { FilterFault(19, $0.0, .blockMeans($0.1), online: .total($0.2), offline: .total($0.3)) } + [
      FilterFault(
        20, "a third", .blockMeansFromMiddle(3), online: .aboveClean(0.1), flags: [.rateChanged])
    ]
}
