import IMUProtocols
import Inertial

/// Registers of a WitMotion device: a write counts only when they are unlocked, and is ignored otherwise; what was not
/// saved is forgotten when the power goes (serial.md section 4.1).
struct WitMotionFirmware: DeviceFirmware {
  private typealias Register = WitMotion.Register

  /// Replies as the 20-byte framing has them: eight registers.
  private let hasLongReplies: Bool
  private var registers = [UInt16](repeating: 0, count: 256)
  private var saved: [UInt16]
  private var isUnlocked = false
  private var pending: [UInt8] = []

  /// - Parameter types: of the frames of a group; none for the 20-byte framing.
  init(hasLongReplies: Bool, rate: Double, baud: Int?, types: [UInt8] = []) {
    self.hasLongReplies = hasLongReplies
    registers[Int(Register.content)] = WitMotion.contentMask(types)
    registers[Int(Register.rate)] = WitMotion.rateCode(rate) ?? 9
    registers[Int(Register.baud)] = WitMotion.baudCode(baud ?? 115_200) ?? 6
    // 2000 deg/s and 16 g, and heading without the magnetometer.
    registers[Int(Register.rateRange)] = 3
    registers[Int(Register.forceRange)] = 3
    registers[Int(Register.algorithm)] = 1
    saved = registers
  }

  mutating func receive(_ bytes: [UInt8]) -> [DeviceReaction] {
    pending += bytes
    var reactions: [DeviceReaction] = []
    while let start = pending.firstIndex(of: 0xFF) {
      pending.removeFirst(start)
      if pending.count > 1, pending[1] != 0xAA {
        pending.removeFirst()
        continue
      }
      guard pending.count >= 5 else { return reactions }
      if let command = WitMotionCommand(pending[..<5]) { reactions += obey(command) }
      pending.removeFirst(5)
    }
    pending = []
    return reactions
  }

  private mutating func obey(_ command: WitMotionCommand) -> [DeviceReaction] {
    switch command {
    case .read(let register): return [.answer(reply(from: register))]
    case .unlock: isUnlocked = true
    case .save:
      if isUnlocked { saved = registers }
      isUnlocked = false
    case .write(let register, let value):
      guard isUnlocked else { return [] }
      registers[Int(register)] = value
      return effect(of: register, value)
    }
    return []
  }

  private func effect(of register: UInt8, _ value: UInt16) -> [DeviceReaction] {
    switch register {
    case Register.rate: return WitMotion.rates.first { $0.code == value }.map { [.rate($0.rate)] } ?? [.stop]
    case Register.baud: return WitMotion.bauds.first { $0.code == value }.map { [.baud($0.baud)] } ?? []
    case Register.content where !hasLongReplies:
      let types = (0..<11).filter { value >> $0 & 1 == 1 }.map { "\"5\(String($0, radix: 16))\"" }
      return [.configure("{\"content\":[\(types.joined(separator: ","))]}")]
    default: return []
    }
  }

  private func reply(from register: UInt8) -> [UInt8] {
    let values = (0..<8).map { Int16(bitPattern: registers[Int(register &+ UInt8($0))]) }
    var reply: [UInt8] = []
    if hasLongReplies {
      reply = [0x55, 0x71, register, 0]
      for value in values {
        reply += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      }
    } else {
      WitMotionEncoder.append(
        WitMotion.FrameType.registers, (values[0], values[1], values[2]), values[3], to: &reply)
    }
    return reply
  }

  mutating func restart() {
    registers = saved
    isUnlocked = false
    pending = []
  }

  /// Pressure and height; the 20-byte framing has register replies only.
  func foreignMessage(_ random: inout SplitMix64, at now: BoardMoment) -> ForeignMessage? {
    if hasLongReplies { return ForeignMessage(bytes: reply(from: WitMotion.Register.field)) }
    var message: [UInt8] = []
    func number() -> Int16 { Int16(truncatingIfNeeded: random.next()) }
    WitMotionEncoder.append(0x56, (number(), number(), number()), number(), to: &message)
    return ForeignMessage(bytes: message)
  }
}
