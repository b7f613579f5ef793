/// The numbers of one range of motion in degrees; what could not be known is nil.
///
/// For `jointAngle` flexion is positive and `minimum` the most extended angle. For `shinInclination` 0 is the
/// vertical and 90 the level shin.
public struct RangeOfMotionResult: Hashable, Sendable, Codable {
  /// What an extractor may ask for.
  public enum Number: String, Hashable, Sendable, CaseIterable { case range, start, finish, minimum, maximum }

  public var definition: KneeDefinition
  public var start: Double?
  public var finish: Double?
  public var minimum: Double?
  public var maximum: Double?
  public var range: Double?

  public init(
    definition: KneeDefinition, start: Double? = nil, finish: Double? = nil, minimum: Double? = nil,
    maximum: Double? = nil, range: Double? = nil
  ) {
    self.definition = definition
    self.start = start
    self.finish = finish
    self.minimum = minimum
    self.maximum = maximum
    self.range = range
  }

  public subscript(number: Number) -> Double? {
    switch number {
    case .range: range
    case .start: start
    case .finish: finish
    case .minimum: minimum
    case .maximum: maximum
    }
  }
}

extension RangeOfMotionResult.Number {
  /// The kind of the outcome value: no number is taken for one of the other definition.
  public func kind(in definition: KneeDefinition) -> String {
    switch definition {
    case .shinInclination: rawValue
    case .jointAngle: "flexion" + rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }
}

/// One run of the instrument over one recording. Always kept, never changed; needs no event.
public struct MeasurementRecord: Hashable, Sendable {
  /// How it was computed; a correction has another version or other parameters, so another key.
  public struct Method: Hashable, Sendable {
    public var name: String
    public var version: String
    /// Hash over all resolved parameters.
    public var parameterHash: String

    public init(name: String, version: String, parameterHash: String) {
      self.name = name
      self.version = version
      self.parameterHash = parameterHash
    }

    /// `name@version+p:hash`.
    public var text: String { "\(name)@\(version)+p:\(parameterHash)" }
  }

  /// One bend and stretch, in degrees and in seconds of the output clock.
  public struct Repetition: Hashable, Sendable {
    public var from: Double
    public var to: Double
    public var minimum: Double
    public var maximum: Double
    public var range: Double

    public init(from: Double, to: Double, minimum: Double, maximum: Double, range: Double) {
      self.from = from
      self.to = to
      self.minimum = minimum
      self.maximum = maximum
      self.range = range
    }
  }

  public struct Flag: Hashable, Sendable {
    public enum Effect: String, Hashable, Sendable { case note, warn, stop }

    public var code: String
    public var effect: Effect
    /// Seconds of the output clock; nil for the whole result.
    public var from: Double?
    public var to: Double?
    public var value: Double?
    public var text: String

    public init(
      code: String, effect: Effect, from: Double? = nil, to: Double? = nil, value: Double? = nil,
      text: String
    ) {
      self.code = code
      self.effect = effect
      self.from = from
      self.to = to
      self.value = value
      self.text = text
    }
  }

  public var participant: ParticipantID
  /// Of the raw input, 64 hexadecimal digits; of several files that of their sorted hashes.
  public var sha256: String
  public var method: Method
  public var side: MeasuredSide
  /// The recording's own absolute time, never a time of the file system.
  public var recordedAt: Instant?
  /// Names the definition even where there is no number.
  public var numbers: RangeOfMotionResult
  public var repetitions: [Repetition]
  public var flags: [Flag]
  /// JSON text of the import report.
  public var importReport: String
  /// Path of the raw input, or of the raw log.
  public var source: String
  /// Rows of the output clock, and their nominal rate [Hz].
  public var sampleCount: Int?
  public var rate: Double?
  /// Where the zero of the angle comes from; nil in records older than the word.
  public var zero: String?
  /// Extension and flexion in neutral-zero notation; nil without an absolute zero.
  public var neutralZero: NeutralZero?

  public init(
    participant: ParticipantID, sha256: String, method: Method, side: MeasuredSide,
    recordedAt: Instant? = nil,
    numbers: RangeOfMotionResult, repetitions: [Repetition] = [], flags: [Flag] = [],
    importReport: String = "[]", source: String, sampleCount: Int? = nil, rate: Double? = nil,
    zero: String? = nil, neutralZero: NeutralZero? = nil
  ) {
    self.participant = participant
    self.sha256 = sha256
    self.method = method
    self.side = side
    self.recordedAt = recordedAt
    self.numbers = numbers
    self.repetitions = repetitions
    self.flags = flags
    self.importReport = importReport
    self.source = source
    self.sampleCount = sampleCount
    self.rate = rate
    self.zero = zero
    self.neutralZero = neutralZero
  }

  public var definition: KneeDefinition { numbers.definition }

  /// The flag that stopped the number as a whole, or `noRange` if there is none for another reason.
  public var stoppedBy: String? {
    if let flag = flags.first(where: { $0.effect == .stop && $0.from == nil }) { return flag.code }
    if numbers.range != nil { return nil }
    return flags.first { $0.effect == .stop }?.code ?? "noRange"
  }
}

/// A measurement as the store keeps it.
public struct StoredMeasurement: Hashable, Sendable {
  /// Short number for people, given by the store.
  public var number: Int
  public var record: MeasurementRecord
  public var keptAt: Instant
  public var attachment: MeasurementAttachment?

  public init(number: Int, record: MeasurementRecord, keptAt: Instant, attachment: MeasurementAttachment?) {
    self.number = number
    self.record = record
    self.keptAt = keptAt
    self.attachment = attachment
  }
}

/// The event a measurement belongs to, and as which side.
public struct MeasurementAttachment: Hashable, Sendable {
  public var event: EventKey
  public var task: String
  public var day: LocalDate
  public var limb: Limb
  public var attachedAt: Instant

  public init(event: EventKey, task: String, day: LocalDate, limb: Limb, attachedAt: Instant) {
    self.event = event
    self.task = task
    self.day = day
    self.limb = limb
    self.attachedAt = attachedAt
  }
}
