import CSerial
import Glibc

/// One open serial port: locked, raw, closed at the end of its life.
public struct SerialPort: ~Copyable {
  public typealias Reading = ByteChannel.Reading

  public var path: String { bytes.path }
  private var bytes: ByteChannel

  /// Opens without blocking, takes TIOCEXCL and an advisory lock, sets raw mode before the first read and drops what
  /// had piled up before.
  public init(path: String, settings: LineSettings = LineSettings()) throws(SerialPortError) {
    let number = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw .opening(path, errno) }
    let owned = OwnedDescriptor(number)
    try Self.checkKind(number, path)
    try Self.lock(number, path)
    try Self.configure(number, path, settings)
    Self.dropBacklog(number)
    bytes = ByteChannel(path: path, owned)
  }

  /// Waits up to `timeout` [ms] for bytes and reads as many as the buffer takes.
  public mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Int32
  ) throws(SerialPortError) -> Reading { try bytes.read(into: buffer, timeout: timeout) }

  /// Writes all bytes within `timeout` [ms]; false when the port did not take them.
  public mutating func write(_ bytes: [UInt8], timeout: Int32 = 1000) throws(SerialPortError) -> Bool {
    try self.bytes.write(bytes, timeout: timeout)
  }

  /// The port as a mere channel, still locked.
  consuming func channel() -> ByteChannel { bytes }

  // MARK: Setting up

  private static func checkKind(_ descriptor: Int32, _ path: String) throws(SerialPortError) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) != 0 else { return }
    throw errno == EIO || errno == ENXIO ? .noSuchPort(path: path) : .notAPort(path: path)
  }

  private static func lock(_ descriptor: Int32, _ path: String) throws(SerialPortError) {
    let code = flexion_lock_port(descriptor)
    if code == 0 { return }
    guard code == EWOULDBLOCK || code == EBUSY else {
      throw .failed(path: path, operation: .lock, code: code)
    }
    throw .busy(path: path, holder: PortLock.holder(of: path))
  }

  /// A fresh tty echoes: without raw mode the sensor would get its own bytes back as commands.
  static func configure(
    _ descriptor: Int32, _ path: String, _ line: LineSettings
  ) throws(SerialPortError) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else {
      throw .failed(path: path, operation: .configure, code: errno)
    }
    settings.makeRaw()
    let standard = LineSettings.standardSpeeds.first { $0.baud == line.baud }
    if let standard { cfsetspeed(&settings, standard.constant) }
    guard tcsetattr(descriptor, TCSANOW, &settings) == 0 else {
      throw .failed(path: path, operation: .configure, code: errno)
    }
    if standard == nil, flexion_set_speed(descriptor, UInt32(clamping: line.baud)) != 0 {
      throw .unsupportedSpeed(path: path, baud: line.baud, nearest: line.nearestStandardSpeed)
    }
    // A pseudo terminal has no control lines; that is no fault.
    if line.keepsControlLinesLow { _ = flexion_lower_control_lines(descriptor) }
  }

  /// What a board sent while nobody read is old; at most 64 KiB, so that a fast device cannot hold us here.
  static func dropBacklog(_ descriptor: Int32) {
    tcflush(descriptor, TCIFLUSH)
    var waste = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<16 where Glibc.read(descriptor, &waste, waste.count) <= 0 { return }
  }
}

extension termios {
  /// Raw, 8N1, no flow control, modem lines ignored, no drop of DTR at the last close. VMIN 1: an empty read is EAGAIN,
  /// so that 0 means the end.
  mutating func makeRaw() {
    cfmakeraw(&self)
    c_cflag |= tcflag_t(CLOCAL | CREAD | CS8)
    c_cflag &= ~tcflag_t(HUPCL | PARENB | CSTOPB)
    c_cflag &= ~tcflag_t(CRTSCTS)
    withUnsafeMutableBytes(of: &c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
  }
}
