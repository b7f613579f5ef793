/// The decoders of this package by the names that raw logs and options use.
public enum SerialDecoders {
  public static let names = ["text"]

  /// nil for an unknown name or a configuration that its decoder cannot read; an empty configuration is none.
  public static func make(_ name: String, configuration: String = "") -> (any SerialDecoder)? {
    guard name == "text" else { return nil }
    if configuration.isEmpty { return TextLineDecoder() }
    return (try? TextLineConfiguration(json: configuration)).map { TextLineDecoder(configuration: $0) }
  }
}
