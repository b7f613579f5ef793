import IMUProtocols
import Inertial
import Testing

/// What users of other programs reported about text lines (the rows of the field reports by their ids).
@Suite struct TextFieldReportTests {
  private func samples(_ bytes: [UInt8], pieces: [Int] = [Int.max]) -> ([DecodedSample], TextLineDecoder) {
    var decoder = TextLineDecoder(configuration: boardConfiguration())
    let samples = decoder.samples(bytes, pieces: pieces)
    return (samples, decoder)
  }

  /// SR-15: a cut first line, and fields without a number.
  @Test(arguments: [
    "", ",", ",,,,,,,", "1,T,,,,,,", "T", "-", ".", "1,T,1,2,3,4,5,", "1,T,1,2,3,4,5,-", "1,T,1,2,3,4,5,e",
  ])
  func `a cut line is counted and throws nothing`(line: String) {
    let (read, decoder) = samples(Array((line + "\r\n5,T,1,2,3,4,5,6\r\n").utf8))
    #expect(read.count == 1)
    #expect(decoder.statistics.rejected + decoder.statistics.messages == (line.isEmpty ? 0 : 1))
  }

  /// SR-16: reading starts in the middle of a line.
  @Test func `the first good sample comes from the next full line`() {
    let rows = boardRows(5)
    let (expected, _) = samples(rows.bytes)
    for start in 1..<rows.lines[0].count {
      var stream = SensorStream(
        decoder: TextLineDecoder(configuration: boardConfiguration()), plausibility: nil)
      var read: [DecodedSample] = []
      stream.push(RawLogRecord(time: 0, .event(.opened(path: "")))) { read.append($0) }
      stream.push(RawLogRecord(time: 0, .received(Array(rows.bytes[start...])))) { read.append($0) }
      stream.finish { read.append($0) }
      #expect(read.map(\.sample) == expected.dropFirst().map(\.sample), "start \(start)")
    }
  }

  /// SR-27: a driver hands bytes over 32 at a time.
  @Test(arguments: [1, 7, 31, 32, 33, 64]) func `batches that cut lines change nothing`(length: Int) {
    let rows = boardRows(400)
    let (whole, _) = samples(rows.bytes)
    let (cut, decoder) = samples(rows.bytes, pieces: [length])
    #expect(cut == whole)
    #expect(decoder.statistics.rejected == 0)
  }

  /// SR-14: binary without headers never becomes shifted columns.
  @Test(arguments: SerialProtocol.all.map(\.name)) func `headerless binary gives next to no sample`(
    name: String
  ) throws {
    let bytes = exampleRows(2000).flatMap { row -> [UInt8] in
      (0..<9).flatMap { place -> [UInt8] in
        let vector = [row.sample.accelerometer, row.sample.gyroscope, row.sample.magnetometer!][place / 3]
        return withUnsafeBytes(of: Float(vector[place % 3]).bitPattern.littleEndian) { Array($0) }
      }
    }
    var decoder = try #require(try SerialProtocol.named(name)?.makeDecoder(""))
    #expect(decoder.samples(bytes).isEmpty)
  }
}
