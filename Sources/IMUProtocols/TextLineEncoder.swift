import DecimalText
import Inertial

/// Samples into the lines that `TextLineDecoder` reads with the same configuration: what a board would print.
///
/// The configuration must say columns and units. Columns without a value print 0; an unknown column prints 0 too.
public struct TextLineEncoder: Sendable {
  public let configuration: TextLineConfiguration
  /// Decimals of acceleration, rate and field, in this order.
  public var decimals: [Int]
  /// Decimals of a quaternion, and of angles.
  var orientationDecimals = (quaternion: 5, angles: 3)
  /// Some firmware ends every row with one.
  var hasTrailingSeparator = false
  private let layout: TextLineLayout
  private let mark: UInt8

  /// nil when the configuration does not say columns, or a unit that its columns need.
  public init?(configuration: TextLineConfiguration) {
    guard let columns = configuration.columns else { return nil }
    self.configuration = configuration
    layout = TextLineLayout(configuration, columns: columns)
    guard layout.isUsable else { return nil }
    mark = configuration.separator.map { UInt8(ascii: $0.symbol.unicodeScalars.first!) } ?? UInt8(ascii: ",")
    let units = [configuration.acceleration, configuration.angularRate, configuration.magneticField]
    decimals = units.map { $0?.lineDecimals ?? 0 }
  }

  /// Names of the sensors whose samples a wide row takes, in order; one empty name for other rows.
  public var sensors: [String] { layout.suffixes }

  /// `#flexion {...}` with line end.
  public func appendDescription(to bytes: inout [UInt8]) {
    appendLine(Array(configuration.descriptionLine.utf8), to: &bytes)
  }

  /// The column names with line end.
  public func appendHeader(to bytes: inout [UInt8]) {
    let names = configuration.columns ?? []
    appendLine(Array(names.joined(separator: String(UnicodeScalar(mark))).utf8), to: &bytes)
  }

  /// What the lines carry.
  var content: SampleContent {
    var content: SampleContent = []
    if layout.content.has(.angularRate) { content.insert(.rate) }
    if layout.content.has(.acceleration) { content.insert(.force) }
    if layout.content.has(.magneticField) { content.insert(.field) }
    if layout.content.has(.quaternion) || layout.content.has(.angles) { content.insert(.orientation) }
    if layout.hasTime { content.insert(.deviceTime) }
    if layout.fields.contains(.counter) { content.insert(.counter) }
    return content
  }

  /// One row of one sensor. `time` is device time [ns]; the column wraps as the configuration says.
  public func append(_ sample: RawSample, sensor: String, time: Int64, to bytes: inout [UInt8]) {
    append([DecodedSample(sensor: 0, sample: sample)], sensor: sensor, time: time, to: &bytes)
  }

  /// One wide row: a sample for each of `sensors`, taken at the same time.
  public func append(_ samples: [RawSample], time: Int64, to bytes: inout [UInt8]) {
    append(samples.map { DecodedSample(sensor: 0, sample: $0) }, sensor: "", time: time, to: &bytes)
  }

  /// One row of samples taken at the same time: one, or one for each of `sensors`.
  func append(_ samples: [DecodedSample], sensor: String, time: Int64, to bytes: inout [UInt8]) {
    var line = Array(configuration.prefix.utf8)
    for (number, field) in layout.fields.enumerated() {
      if number > 0 { line.append(mark) }
      switch field {
      case .time: appendStamp(time, to: &line)
      case .timeOfDay: TimeOfDay.append(time, to: &line)
      case .counter: line += Array("\(samples.first?.counter ?? 0)".utf8)
      case .identifier: line += Array(sensor.utf8)
      case .number, .text, .ignored: line.append(UInt8(ascii: "0"))
      case .value(let place):
        let (sensor, value) = place.quotientAndRemainder(dividingBy: TextLineColumn.Group.valueCount)
        let sample = samples.indices.contains(sensor) ? samples[sensor] : nil
        appendValue(sample, value, by: layout.factors[number], to: &line)
      }
    }
    if hasTrailingSeparator { line.append(mark) }
    appendSum(to: &line)
    appendLine(line, to: &bytes)
  }

  private func appendStamp(_ time: Int64, to line: inout [UInt8]) {
    let wrapped = layout.wrap.map { ((time % $0) + $0) % $0 } ?? time
    switch layout.timeScale {
    case .decimals(9): appendFixed(Double(wrapped) / 1e9, decimals: 6, to: &line)
    case .decimals(let decimals):
      let unit = (0..<decimals).reduce(Int64(1)) { product, _ in product * 10 }
      line += Array("\(wrapped / unit)".utf8)
    case .timeOfDay: TimeOfDay.append(wrapped, to: &line)
    case .period(let period): line += Array("\(Int64((Double(wrapped) / period).rounded()))".utf8)
    case nil: line.append(UInt8(ascii: "0"))
    }
  }

  /// Value number `place` of a sensor, see `Group.offset`.
  private func appendValue(
    _ sample: DecodedSample?, _ place: Int, by factor: Double, to line: inout [UInt8]
  ) {
    guard let sample, let group = TextLineColumn.Group.allCases.last(where: { $0.offset <= place }) else {
      return line.append(UInt8(ascii: "0"))
    }
    let axis = place - group.offset
    let value =
      switch group {
      case .acceleration: sample.sample.accelerometer[axis]
      case .angularRate: sample.sample.gyroscope[axis]
      case .magneticField: (sample.sample.magnetometer ?? .zero)[axis]
      case .quaternion: sample.orientation?.quaternion.component(axis) ?? .nan
      case .angles: sample.orientation?.rollPitchYaw[axis] ?? .nan
      }
    let places =
      switch group {
      case .quaternion: orientationDecimals.quaternion
      case .angles: orientationDecimals.angles
      default: decimals[group.rawValue]
      }
    // Counts are those of a 16-bit converter.
    let printed = value / factor
    appendFixed(places == 0 ? min(max(printed, -32_768), 32_767) : printed, decimals: places, to: &line)
  }

  /// A value that is not finite prints `nan`, as a board would; the decoder leaves such a row out.
  private func appendFixed(_ value: Double, decimals: Int, to line: inout [UInt8]) {
    guard value.isFinite else { return line += Array("nan".utf8) }
    let start = line.count
    DecimalText.appendFixed(value, decimals: decimals, to: &line)
    guard configuration.decimalComma == true else { return }
    for i in start..<line.count where line[i] == UInt8(ascii: ".") { line[i] = UInt8(ascii: ",") }
  }

  private func appendSum(to line: inout [UInt8]) {
    guard let kind = configuration.checksum, kind != .none else { return }
    let hex = String(kind.sum(line), radix: 16, uppercase: true)
    line += Array(("*" + String(repeating: "0", count: kind.digits - hex.count) + hex).utf8)
  }

  private func appendLine(_ line: [UInt8], to bytes: inout [UInt8]) {
    bytes += line
    bytes += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
  }
}

extension PhysicalUnit {
  /// Decimals that keep the resolution of a 16-bit sensor.
  var lineDecimals: Int {
    switch self {
    case .metrePerSecondSquared: 4
    case .standardGravity, .radianPerSecond: 5
    case .milliGravity, .millidegreePerSecond, .microtesla, .milligauss: 2
    case .degreePerSecond: 3
    case .millitesla, .gauss: 5
    case .nanotesla, .countsPerGravity, .countsPerDegreePerSecond: 0
    }
  }
}

extension Quaternion {
  /// w, x, y, z for 0...3.
  func component(_ place: Int) -> Double {
    switch place {
    case 0: w
    case 1: x
    case 2: y
    default: z
    }
  }
}

extension DeviceOrientation {
  /// Roll, pitch, yaw [rad]: as sent, else of the quaternion.
  var rollPitchYaw: Vector3 {
    if let angles { return angles }
    let x = quaternion.rotate(.unitX), y = quaternion.rotate(.unitY), z = quaternion.rotate(.unitZ)
    let level = Double.sqrt(x.x * x.x + x.y * x.y)
    return Vector3(
      Double.atan2(y.z, z.z), Double.atan2(-x.z, level), Double.atan2(x.y, x.x))
  }
}
