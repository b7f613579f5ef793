/// One entry of the import report: what was found in an input or done to it. One a kind and sensor, not one a row.
public struct ImportFinding: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable { case note, repaired, doubtful, refused }

  /// The codes of the import contract that exist so far; the raw value is the stable name.
  public enum Code: String, Hashable, Sendable {
    case byteOrderMark, encoding, separatorLine, decimalComma, thousandsMark, emptyColumn
    case shortRow, tornRow, textRow, textCell, repeatedHeading, nulBytes, cutTail, repeatedName
    case duplicateTime, burstTime, outOfOrder, newSegment, gap, lostSamples, counterWrap, clockJump
    case rateMismatch, rateMissing, coarseTime, hostTime, pairedByRow, noOverlap, unevenStreams
    case missingValues, zeroVector, heldSamples, clipped, outOfRange, fieldOffset
    case headerContradiction, unitAssumed, unitContradiction, unitConverted, signReversed, tooSlow
    case rateDerived, placesLost
  }

  /// First place in the input. Line counts from 1, byte from 0.
  public struct Place: Hashable, Sendable {
    public var line: Int?
    public var byte: Int?
    public var timeSeconds: Double?

    public init(line: Int? = nil, byte: Int? = nil, timeSeconds: Double? = nil) {
      self.line = line
      self.byte = byte
      self.timeSeconds = timeSeconds
    }
  }

  public var code: Code
  public var severity: Severity
  public var sensor: String?
  public var count: Int
  public var first: Place
  /// The numbers behind it, in the order they should be read: ("of", 1527).
  public var detail: [Detail]

  public struct Detail: Hashable, Sendable {
    public var name: String
    public var value: Double
    public init(_ name: String, _ value: Double) {
      self.name = name
      self.value = value
    }
  }

  public init(
    _ code: Code, _ severity: Severity, sensor: String? = nil, count: Int = 1, first: Place = Place(),
    detail: [Detail] = []
  ) {
    self.code = code
    self.severity = severity
    self.sensor = sensor
    self.count = count
    self.first = first
    self.detail = detail
  }
}
