/// A moment at which a port or its board changes.
struct DeviceMoment: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case pull
    case plug(isRenamed: Bool)
    case restart
  }

  /// [s since the start]
  var time: Double
  var kind: Kind

  /// In order of time. A port that is pulled again before it came back comes back once, at the later time.
  static func all(of faults: DeviceFaults) -> [DeviceMoment] {
    var moments = faults.restarts.map { DeviceMoment(time: $0, kind: .restart) }
    var back = -Double.infinity
    for unplug in faults.unplugs.sorted(by: { $0.start < $1.start }) where unplug.start > back {
      back = unplug.start + unplug.duration
      moments.append(DeviceMoment(time: unplug.start, kind: .pull))
      moments.append(DeviceMoment(time: back, kind: .plug(isRenamed: unplug.isRenamed)))
    }
    return moments.sorted { $0.time < $1.time }
  }
}
