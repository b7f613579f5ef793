import Inertial
import KneeJoint

/// The session so far, thinned so that memory stays bounded however long it lasts.
struct LiveHistory: Sendable {
  static let capacity = 6000

  private(set) var time: [Double] = []
  private(set) var usable: [Bool] = []
  private(set) var restarts: [Int] = []
  /// How often the history was thinned.
  private(set) var thinnings = 0
  private(set) var thigh = SegmentMotion(earthFromSensor: [], rate: [], force: [])
  private(set) var shank = SegmentMotion(earthFromSensor: [], rate: [], force: [])
  /// Least distance of two kept instants [s].
  private(set) var spacing: Double

  init(spacing: Double) { self.spacing = spacing }

  mutating func append(_ a: SegmentInstant, _ b: SegmentInstant) {
    let begins = a.restarts || b.restarts
    if let last = time.last, a.time - last < spacing * 0.999, !begins { return }
    if begins { restarts.append(time.count) }
    time.append(a.time)
    usable.append(a.isSound && b.isSound)
    thigh.append(a)
    shank.append(b)
    if time.count >= Self.capacity { thin() }
  }

  /// Both segments at a kept instant.
  func instants(_ row: Int) -> (thigh: SegmentInstant, shank: SegmentInstant) {
    func instant(_ motion: SegmentMotion) -> SegmentInstant {
      SegmentInstant(
        time: time[row], earthFromSensor: motion.earthFromSensor[row], rate: motion.rate[row],
        force: motion.force[row], isSound: usable[row], restarts: false)
    }
    return (instant(thigh), instant(shank))
  }

  /// Every second instant goes; from now on half as many are kept.
  private mutating func thin() {
    let rows = Array(stride(from: 0, to: time.count, by: 2))
    time = rows.map { time[$0] }
    usable = rows.map { usable[$0] }
    thigh = thigh.picking(rows)
    shank = shank.picking(rows)
    restarts = restarts.map { ($0 + 1) / 2 }
    spacing *= 2
    thinnings += 1
  }
}

extension SegmentMotion {
  fileprivate mutating func append(_ instant: SegmentInstant) {
    earthFromSensor.append(instant.earthFromSensor)
    rate.append(instant.rate)
    force.append(instant.force)
  }

  fileprivate func picking(_ rows: [Int]) -> SegmentMotion {
    SegmentMotion(
      earthFromSensor: rows.map { earthFromSensor[$0] }, rate: rows.map { rate[$0] },
      force: rows.map { force[$0] })
  }
}
