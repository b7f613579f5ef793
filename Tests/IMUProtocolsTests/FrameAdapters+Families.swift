import IMUProtocols
import JSONText

// MARK: Text lines

extension FrameAdapter {
  static let text: [String: FrameAdapter] = [
    "diy_csv": FrameAdapter(
      make: { TextLineDecoder(configuration: try textConfiguration($0)) }, noise: .closed(0x0A)),
    "razor_text": .registered("razor_text", noise: .closed(0x0A)),
    "i2cdev_mpu6050_text": .registered("i2cdev_mpu6050_text", noise: .closed(0x0A)),
    "motioncal_raw": .registered("motioncal_raw", noise: .closed(0x0A)),
    "openlog_artemis_csv": .registered("openlog_artemis_csv", noise: .closed(0x0A)),
  ]

  /// Columns without stated units are in those of the configuration example of the specification.
  private static func textConfiguration(_ vector: FrameVector) throws -> TextLineConfiguration {
    guard let config = vector.config else { return TextLineConfiguration() }
    var configuration = try TextLineConfiguration(json: config.compactText)
    configuration.acceleration = configuration.acceleration ?? .metrePerSecondSquared
    configuration.angularRate = configuration.angularRate ?? .radianPerSecond
    configuration.magneticField = configuration.magneticField ?? .microtesla
    configuration.timeUnit = configuration.timeUnit ?? .microseconds
    configuration.quaternionOrder = configuration.quaternionOrder ?? .wxyz
    configuration.angleUnit = configuration.angleUnit ?? .degrees
    return configuration
  }
}
