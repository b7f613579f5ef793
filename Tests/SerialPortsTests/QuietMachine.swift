import Foundation

/// Times are held to their strict limits where nobody else uses the computer: `FLEXION_LONG_TESTS=1` says so. Elsewhere the
/// limits allow for what the computer itself oversleeps.
enum QuietMachine {
  static let isPromised = ProcessInfo.processInfo.environment["FLEXION_LONG_TESTS"] == "1"

  /// Of the last minute: beside a figure it tells whether the promise was kept.
  static var load: Double {
    var loads = [0.0]
    return getloadavg(&loads, 1) == 1 ? loads[0] : .nan
  }
}
