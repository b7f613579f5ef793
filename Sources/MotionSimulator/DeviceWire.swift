import Inertial

/// What the wire of a simulated port has to carry, known before anything is sent (serial.md section 3).
public struct DeviceWire: Hashable, Sendable {
  /// Of all sensors of the port together.
  public let bytesPerSample: Int
  /// [baud]; nil for USB, which never fills.
  public let baud: Int?
  /// Samples a second that fill the wire beside what a board says of itself [Hz]; nil for USB.
  public let highestRate: Double?

  public func fits(_ rate: Double) -> Bool { highestRate.map { rate <= $0 } ?? true }

  /// One for each port, from a rehearsal without faults; nil for a device that sends only what it is asked for.
  public static func all(of setting: DeviceSetting) throws(DeviceError) -> [DeviceWire?] {
    var rehearsed = setting
    (rehearsed.baud, rehearsed.faults, rehearsed.shankFaults) = (nil, .none, nil)
    var rig = try DeviceRig(rehearsed)
    rig.keepRows()
    var sent = rig.devices.map { _ in 0 }
    for record in rig.records(until: Int64(rehearsalTime * 1e9)) {
      if case .received(let bytes) = record.content { sent[Int(record.port)] += bytes.count }
    }
    return rig.devices.map { device in
      let baud = setting.faults(ofPort: device.port).deviceBaud ?? setting.baud
      return DeviceWire(device.rows, bytes: sent[device.port], baud: baud)
    }
  }

  /// Long enough for two samples of the slowest device [s].
  private static let rehearsalTime = 2.5

  private init?(_ rows: [SimulatedDevice.SentRow], bytes: Int, baud: Int?) {
    guard !rows.isEmpty else { return nil }
    let ofRows = rows.reduce(0) { $0 + $1.bytes.count }
    let beside = Double(max(0, bytes - ofRows)) / Self.rehearsalTime
    bytesPerSample = (ofRows + rows.count - 1) / rows.count
    self.baud = baud
    let size = Double(bytesPerSample)
    highestRate = baud.map { max(0, (Double($0) / 10 - beside) / size) }
  }
}
