/// What goes wrong between a board and its reader. Everything that is left to chance follows from the seed of the device.
public struct DeviceFaults: Hashable, Sendable {
  /// How an adapter hands over what it has received.
  public enum Batch: Hashable, Sendable {
    /// At every tick of a timer [s].
    case time(Double)
    /// Whenever so many bytes have gathered.
    case bytes(Int)
  }

  /// The port vanishes and comes back.
  public struct Unplug: Hashable, Sendable {
    /// [s since the start]
    public var start: Double
    public var duration: Double
    /// It comes back under another device number.
    public var isRenamed: Bool

    public init(start: Double, duration: Double, isRenamed: Bool = false) {
      self.start = start
      self.duration = duration
      self.isRenamed = isRenamed
    }
  }

  // MARK: The beginning

  /// Random bytes on the wire before the first frame.
  public var garbageAtStart = 0
  /// The reader comes when a frame is half over.
  public var startsInsideFrame = false
  /// Bytes of boot text before the first frame, after every start of the board.
  public var banner = 0
  /// Speed at which the boot text is sent [baud]; nil: that of the frames.
  public var bannerBaud: Int?

  // MARK: The wire

  /// Chance that a byte is lost.
  public var byteLoss = 0.0
  /// Chance that a byte has one bit flipped.
  public var bitFlips = 0.0
  /// Chance that a row has one bit flipped, anywhere.
  public var rowFlips = 0.0
  /// Chance that a row is sent twice.
  public var duplicates = 0.0
  /// Chance that a row is followed by a message of another kind, as the protocol has them.
  public var foreign = 0.0
  /// Speed at which the device talks [baud], other than the one the line is said to have; nil: the same.
  public var deviceBaud: Int?

  // MARK: The adapter

  /// Every write to the host is cut into pieces of 1 to 7 bytes.
  public var isInPieces = false
  public var batch: Batch?
  /// Spans in which the board sends nothing [s since its start].
  public var stalls: [ClosedRange<Double>] = []
  public var unplugs: [Unplug] = []
  /// Seconds of rows that the board keeps while it is unplugged, and sends when it is back. It runs on through the
  /// unplugging; 0: it loses power and starts anew.
  public var backlog = 0.0

  // MARK: The board

  /// Moments at which the board starts again, its clock and counter at zero [s].
  public var restarts: [Double] = []
  /// Clock and counter wrap so many seconds after the start; nil: somewhere within the first minute.
  public var wrapAfter: Double?
  /// Device seconds gained on true ones [ppm]; a second device loses three quarters of it. nil: 40 with two clocks,
  /// 0 with one.
  public var drift: Double?
  /// Sends nothing until it is told to start.
  public var isAsleep = false
  /// Does nothing that it is told.
  public var isDeaf = false
  /// So many of its first acknowledges are lost.
  public var lostAcknowledges = 0
  /// Angular rates below this are sent as zero on all three axes [rad/s].
  public var deadBand = 0.0

  public init() {}

  public static let none = DeviceFaults()
}
