import IMUProtocols
import Inertial

/// A MicroStrain device: packets `75 65 set len {flen fdesc data}.. ck1 ck2`; every command field is acknowledged
/// (serial.md section 4.7).
struct MIPFirmware: DeviceFirmware {
  private var pending: [UInt8] = []

  mutating func receive(_ bytes: [UInt8]) -> [DeviceReaction] {
    pending += bytes
    var reactions: [DeviceReaction] = []
    while let start = pending.firstIndex(of: MIPPacket.preamble[0]) {
      pending.removeFirst(start)
      guard pending.count >= 4 else { return reactions }
      let length = Int(pending[3]) + 6
      guard pending.count >= length else { return reactions }
      let sums = MIPPacket.sums(pending[..<(length - 2)])
      guard pending[1] == MIPPacket.preamble[1], sums == (pending[length - 2], pending[length - 1]) else {
        pending.removeFirst()
        continue
      }
      reactions += obey(Array(pending[..<length]))
      pending.removeFirst(length)
    }
    pending = []
    return reactions
  }

  private func obey(_ packet: [UInt8]) -> [DeviceReaction] {
    var reactions: [DeviceReaction] = []
    var acknowledges: [UInt8] = []
    var place = 4
    while place + 1 < packet.count - 2, packet[place] >= 2 {
      let command = packet[place + 1]
      acknowledges += [4, 0xF1, command, 0]
      if packet[2] == 0x01, command == 0x02 { reactions.append(.stop) }
      if packet[2] == 0x01, command == 0x06 { reactions.append(.start) }
      place += Int(packet[place])
    }
    return [.acknowledge(Self.packet(packet[2], acknowledges))] + reactions
  }

  static func packet(_ set: UInt8, _ fields: [UInt8]) -> [UInt8] {
    let packet = MIPPacket.preamble + [set, UInt8(fields.count)] + fields
    let (first, second) = MIPPacket.sums(packet)
    return packet + [first, second]
  }

  mutating func restart() { pending = [] }

  /// Filter data of another set.
  func foreignMessage(_ random: inout SplitMix64, at now: BoardMoment) -> ForeignMessage? {
    ForeignMessage(
      bytes: Self.packet(0x82, [8, 0x10, 0, 2, 0, 1, 0, UInt8(truncatingIfNeeded: random.next())]))
  }
}
