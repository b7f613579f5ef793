import Goniometry
import Inertial
import MotionSimulator
import Testing

/// One sensor on the shin, live.
@Suite struct LiveShinTests {
  private struct Session {
    var last: LiveAngle?
    var angles = 0
    var truth: [Double]
    var range: Double?
    /// Of the closed recording.
    var counted: Int?
    /// When the live count changed [s].
    var counts: [(time: Double, repetitions: Int)] = []
  }

  /// The session through the live door and through the closed one.
  private func run(seed: UInt64, duration: Double = 30) throws -> Session {
    let simulated = LegSimulation(
      motion: .seatedExtension, side: .left, sensors: 1, duration: duration, rate: 100, seed: seed
    ).simulate()
    let sensor = simulated.recording.sensors[0]
    guard case .stamps(let stamps, _) = sensor.clock else { throw MissingStamps() }
    var live = LiveGoniometer(parameters: .init(nominalPeriod: 0.01))
    var session = Session(truth: simulated.flexionDegrees)
    for (row, stamp) in stamps.enumerated() {
      let sample = RawSample(
        deviceTime: stamp, arrivalTime: stamp, gyroscope: sensor.gyroscope.values[row],
        accelerometer: sensor.accelerometer.values[row])
      live.push(sample, from: .shank) {
        session.last = $0
        session.angles += 1
        if $0.repetitions != session.counts.last?.repetitions {
          session.counts.append(($0.time, $0.repetitions))
        }
      }
    }
    let measured = try Goniometer().measure(simulated.recording).measurements[0]
    session.range = measured.range.map { $0.range.radiansToDegrees }
    session.counted = measured.repetitions.filter(\.isCounted).count
    return session
  }

  private struct MissingStamps: Error {}

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a shin alone shows its inclination, its range and its repetitions`(seed: UInt64) throws {
    let session = try run(seed: seed)
    let last = try #require(session.last), range = try #require(session.range)
    let low = try #require(last.mostExtended), high = try #require(last.mostFlexed)
    #expect(abs((high - low).radiansToDegrees - range) < 2)
    #expect(last.repetitions >= 4)
    #expect(last.stage == .settled)
    #expect(session.angles > 2800)
  }

  @Test func `the count of a shin alone keeps up through a long session`() throws {
    // Long enough for the fits to be 16 s apart and for the history to be thinned.
    let session = try run(seed: 2, duration: 140)
    let last = try #require(session.last), counted = try #require(session.counted)
    #expect(abs(last.repetitions - counted) <= 1, "\(last.repetitions) live, \(counted) measured")
    let times = session.counts.drop { $0.repetitions == 0 }.map(\.time)
    let waits = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(times.count > 15)
    #expect((waits.max() ?? .infinity) < 11, "\(waits)")
  }
}
