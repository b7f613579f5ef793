/// A line that begins with a tag, and what stands behind the tag.
struct TextLineKind: Sendable {
  /// What a line of this kind does for a sample.
  enum Role: Hashable, Sendable {
    /// It is one by itself.
    case whole
    /// Several kinds in their order make one sample.
    case part
    /// It carries no motion that is wanted.
    case foreign
  }

  let tag: String
  let role: Role
  let configuration: TextLineConfiguration
  let layout: TextLineLayout

  var name: String { tag.trimmingBlanks().description }

  init(_ tag: String, _ role: Role, columns: [String] = ["_"], _ set: (inout TextLineConfiguration) -> Void) {
    var configuration = TextLineConfiguration()
    configuration.prefix = tag
    configuration.columns = columns
    configuration.isPart = true
    set(&configuration)
    self.init(tag, role, columns, configuration)
  }

  private init(_ tag: String, _ role: Role, _ columns: [String], _ configuration: TextLineConfiguration) {
    self.tag = tag
    self.role = role
    self.configuration = configuration
    layout = TextLineLayout(configuration, columns: columns)
  }

  /// The same lines in the units that the user states.
  func with(_ said: TextLineConfiguration) -> TextLineKind {
    var changed = configuration
    changed.acceleration = said.acceleration ?? changed.acceleration
    changed.angularRate = said.angularRate ?? changed.angularRate
    changed.magneticField = said.magneticField ?? changed.magneticField
    changed.angleUnit = said.angleUnit ?? changed.angleUnit
    return TextLineKind(tag, role, configuration.columns ?? [], changed)
  }
}

/// Which kinds of lines came since the order of the kinds began anew, and which ones do so usually.
struct TextLineCycle: Sendable {
  private(set) var content: TextLineColumn.GroupSet = []
  private(set) var arrival: Int64 = 0
  private(set) var isGiven = false
  private var seen: UInt64 = 0
  private var last = -1
  private var usual: UInt64?
  private var rival: (seen: UInt64, count: Int) = (0, 0)

  /// A smaller set than the usual one is believed after so many in a row: lost lines must not teach.
  private static let witnesses = 3

  var isOpen: Bool { seen != 0 }

  /// A line of this kind belongs to the next cycle.
  func ends(before kind: Int) -> Bool { kind <= last }

  mutating func add(_ kind: Int, _ content: TextLineColumn.GroupSet, arrival: Int64) {
    if seen == 0 { self.arrival = arrival }
    seen |= 1 << UInt64(kind)
    last = kind
    self.content.formUnion(content)
  }

  /// All that is usual is there, for the first time in this cycle.
  mutating func takeWhole() -> Bool {
    guard let usual, !isGiven, seen & usual == usual else { return false }
    isGiven = true
    return true
  }

  /// Begins anew; true when what was gathered is still to be given, nil when it is less than usual.
  mutating func close() -> Bool? {
    defer { (content, isGiven, seen, last) = ([], false, 0, -1) }
    let isMore = usual.map { seen & $0 == $0 } ?? true
    if isMore {
      usual = seen
      rival.count = 0
    } else {
      rival = (seen, rival.seen == seen ? rival.count + 1 : 1)
      if rival.count >= Self.witnesses { usual = seen }
    }
    if isGiven { return false }
    return usual == seen ? true : nil
  }
}
