import Inertial

/// BNO08x in its robot vacuum cleaner mode: `AA AA index yaw pitch roll ax ay az 00 00 00 sum`, 100 Hz at 115200
/// baud, angles and acceleration only (serial.md 4.6).
///
/// The sum is one byte, so a frame must also be followed by `AA AA`, unless it stands where one is due, has the index
/// that is due and holds no header: then its sample does not wait. One `AA` would not do: after a lost byte the first of
/// the next header stands where the sum should be.
public struct RVCReader: FrameReader {
  public static let frameLength = 19
  public static let longestFrame = frameLength + 2

  public let sensors = [DecodedSensor(name: "")]
  public var statistics = DecoderStatistics()
  public var isChecked: Bool { true }
  public var nominalRate: Double? { 100 }
  public var counterValues: Int64? { 256 }
  /// Index of the last frame, and the bytes skipped until then.
  private var last: (index: UInt8, skipped: Int)?

  public init() {}

  public func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict {
    judge(window, isEnd: false)
  }

  public func judgeLast(_ window: UnsafeRawBufferPointer) -> FrameVerdict { judge(window, isEnd: true) }

  private func judge(_ window: UnsafeRawBufferPointer, isEnd: Bool) -> FrameVerdict {
    guard window[0] == 0xAA else { return .none }
    guard window.count >= 2 else { return .needs(2) }
    guard window[1] == 0xAA else { return .none }
    let length = Self.frameLength
    guard window.count >= length else { return .needs(length) }
    guard window.sum(2..<length - 1) == window[length - 1] else { return .bad(.checksum) }
    if isDue(window) { return .frame(length) }
    for place in length..<length + 2 {
      guard place < window.count else { return isEnd ? .frame(length) : .needs(place + 1) }
      guard window[place] == 0xAA else { return .bad(.unconfirmed) }
    }
    return .frame(length)
  }

  private func isDue(_ frame: UnsafeRawBufferPointer) -> Bool {
    guard let last, last.skipped == statistics.bytesSkipped, frame[2] == last.index &+ 1 else { return false }
    for i in 2..<Self.frameLength - 1 where frame[i] == 0xAA && frame[i + 1] == 0xAA { return false }
    return frame[Self.frameLength - 1] != 0xAA
  }

  public mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    last = (frame[2], statistics.bytesSkipped)
    statistics.accept(bytes: frame.count, type: 0)
    statistics.samples += 1
    func number(_ place: Int) -> Double { Double(frame.little(Int16.self, at: place)) }
    let hundredth = Double.pi / 18000, milli = Double.standardGravity / 1000
    let force = Vector3(number(9), number(11), number(13)) * milli
    let raw = RawSample(
      deviceTime: nil, arrivalTime: arrivalTime, gyroscope: .missing, accelerometer: force)
    let orientation = DeviceOrientation(
      roll: number(7) * hundredth, pitch: number(5) * hundredth, yaw: number(3) * hundredth)
    emit(DecodedSample(sensor: 0, sample: raw, orientation: orientation, counter: UInt32(frame[2])))
  }

  public mutating func settle(emit: (DecodedSample) -> Void) { last = nil }

  public func name(ofFrameType type: UInt32) -> String { "angle, acceleration" }
}

/// BNO08x UART-RVC frames.
public typealias RVCDecoder = FramedDecoder<RVCReader>

/// A BNO08x in UART-RVC mode.
public struct RVCEncoder: SerialEncoder {
  public let sensors: [DecodedSensor]
  public var content: SampleContent { [.force, .orientation, .counter] }
  private var index: UInt8 = 0

  public init(sensor: DecodedSensor = .init(name: "")) { sensors = [sensor] }

  public mutating func append(_ row: [DecodedSample], to bytes: inout [UInt8]) {
    for sample in row where sample.sensor == 0 {
      if let counter = sample.counter { index = UInt8(truncatingIfNeeded: counter) }
      let orientation = sample.orientation
      let angles = orientation?.angles ?? orientation?.quaternion.rollPitchYaw ?? .zero
      bytes.append(0xAA)
      bytes.append(0xAA)
      let start = bytes.count
      bytes.append(index)
      for turn in [angles.z, angles.y, angles.x] { bytes.appendLittle(Int16(steps: turn * (18000 / .pi))) }
      let force = sample.sample.accelerometer * (1000 / .standardGravity)
      for axis in 0..<3 { bytes.appendLittle(Int16(steps: force[axis])) }
      for _ in 0..<3 { bytes.append(0) }
      bytes.append(bytes.sum(from: start))
      index &+= 1
    }
  }
}
