import CGSL
import CHDF5
import CJansson
import CMatio
import CNettle
import CSQLite

/// The foreign libraries of this build with their versions; none of them is opened for it.
enum LibraryVersions {
  static let all: [(name: String, version: String)] = [
    ("gsl", GSL_VERSION),
    ("sqlite", String(cString: sqlite3_libversion())),
    ("nettle", "\(nettle_version_major()).\(nettle_version_minor())"),
    ("jansson", String(cString: jansson_version_str())),
    ("matio", matio), ("hdf5", hdf5),
  ]

  private static var hdf5: String {
    var (major, minor, release): (UInt32, UInt32, UInt32) = (0, 0, 0)
    H5get_libversion(&major, &minor, &release)
    return "\(major).\(minor).\(release)"
  }

  private static var matio: String {
    var (major, minor, release): (Int32, Int32, Int32) = (0, 0, 0)
    Mat_GetLibraryVersion(&major, &minor, &release)
    return "\(major).\(minor).\(release)"
  }
}
