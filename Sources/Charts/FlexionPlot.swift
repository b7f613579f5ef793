/// Knee flexion over time as one picture: the curve, its repetitions, its levels, and where it must not be trusted.
///
/// A pure value: equal values give equal bytes. Times are seconds, angles degrees; `nan` leaves a hole.
public struct FlexionPlot: Sendable, Equatable {
  /// One cycle of the knee.
  public struct Repetition: Sendable, Equatable {
    /// Times of start, turning point and end [s].
    public var start: Double
    public var peak: Double
    public var finish: Double
    /// Angle at the turning point [deg].
    public var peakDegrees: Double
    /// The turning point lies below its surroundings: the leg rests flexed and extends.
    public var isLow: Bool

    public init(start: Double, peak: Double, finish: Double, peakDegrees: Double, isLow: Bool = false) {
      self.start = start
      self.peak = peak
      self.finish = finish
      self.peakDegrees = peakDegrees
      self.isLow = isLow
    }
  }

  /// A stretch of time that carries a flag.
  public struct Span: Sendable, Equatable {
    public var from: Double
    public var to: Double
    /// What is the matter, in one or two words: "gap".
    public var label: String

    public init(from: Double, to: Double, label: String) {
      self.from = from
      self.to = to
      self.label = label
    }
  }

  /// A horizontal line with its name: "most flexed".
  public struct Level: Sendable, Equatable {
    public var degrees: Double
    public var label: String
    /// Standard error [deg]; 0 draws none.
    public var error: Double

    public init(degrees: Double, label: String, error: Double = 0) {
      self.degrees = degrees
      self.label = label
      self.error = error
    }
  }

  public var title: String
  public var subtitle: String
  public var time: [Double]
  public var degrees: [Double]
  public var repetitions: [Repetition]
  public var spans: [Span]
  public var levels: [Level]
  /// What is in doubt about the whole result, in a word each: "signAssumed".
  public var doubts: [String]
  /// Name of the vertical axis without its unit.
  public var quantity: String

  public init(
    title: String, subtitle: String = "", time: [Double], degrees: [Double], repetitions: [Repetition] = [],
    spans: [Span] = [], levels: [Level] = [], doubts: [String] = [], quantity: String = "knee flexion"
  ) {
    self.title = title
    self.subtitle = subtitle
    self.time = time
    self.degrees = degrees
    self.repetitions = repetitions
    self.spans = spans
    self.levels = levels
    self.doubts = doubts
    self.quantity = quantity
  }
}
