/// What a receiver at another speed makes of bytes: every bit is there, sampled at the wrong moments.
///
/// The line is idle before and after the bytes, which follow each other without a pause: a start bit (0), eight data
/// bits, the lowest first, a stop bit (1). The receiver waits for a falling edge, samples at 1.5, 2.5, ... of its own
/// bits, takes the byte whatever the stop bit is (as Linux does without parity marking), and looks for the next edge
/// from the middle of the stop bit on.
public enum BaudMismatch {
  /// - Parameters:
  ///   - sent: speed of the sender [baud].
  ///   - received: speed of the receiver [baud].
  public static func resample(_ bytes: [UInt8], from sent: Int, to received: Int) -> [UInt8] {
    if sent == received { return bytes }
    let line = Line(bytes: bytes)
    /// Bits of the sender in one of the receiver.
    let step = Double(sent) / Double(received)
    var heard: [UInt8] = []
    var position = 0.0
    while let edge = line.fallingEdge(from: position) {
      var byte: UInt8 = 0
      for bit in 0..<8 where line.level(at: edge + (1.5 + Double(bit)) * step) { byte |= 1 << UInt8(bit) }
      heard.append(byte)
      position = edge + 9.5 * step
    }
    return heard
  }

  /// The levels of a line in bits of the sender.
  private struct Line {
    let bytes: [UInt8]
    var bits: Int { bytes.count * 10 }

    func level(at time: Double) -> Bool { time < 0 ? true : bit(Int(time.rounded(.down))) }

    /// The first fall of the line at or behind `time`; a low level that lasts has fallen before and does not count.
    func fallingEdge(from time: Double) -> Double? {
      var place = max(0, Int(time.rounded(.up)))
      while place < bits {
        if !bit(place), place == 0 || bit(place - 1) { return Double(place) }
        place += 1
      }
      return nil
    }

    private func bit(_ place: Int) -> Bool {
      guard place < bits else { return true }
      switch place % 10 {
      case 0: return false
      case 9: return true
      case let bit: return bytes[place / 10] >> UInt8(bit - 1) & 1 == 1
      }
    }
  }
}
