import Inertial
import MotionSimulator
import Orientation
import Testing

@testable import Goniometry

@Suite struct `Sensors and their places` {
  private let recording = LegSimulation(
    motion: .squats, side: .left, sensors: 2, duration: 12, rate: 50, seed: 4
  ).recording()

  @Test func `two sensors without a place are refused`() {
    var unplaced = recording
    for index in unplaced.sensors.indices { unplaced.sensors[index].placement = nil }
    #expect(throws: GoniometerError.unknownPlacement(sensors: ["thigh", "shank"])) {
      try Goniometer().measure(unplaced)
    }
  }

  @Test func `two sensors on one place are refused`() {
    var twice = recording
    twice.sensors[1].placement = twice.sensors[0].placement
    #expect(throws: GoniometerError.placedTwice(segment: .thigh, side: .left, sensors: ["thigh", "shank"])) {
      try Goniometer().measure(twice)
    }
  }

  @Test func `a thigh without a shank is refused, alone and beside another leg`() throws {
    var alone = recording
    alone.sensors.removeLast()
    #expect(throws: GoniometerError.thighAlone(sensor: "thigh")) { try Goniometer().measure(alone) }
    alone.sensors[0].placement?.segment = .shank
    #expect(try Goniometer().measure(alone).measurements[0].definition == .shinInclination)
    var beside = recording
    beside.sensors[0].placement?.side = .right
    #expect(throws: GoniometerError.thighAlone(sensor: "thigh")) { try Goniometer().measure(beside) }
  }

  @Test func `four sensors are two legs, and a stated side renames neither`() throws {
    var both = recording
    for sensor in recording.sensors {
      var right = sensor
      right.id += "_r"
      right.placement?.side = .right
      both.sensors.append(right)
    }
    both.side = nil
    let legs = try Leg.sort(both, side: .left)
    #expect(legs.map(\.side) == [.left, .right])
    #expect(legs.map(\.isPair) == [true, true])
  }

  @Test func `the thigh comes first whatever the order in the file`() throws {
    var swapped = recording
    swapped.sensors.reverse()
    #expect(try Leg.sort(swapped, side: nil)[0].sensors.map(\.id) == ["thigh", "shank"])
  }

  @Test func `the orientation has one row a sample`() throws {
    let track = try Goniometer(parameters: .init(method: .online(.vqf)))
      .orient(recording, sensor: "shank", usesField: true)
    #expect(track.time.count == recording.sensors[1].rows)
    let longest = track.earthFromSensor.map { abs($0.norm - 1) }.max() ?? 1
    #expect(longest < 1e-12)
  }

  @Test func `several sensors ask for a name, an unknown name is refused`() {
    #expect(throws: GoniometerError.ambiguousSensor(known: ["thigh", "shank"])) {
      try Goniometer().orient(recording, sensor: nil, usesField: false)
    }
    #expect(throws: GoniometerError.unknownSensor("foot", known: ["thigh", "shank"])) {
      try Goniometer().orient(recording, sensor: "foot", usesField: false)
    }
  }
}

@Suite struct `A leg with a sensor of no use` {
  @Test(arguments: [BodySegment.thigh, .shank]) func `is refused by the name of the sensor`(
    segment: BodySegment
  ) throws {
    var recording = LegSimulation(
      motion: .squats, side: .left, sensors: 2, duration: 12, rate: 50, seed: 1
    ).recording()
    let lost = try #require(recording.sensors.firstIndex { $0.placement?.segment == segment })
    for row in recording.sensors[lost].gyroscope.values.indices {
      recording.sensors[lost].gyroscope.values[row].y = .nan
    }
    let refusal = GoniometerError.conditioning(.noUsableRow(sensor: recording.sensors[lost].id))
    #expect(throws: refusal) { try Goniometer().measure(recording) }
    #expect(throws: refusal) { try Goniometer().calibrate(recording, poses: [0]) }
  }
}
