import IMUProtocols
import Inertial

/// The sensors of one port with their clock: rows of samples, encoded, one after the other.
///
/// The board's crystal says when a row is due; `pace` turns its seconds into true ones.
struct SimulatedBoard: Sendable {
  /// What the board measured at one moment, as bytes.
  struct Row: Sendable {
    /// True time at which its last sensor was read [s].
    var time: Double
    var samples: [DecodedSample]
    var bytes: [UInt8]
  }

  /// Every counter of a usual width wraps here: 2^32 ms, 1000 times 2^32 us, 10 times 2^32 in 0.1 ms [s].
  static let wrapMoment = 4_294_967.296
  /// The field of central Europe [uT].
  private static let field = Vector3(0, 20, -44)

  let leg: LegModel
  /// Rows of each sensor a second.
  private(set) var rate: Double
  private(set) var encoder: any SerialEncoder
  /// True seconds in a second of the board's crystal.
  let pace: Double
  private var setting: DeviceSetting
  private let faults: DeviceFaults
  /// The first rows after every start of some devices are wrong.
  private var isFirst = true
  private var tracks: [SensorTrack]
  private var attitudes: [AttitudeErrors]
  private var clock: BoardClock
  /// Board seconds of the next row since the start of everything.
  private var next = 0.0
  /// The second chip is read so much later [s].
  private let chipDelay: Double

  init(_ setting: DeviceSetting, port: Int) throws(DeviceError) {
    self.setting = setting
    faults = setting.faults(ofPort: port)
    let segments = setting.wiring.segments(ofPort: port)
    encoder = try BoardEncoder.make(setting, segments)
    let (rate, pace, seed) = (setting.rate, 1 / (1 + setting.drift(ofPort: port)), setting.seed)
    chipDelay = setting.wiring == .ids ? min(0.002, 0.4 / rate) : 0
    leg = LegModel(
      motion: setting.motion, side: setting.side, duration: setting.duration, seed: seed,
      mounting: setting.mounting)
    let field = encoder.content.contains(.field) ? Self.field : nil
    let (errors, chipDelay) = (setting.errors, chipDelay)
    tracks = segments.enumerated().map { place, segment in
      SensorTrack(
        segment: segment, errors: errors, period: 1 / rate,
        shift: Double(place) * chipDelay - (segment == .shank ? errors.shankDelay : 0), pace: pace,
        field: field, seed: seed)
    }
    attitudes = segments.map { AttitudeErrors(segment: $0, hasField: field != nil, seed: seed) }
    var random = SplitMix64(seed: seed &+ UInt64(port) &* 0x9E37, for: .device)
    // Counters wrap within the first minute: a reader that cannot unwrap is found out at once.
    clock = BoardClock(wrapIn: faults.wrapAfter ?? random.uniform(in: 15...45), rate: rate)
    self.rate = rate
    self.pace = pace
  }

  /// True time [s] at which the next row is complete.
  var nextRowTime: Double { (next + Double(tracks.count - 1) * chipDelay) * pace }

  mutating func nextRow() -> Row {
    var samples: [DecodedSample] = []
    for place in tracks.indices {
      let (sample, attitude) = tracks[place].sample(leg, at: next)
      guard let sample else { continue }
      samples.append(decoded(sample, attitude, place))
    }
    var row = Row(time: nextRowTime, samples: samples, bytes: [])
    encoder.append(samples, to: &row.bytes)
    clock.count &+= 1
    isFirst = false
    next += 1 / rate
    return row
  }

  private mutating func decoded(
    _ sample: InertialSample, _ attitude: Quaternion, _ place: Int
  ) -> DecodedSample {
    let stamp = clock.stamp(at: next + Double(place) * chipDelay)
    let isDead = sample.gyroscope.norm < faults.deadBand
    let force = (sample.accelerometer ?? .missing) * (isFirst && setting.protocolName == "xsens" ? 0.75 : 1)
    let raw = RawSample(
      deviceTime: stamp, arrivalTime: stamp, gyroscope: isDead ? .zero : sample.gyroscope,
      accelerometer: force, magnetometer: sample.magnetometer)
    var decoded = DecodedSample(sensor: place, sample: raw, counter: clock.count)
    if encoder.content.contains(.orientation) {
      decoded.orientation = attitudes[place].orientation(attitude, at: next)
    }
    return decoded
  }

  /// The registers of one sensor that a poll asked for; nil where the sensor is not there.
  func bytes(of row: Row, sensor: Int, registers: Range<Int>) -> [UInt8]? {
    let own = row.samples.filter { $0.sensor == sensor }
    var asked = setting
    asked.configuration =
      "{\"registers\":{\"start\":\(registers.lowerBound),\"count\":\(registers.count)}}"
    guard !own.isEmpty, var encoder = try? BoardEncoder.make(asked, tracks.map(\.segment)) else { return nil }
    var bytes: [UInt8] = []
    encoder.append(own, to: &bytes)
    return bytes
  }

  mutating func appendDescription(to bytes: inout [UInt8]) { encoder.appendDescription(to: &bytes) }

  /// Device time [ns, not wrapped] at true time `time` [s].
  func deviceTime(at time: Double) -> Int64 { clock.stamp(at: time / pace) }

  /// What the clock says at the next row.
  var now: BoardMoment { BoardMoment(count: clock.count, stamp: clock.stamp(at: next)) }

  mutating func skipCount() { clock.count &+= 1 }

  /// Data begin again: the first inertial message of an Xsens device shows 75 % of gravity (serial.md section 16).
  mutating func beginAgain() { isFirst = true }

  /// The board starts anew at true time `time` [s]: clock and counter from zero, heading from here.
  mutating func restart(at time: Double) {
    clock = BoardClock(zero: time / pace)
    for place in attitudes.indices { attitudes[place].forget() }
    beginAgain()
  }

  /// From the next row on.
  mutating func setRate(_ rate: Double) throws(DeviceError) {
    setting.rate = rate
    encoder = try BoardEncoder.make(setting, tracks.map(\.segment))
    self.rate = rate
    for place in tracks.indices { tracks[place].setPeriod(1 / rate) }
  }
}

extension SimulatedBoard {
  /// From the next row on, in the words of the protocol; the rate stays.
  mutating func configure(_ configuration: String) throws(DeviceError) {
    var changed = setting
    changed.configuration = configuration
    encoder = try BoardEncoder.make(changed, tracks.map(\.segment))
    setting = changed
  }

  /// From the next row on, another protocol by its name.
  mutating func speak(_ name: String) throws(DeviceError) {
    var changed = setting
    changed.protocolName = name
    encoder = try BoardEncoder.make(changed, tracks.map(\.segment))
    setting = changed
  }
}

/// What a board counts: time and samples.
struct BoardClock: Sendable {
  /// Stamp [ns] at board second 0.
  private let zero: Int64
  var count: UInt32

  init(wrapIn seconds: Double, rate: Double) {
    zero = Int64(((SimulatedBoard.wrapMoment - seconds) * 1e6).rounded()) * 1000
    count = 0 &- UInt32((seconds * rate).rounded())
  }

  /// Starts from zero at board second `seconds`.
  init(zero seconds: Double) {
    zero = -Int64((seconds * 1e6).rounded()) * 1000
    count = 0
  }

  func stamp(at seconds: Double) -> Int64 { zero + Int64((seconds * 1e6).rounded()) * 1000 }
}

/// Finds the encoder of a board.
enum BoardEncoder {
  /// What two sensors of one port are called on the wire.
  private static func names(_ protocolName: String) -> [String] {
    switch protocolName {
    case "xsens": ["1", "2"]
    case "witmotion_modbus": ["50", "51"]
    default: ["T", "S"]
    }
  }

  static func make(
    _ setting: DeviceSetting, _ segments: [BodySegment]
  ) throws(DeviceError) -> any SerialEncoder {
    guard let spoken = SerialProtocol.named(setting.protocolName) else {
      throw .unknownProtocol(setting.protocolName)
    }
    // Only the columns of text lines put two sensors in one row.
    let isText = spoken.name == "text" || !setting.configuration.isEmpty
    if setting.wiring == .wide, !isText { throw .wiring(.wide, protocolName: setting.protocolName) }
    // A polled sensor has an address even when it is alone.
    let isAlone = segments.count == 1 && spoken.name != "witmotion_modbus"
    let names = isAlone ? [""] : names(spoken.name)
    let settings = EncoderSettings(
      sensors: zip(names, segments).map { DecodedSensor(name: $0, segment: $1) }, rate: setting.rate,
      configuration: configuration(setting))
    if let encoder = spoken.makeEncoder(settings), encoder.sensors.count == segments.count { return encoder }
    throw .wiring(setting.wiring, protocolName: setting.protocolName)
  }

  /// What the user says; for wide rows of text else a row with both sensors.
  private static func configuration(_ setting: DeviceSetting) -> String {
    guard setting.configuration.isEmpty, setting.wiring == .wide else {
      return setting.configuration
    }
    let columns = ["T", "S"].flatMap { sensor in
      ["ax", "ay", "az", "gx", "gy", "gz"].map { "\"\($0)@\(sensor)\"" }
    }
    return "{\"columns\":[\"t\",\(columns.joined(separator: ","))],"
      + #""units":{"t":"us","acc":"m/s2","gyr":"rad/s"},"sensors":{"T":"thigh","S":"shank"},"#
      + "\"time\":{\"nominal_hz\":\(setting.rate)}}"
  }
}
