/// Commands of Xsens devices, and the message ids of their acknowledges.
public enum XsensCommand: Hashable, Sendable {
  /// One quantity (XDI) and how often it is sent [Hz]; 0xFFFF for one that goes with every message.
  public struct Output: Hashable, Sendable {
    public var identifier: UInt16
    public var rate: UInt16

    public init(_ identifier: UInt16, rate: UInt16 = 0xFFFF) {
      self.identifier = identifier
      self.rate = rate
    }
  }

  /// Starts the data.
  case goToMeasurement
  /// Ends the data and opens the settings.
  case goToConfig
  case setOutputConfiguration([Output])

  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .goToMeasurement: XsensMessage.append(id: 0x10, [], to: &bytes)
    case .goToConfig: XsensMessage.append(id: 0x30, [], to: &bytes)
    case .setOutputConfiguration(let items):
      var data: [UInt8] = []
      for item in items {
        data.appendBig(item.identifier)
        data.appendBig(item.rate)
      }
      XsensMessage.append(id: 0xC0, data, to: &bytes)
    }
    return bytes
  }

  /// What `DecoderEvent.acknowledge` says when the device has understood.
  public var acknowledge: String {
    switch self {
    case .goToMeasurement: "GoToMeasurementAck"
    case .goToConfig: "GoToConfigAck"
    case .setOutputConfiguration: "SetOutputConfigurationAck"
    }
  }

  /// Time, rate and force at `rate` [Hz].
  public static func inertial(rate: UInt16) -> XsensCommand {
    .setOutputConfiguration([
      Output(0x1020), Output(0x1060), Output(0x4020, rate: rate), Output(0x8020, rate: rate), Output(0xE020),
    ])
  }
}

extension SerialProtocol {
  static let xsens = SerialProtocol(
    name: "xsens", title: "Xsens MTData2", bauds: [115_200, 921_600, 460_800, 230_400],
    wakeUp: XsensCommand.goToMeasurement.bytes, start: [XsensCommand.goToMeasurement.bytes],
    stop: [XsensCommand.goToConfig.bytes],
    makeDecoder: { _ in FramedDecoder(XsensReader()) },
    makeEncoder: { settings in XsensEncoder(sensors: settings.sensors) })
}
