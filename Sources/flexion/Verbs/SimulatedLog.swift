import Glibc
import IMUProtocols
import Inertial
import MotionSimulator
import Recordings
import SerialPorts

/// `simulate device --log`: what the host would have logged, as fast as it can be made.
enum SimulatedLog {
  /// Simulated time that is made at once [ns].
  private static let step: Int64 = 200_000_000

  /// Writes the log; gives its size in bytes and the seconds that it holds, fewer than asked after a stop signal.
  static func write(
    _ rig: inout DeviceRig, to path: String, duration: Double, force: Bool
  ) throws -> (bytes: Int, seconds: Double) {
    if force, RawLogFile.isRawLog(path) { unlink(path) }
    var writer = try RawLogWriter(path: path, header: header(rig))
    var watches = rig.devices.indices.map { StallWatch(port: $0) }
    var records: [RawLogRecord] = rig.devices.indices.map {
      RawLogRecord(time: 0, port: UInt8($0), .event(.opened(path: rig.devices[$0].path)))
    }
    let end = Int64((duration * 1e9).rounded())
    var host = PollingHost(rig)
    let step = host?.period ?? step
    var now: Int64 = 0
    while now < end, StopSignal.received == nil {
      now = min(end, now + step)
      add(rig.records(until: now), at: now, &watches, to: &records)
      if let asked = host?.ask(&rig, at: now) { records.append(asked) }
      for record in records { try writer.append(record) }
      records.removeAll(keepingCapacity: true)
    }
    for port in rig.devices.indices {
      try writer.append(RawLogRecord(time: now, port: UInt8(port), .event(.closed)))
    }
    try writer.sync()
    return (writer.size, Double(now) * 1e-9)
  }

  private static func add(
    _ happened: [RawLogRecord], at now: Int64, _ watches: inout [StallWatch], to records: inout [RawLogRecord]
  ) {
    let first = records.count
    for record in happened { watches[Int(record.port)].watch(record) { records.append($0) } }
    for port in watches.indices { watches[port].look(at: now) { records.append($0) } }
    // A stall is noted when its time is up, which may be before a record of the other port.
    let sorted = records[first...].enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    records.replaceSubrange(first..., with: sorted.map(\.element))
  }

  private static func header(_ rig: DeviceRig) -> RawLogHeader {
    let setting = rig.setting
    // An only sensor has no name on the wire: its port says where it sits.
    let ports = rig.devices.map { device in
      RawLogHeader.Port(
        path: device.path, line: "\(setting.baud ?? 115_200) 8N1", decoder: setting.protocolName,
        configuration: setting.configuration, segments: rig.segments(ofPort: device.port))
    }
    return RawLogHeader(
      product: "flexion \(VersionVerb.number) simulated", startWallClock: LegSimulation.startTime,
      startMonotonic: 0, side: setting.side.rawValue, ports: ports)
  }
}

/// A host that asks the sensors of polled devices in turn, one request at a time.
private struct PollingHost {
  /// Between two requests [ns].
  let period: Int64
  private let turns: [(port: Int, address: UInt8)]
  private var turn = 0

  /// nil for devices that send by themselves.
  init?(_ rig: DeviceRig) {
    guard rig.devices.contains(where: \.isPolled) else { return nil }
    let first = WitMotionModbusRequest.addresses.lowerBound
    turns = rig.devices.flatMap { device in
      (0..<device.sensors.count).map { (device.port, first + UInt8($0)) }
    }
    period = Int64(1e9 / rig.setting.rate / Double(turns.count))
  }

  /// The next request, handed to its device at `time` [ns].
  mutating func ask(_ rig: inout DeviceRig, at time: Int64) -> RawLogRecord {
    let (port, address) = turns[turn % turns.count]
    turn += 1
    let register = UInt16(WitMotion.Register.force)
    let request = WitMotionModbusRequest.read(address: address, first: register, count: 12)
    rig.receive(request.bytes, port: port, at: time)
    return RawLogRecord(time: time, port: UInt8(port), .sent(request.bytes))
  }
}
