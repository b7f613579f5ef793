import Glibc

/// The cores that this program may use.
enum Processors {
  /// At least 1.
  static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
