import Orientation

/// One way of ours from samples to orientation.
public struct FilterMethod: Hashable, Sendable {
  public let filter: FilterName
  /// False leaves the magnetometer out (6D).
  public var usesField: Bool
  /// The form of a streaming filter that sees the whole recording; what always does has one name, without it.
  public let isOffline: Bool

  public init(_ filter: FilterName, usesField: Bool = true, isOffline: Bool = false) {
    self.filter = filter
    self.usesField = usesField
    self.isOffline = isOffline && filter.isStreaming
  }

  public var name: String {
    filter.rawValue + (isOffline ? " offline" : "") + (usesField ? " 9D" : " 6D")
  }

  /// Everything there is.
  public static let all: [FilterMethod] = FilterName.allCases.flatMap(forms)

  /// The forms of one filter, online before offline, with the magnetometer before without.
  public static func forms(_ filter: FilterName) -> [FilterMethod] {
    let offline = filter == .vqf ? [false, true] : [false]
    return offline.flatMap { isOffline in
      [true, false].map { FilterMethod(filter, usesField: $0, isOffline: isOffline) }
    }
  }

  /// The samples after a moment speak for it too.
  public var seesWholeRecording: Bool { isOffline || !filter.isStreaming }

  /// Making up for a late magnetometer changes it: the gyroscope corrects nothing by the field, 6D does not use it.
  var feelsFieldLatency: Bool { usesField && filter != .gyro }
}

/// Who made a row of the bench.
public enum FilterContender: Hashable, Sendable {
  case own(FilterMethod)
  /// Somebody else's method, by its name without `9D` or `6D`.
  case peer(String, usesField: Bool)

  public var name: String {
    switch self {
    case .own(let method): method.name
    case .peer(let name, let usesField): name + (usesField ? " 9D" : " 6D")
    }
  }

  public var usesField: Bool {
    switch self {
    case .own(let method): method.usesField
    case .peer(_, let usesField): usesField
    }
  }

  /// nil for a peer.
  public var filter: FilterName? {
    if case .own(let method) = self { method.filter } else { nil }
  }

  public var isOwn: Bool {
    if case .own = self { true } else { false }
  }
}
