import Evaluation
import Inertial
import Orientation
import Testing

/// A sensor that lies, is tilted to and fro, and knows it.
private func recording(
  sensors: [String] = ["imu"], format: String = "table", field: Bool = true,
  unit: PhysicalUnit = .radianPerSecond
) -> RawRecording {
  var rate: [Vector3] = [], force: [Vector3] = [], magnet: [Vector3] = [], truth: [Quaternion] = []
  var q = Quaternion(rotationVector: Vector3(0.2, 0.1, 0.6))
  for row in 0..<1500 {
    let w = row < 400 ? Vector3.zero : Vector3(0.4, 1.2, -0.3) * Double.sin(Double(row) * 0.02)
    q = (q * Quaternion(rotationVector: w * 0.01)).normalized
    rate.append(w * (1 / unit.scaleToSI))
    force.append(q.rotateBack(Vector3(0, 0, Double.standardGravity)))
    magnet.append(q.rotateBack(Vector3(0, 20, -44)))
    truth.append(q)
  }
  let columns = sensors.map { id in
    SensorRecording(
      id: id, clock: .rows(rate: 100), gyroscope: VectorColumn(values: rate, unit: unit),
      accelerometer: VectorColumn(values: force, unit: .metrePerSecondSquared),
      magnetometer: field ? VectorColumn(values: magnet, unit: .microtesla) : nil)
  }
  let reference = ReferenceColumns(
    orientation: Dictionary(uniqueKeysWithValues: sensors.map { ($0, truth) }), flexionDegrees: nil,
    valid: (0..<1500).map { $0 >= 400 })
  return RawRecording(sensors: columns, format: format, reference: reference)
}

@Suite struct `The filter bench` {
  @Test func `every sensor and method gives a row`() {
    let table = FilterBench.run([
      FilterBenchInput(name: "two", recording: recording(sensors: ["thigh", "shank"]))
    ])
    #expect(table.rows.count == 2 * FilterMethod.all.count)
    #expect(table.failures.isEmpty)
    #expect(Set(table.rows.map(\.sensor)) == ["thigh", "shank"])
    for row in table.rows {
      #expect(row.timing == .none)
      #expect(row.score?.samples == 1100)
      #expect((row.score?.total == nil) == !row.method.usesField)
      // Exact samples; what the level takes a moment to learn is left.
      #expect((row.score?.inclination ?? .nan) < 0.1)
    }
  }

  @Test func `units are as claimed`() {
    let table = FilterBench.run(
      [FilterBenchInput(name: "degrees", recording: recording(unit: .degreePerSecond))],
      methods: [FilterMethod(.vqf)])
    #expect((table.rows[0].score?.total ?? .nan) < 0.1)
  }

  @Test func `without a magnetometer only 6D is run`() {
    let table = FilterBench.run([FilterBenchInput(name: "six", recording: recording(field: false))])
    #expect(!table.rows.isEmpty)
    #expect(!table.rows.contains { $0.method.usesField })
  }

  @Test func `a BROAD recording has all three rows of timing`() {
    let input = FilterBenchInput(name: "01_undisturbed", recording: recording(format: "BROAD MAT"))
    let table = FilterBench.run([input], methods: [FilterMethod(.online)])
    #expect(table.rows.map(\.timing) == [.none, .field, .fieldAndReference])
    // These samples have no latency: making up for one must show.
    let totals = table.rows.compactMap { $0.score?.total }
    #expect(totals[1] > totals[0] || totals[2] > totals[0])
    #expect(Set(table.averages.map(\.group)) == ["all", "undisturbed"])
  }

  @Test func `a recording without references gives no row`() {
    var bare = recording()
    bare.reference = nil
    #expect(FilterBench.run([FilterBenchInput(name: "bare", recording: bare)]).rows.isEmpty)
  }

  @Test func `the caller's clock and counter measure the filters in rounds`() throws {
    var calls = 0
    let meter = FilterMeter(
      rounds: 3,
      seconds: { body in
        calls += 1
        body()
        return Double(calls) * 1500e-6
      }, allocations: { _ in 7 })
    let table = FilterBench.run(
      [FilterBenchInput(name: "a", recording: recording())], methods: [FilterMethod(.gyro)], meter: meter)
    // One round to warm up, then three: 2, 3 and 4 microseconds a sample.
    #expect(calls == 4)
    let cost = try #require(table.rows[0].cost)
    #expect(abs(cost.time.lowest - 2000) < 1e-6 && abs(cost.time.highest - 4000) < 1e-6)
    #expect(abs(cost.time.median - 3000) < 1e-6)
    #expect(cost.allocationsPerSample == 0)
    #expect(table.averages[0].cost == cost)
    #expect(table.rows[0].score != nil)
  }

  @Test func `all methods of a round are timed before the next round`() {
    var order: [Int] = [], number = 0
    let meter = FilterMeter(
      rounds: 2,
      seconds: { body in
        number += 1
        order.append(number)
        body()
        return Double(number)
      })
    let table = FilterBench.run(
      [FilterBenchInput(name: "a", recording: recording())],
      methods: [FilterMethod(.gyro), FilterMethod(.vqf)], meter: meter)
    // Calls 1 and 2 warm up; then there, 4 and 5, and back: one method has calls 3 and 6.
    let sums = table.rows.map { ($0.cost?.time.lowest ?? .nan) + ($0.cost?.time.highest ?? .nan) }
    #expect(order.count == 6)
    #expect(abs(sums[0] - sums[1]) < 1e-9 * sums[0])
    #expect(table.rows.allSatisfy { $0.cost?.allocationsPerSample == nil })
  }

  @Test func `one failed row fails its means and no other`() {
    let inputs = ["a", "b"].map { FilterBenchInput(name: $0, recording: recording()) }
    var table = FilterBench.run(inputs, methods: [FilterMethod(.vqf), FilterMethod(.gyro)])
    let whole = table.averages
    #expect(whole.map(\.rows) == [2, 2])
    #expect(whole.map(\.inclination).filter { $0 != nil }.count == 2)
    table.rows[0].failure = .scoring(.notFinite(rows: 1, first: 3))
    table.rows[0].score = nil
    let averages = table.averages
    #expect(averages[0].total == nil && averages[0].inclination == nil && averages[0].failed == 1)
    #expect(averages[1].inclination == whole[1].inclination && averages[1].failed == 0)
  }

  @Test func `an orientation that is not finite fails its recording and its means`() {
    let input = FilterBenchInput(name: "a", recording: recording())
    func rows(_ broken: Int?) -> [FilterBenchRow] {
      FilterBench.sensors(input)[0].rows(peer: "X", usesField: true) { _ in
        var truth = recording().reference?.orientation["imu"]
        // Before the rows that count.
        if let broken { truth?[broken].x = .nan }
        return truth
      }
    }
    #expect((rows(nil)[0].score?.total ?? .nan) < 1e-6)
    #expect(rows(3)[0].failure == .scoring(.notFinite(rows: 1, first: 3)))
    #expect(FilterBenchTable(rows: rows(nil) + rows(3)).averages[0].total == nil)
    let none = FilterBench.sensors(input)[0].rows(peer: "X", usesField: true) { _ in nil }
    #expect(none[0].failure == .noResult)
    let short = FilterBench.sensors(input)[0].rows(peer: "X", usesField: true) { _ in [.identity] }
    #expect(short[0].failure == .scoring(.unequalLength))
  }

  @Test func `stated delays give all three rows`() {
    let input = FilterBenchInput(
      name: "a", recording: recording(), timing: FilterTiming(fieldLatency: 0.02, referenceLead: 0.01))
    let rows = FilterBench.run([input], methods: FilterMethod.forms(.gyro)).rows
    #expect(rows.map(\.timing) == [.none, .field, .fieldAndReference, .none, .field, .fieldAndReference])
    // The gyroscope uses no field after the start, so that its latency changes nothing.
    #expect(rows[0].score == rows[1].score && rows[0].score != rows[2].score)
  }

  @Test func `a mean is the plain mean of its rows`() {
    var table = FilterBench.run(
      ["a", "b"].map { FilterBenchInput(name: $0, recording: recording()) }, methods: [FilterMethod(.vqf)])
    table.rows[0].score?.total = 1
    table.rows[1].score?.total = 4
    table.rows[1].score?.samples = 1
    #expect(table.averages[0].total == 2.5)
  }
}

@Suite struct `The speed bench` {
  private func columns(rows: Int) -> [Double] {
    (0..<rows).flatMap { row in
      [Double(row) * 0.01, 0.1, 0.2, 0.3, 0.5, 0.5, 9.8, 5, 20, -40]
    }
  }

  @Test func `it runs the very filter of a measurement`() throws {
    var bench = try #require(SpeedBench(tenColumns: columns(rows: 300)))
    for usesField in [false, true] {
      bench.run(FilterMethod(.online, usesField: usesField))
      var filter = OnlineFilter(period: 0.01)
      let wanted = (0..<300).map { _ in
        filter.update(
          InertialSample(
            gyroscope: Vector3(0.1, 0.2, 0.3), accelerometer: Vector3(0.5, 0.5, 9.8),
            magnetometer: usesField ? Vector3(5, 20, -40) : nil), period: 0.01)
        return filter.earthFromSensor
      }
      let distance = zip(bench.orientation, wanted).map { abs($0.dot($1) - 1) }.max() ?? .nan
      #expect(distance < 1e-12)
    }
  }

  @Test func `every filter has a mode of its own name, ours the plain ones`() throws {
    let names = SpeedBench.Mode.all.map(\.name)
    #expect(Set(names).count == FilterMethod.all.count)
    #expect(names.starts(with: ["9D", "6D"]))
    #expect(names.contains("offline9D") && names.contains("gyro6D"))
    var bench = try #require(SpeedBench(tenColumns: columns(rows: 300)))
    for mode in SpeedBench.Mode.all {
      bench.run(mode.method)
      #expect(bench.orientation.count == 300)
    }
  }

  @Test func `broken columns are refused`() {
    #expect(SpeedBench(tenColumns: []) == nil)
    #expect(SpeedBench(tenColumns: columns(rows: 1)) == nil)
    #expect(SpeedBench(tenColumns: columns(rows: 3).dropLast()) == nil)
    #expect(SpeedBench(tenColumns: columns(rows: 2).map { $0 * 0 }) == nil)
  }
}

extension SpeedBench {
  fileprivate init?(tenColumns values: ArraySlice<Double>) { self.init(tenColumns: Array(values)) }
}
