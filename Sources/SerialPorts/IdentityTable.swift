import Glibc

/// A small text file with one line a port: its identity and some words, separated by TABs.
///
/// A file that cannot be read is an empty one. Ports beyond two hundred are forgotten, the oldest first.
struct IdentityTable: Sendable {
  let path: String
  private(set) var entries: [(identity: String, words: [String])] = []
  private static let capacity = 200

  init(path: String) {
    self.path = path
    entries = Self.contents(path).split(separator: "\n").compactMap { line in
      let words = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return words.count > 1 ? (words[0], Array(words.dropFirst())) : nil
    }
  }

  /// `folder` inside the folder that `variable` names, else inside `fallback` of the home; nil without a home.
  static func path(
    _ file: String, in variable: String, orHome fallback: String, _ environment: [String: String]
  ) -> String? {
    if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/flexion/" + file }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(fallback)/flexion/\(file)"
  }

  subscript(identity: String) -> [String]? { entries.last { $0.identity == identity }?.words }

  /// Replaces the line of a port; written beside the file and renamed. False when it cannot be kept.
  mutating func set(_ words: [String], for identity: String) -> Bool {
    let isPlain = ([identity] + words).allSatisfy { !$0.contains { $0 == "\t" || $0.isNewline } }
    guard isPlain, !identity.isEmpty else { return false }
    entries.removeAll { $0.identity == identity }
    entries.append((identity, words))
    entries = entries.suffix(Self.capacity)
    return write()
  }

  private static func contents(_ path: String) -> String {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { return "" }
    let owned = OwnedDescriptor(number)
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = read(owned.number, &room, room.count), count > 0, bytes.count < 1 << 20 {
      bytes += room[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write() -> Bool {
    var folder = ""
    for part in path.parentFolder.split(separator: "/") {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
    let temporary = "\(path).\(getpid()).tmp"
    let number = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { return false }
    let lines = entries.map { ([$0.identity] + $0.words).joined(separator: "\t") + "\n" }
    let bytes = Array(lines.joined().utf8)
    let owned = OwnedDescriptor(number)
    guard Glibc.write(owned.number, bytes, bytes.count) == bytes.count, rename(temporary, path) == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }
}
