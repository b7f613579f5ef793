/// What can be wrong with a recording or with a file that is to be written.
///
/// Lines count from 1, bytes from 0. `code` is a value of `errno`. Words and exit codes are made by the caller.
public enum RecordingError: Error, Hashable, Sendable {
  // An input that cannot be used at all.
  case noSuchFile(file: String)
  case cannotOpen(file: String, code: Int32)
  case cannotRead(file: String, byte: Int, code: Int32)
  /// A folder stands where a file was expected.
  case isFolder(file: String)
  /// Nothing in the folder is a recording; so many files were looked at.
  case folderWithoutRecordings(folder: String, files: Int)

  // Content that is not a recording this program reads.
  case noBytes(file: String)
  /// The content is of a kind that is known by its first bytes.
  case otherContent(file: String, kind: KnownContent)
  /// Not text, and of no known kind; the first byte that no text has.
  case binaryContent(file: String, byte: Int)
  /// Text without a heading that names sensor columns; its first 80 characters.
  case noHeading(file: String, line: Int, beginning: String)

  // A recording with a fault.
  /// A sensor is named in the heading but lacks these columns.
  case missingColumn(file: String, line: Int, sensor: String, expected: [String])
  /// Gravity was removed by the app; acceleration with gravity is needed.
  case gravityRemoved(file: String, line: Int, column: String)
  /// Heading or variables are there, but no usable row; so many rows were left out.
  case noUsableRow(file: String, line: Int, leftOut: Int)
  /// The log names a protocol, and so many bytes of a port hold no usable frame of it; what they look like instead.
  case noUsableFrame(
    file: String, port: String, expected: String, bytes: Int, leftOut: Int, evidence: String)
  /// The log names a protocol that this program does not have; those that it has.
  case unknownProtocol(file: String, name: String, known: [String])
  /// A comma that may be a decimal or a thousands mark.
  case ambiguousComma(file: String, line: Int, cell: String)
  case missingVariable(file: String, expected: MatrixVariable)
  case wrongVariable(file: String, expected: MatrixVariable, found: String)
  /// The container is damaged; nothing in it can be trusted.
  case damagedContainer(file: String, format: String, detail: ContainerFault)

  // An output.
  case outputExists(path: String)
  case outputIsInput(path: String, input: String)
  /// The folder that the output should stand in.
  case outputFolderMissing(folder: String)
  case cannotCreate(path: String, code: Int32)
  case cannotWrite(path: String, code: Int32)
}

/// A variable that a container has to hold.
public struct MatrixVariable: Hashable, Sendable {
  public var name: String
  /// nil: any number of rows, the same in all variables.
  public var rows: Int?
  public var columns: Int
  /// Quantity and unit in words: "angular rate, rad/s".
  public var meaning: String

  public init(name: String, rows: Int?, columns: Int, meaning: String) {
    self.name = name
    self.rows = rows
    self.columns = columns
    self.meaning = meaning
  }
}

/// Why a container cannot be read.
public enum ContainerFault: Error, Hashable, Sendable {
  /// The file ends inside the element that begins at the byte.
  case endsInside(byte: Int)
  /// The element at the byte is not what the format allows.
  case badElement(byte: Int)
  /// The variable cannot be decoded.
  case badVariable(name: String)
}
