import IMUProtocols
import Inertial

/// WitMotion sensors on an RS-485 adapter: each answers a read of its registers and says nothing otherwise; a write needs
/// the unlock before it (serial.md section 4.3).
struct ModbusFirmware: DeviceFirmware {
  private static let requestLength = 8
  private var pending: [UInt8] = []
  private var unlocked: Set<UInt8> = []

  var isPolled: Bool { true }

  mutating func receive(_ bytes: [UInt8]) -> [DeviceReaction] {
    pending += bytes
    var reactions: [DeviceReaction] = []
    while pending.count >= Self.requestLength {
      let head = pending[..<Self.requestLength]
      guard let request = head.withUnsafeBytes({ WitMotionModbusRequest($0) }) else {
        pending.removeFirst()
        continue
      }
      reactions += obey(request)
      pending.removeFirst(Self.requestLength)
    }
    return reactions
  }

  private mutating func obey(_ request: WitMotionModbusRequest) -> [DeviceReaction] {
    switch request {
    case .read(let address, let first, let count):
      let sensor = Int(address - WitMotionModbusRequest.addresses.lowerBound)
      return [.row(sensor: sensor, registers: Int(first)..<Int(first) + max(1, min(125, Int(count))))]
    case .write(let address, let register, let value):
      if UInt8(truncatingIfNeeded: register) == WitMotion.Register.unlock {
        if value == 0xB588 { unlocked.insert(address) }
        return [.acknowledge(request.bytes)]
      }
      return unlocked.contains(address) ? [.acknowledge(request.bytes)] : []
    }
  }

  mutating func restart() {
    pending = []
    unlocked = []
  }
}
