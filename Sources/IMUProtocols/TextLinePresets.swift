import Inertial

// Text lines of known products (serial.md section 5).
extension SerialProtocol {
  /// Razor 9DoF AHRS firmware: `#YPR=`, `#YPRAG=`, or the three lines of the sensors. Angles are those of axes with z
  /// down; gyroscope counts of the three lines are those of its ITG-3200.
  static let razorText = SerialProtocol.tagged(
    name: "razor_text", title: "Razor AHRS text", bauds: [57_600, 115_200],
    typical: "#YPRAG=", start: ["#ot", "#ox", "#o1"],
    stop: ["#o0"], aliases: ["razor"],
    kinds: {
      let force = ["ax", "ay", "az"], rate = ["gx", "gy", "gz"], field = ["mx", "my", "mz"]
      let angles = ["yaw", "pitch", "roll"]
      let set: (inout TextLineConfiguration) -> Void = {
        $0.separator = .comma
        $0.orientationFrame = .northEastDown
        $0.acceleration = .countsPerGravity(256)
        $0.angularRate = .radianPerSecond
        $0.angleUnit = .degrees
      }
      let counts: (inout TextLineConfiguration) -> Void = {
        set(&$0)
        $0.angularRate = .countsPerDegreePerSecond(14.375)
      }
      return [
        TextLineKind("#YPRAG=", .whole, columns: angles + force + rate, set),
        TextLineKind("#YPR=", .whole, columns: angles, set),
        TextLineKind("#A-R=", .part, columns: force, counts),
        TextLineKind("#M-R=", .part, columns: field, counts),
        TextLineKind("#G-R=", .part, columns: rate, counts),
        TextLineKind("#A-C=", .part, columns: force, counts),
        TextLineKind("#M-C=", .part, columns: field, counts),
        TextLineKind("#G-C=", .part, columns: rate, counts),
      ]
    }())

  /// The examples of i2cdevlib for the MPU-6050. Acceleration without gravity is no specific force: it is counted and
  /// left out.
  static let i2cdevText = SerialProtocol.tagged(
    name: "i2cdev_mpu6050_text", title: "i2cdev MPU6050 text", bauds: [115_200, 38_400], wakeUp: [0x0A],
    typical: "ypr\t", start: ["\n"], aliases: ["i2cdev"],
    caution: "quaternions have two decimals: steps near 90 degrees reach 0.8 degrees",
    kinds: {
      let set: (inout TextLineConfiguration) -> Void = {
        $0.separator = .tab
        $0.angleUnit = .degrees
        $0.acceleration = .countsPerGravity(16_384)
        $0.angularRate = .countsPerDegreePerSecond(131)
      }
      let three = ["number", "number", "number"]
      return [
        TextLineKind("quat\t", .part, columns: ["qw", "qx", "qy", "qz"], set),
        TextLineKind("euler\t", .foreign, columns: three, set),
        TextLineKind("ypr\t", .part, columns: ["yaw", "pitch", "roll"], set),
        TextLineKind("areal\t", .part, columns: three, set),
        TextLineKind("aworld\t", .part, columns: three, set),
        TextLineKind("a/g:\t", .whole, columns: ["ax", "ay", "az", "gx", "gy", "gz"], set),
      ]
    }())

  /// Lines for the calibration tool MotionCal.
  static let motionCal = SerialProtocol.tagged(
    name: "motioncal_raw", title: "MotionCal raw lines", typical: "Raw:", aliases: ["motioncal"],
    kinds: {
      let set: (inout TextLineConfiguration) -> Void = {
        $0.separator = .comma
        $0.acceleration = .countsPerGravity(8192)
        $0.angularRate = .countsPerDegreePerSecond(16)
        // 0.1 uT a count
        $0.magneticField = .milligauss
      }
      let columns = ["ax", "ay", "az", "gx", "gy", "gz", "mx", "my", "mz"]
      return [
        TextLineKind("Raw:", .whole, columns: columns, set), TextLineKind("Uni:", .foreign, set),
        TextLineKind("Ori:", .foreign, set),
      ]
    }())

  /// SparkFun OpenLog Artemis: a header, then rows with a clock of 10 ms and a comma at the end.
  static let openLogArtemis = SerialProtocol(
    name: "openlog_artemis_csv", title: "OpenLog Artemis rows", leastCoverage: 0.7,
    aliases: ["openlog-artemis", "openlog"],
    makeDecoder: { TextLineDecoder(configuration: try openLog($0)) },
    makeEncoder: { settings in
      // its rows name no sensor
      guard settings.sensors.count == 1 else { return nil }
      return (try? openLog(settings.configuration)).flatMap { configuration in
        var whole = configuration
        whole.columns = configuration.columns ?? configuration.standardColumns
        guard var lines = TextLineEncoder(configuration: whole) else { return nil }
        lines.decimals = [2, 2, 2]
        lines.hasTrailingSeparator = true
        return TextDeviceEncoder(lines, settings)
      }
    })

  private static func openLog(_ text: String) throws -> TextLineConfiguration {
    var preset = TextLineConfiguration()
    preset.separator = .comma
    preset.acceleration = .milliGravity
    preset.angularRate = .degreePerSecond
    preset.magneticField = .microtesla
    preset.timeUnit = .microseconds
    preset.standardColumns = [
      "rtcDate", "rtcTime", "aX", "aY", "aZ", "gX", "gY", "gZ", "mX", "mY", "mZ", "imu_degC", "output_Hz",
    ]
    if text.isEmpty { return preset }
    var said = try TextLineConfiguration(json: text).completed(by: preset).merged
    said.standardColumns = preset.standardColumns
    return said
  }

  private static func tagged(
    name: String, title: String, bauds: [Int] = [115_200], wakeUp: [UInt8]? = nil, typical: String,
    start: [String] = [], stop: [String] = [], aliases: [String], caution: String? = nil,
    kinds: [TextLineKind]
  ) -> SerialProtocol {
    SerialProtocol(
      name: name, title: title, bauds: bauds, wakeUp: wakeUp, start: start.map { Array($0.utf8) },
      stop: stop.map { Array($0.utf8) }, leastCoverage: 0.7, aliases: aliases, caution: caution,
      makeDecoder: { text in
        var said = text.isEmpty ? TextLineConfiguration() : try TextLineConfiguration(json: text)
        let kinds = kinds.map { $0.with(said) }
        said.columns = nil
        said.magneticField = kinds[0].configuration.magneticField
        said.orientationFrame = kinds[0].configuration.orientationFrame
        return TextLineDecoder(configuration: said, kinds: kinds)
      },
      makeEncoder: { TaggedLineEncoder(kinds, typical: typical, $0) })
  }
}
