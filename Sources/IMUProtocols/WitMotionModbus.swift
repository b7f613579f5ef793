import Inertial

/// Requests to WitMotion sensors that speak Modbus RTU (serial.md 4.3).
public enum WitMotionModbusRequest: Hashable, Sendable {
  /// `count` registers from `first` on.
  case read(address: UInt8, first: UInt16, count: UInt16)
  case write(address: UInt8, register: UInt16, value: UInt16)

  /// Without it a write is ignored silently.
  public static func unlock(address: UInt8) -> WitMotionModbusRequest {
    .write(address: address, register: UInt16(WitMotion.Register.unlock), value: 0xB588)
  }

  /// Addresses that these sensors can have.
  public static let addresses: ClosedRange<UInt8> = 0x50...0x7F
  /// Pause that a sensor needs after a write [ns].
  public static let turnAround: Int64 = 20_000_000
  static let length = 8
  static let readFunction: UInt8 = 3
  static let writeFunction: UInt8 = 6

  public var bytes: [UInt8] {
    var bytes: [UInt8]
    switch self {
    case .read(let address, let first, let count):
      bytes = [address, Self.readFunction]
      bytes.appendBig(first)
      bytes.appendBig(count)
    case .write(let address, let register, let value):
      bytes = [address, Self.writeFunction]
      bytes.appendBig(register)
      bytes.appendBig(value)
    }
    bytes.appendLittle(CRC16.modbus.sum(bytes[...]))
    return bytes
  }

  /// Reads eight bytes back; nil when they are no request with a good sum.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.length, Self.addresses ~= bytes[0],
      CRC16.modbus.sum(UnsafeRawBufferPointer(rebasing: bytes[..<6])) == bytes.little(UInt16.self, at: 6)
    else { return nil }
    let register = bytes.big(UInt16.self, at: 2), value = bytes.big(UInt16.self, at: 4)
    switch bytes[1] {
    case Self.readFunction: self = .read(address: bytes[0], first: register, count: value)
    case Self.writeFunction: self = .write(address: bytes[0], register: register, value: value)
    default: return nil
    }
  }
}

/// Replies of WitMotion sensors that speak Modbus RTU. A reply does not say which registers it holds: those that were
/// asked for last, or those of the configuration.
///
/// Each address is a sensor of its own. Adapters may echo the requests, which are taken for what they are.
public struct WitMotionModbusReader: FrameReader {
  public static let longestFrame = 5 + 250

  public private(set) var sensors: [DecodedSensor]
  public var statistics = DecoderStatistics()
  public var isChecked: Bool { true }
  public var fieldUnit: FieldUnit { .arbitrary }
  public private(set) var ranges: WitMotionRanges
  private let stated: WitMotionConfiguration
  private var addresses: [UInt8]
  private var first: Int
  private var count: Int
  private var events = EventList()

  public init(configuration: WitMotionConfiguration = WitMotionConfiguration()) {
    stated = configuration
    ranges = WitMotionRanges(stated: configuration)
    sensors = configuration.sensors
    addresses = configuration.sensors.compactMap { UInt8($0.name, radix: 16) }
    (first, count) = (configuration.firstRegister, configuration.registerCount)
  }

  // MARK: Which bytes are a frame

  public func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict {
    guard WitMotionModbusRequest.addresses ~= window[0] else { return .none }
    guard window.count >= 2 else { return .needs(2) }
    switch window[1] {
    case WitMotionModbusRequest.readFunction: return judgeRead(window)
    case WitMotionModbusRequest.writeFunction: return Self.judge(window, WitMotionModbusRequest.length)
    case 0x83, 0x86: return Self.judge(window, 5)
    default: return .none
    }
  }

  /// A reply has a byte count, an echoed request the high byte of a register there, which is 0.
  private func judgeRead(_ window: UnsafeRawBufferPointer) -> FrameVerdict {
    guard window.count >= 3 else { return .needs(3) }
    let length = Int(window[2])
    if length == 0 { return Self.judge(window, WitMotionModbusRequest.length) }
    return length % 2 == 0 && length <= 250 ? Self.judge(window, 5 + length) : .none
  }

  private static func judge(_ window: UnsafeRawBufferPointer, _ length: Int) -> FrameVerdict {
    guard window.count >= length else { return .needs(length) }
    let sum = CRC16.modbus.sum(UnsafeRawBufferPointer(rebasing: window[..<(length - 2)]))
    return sum == window.little(UInt16.self, at: length - 2) ? .frame(length) : .bad(.checksum)
  }

  // MARK: What a frame says

  public mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    let isReply = frame[1] == WitMotionModbusRequest.readFunction && frame[2] > 0
    statistics.accept(bytes: frame.count, type: UInt32(frame[1]), isForeign: !isReply)
    if isReply {
      takeReply(frame, arrivalTime, emit)
    } else if let request = WitMotionModbusRequest(frame) {
      observe(request)
    } else {
      events.note(.acknowledge("error \(frame[2]) of address \(String(frame[0], radix: 16))"))
    }
  }

  private mutating func takeReply(
    _ frame: UnsafeRawBufferPointer, _ arrivalTime: Int64, _ emit: (DecodedSample) -> Void
  ) {
    // What an answer of another length holds, nobody knows.
    guard Int(frame[2]) == 2 * count else { return statistics.reject(.length) }
    guard let sensor = sensor(frame[0]) else { return statistics.reject(.unknownSensor) }
    var block = WitMotionBlock()
    let isMotion = block.takeRegisters(from: first, count: count, ranges) {
      frame.big(Int16.self, at: 3 + 2 * $0)
    }
    guard isMotion else { return takeRegisters(frame) }
    statistics.samples += 1
    emit(
      DecodedSample(
        sensor: sensor, sample: block.raw(time: nil, arrivalTime: arrivalTime),
        orientation: block.orientation, marks: block.marks))
  }

  private mutating func takeRegisters(_ frame: UnsafeRawBufferPointer) {
    let values = (0..<count).map { frame.big(Int16.self, at: 3 + 2 * $0) }
    events.note(.registers(first: UInt16(first), values: values))
    ranges.take(values, from: first, stated, &events)
  }

  private mutating func sensor(_ address: UInt8) -> Int? {
    if let place = addresses.firstIndex(of: address) { return place }
    guard stated.sensors.isEmpty else {
      events.noteOnce(.unknownSensor(Self.name(address)))
      return nil
    }
    addresses.append(address)
    sensors.append(DecodedSensor(name: Self.name(address)))
    return addresses.count - 1
  }

  private static func name(_ address: UInt8) -> String { String(address, radix: 16, uppercase: true) }

  // MARK: What was asked

  public mutating func observe(sent bytes: [UInt8]) {
    let request = bytes.withUnsafeBytes { bytes in
      WitMotionModbusRequest(UnsafeRawBufferPointer(rebasing: bytes[max(0, bytes.count - 8)...]))
    }
    if let request { observe(request) }
  }

  private mutating func observe(_ request: WitMotionModbusRequest) {
    guard case .read(_, let first, let count) = request, 1...125 ~= count else { return }
    (self.first, self.count) = (Int(first), Int(count))
  }

  public mutating func takeEvents() -> [DecoderEvent] { events.take() }

  public func name(ofFrameType type: UInt32) -> String {
    switch type {
    case 3: "register reply"
    case 6: "write echo"
    default: "error reply"
    }
  }
}

/// WitMotion Modbus replies.
public typealias WitMotionModbusDecoder = FramedDecoder<WitMotionModbusReader>
