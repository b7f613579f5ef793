import IMUProtocols

extension Acknowledge {
  /// What a known device answers to these bytes; nil for a command that has no answer, or that nobody knows.
  public static func answering(_ command: [UInt8]) -> Acknowledge? {
    // Xsens: the answer has the next higher message id
    if command.starts(with: [0xFA, 0xFF]), command.count >= 5 { return .xbus(message: command[2] &+ 1) }
    // x-IMU3: the answer is a message with the same key
    if command.starts(with: Array("{\"".utf8)),
      let end = command.dropFirst(2).firstIndex(of: UInt8(ascii: "\""))
    {
      return .line(beginning: String(decoding: command[...end], as: UTF8.self))
    }
    // MIP: an acknowledge field that repeats the command, in a packet of the same set
    if command.starts(with: MIPPacket.preamble), command.count > 5 {
      return .frame(MIPPacket.preamble + [command[2], 0x04, 0x04, 0xF1, command[5]], length: 10) {
        MIPPacket.sums($0.dropLast(2)) == ($0[$0.endIndex - 2], $0[$0.endIndex - 1])
      }
    }
    if case .read(let register)? = WitMotionCommand(command) { return .witMotion(register: register) }
    return nil
  }

  /// Registers of a WitMotion sensor from this one on: eleven bytes with a sum, or twenty that name the register. Such a
  /// frame has no sum, so the next one must follow, or nothing yet.
  public static func witMotion(register: UInt8) -> Acknowledge {
    let short = Acknowledge.frame([0x55, 0x5F], length: 11) { frame in
      frame.dropLast().reduce(0, &+) == frame.last
    }
    return Acknowledge { heard in
      if let place = short.find(heard) { return place }
      return places(of: [0x55, 0x71, register, 0], in: heard).first {
        $0 + 20 == heard.endIndex || $0 + 20 < heard.endIndex && heard[$0 + 20] == 0x55
      }.map { $0..<($0 + 20) }
    }
  }

  /// The first register of such an answer.
  static func witMotionValue(_ answer: [UInt8]) -> UInt16 {
    let place = answer.count == 20 ? 4 : 2
    return UInt16(answer[place]) | UInt16(answer[place + 1]) << 8
  }
}
