import IMUProtocols
import Inertial

/// The simulated devices of one leg: one port, or two with a device each, on one time line.
public struct DeviceRig: Sendable {
  public let setting: DeviceSetting
  public private(set) var devices: [SimulatedDevice] = []

  /// `paths`: what the ports are called, thigh first; made up where it is too short.
  public init(_ setting: DeviceSetting, paths: [String] = []) throws(DeviceError) {
    self.setting = setting
    for port in 0..<setting.wiring.portCount {
      let path = paths.indices.contains(port) ? paths[port] : "port\(port)"
      devices.append(try SimulatedDevice(setting, port: port, path: path))
    }
  }

  /// What happens at the host up to `time` [ns since the start] and was not given before, in order of time.
  public mutating func records(until time: Int64) -> [RawLogRecord] {
    let first = devices[0].records(until: time)
    if devices.count == 1 { return first }
    return (first + devices[1].records(until: time)).sorted { ($0.time, $0.port) < ($1.time, $1.port) }
  }

  /// Bytes that the host wrote to a port at `time` [ns since the start].
  public mutating func receive(_ bytes: [UInt8], port: Int, at time: Int64) {
    devices[port].receive(bytes, at: time)
  }

  /// Speed that the host has set on a port [baud].
  public mutating func listen(port: Int, at baud: Int) { devices[port].listen(at: baud) }

  /// Knee flexion of the bones [deg] at `time` seconds since the start.
  public func truth(at time: Double) -> Double { devices[0].truth(at: time) }

  /// Keeps every row that left a board, see `SimulatedDevice.rows`.
  public mutating func keepRows() { for port in devices.indices { devices[port].keepsRows = true } }

  /// What sits behind a port, where it is one sensor.
  public func segment(ofPort port: Int) -> BodySegment? {
    let segments = setting.wiring.segments(ofPort: port)
    return segments.count == 1 ? segments[0] : nil
  }

  /// Where the sensors of a port sit, by their names on the wire.
  public func segments(ofPort port: Int) -> [String: BodySegment] {
    let names = devices[port].sensors.map(\.name)
    return Dictionary(zip(names, setting.wiring.segments(ofPort: port))) { first, _ in first }
  }
}

/// All that happens at the host in a span of time, and what the boards sent: a value, made without a clock.
public struct DeviceSchedule: Sendable {
  /// In order of time [ns since the start].
  public let records: [RawLogRecord]
  /// What left the boards, by port.
  public let rows: [[SimulatedDevice.SentRow]]
  public let rig: DeviceRig

  /// The first `duration` seconds.
  public init(_ setting: DeviceSetting, duration: Double) throws(DeviceError) {
    var rig = try DeviceRig(setting)
    rig.keepRows()
    records = rig.records(until: Int64((duration * 1e9).rounded()))
    rows = rig.devices.map(\.rows)
    self.rig = rig
  }

  /// Rows whose bytes all arrived unchanged, by port.
  public var intactRows: [[SimulatedDevice.SentRow]] { rows.map { $0.filter(\.isIntact) } }
}
