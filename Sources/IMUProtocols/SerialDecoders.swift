/// The decoders of this package by the names that raw logs and options use.
public enum SerialDecoders {
  public static var names: [String] { SerialProtocol.all.map(\.name) }

  /// nil for an unknown name or a configuration that its decoder cannot read; an empty configuration is none.
  public static func make(_ name: String, configuration: String = "") -> (any SerialDecoder)? {
    try? SerialProtocol.named(name)?.makeDecoder(configuration)
  }
}
