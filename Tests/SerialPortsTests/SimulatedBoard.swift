import Foundation
import IMUProtocols
import Inertial
import SerialPorts
import Synchronization

/// Folder of this test run for links to pseudo terminals.
func freshLink() -> String {
  NSTemporaryDirectory() + "flexion-port-" + UUID().uuidString
}

let boardConfiguration: TextLineConfiguration = {
  var configuration = TextLineConfiguration()
  configuration.columns = ["t_us", "id", "ax", "ay", "az", "gx", "gy", "gz"]
  configuration.acceleration = .metrePerSecondSquared
  configuration.angularRate = .radianPerSecond
  configuration.checksum = .xor
  configuration.nominalRate = 100
  return configuration
}()

/// A board at 100 Hz whose gyroscope counts its samples: x is the number of the sample.
struct CountingBoard {
  private let encoder = TextLineEncoder(configuration: boardConfiguration)!
  private var next = 0
  let rate: Double

  init(rate: Double = 100) { self.rate = rate }

  mutating func bytes(until time: Double) -> [UInt8] {
    var bytes: [UInt8] = []
    while Double(next) / rate <= time {
      for sensor in ["T", "S"] {
        let sample = RawSample(
          deviceTime: nil, arrivalTime: 0, gyroscope: Vector3(Double(next) / 1000, 0, 0),
          accelerometer: Vector3(0, 0, 9.81))
        encoder.append(sample, sensor: sensor, time: Int64(Double(next) / rate * 1e9), to: &bytes)
      }
      next += 1
    }
    return bytes
  }
}

/// A simulated board on a thread of its own, plugged in at `link`.
final class PluggedBoard: Sendable {
  private let isPulled = Atomic(false)
  private let isGone = Atomic(false)
  let link: String

  init(link: String, rate: Double = 100) throws {
    self.link = link
    let terminal = Mutex<PseudoTerminal?>(try PseudoTerminal(link: link))
    let taken = terminal.withLock { $0.take()! }
    start(DevicePacer(taken), rate)
  }

  private func start(_ pacer: consuming DevicePacer, _ rate: Double) {
    let box = Box(pacer)
    Thread.detachNewThread { [self] in
      var board = CountingBoard(rate: rate)
      var pacer = box.take()
      try? pacer.run(duration: nil, shouldStop: { isPulled.load(ordering: .relaxed) }) {
        board.bytes(until: $0)
      }
      finish(pacer)
    }
  }

  private func finish(_ pacer: consuming DevicePacer) {
    _ = consume pacer
    isGone.store(true, ordering: .releasing)
  }

  /// Closes the terminal; returns once it is closed.
  func pull() {
    isPulled.store(true, ordering: .relaxed)
    while !isGone.load(ordering: .acquiring) { usleep(200) }
  }

  deinit { isPulled.store(true, ordering: .relaxed) }
}

/// Hands a pacer to its thread.
private final class Box: @unchecked Sendable {
  private var content: DevicePacer?

  init(_ content: consuming DevicePacer) { self.content = consume content }

  func take() -> DevicePacer { content.take()! }
}
