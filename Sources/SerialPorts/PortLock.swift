import Glibc

/// Who holds the advisory lock of a port.
enum PortLock {
  /// Process id of the holder by /proc/locks; nil when the system does not tell.
  static func holder(of path: String) -> Int32? {
    var status = stat()
    guard stat(path, &status) == 0, let file = fopen("/proc/locks", "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if let holder = holder(in: text, of: status) { return holder }
    }
    return nil
  }

  /// A line is "1: FLOCK  ADVISORY  WRITE 1234 00:18:5 0 EOF"; device and inode stand in the sixth word.
  private static func holder(in line: String, of status: stat) -> Int32? {
    let words = line.split(separator: " ")
    guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(":\(status.st_ino)") else { return nil }
    let device = words[5].split(separator: ":").prefix(2).compactMap { UInt64($0, radix: 16) }
    let minor = status.st_dev & 0xFF | (status.st_dev >> 12 & 0xFFF00), major = status.st_dev >> 8 & 0xFFF
    guard device == [UInt64(major), UInt64(minor)] else { return nil }
    return Int32(words[4])
  }
}
