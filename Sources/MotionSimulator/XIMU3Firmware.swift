import DecimalText
import IMUProtocols
import Inertial

/// An x-IMU3: commands are JSON lines `{"key":value}`, each is answered by its like (serial.md section 4.4).
struct XIMU3Firmware: DeviceFirmware {
  private var isBinary: Bool
  private var line: [UInt8] = []

  init(isBinary: Bool) { self.isBinary = isBinary }

  mutating func receive(_ bytes: [UInt8]) -> [DeviceReaction] {
    var reactions: [DeviceReaction] = []
    for byte in bytes {
      if byte != 0x0A {
        if line.count < 512 { line.append(byte) }
        continue
      }
      reactions += obey(String(decoding: line, as: UTF8.self))
      line = []
    }
    return reactions
  }

  private mutating func obey(_ line: String) -> [DeviceReaction] {
    let text = line.filter { !" \r\t".contains($0) }
    guard text.hasPrefix("{\""), text.hasSuffix("}"), let colon = text.firstIndex(of: ":") else { return [] }
    let key = text[..<colon].dropFirst(2).dropLast()
    let value = String(text[text.index(after: colon)...].dropLast())
    if key == "ping" {
      let identity = #"{"interface":"USB","device_name":"x-IMU3","serial_number":"0123-4567-89AB-CDEF"}"#
      return [.answer(Array("{\"ping\":\(identity)}\r\n".utf8))]
    }
    let echo = DeviceReaction.acknowledge(Array("{\"\(key)\":\(value)}\r\n".utf8))
    if key == "inertial_message_rate_divisor", let divisor = DecimalText.parse(value), divisor >= 1 {
      return [echo, .rate(XIMU3Command.baseRate / divisor)]
    }
    if key == "binary_mode_enabled" {
      isBinary = value == "true"
      return [echo, .speak(isBinary ? "ximu3_binary" : "ximu3_ascii")]
    }
    return [echo]
  }

  mutating func restart() { line = [] }

  /// A battery message.
  func foreignMessage(_ random: inout SplitMix64, at now: BoardMoment) -> ForeignMessage? {
    if !isBinary { return ForeignMessage(bytes: Array("B,\(now.stamp / 1000),75.0,4.1,0\r\n".utf8)) }
    var body: [UInt8] = []
    withUnsafeBytes(of: UInt64(bitPattern: now.stamp / 1000).littleEndian) { body.append(contentsOf: $0) }
    for number: Float in [75, 4.1, 0] {
      withUnsafeBytes(of: number.bitPattern.littleEndian) { body.append(contentsOf: $0) }
    }
    var message = [UInt8(ascii: "B")]
    for byte in body {
      switch byte {
      case 0x0A: message += [0xDB, 0xDC]
      case 0xDB: message += [0xDB, 0xDD]
      default: message.append(byte)
      }
    }
    return ForeignMessage(bytes: message + [0x0A])
  }
}
