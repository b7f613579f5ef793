import Inertial

/// What happened on a port, with host time: the one currency of live streams, raw logs and replay.
public struct RawLogRecord: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    /// Bytes as read from the port.
    case received([UInt8])
    /// Bytes as written to the port.
    case sent([UInt8])
    case event(PortEvent)
  }

  /// Host monotonic time [ns].
  public var time: Int64
  /// Place in `RawLogHeader.ports`.
  public var port: UInt8
  public var content: Content

  public init(time: Int64, port: UInt8 = 0, _ content: Content) {
    self.time = time
    self.port = port
    self.content = content
  }
}

/// What a port is doing between the events that have names of their own.
public enum PortPhase: String, Hashable, Sendable, CaseIterable {
  /// The device node is there and is being opened.
  case opening
  /// Speeds and protocols are tried.
  case detecting
  /// The first data came after an opening.
  case streaming
  /// The opening reset the board, which was silent and begins now: what follows starts at the start of a frame.
  case booted
}

/// Where the measured part of a log begins and ends. A log without marks is measured whole.
public enum MeasuredPart: String, Hashable, Sendable, CaseIterable { case begin, end }

/// A change in the life of a port.
public enum PortEvent: Hashable, Sendable {
  /// Open for the first time, and settling from now on. Bytes that follow may start inside a frame.
  case opened(path: String)
  /// No data for this long [ns].
  case stalled(silence: Int64)
  /// Data are back after a stall.
  case resumed
  /// The device is gone; says what the system reported.
  case lost(cause: String)
  /// The device is back, and settling from now on. Bytes that follow may start inside a frame.
  case reconnected(path: String)
  case closed
  /// A remark for people: a prompt, a mark set by hand.
  case note(String)
  case entered(PortPhase)
  /// The port is given up; says why.
  case failed(cause: String)
  /// A person said when the motion began or ended: only what arrived between the two is measured.
  case mark(MeasuredPart)
  /// A person found out where a sensor sits, by its name on the wire: for the whole log.
  case placed(sensor: String, BodySegment)
  /// Samples are missing before this record. For people and other programs: a replay finds the gap again by itself.
  case gap(StreamGap)
}

/// First part of a raw log: all that is needed to read its bytes again.
public struct RawLogHeader: Hashable, Sendable {
  public struct Port: Hashable, Sendable {
    /// Path as the user named it.
    public var path: String
    /// What stays the same when the device is plugged in again; empty when unknown.
    public var identity: String
    /// "115200 8N1"
    public var line: String
    /// Name of the decoder: "text".
    public var decoder: String
    /// The configuration that the decoder was given, in its own words; empty for none.
    public var configuration: String
    /// Where its sensors sit, by their name on the wire; "" is the name of an only sensor. Beats what the decoder says.
    public var segments: [String: BodySegment]

    public init(
      path: String, identity: String = "", line: String = "", decoder: String, configuration: String = "",
      segments: [String: BodySegment] = [:]
    ) {
      self.path = path
      self.identity = identity
      self.line = line
      self.decoder = decoder
      self.configuration = configuration
      self.segments = segments
    }
  }

  /// Name and version of the program that wrote the log.
  public var product: String
  /// [ns since 1970-01-01T00:00:00Z] at `startMonotonic`.
  public var startWallClock: Int64
  /// Host monotonic time [ns] at which the log began.
  public var startMonotonic: Int64
  /// Leg that the user named: "left"; empty for none.
  public var side: String
  public var ports: [Port]

  public init(
    product: String, startWallClock: Int64, startMonotonic: Int64, side: String = "", ports: [Port]
  ) {
    self.product = product
    self.startWallClock = startWallClock
    self.startMonotonic = startMonotonic
    self.side = side
    self.ports = ports
  }
}

/// The layout of a raw log: magic, header, records, each closed by its CRC-32. All numbers little-endian.
///
///     magic   89 46 4C 58 4C 4F 47 0A       "\x89FLXLOG\n"
///     header  u16 format, u32 length, JSON, u32 crc          crc over everything from the magic on
///     record  u8 kind, u8 port, u32 length, i64 time ns, payload, u32 crc      crc over kind...payload
///
/// Kinds: 1 received, 2 sent, 3 event (u8 event code, UTF-8 text). A record that is not whole ends the log.
public enum RawLog {
  public static let magic: [UInt8] = [0x89, 0x46, 0x4C, 0x58, 0x4C, 0x4F, 0x47, 0x0A]
  public static let format: UInt16 = 1
  /// Payloads and headers beyond this length are damaged.
  static let maximumLength = 1 << 22
  static let recordHeadLength = 14

  enum Kind: UInt8 { case received = 1, sent, event }

  /// What the JSON of every header begins with, and where.
  private static let opening = Array(#"{"product":"#.utf8)
  private static let openingPlace = 14

  /// True for bytes that begin like a raw log: a mark of which two bytes are damaged is still one, and so is a header behind
  /// any mark.
  public static func isRawLog(_ bytes: some Collection<UInt8>) -> Bool {
    let mark = Array(bytes.prefix(magic.count))
    let isMark = mark.count == magic.count && zip(mark, magic).count { $0 == $1 } >= magic.count - 2
    return isMark || bytes.dropFirst(openingPlace).starts(with: opening)
  }
}

/// Why a raw log cannot be read at all. A torn end is no error.
public enum RawLogError: Error, Hashable, Sendable {
  case notARawLog
  /// Written by a newer program.
  case unknownFormat(UInt16)
  /// The header is cut or damaged.
  case damagedHeader
}
