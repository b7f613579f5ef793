/// Bytes that a device is sent, and how it says that it understood.
public struct PortCommand: Sendable {
  /// For events and messages: "go to measurement".
  public var name: String
  public var bytes: [UInt8]
  /// nil for a command that is not answered.
  public var acknowledge: Acknowledge?
  /// The answer names the device: after a reconnect it must be the same as before.
  public var isIdentity: Bool
  /// How often it is sent when no acknowledge comes, and how long each is waited for [ns].
  public var attempts: Int
  public var patience: Int64

  public init(
    _ name: String, _ bytes: [UInt8], acknowledge: Acknowledge? = nil, isIdentity: Bool = false,
    attempts: Int = 3, patience: Int64 = 500_000_000
  ) {
    self.name = name
    self.bytes = bytes
    self.acknowledge = acknowledge
    self.isIdentity = isIdentity
    self.attempts = attempts
    self.patience = patience
  }
}

/// How an answer is found between the data that go on meanwhile.
public struct Acknowledge: Sendable {
  /// Place of the answer in the bytes that came since the command; nil while it is not there.
  public let find: @Sendable (ArraySlice<UInt8>) -> Range<Int>?

  public init(_ find: @escaping @Sendable (ArraySlice<UInt8>) -> Range<Int>?) { self.find = find }

  /// These very bytes.
  public static func bytes(_ wanted: [UInt8]) -> Acknowledge {
    Acknowledge { heard in Self.places(of: wanted, in: heard).first.map { $0..<($0 + wanted.count) } }
  }

  /// A whole line that begins so: `{"ping"`.
  public static func line(beginning: String) -> Acknowledge {
    let wanted = Array(beginning.utf8)
    return Acknowledge { heard in
      for start in places(of: wanted, in: heard)
      where start == heard.startIndex || heard[start - 1] == UInt8(ascii: "\n") {
        if let end = heard[start...].firstIndex(of: UInt8(ascii: "\n")) { return start..<(end + 1) }
      }
      return nil
    }
  }

  /// A frame of `length` bytes that begins so and whose bytes pass the check.
  public static func frame(
    _ beginning: [UInt8], length: Int, check: @escaping @Sendable (ArraySlice<UInt8>) -> Bool
  ) -> Acknowledge {
    Acknowledge { heard in
      places(of: beginning, in: heard).lazy
        .filter { $0 + length <= heard.endIndex }.map { $0..<($0 + length) }
        .first { check(heard[$0]) }
    }
  }

  /// An Xsens message with this id, its sum right.
  public static func xbus(message: UInt8) -> Acknowledge {
    Acknowledge { heard in
      for start in places(of: [0xFA, 0xFF, message], in: heard) where start + 4 < heard.endIndex {
        let end = start + 5 + Int(heard[start + 3])
        guard heard[start + 3] != 0xFF, end <= heard.endIndex else { continue }
        if heard[(start + 1)..<end].reduce(0, &+) == 0 { return start..<end }
      }
      return nil
    }
  }

  static func places(of wanted: [UInt8], in heard: ArraySlice<UInt8>) -> [Int] {
    guard !wanted.isEmpty, heard.count >= wanted.count else { return [] }
    return (heard.startIndex...(heard.endIndex - wanted.count)).filter {
      heard[$0] == wanted[0] && heard[$0..<($0 + wanted.count)].elementsEqual(wanted)
    }
  }
}
