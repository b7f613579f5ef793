import DecimalText
import Inertial

/// A VectorNav: `$VNWRG,07,100*6C` sets the rate, `$VNRRG,..` reads a register; answers repeat the command. `*XX` stands
/// for any sum (serial.md section 4.8).
struct VectorNavFirmware: DeviceFirmware {
  private var line: [UInt8] = []

  mutating func receive(_ bytes: [UInt8]) -> [DeviceReaction] {
    var reactions: [DeviceReaction] = []
    for byte in bytes {
      if byte != 0x0A, byte != 0x0D {
        if line.count < 128 { line.append(byte) }
        continue
      }
      reactions += obey(line)
      line = []
    }
    return reactions
  }

  private func obey(_ line: [UInt8]) -> [DeviceReaction] {
    guard line.first == UInt8(ascii: "$"), let star = line.lastIndex(of: UInt8(ascii: "*")) else { return [] }
    let body = Array(line[1..<star]), sum = String(decoding: line[(star + 1)...], as: UTF8.self)
    guard sum.uppercased() == "XX" || UInt8(sum, radix: 16) == body.reduce(0, ^) else { return [] }
    let words = String(decoding: body, as: UTF8.self).split(separator: ",").map(String.init)
    guard words.count >= 2 else { return [] }
    switch words[0] {
    case "VNRRG" where words[1] == "01" || words[1] == "1":
      return [.answer(Self.line("VNRRG,01,VN-100S-CR"))]
    case "VNWRG":
      var reactions: [DeviceReaction] = [.acknowledge(Self.line(words.joined(separator: ",")))]
      if Int(words[1]) == 7, words.count > 2, let rate = DecimalText.parse(words[2]), rate > 0 {
        reactions.append(.rate(rate))
      }
      return reactions
    default: return []
    }
  }

  static func line(_ body: String) -> [UInt8] {
    let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return Array("$\(body)*\(sum.count == 1 ? "0" + sum : sum)\r\n".utf8)
  }

  mutating func restart() { line = [] }
}
