/// Why a simulated device cannot be made.
public enum DeviceError: Error, Hashable, Sendable {
  /// No fault has this name.
  case unknownFault(String)
  /// The value of a fault does not fit; `DeviceFaultName.expected` says what would.
  case faultValue(DeviceFaultName, String)
  /// `@second` behind a fault that is there all the time, or no number of seconds.
  case faultMoment(DeviceFaultName, String)
  /// No protocol has this name, or none of its devices can be simulated.
  case unknownProtocol(String)
  /// Devices of this protocol do not send their sensors in this way.
  case wiring(DeviceSetting.Wiring, protocolName: String)
}
