import DecimalText
import Inertial

/// Lines of text into samples: the protocol of home-made boards.
///
/// A line is split into fields by one separator, each field goes where the name of its column says. A damaged line is
/// counted by its reason and gives nothing. A good line needs no allocation.
public struct TextLineDecoder: SerialDecoder {
  /// A line longer than this [bytes] is dropped whole.
  public static let maximumLineLength = 512

  public internal(set) var sensors: [DecodedSensor] = []
  public internal(set) var statistics = DecoderStatistics()
  public internal(set) var rejected = RejectedFrames()
  public var frameEnd: UInt8? { UInt8(ascii: "\n") }
  public var isChecked: Bool { checksum?.isStrong == true }
  public var nominalRate: Double? { configuration.nominalRate }
  public var fieldUnit: FieldUnit { configuration.magneticField == nil ? .arbitrary : .microtesla }

  /// What is known so far: the given configuration, completed by the board's description and header.
  public internal(set) var configuration: TextLineConfiguration
  let given: TextLineConfiguration

  // What the lines have taught.
  var described: TaughtLine<TextLineConfiguration>?
  var headed: TaughtLine<[String]>?
  var layout: TextLineLayout?
  /// Lines that begin with a tag, each with its own columns; empty for lines that all have the same.
  let kinds: [TextLineKind]
  var cycle = TextLineCycle()
  /// For each suffix of a wide row its sensor; nil for one that is not wanted.
  var layoutSensors: [Int?] = []
  var separator: TextLineConfiguration.Separator?
  var checksum: TextLineChecksum?
  var identifiers = TextLineIdentifiers()
  var turns: [TextLineTurn?] = []
  var clock = SegmentedClock()
  /// For each sensor that a row names, or for the row.
  var dense: [DenseStamps] = []
  var events = EventList()

  /// The line being read, without its end, and the lines that make one sample together.
  var linePlace = FramePlace()
  var cyclePlace = FramePlace()
  private var lines = LineSplitter(capacity: maximumLineLength)
  var row = TextLineRow()

  public init(configuration: TextLineConfiguration = TextLineConfiguration()) {
    self.init(configuration: configuration, kinds: [])
  }

  /// `configuration` says sensors, axes and rate of lines whose columns follow from their tags.
  init(configuration: TextLineConfiguration, kinds: [TextLineKind]) {
    given = configuration
    self.configuration = configuration
    self.kinds = kinds
    applyConfiguration()
  }

  public mutating func push(
    _ bytes: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    statistics.bytes += bytes.count
    var cursor = 0
    while let piece = lines.next(in: bytes, at: &cursor, arrivalTime: arrivalTime) {
      // before the line that follows: whether lines adjoin must not depend on the chunks
      statistics.bytesSkipped += lines.takeSkipped()
      switch piece {
      case .inChunk(let range):
        locate(range.count, endingAt: cursor, of: bytes.count)
        readLine(UnsafeRawBufferPointer(rebasing: bytes[range]), arrivalTime, emit)
      case .joined(let count, let time):
        locate(count, endingAt: cursor, of: bytes.count)
        let stored = lines.stored
        stored.withUnsafeBytes {
          readLine(UnsafeRawBufferPointer(rebasing: $0[..<count]), time, emit)
        }
      case .tooLong(let count, let time):
        let stored = lines.stored
        stored.withUnsafeBytes {
          reject(.tooLong, UnsafeRawBufferPointer(rebasing: $0[..<count]), time)
        }
      }
    }
    statistics.bytesSkipped += lines.takeSkipped()
  }

  /// The cursor stands behind the line feed.
  private mutating func locate(_ count: Int, endingAt cursor: Int, of chunk: Int) {
    linePlace = FramePlace(start: statistics.bytes - chunk + cursor - 1 - count, count: count)
  }

  /// Drops a line without end: its last number may be cut.
  public mutating func finish(emit: (DecodedSample) -> Void) {
    if let rest = lines.takeRest() {
      let stored = lines.stored
      stored.withUnsafeBytes {
        reject(.incomplete, UnsafeRawBufferPointer(rebasing: $0[..<rest.count]), rest.arrivalTime)
      }
    }
    closeCycle(emit)
  }

  public func name(ofFrameType type: UInt32) -> String {
    kinds.indices.contains(Int(type)) ? kinds[Int(type)].name : "line"
  }

  /// Lines of a known product do not describe themselves.
  var isProduct: Bool { !kinds.isEmpty || given.standardColumns != nil }

  public mutating func takeEvents() -> [DecoderEvent] {
    events.take()
  }

  mutating func reject(_ reason: RejectionReason, _ line: UnsafeRawBufferPointer, _ time: Int64) {
    statistics.reject(reason, bytes: line.count)
    rejected.append(line, reason, at: time)
  }

  mutating func note(_ event: DecoderEvent, once: Bool = false) {
    if once { events.noteOnce(event) } else { events.note(event) }
  }
}

/// The values of the line being read, or of several lines that make one sample.
struct TextLineRow: Sendable {
  /// `Group.valueCount` a sensor, in SI.
  var values: [Double] = []
  /// As sent.
  var counter: UInt32?
  /// ns, before unwrapping.
  var stamp: Int64 = 0
  var sensor: Int?
}

/// Turned axes of one sensor, for its vectors and for its orientation.
struct TextLineTurn: Sendable {
  let map: AxisMap
  /// sensorFromWanted
  let back: Quaternion

  init(_ map: AxisMap) {
    self.map = map
    back = map.rotation.conjugate
  }
}

/// A line by which a board teaches the decoder, and the latest one of the kind that said something else.
///
/// The first is believed. A later one that differs may be damaged, so it must come twice in a row.
struct TaughtLine<Value: Sendable>: Sendable {
  private(set) var value: Value
  private var text: [UInt8]
  private var rival: [UInt8]?

  init(_ value: Value, from text: [UInt8]) {
    self.value = value
    self.text = text
  }

  /// True when `value` has changed.
  mutating func hear(_ newValue: Value, from newText: [UInt8], isProven: Bool) -> Bool {
    if newText == text {
      rival = nil
      return false
    }
    guard isProven || rival == newText else {
      rival = newText
      return false
    }
    (value, text, rival) = (newValue, newText, nil)
    return true
  }
}
