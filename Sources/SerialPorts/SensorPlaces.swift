import Inertial

/// Where the sensors of each port sit, as a person said or a movement showed: kept with the identity of the port, so that
/// a swapped cable swaps nothing.
public struct SensorPlaces: Sendable {
  private var table: IdentityTable

  /// `flexion/places` in the folder for settings: `XDG_CONFIG_HOME`, else `~/.config`; nil without a home.
  public static func path(environment: [String: String]) -> String? {
    IdentityTable.path("places", in: "XDG_CONFIG_HOME", orHome: ".config", environment)
  }

  public init(path: String) { table = IdentityTable(path: path) }

  /// By the sensor's name on the wire; "" is the name of an only sensor.
  public subscript(identity: String) -> [String: BodySegment] {
    let pairs = (table[identity] ?? []).compactMap { word -> (String, BodySegment)? in
      guard let cut = word.lastIndex(of: "="),
        let segment = BodySegment(rawValue: String(word[cut...].dropFirst()))
      else { return nil }
      return (String(word[..<cut]), segment)
    }
    return Dictionary(pairs) { $1 }
  }

  /// False when the folder cannot be written.
  @discardableResult
  public mutating func keep(_ places: [String: BodySegment], for identity: String) -> Bool {
    let words = places.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.rawValue)" }
    return words.isEmpty ? false : table.set(words, for: identity)
  }
}
