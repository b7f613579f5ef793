import IMUProtocols
import Inertial
import Testing

/// Rows of numbers that nobody explains.
@Suite struct ColumnProposalTests {
  private func rows(
    _ count: Int = 60, acceleration: Double, rate: Double, separator: String = ",", decimals: Int = 3,
    time: ((Int) -> String)? = nil
  ) -> String {
    exampleRows(count).enumerated().map { number, row in
      func text(_ value: Double) -> String {
        let scale = (0..<decimals).reduce(1.0) { product, _ in product * 10 }
        let rounded = (value * scale).rounded() / scale
        return decimals == 0 ? "\(Int(rounded))" : "\(rounded)"
      }
      let force = (0..<3).map { text(row.sample.accelerometer[$0] / .standardGravity * acceleration) }
      let turn = (0..<3).map { text(row.sample.gyroscope[$0] * rate) }
      return ((time.map { [$0(number)] } ?? []) + force + turn).joined(separator: separator)
    }.joined(separator: "\r\n") + "\r\n"
  }

  private func proposal(_ text: String) throws -> ColumnProposal {
    try #require(ColumnProposal(Array(("cut\r\n" + text).utf8)))
  }

  @Test(arguments: [
    (9.80665, 3, PhysicalUnit.metrePerSecondSquared), (1, 3, .standardGravity), (1000, 1, .milliGravity),
    (16_384, 0, .countsPerGravity(16_384)), (8192, 0, .countsPerGravity(8192)),
    (4096, 0, .countsPerGravity(4096)), (2048, 0, .countsPerGravity(2048)),
  ])
  func `the length of gravity tells the unit of acceleration`(size: Double, decimals: Int, unit: PhysicalUnit)
    throws
  {
    let found = try proposal(
      rows(acceleration: size, rate: 57.3, decimals: decimals) { "\(1_000_000 + $0 * 9998)" })
    #expect(found.configuration.columns == ["t", "ax", "ay", "az", "gx", "gy", "gz"])
    #expect(found.configuration.acceleration == unit)
    #expect(found.configuration.timeUnit == .microseconds)
    #expect(found.rows == 60)
    #expect(!found.evidence.isEmpty)
  }

  @Test(arguments: [
    (9998.0, 0, TextLineConfiguration.TimeUnit.microseconds), (10, 0, .milliseconds), (0.01, 2, .seconds),
  ])
  func `a rising column is time, and its step tells the unit`(
    step: Double, decimals: Int, unit: TextLineConfiguration.TimeUnit
  ) throws {
    let found = try proposal(
      rows(acceleration: 1, rate: 1) { decimals == 0 ? "\(Int(step) * $0)" : "\(Double($0) * step)" })
    #expect(found.configuration.timeUnit == unit)
  }

  @Test func `a column that rises by one is a counter`() throws {
    let found = try proposal(rows(acceleration: 1, rate: 1) { "\(70 + $0)" })
    #expect(found.configuration.columns?.first == "counter")
    #expect(found.configuration.timeUnit == nil)
  }

  @Test func `a column of two words in turn is the sensor`() throws {
    let found = try proposal(rows(acceleration: 9.80665, rate: 1) { $0 % 2 == 0 ? "T" : "S" })
    #expect(found.configuration.columns?.first == "id")
  }

  @Test func `a header gives the names and the data the units`() throws {
    let found = try proposal(
      "T [ms],ax,ay,az,gx,gy,gz\r\n" + rows(acceleration: 1000, rate: 57.3) { "\($0 * 10)" })
    #expect(found.configuration.columns == ["_", "ax", "ay", "az", "gx", "gy", "gz"])
    #expect(found.configuration.acceleration == .milliGravity)
  }

  @Test func `wide rows are two sensors`() throws {
    let one = rows(acceleration: 1, rate: 1).split(separator: "\r\n")
    let two = zip(one, one.reversed()).map { "\($0),\($1)\r\n" }.joined()
    let found = try proposal(two)
    let columns = ["ax", "ay", "az", "gx", "gy", "gz"]
    #expect(found.configuration.columns == columns.map { $0 + "1" } + columns.map { $0 + "2" })
  }

  @Test(arguments: [";", "\t", " "]) func `every separator is seen`(separator: String) throws {
    let found = try proposal(rows(acceleration: 1, rate: 1, separator: separator))
    #expect(found.configuration.columns == ["ax", "ay", "az", "gx", "gy", "gz"])
    if separator != " " {
      let comma = rows(acceleration: 1, rate: 1, separator: separator).replacing(".", with: ",")
      #expect(try proposal(comma).configuration.decimalComma == true)
    }
  }

  @Test func `the rate is asked for and never known`() throws {
    let found = try proposal(rows(acceleration: 1, rate: 57.3))
    #expect(found.questions.contains { $0.contains("deg/s") })
  }

  @Test(arguments: [(1.0, PhysicalUnit.radianPerSecond), (57.3, .degreePerSecond)])
  func `beside m/s2 a rate that no leg reaches in rad/s is in deg/s`(scale: Double, unit: PhysicalUnit) throws
  {
    let fast = exampleRows(60).map(\.sample.gyroscope.norm).max() ?? 0
    // The example turned so fast that its peak is 1 rad/s, or 57 deg/s.
    let found = try proposal(rows(acceleration: 9.80665, rate: scale / fast))
    #expect(found.configuration.angularRate == unit)
    #expect(found.questions.contains { $0.contains(unit == .degreePerSecond ? "deg/s" : "rad/s") })
  }

  @Test func `numbers without gravity are no acceleration`() throws {
    let text = (0..<24).map { "\($0 % 7),\(300 + $0 * 37 % 90),\(-$0)\n" }.joined()
    let found = try proposal(text)
    #expect(found.configuration.columns == ["_", "_", "_"])
    #expect(!found.questions.isEmpty)
  }

  @Test func `four columns of length one are a quaternion, and its order is asked for`() throws {
    let text = (0..<60).map { n -> String in
      let q = Quaternion(axis: Vector3(0.6, 0.64, 0.48), angle: Double(n) / 20)
      return [q.w, q.x, q.y, q.z].map { "\(($0 * 10_000).rounded() / 10_000)" }.joined(separator: " ") + "\n"
    }.joined()
    let found = try proposal(text)
    #expect(found.configuration.columns == ["q0", "q1", "q2", "q3"])
    #expect(found.questions.contains { $0.contains("wxyz") })
  }

  @Test func `rows of two sensors that are read in turn share a clock`() throws {
    let found = try proposal(
      rows(acceleration: 9.80665, rate: 1) {
        "\(1_000_000 + $0 / 2 * 10_000 + $0 % 2 * 2000),\("TS".prefix($0 % 2 + 1).suffix(1))"
      })
    #expect(found.configuration.columns == ["t", "id", "ax", "ay", "az", "gx", "gy", "gz"])
    #expect(found.configuration.timeUnit == .microseconds)
  }

  @Test func `a confirmed proposal is a device file that decodes the rows`() throws {
    let text = rows(acceleration: 1, rate: 57.295779513) { "\(1_000_000 + $0 * 10_000)" }
    let device = try DeviceConfiguration(json: try proposal(text).deviceFile(baud: 115_200))
    #expect(device.baud == 115_200)
    var decoder = try device.spoken.makeDecoder(device.decoder)
    let samples = decoder.samples(Array(text.utf8))
    #expect(samples.count == 60)
    for (sent, read) in zip(exampleRows(60), samples) {
      #expect((sent.sample.accelerometer - read.sample.accelerometer).norm < 0.02)
      #expect((sent.sample.gyroscope - read.sample.gyroscope).norm < 0.001)
    }
  }

  @Test func `nothing is applied by itself`() throws {
    var decoder = TextLineDecoder()
    #expect(decoder.samples(Array(rows(100, acceleration: 1, rate: 1).utf8)).isEmpty)
  }

  @Test(arguments: ["", "1,2,3\n", "a,b,c\nd,e,f\n", "\n\n\n\n", "1,2\n3,4\n5,6\n7,8\n"])
  func `too little gives no proposal`(text: String) {
    #expect(ColumnProposal(Array(text.utf8)) == nil)
  }
}
