import IMUProtocols

extension DecoderEvent {
  /// A sentence for people; nil for what only programs need.
  var remark: (words: String, isWarning: Bool)? {
    switch self {
    case .header, .description, .registers: nil
    case .acknowledge(let text): ("the device answered \(text)", false)
    case .message(let text): ("the device says: \(text)", false)
    case .restart: ("the device started again; the time goes on by the host", true)
    case .columnsMissing(let names):
      ("columns are missing: \(names.joined(separator: ", ")); name them in a --device file", true)
    case .unitsMissing(let names):
      ("nobody says the unit of \(names.joined(separator: ", ")); name it in a --device file", true)
    case .unknownSensor(let name): ("a sensor `\(name)` that is not configured sends too", true)
    case .contradiction(let key): ("the device contradicts the device file in `\(key)`, which wins", true)
    }
  }
}
