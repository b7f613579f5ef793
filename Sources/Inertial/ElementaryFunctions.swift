import Glibc

// The one door to libm for every motion room. Spelled as in swift-numerics: `Double.sin(x)`, `.sqrt(x)`.
extension Double {
  @inlinable public static func sqrt(_ x: Double) -> Double { x.squareRoot() }
  @inlinable public static func sin(_ x: Double) -> Double { Glibc.sin(x) }
  @inlinable public static func cos(_ x: Double) -> Double { Glibc.cos(x) }
  @inlinable public static func tan(_ x: Double) -> Double { Glibc.tan(x) }
  @inlinable public static func asin(_ x: Double) -> Double { Glibc.asin(x) }
  @inlinable public static func acos(_ x: Double) -> Double { Glibc.acos(x) }
  @inlinable public static func atan(_ x: Double) -> Double { Glibc.atan(x) }
  @inlinable public static func atan2(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) }
  @inlinable public static func hypot(_ x: Double, _ y: Double) -> Double { Glibc.hypot(x, y) }
  @inlinable public static func exp(_ x: Double) -> Double { Glibc.exp(x) }
  @inlinable public static func log(_ x: Double) -> Double { Glibc.log(x) }
  @inlinable public static func pow(_ x: Double, _ y: Double) -> Double { Glibc.pow(x, y) }
  @inlinable public static func floor(_ x: Double) -> Double { x.rounded(.down) }

  /// Angle wrapped to (-pi, pi].
  @inlinable public static func wrapAngle(_ angle: Double) -> Double {
    if angle > -Double.pi && angle <= Double.pi { return angle }
    let turns = ((angle - Double.pi) / (2 * Double.pi)).rounded(.up)
    return angle - 2 * Double.pi * turns
  }

  /// This angle in degrees, read as radians.
  @inlinable public var degreesToRadians: Double { self * (Double.pi / 180) }
  /// This angle in radians, read as degrees.
  @inlinable public var radiansToDegrees: Double { self * (180 / Double.pi) }
  /// Standard acceleration of gravity [m/s²].
  @inlinable public static var standardGravity: Double { 9.80665 }
}
