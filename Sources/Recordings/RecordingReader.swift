import Inertial

/// The beginning of a file, from which each reader says whether it can read it.
struct FileHead {
  let path: String
  /// Size of the file [bytes].
  let size: Int
  /// The first 64 KiB as stored.
  let bytes: [UInt8]

  static let length = 1 << 16

  init(path: String) throws(RecordingError) {
    var input = try InputFile(path: path)
    var room = [UInt8](repeating: 0, count: Self.length)
    let count = try input.read(into: &room)
    room.removeLast(Self.length - count)
    self.path = path
    size = input.size
    bytes = room
  }

  /// The name without its folders.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// One kind of recording. Recognised by content; the name of a file is a hint for words, never for the format.
protocol RecordingReader: Sendable {
  /// "BROAD MAT", "table".
  var format: String { get }
  /// Why the file is of this kind; nil when it is not.
  func recognise(_ head: FileHead) -> [String]?
  func read(_ head: FileHead, evidence: [String]) throws(RecordingError) -> RawRecording
}

/// The readers, the exact ones first: the first that recognises a file reads it.
enum RecordingReaders {
  static let all: [any RecordingReader] = [MatReader(), HDF5Reader(), RawLogReader(), TableReader()]
}
