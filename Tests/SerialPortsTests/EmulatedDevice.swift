import Foundation
import SerialPorts
import Synchronization

/// A device behind a pseudo terminal that answers what it is sent, on a thread of its own.
final class EmulatedDevice: Sendable {
  /// How it behaves: bytes it received in, bytes it sends out; `time` [s] since it was plugged in, `baud` what the port
  /// is set to. Called every two milliseconds.
  typealias Behaviour = @Sendable (_ received: [UInt8], _ time: Double, _ baud: Int) -> [UInt8]

  private let isPulled = Atomic(false)
  private let isGone = Atomic(false)
  private let heard = Mutex<[UInt8]>([])
  let path: String
  /// All that it was sent.
  var received: [UInt8] { heard.withLock { $0 } }

  init(link: String? = nil, _ behave: @escaping Behaviour) throws {
    let terminal = TerminalBox(try PseudoTerminal(link: link))
    path = terminal.path
    Thread.detachNewThread { [self] in run(terminal, behave) }
  }

  private func run(_ box: TerminalBox, _ behave: Behaviour) {
    var terminal = box.take()
    let start = HostClock.monotonic()
    while !isPulled.load(ordering: .relaxed) {
      let received = (try? terminal.read()) ?? []
      heard.withLock { $0 += received }
      let bytes = behave(received, Double(HostClock.monotonic() - start) * 1e-9, terminal.speed)
      _ = try? terminal.write(bytes[...])
      usleep(2000)
    }
    finish(terminal)
  }

  private func finish(_ terminal: consuming PseudoTerminal) {
    _ = consume terminal
    isGone.store(true, ordering: .releasing)
  }

  /// Closes the terminal; returns once it is closed.
  func pull() {
    isPulled.store(true, ordering: .relaxed)
    while !isGone.load(ordering: .acquiring) { usleep(200) }
  }

  deinit { isPulled.store(true, ordering: .relaxed) }
}

/// Hands a terminal to its thread.
private final class TerminalBox: @unchecked Sendable {
  private var content: PseudoTerminal?
  let path: String

  init(_ content: consuming PseudoTerminal) {
    path = content.path
    self.content = consume content
  }

  func take() -> PseudoTerminal { content.take()! }
}

/// Frames of a WitMotion sensor that counts its samples, at a rate [Hz], from a start [s] on.
final class WitMotionEmulator: Sendable {
  struct State {
    var sent = 0
    var registers: [UInt8: UInt16] = [0x03: 6]
    var isUnlocked = false
    var isSaved = false
    /// Answers that are swallowed.
    var deafFor = 0
    var command: [UInt8] = []
  }

  let state = Mutex(State())
  let rate: Double
  /// Writes are ignored whatever is sent before.
  let isStubborn: Bool

  init(rate: Double = 50, isStubborn: Bool = false, deafFor: Int = 0) {
    self.rate = rate
    self.isStubborn = isStubborn
    state.withLock { $0.deafFor = deafFor }
  }

  static func frame(_ type: UInt8, _ values: [Int16]) -> [UInt8] {
    var bytes: [UInt8] = [0x55, type]
    for value in values {
      bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
    return bytes + [bytes.reduce(0, &+)]
  }

  func behave(_ received: [UInt8], _ time: Double) -> [UInt8] {
    state.withLock { state in
      var bytes: [UInt8] = []
      while Double(state.sent) < time * rate {
        bytes +=
          Self.frame(0x51, [0, 0, 2048, 2500]) + Self.frame(0x52, [Int16(state.sent % 1000), 0, 0, 0])
        state.sent += 1
      }
      state.command += received
      while state.command.count >= 5 {
        let command = Array(state.command.prefix(5))
        state.command.removeFirst(5)
        bytes += obey(command, &state)
      }
      return bytes
    }
  }

  private func obey(_ command: [UInt8], _ state: inout State) -> [UInt8] {
    guard command[0] == 0xFF, command[1] == 0xAA else { return [] }
    let value = UInt16(command[3]) | UInt16(command[4]) << 8
    switch command[2] {
    case 0x69: state.isUnlocked = value == 0xB588
    case 0x00: state.isSaved = state.isUnlocked
    case 0x27:
      if state.deafFor > 0 {
        state.deafFor -= 1
        return []
      }
      let values = (0..<4).map { Int16(bitPattern: state.registers[command[3] + $0] ?? 0) }
      return Self.frame(0x5F, values)
    default: if state.isUnlocked, !isStubborn { state.registers[command[2]] = value }
    }
    return []
  }
}
