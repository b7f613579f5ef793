import Glibc

/// Why a port cannot be used, or why its device does not have the settings that it was to have. `code` is a value of
/// `errno`.
public enum SerialPortError: Error, Hashable, Sendable {
  case noSuchPort(path: String)
  /// `group` owns the device node, nil when it has no name; membership is what is missing.
  case notPermitted(path: String, group: String?)
  /// Another program holds it; its process id where the system tells.
  case busy(path: String, holder: Int32?)
  /// A file, folder or device without line settings.
  case notAPort(path: String)
  /// The driver refuses this speed [baud]; the nearest standard one.
  case unsupportedSpeed(path: String, baud: Int, nearest: Int)
  /// The device went away and did not come back in time.
  case disappeared(path: String)
  /// Nobody listens at the address, or not within the time.
  case notConnected(path: String, code: Int32)
  case unknownHost(path: String, host: String)
  /// `tcp:` without host or port.
  case notAnAddress(String)
  case failed(path: String, operation: Operation, code: Int32)
  /// The device knows no such rate [Hz]; the nearest that it knows.
  case unknownRate(Double, nearest: Double)
  /// The device speaks at no such speed [baud].
  case unknownSpeed(Int)
  /// Sensors of this protocol cannot be told their rate.
  case notSettable(String)
  /// The line cannot carry so much; the highest rate that fits [Hz].
  case doesNotFit(rate: Double, baud: Int, highest: Double)
  /// The device did not take a value, or said nothing (nil).
  case notReadBack(register: UInt8, wanted: UInt16, found: UInt16?)

  public enum Operation: String, Hashable, Sendable {
    case open, configure, lock, read, write, createTerminal, createLink
  }

  static func opening(_ path: String, _ code: Int32) -> SerialPortError {
    switch code {
    case ENOENT, ENOTDIR, ENXIO, ENODEV: .noSuchPort(path: path)
    case EACCES, EPERM: .notPermitted(path: path, group: group(of: path))
    case EBUSY: .busy(path: path, holder: PortLock.holder(of: path))
    default: .failed(path: path, operation: .open, code: code)
    }
  }

  /// Name of the group that owns the node.
  private static func group(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, let entry = getgrgid(status.st_gid) else { return nil }
    return String(cString: entry.pointee.gr_name)
  }
}
