import IMUProtocols
import Inertial
import Testing

@Suite struct TextLineDamageTests {
  private static let sums: [TextLineChecksum] = [.xor, .crc16]

  private func decoder(_ checksum: TextLineChecksum) -> TextLineDecoder {
    TextLineDecoder(configuration: boardConfiguration(checksum))
  }

  @Test func `every split of the bytes gives the same samples`() {
    let bytes = boardRows(6, checksum: .xor).bytes
    var whole = decoder(.xor)
    let expected = whole.samples(bytes)
    #expect(expected.count == 6)
    for split in 1..<bytes.count {
      var cut = decoder(.xor)
      #expect(cut.samples(bytes, pieces: [split]) == expected)
      #expect(cut.statistics == whole.statistics)
    }
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      var cut = decoder(.xor)
      let pieces = (0..<50).map { _ in Int.random(in: 1...20, using: &random) }
      #expect(cut.samples(bytes, pieces: pieces) == expected)
    }
  }

  @Test func `a stream may be opened at any byte of a line`() {
    let rows = boardRows(8)
    for start in 0..<rows.lines[0].count + rows.lines[1].count {
      var stream = SensorStream(decoder: decoder(.none))
      var samples: [DecodedSample] = []
      stream.push(RawLogRecord(time: 0, .event(.opened(path: "")))) { samples.append($0) }
      stream.push(RawLogRecord(time: 0, .received(Array(rows.bytes[start...])))) { samples.append($0) }
      stream.finish { samples.append($0) }
      let linesLost = start < rows.lines[0].count ? 1 : 2
      #expect(samples.count == 8 - linesLost)
      #expect(stream.rejectedByReason.isEmpty)
    }
  }

  @Test(arguments: sums) func `no flipped bit changes a sample of a line with a sum`(
    checksum: TextLineChecksum
  ) {
    let rows = boardRows(3, checksum: checksum)
    var clean = decoder(checksum)
    let expected = clean.samples(rows.bytes)
    for place in rows.bytes.indices {
      for bit in 0..<8 {
        var damaged = rows.bytes
        damaged[place] ^= 1 << bit
        var decoder = decoder(checksum)
        let samples = decoder.samples(damaged)
        #expect(samples.allSatisfy { expected.contains($0) }, "bit \(bit) of byte \(place)")
        #expect(samples.count == 3 || decoder.statistics.rejected > 0)
        #expect(samples.count >= 1)
      }
    }
  }

  @Test(arguments: sums) func `no lost byte changes a sample of a line with a sum`(checksum: TextLineChecksum)
  {
    let rows = boardRows(3, checksum: checksum)
    var clean = decoder(checksum)
    let expected = clean.samples(rows.bytes)
    for place in rows.bytes.indices {
      var damaged = rows.bytes
      damaged.remove(at: place)
      var decoder = decoder(checksum)
      let samples = decoder.samples(damaged)
      #expect(samples.allSatisfy { expected.contains($0) }, "byte \(place)")
      #expect(samples.count == 3 || decoder.statistics.rejected > 0)
    }
  }

  @Test func `a sum that was seen once is asked for ever after`() {
    var open = boardConfiguration()
    open.checksum = nil
    var decoder = TextLineDecoder(configuration: open)
    let rows = boardRows(2, checksum: .xor)
    let star = rows.lines[1].firstIndex(of: UInt8(ascii: "*"))!
    let samples = decoder.samples(rows.lines[0] + rows.lines[1][..<star] + [0x0A])
    #expect(samples.count == 1)
    #expect(decoder.statistics.rejected(.checksum) == 1)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `lost bytes cost their own lines only`(seed: UInt64) {
    let rows = boardRows(1000, checksum: .crc16, seed: seed)
    var random = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    var intact = Set<Int>()
    var wasCut = false
    for (number, line) in rows.lines.enumerated() {
      let kept = line.filter { _ in random.uniform() > 0.001 }
      // a line whose end is lost takes the next with it
      if kept.count == line.count, !wasCut { intact.insert(number) }
      wasCut = kept.last != UInt8(ascii: "\n") && !kept.isEmpty || (kept.isEmpty && wasCut)
      bytes += kept
    }
    var clean = decoder(.crc16), damaged = clean
    let expected = clean.samples(rows.bytes)
    let samples = Set(damaged.samples(bytes, pieces: [1, 7, 64]))
    let changed = samples.subtracting(expected), lost = intact.filter { !samples.contains(expected[$0]) }
    #expect(changed.isEmpty)
    #expect(lost.isEmpty)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>) func `noise never stops the decoder`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("0123456789.,;-+eTS*\t =:#flexion{}[]\"\r\n".utf8)
    var decoder = TextLineDecoder()
    for _ in 0..<200 {
      let isText = random.uniform() < 0.7
      let chunk = (0..<Int.random(in: 1...300, using: &random)).map { _ in
        isText ? alphabet.randomElement(using: &random)! : UInt8.random(in: 0...255, using: &random)
      }
      decoder.push(chunk, arrivalTime: Int64.random(in: .min ... .max, using: &random)) { _ in }
    }
    decoder.push(Array((boardConfiguration().descriptionLine + "\n").utf8), arrivalTime: 0) { _ in }
    #expect(decoder.statistics.bytes > 0)
    #expect(decoder.takeEvents().count <= 256)
  }
}
