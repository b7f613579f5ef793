/// One message of the Xsens Xbus protocol: preamble, bus, message id, length, data, sum (serial.md 4.5).
enum XsensMessage {
  static let preamble: UInt8 = 0xFA
  /// Bus of a device that is alone.
  static let ownBus: UInt8 = 0xFF
  /// Highest bus number of a device behind a master.
  private static let lastBus: UInt8 = 0x20
  static let data: UInt8 = 0x36
  /// Longest data that is read [bytes]; the largest that a device sends is 2048.
  static let longestData = 2048
  static let longest = 7 + longestData

  /// Where the data of a whole message lie.
  static func dataRange(_ message: UnsafeRawBufferPointer) -> Range<Int> {
    (message[3] == 0xFF ? 6 : 4)..<(message.count - 1)
  }

  static func judge(_ window: UnsafeRawBufferPointer) -> FrameVerdict {
    guard window[0] == preamble else { return .none }
    guard window.count >= 4 else { return mayBegin(window) ? .needs(4) : .bad(.length) }
    guard mayBegin(window) else { return .bad(.length) }
    var start = 4, length = Int(window[3])
    if length == 0xFF {
      guard window.count >= 6 else { return .needs(6) }
      start = 6
      length = Int(window.big(UInt16.self, at: 4))
      guard length <= longestData else { return .bad(.length) }
    }
    let end = start + length + 1
    guard window.count >= end else { return .needs(end) }
    guard window.sum(1..<end) == 0 else { return .bad(.checksum) }
    // The sum lets one damaged message in 256 through; items that do not fill the data exactly are damage too.
    guard window[2] != data || XsensItems.fill(window, start..<(end - 1)) else { return .bad(.length) }
    return .frame(end)
  }

  /// Only data come from behind a master; everything else from a device that is alone.
  private static func mayBegin(_ window: UnsafeRawBufferPointer) -> Bool {
    if window.count < 2 || window[1] == ownBus { return true }
    return 1...lastBus ~= window[1] && (window.count < 3 || window[2] == data)
  }

  static func append(id: UInt8, bus: UInt8 = ownBus, _ data: [UInt8], to bytes: inout [UInt8]) {
    let start = bytes.count + 1
    bytes += [preamble, bus, id]
    if data.count < 0xFF {
      bytes.append(UInt8(data.count))
    } else {
      bytes.append(0xFF)
      bytes.appendBig(UInt16(data.count))
    }
    bytes += data
    bytes.append(0 &- bytes.sum(from: start))
  }

  /// Names of messages that say something by their id alone; nil for one that has no name here.
  static func name(ofId id: UInt8) -> String? {
    switch id {
    case 0x01: "DeviceID"
    case 0x11: "GoToMeasurementAck"
    case 0x13: "FirmwareRevision"
    case 0x1D: "ProductCode"
    case 0x31: "GoToConfigAck"
    case 0x32: "MTData"
    case data: "MTData2"
    case 0x3E: "WakeUp"
    case 0x41: "ResetAck"
    case 0x42: "Error"
    case 0xC1: "SetOutputConfigurationAck"
    default: nil
    }
  }
}

/// The items of an MTData2 message, one after the other: XDI, size, value.
struct XsensItems {
  private let bytes: UnsafeRawBufferPointer
  private var place: Int
  private let end: Int

  init(_ message: UnsafeRawBufferPointer) {
    let range = XsensMessage.dataRange(message)
    (bytes, place, end) = (message, range.lowerBound, range.upperBound)
  }

  /// The items fill the data exactly.
  static func fill(_ bytes: UnsafeRawBufferPointer, _ data: Range<Int>) -> Bool {
    var place = data.lowerBound
    while place + 3 <= data.upperBound { place += 3 + Int(bytes[place + 2]) }
    return place == data.upperBound
  }

  @inline(__always)
  mutating func next() -> XsensItem? {
    guard place < end else { return nil }
    let size = Int(bytes[place + 2])
    let value = UnsafeRawBufferPointer(rebasing: bytes[(place + 3)..<(place + 3 + size)])
    defer { place += 3 + size }
    return XsensItem(identifier: bytes.big(UInt16.self, at: place), value: value)
  }
}

/// One quantity as sent: what it is, how its numbers are written, in which earth axes.
struct XsensItem {
  enum NumberFormat: UInt16, Hashable, Sendable, CaseIterable {
    case float32 = 0, fixed1220, fixed1632, float64

    /// Bytes of one number.
    var size: Int {
      switch self {
      case .float32, .fixed1220: 4
      case .fixed1632: 6
      case .float64: 8
      }
    }
  }

  let identifier: UInt16
  let value: UnsafeRawBufferPointer

  /// Without number format and frame.
  var quantity: UInt16 { identifier & 0xFFF0 }
  var format: NumberFormat { NumberFormat(rawValue: identifier & 3) ?? .float32 }
  var frame: DeviceOrientation.Frame? {
    switch identifier & 0xC {
    case 0: .eastNorthUp
    case 4: .northEastDown
    case 8: .northWestUp
    default: nil
    }
  }

  /// Whether the value is so many finite numbers and nothing else: one byte of sum lets a damaged number through now and
  /// then.
  @inline(__always)
  func holds(_ count: Int) -> Bool {
    guard value.count == count * format.size else { return false }
    for place in 0..<count where !number(place).isFinite { return false }
    return true
  }

  @inline(__always)
  func number(_ place: Int) -> Double {
    let start = place * format.size
    switch format {
    case .float32: return Double(value.bigFloat(at: start))
    case .fixed1220: return Double(value.big(Int32.self, at: start)) * 0x1p-20
    case .fixed1632:
      let whole = Double(value.big(Int16.self, at: start + 4))
      return whole + Double(value.big(UInt32.self, at: start)) * 0x1p-32
    case .float64: return value.bigDouble(at: start)
    }
  }

  static func append(_ number: Double, _ format: NumberFormat, to bytes: inout [UInt8]) {
    switch format {
    case .float32: bytes.appendBig(Float(number).bitPattern)
    case .fixed1220: bytes.appendBig(Int32(clampingSteps: number * 0x1p20))
    case .fixed1632:
      let whole = min(32767, max(-32768, number.rounded(.down)))
      bytes.appendBig(UInt32(min(0xFFFF_FFFF, max(0, ((number - whole) * 0x1p32).rounded()))))
      bytes.appendBig(Int16(whole))
    case .float64: bytes.appendBig(number.bitPattern)
    }
  }
}

extension Int32 {
  /// The nearest whole number, held at the ends; nan becomes 0.
  init(clampingSteps steps: Double) {
    self = steps.isNaN ? 0 : Int32(Swift.min(2_147_483_647, Swift.max(-2_147_483_648, steps.rounded())))
  }
}
