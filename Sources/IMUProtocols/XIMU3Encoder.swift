import DecimalText
import Inertial

/// Samples as the messages that an x-IMU3 sends: `I` for rate and force, `M` for the field, `Q` for the orientation.
///
/// Two and more sensors go through one link, each as a channel.
public struct XIMU3Encoder: SerialEncoder {
  public enum Form: Hashable, Sendable { case text, binary }

  public let sensors: [DecodedSensor]
  public let form: Form
  public var content: SampleContent { [.rate, .force, .field, .orientation, .deviceTime] }

  /// Channel bytes of each sensor, empty for the link's own device.
  private let channels: [[UInt8]]
  /// Rails of the sensor [deg/s], [g].
  private static let rateRail = 2000.0
  private static let forceRail = 16.0
  private static let decimals = 4

  public init(form: Form, sensors: [DecodedSensor] = [DecodedSensor(name: "")]) {
    self.form = form
    self.sensors = sensors
    channels = sensors.map { XIMU3Channels.bytes(of: $0.name) }
  }

  public mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    for decoded in row {
      let sample = decoded.sample
      let time = (sample.deviceTime ?? sample.arrivalTime) / 1000
      let prefix = channels.indices.contains(decoded.sensor) ? channels[decoded.sensor] : []
      if sample.gyroscope.isFinite || sample.accelerometer.isFinite {
        let rate = Self.held(sample.gyroscope * (180 / Double.pi), at: Self.rateRail)
        let force = Self.held(sample.accelerometer / .standardGravity, at: Self.forceRail)
        append("I", time, [rate.x, rate.y, rate.z, force.x, force.y, force.z], prefix, &bytes)
      }
      if let field = sample.magnetometer, field.isFinite {
        append("M", time, [field.x, field.y, field.z], prefix, &bytes)
      }
      if let orientation = decoded.orientation {
        let q = orientation.quaternion
        append("Q", time, [q.w, q.x, q.y, q.z], prefix, &bytes)
      }
    }
  }

  /// A text that the device says: `N` a notice, `F` an error.
  public func append(text: String, letter: Character = "N", time: Int64, to bytes: inout [UInt8]) {
    guard let letter = letter.asciiValue else { return }
    var payload: [UInt8] = []
    switch form {
    case .text: payload = Array(",\(time / 1000),\(text)\r".utf8)
    case .binary:
      payload.appendLittle(UInt64(bitPattern: time / 1000))
      payload += Array(text.utf8)
    }
    append(letter, payload, prefix: [], &bytes)
  }

  /// A sensor cannot say "nothing" for one axis; what is missing is sent as 0.
  private static func held(_ v: Vector3, at rail: Double) -> Vector3 {
    let axis = { (x: Double) in x.isNaN ? 0 : min(rail, max(-rail, x)) }
    return Vector3(axis(v.x), axis(v.y), axis(v.z))
  }

  private func append(
    _ letter: Character, _ time: Int64, _ values: [Double], _ prefix: [UInt8], _ bytes: inout [UInt8]
  ) {
    var payload: [UInt8] = []
    switch form {
    case .text:
      payload = Array(",\(time)".utf8)
      for value in values {
        payload.append(UInt8(ascii: ","))
        DecimalText.appendFixed(value, decimals: Self.decimals, to: &payload)
      }
      payload.append(UInt8(ascii: "\r"))
    case .binary:
      payload.appendLittle(UInt64(bitPattern: time))
      for value in values { payload.appendLittle(Float(value).bitPattern) }
    }
    append(letter.asciiValue ?? 0, payload, prefix: prefix, &bytes)
  }

  private func append(_ letter: UInt8, _ payload: [UInt8], prefix: [UInt8], _ bytes: inout [UInt8]) {
    for channel in prefix { bytes += [UInt8(ascii: "^"), channel] }
    switch form {
    case .text:
      bytes.append(letter)
      bytes += payload
    case .binary:
      bytes.append(letter | XIMU3Message.binaryBit)
      for byte in payload { XIMU3Escapes.append(byte, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
