import IMUProtocols
import Inertial
import Testing

@Suite struct TextLineDecoderTests {
  private func decode(
    _ text: String, _ configuration: TextLineConfiguration = boardConfiguration()
  ) -> (samples: [DecodedSample], decoder: TextLineDecoder) {
    var decoder = TextLineDecoder(configuration: configuration)
    let samples = decoder.samples(Array(text.utf8))
    return (samples, decoder)
  }

  @Test func `a row becomes a sample in SI`() {
    let (samples, decoder) = decode("123456,T,0.01,-0.02,9.81,0.1,-0.2,0.3\r\n")
    #expect(samples.count == 1)
    #expect(samples[0].sample.deviceTime == 123_456_000)
    #expect(samples[0].sample.accelerometer == Vector3(0.01, -0.02, 9.81))
    #expect(samples[0].sample.gyroscope == Vector3(0.1, -0.2, 0.3))
    #expect(decoder.sensors == [DecodedSensor(name: "T", segment: .thigh)])
  }

  @Test func `what the encoder prints is what the decoder reads`() {
    let rows = boardRows(40, checksum: .crc16)
    var decoder = TextLineDecoder(configuration: boardConfiguration(.crc16))
    let samples = decoder.samples(rows.bytes)
    #expect(samples.count == 40)
    #expect(decoder.statistics.rejected == 0)
    #expect(decoder.sensors.map(\.segment) == [.thigh, .shank])
  }

  @Test func `a board that describes itself needs no configuration`() {
    let line = boardConfiguration(.xor).descriptionLine
    let (samples, decoder) = decode(
      line + "\n" + String(decoding: boardRows(4, checksum: .xor).bytes, as: UTF8.self),
      TextLineConfiguration())
    #expect(samples.count == 4)
    #expect(decoder.nominalRate == 100)
    #expect(decoder.configuration.columns == boardConfiguration().columns)
  }
}
