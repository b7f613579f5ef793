import CSerial
import Glibc

extension ByteChannel {
  /// How long one attempt to connect may take [ms].
  static let connectLimit: Int32 = 2000

  /// Opens what a source names; one attempt.
  public static func open(
    _ source: PortSource, settings: LineSettings = LineSettings()
  ) throws(SerialPortError) -> ByteChannel {
    switch source {
    case .serial(let path): return try SerialPort(path: path, settings: settings).channel()
    case .tcp(let host, let port): return try connect(host, port, source.text)
    case .standardInput:
      let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw .failed(path: "-", operation: .open, code: errno) }
      return ByteChannel(path: "-", OwnedDescriptor(copy))
    }
  }

  private static func connect(
    _ host: String, _ port: UInt16, _ path: String
  ) throws(SerialPortError) -> ByteChannel {
    var number: Int32 = -1
    switch flexion_connect(host, "\(port)", connectLimit, &number) {
    case 0: return ByteChannel(path: path, OwnedDescriptor(number))
    case -1: throw .unknownHost(path: path, host: host)
    case let code: throw .notConnected(path: path, code: code)
    }
  }
}
