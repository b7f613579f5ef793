import Recordings

extension Faults {
  static func words(_ error: RecordingError) -> Failure { reading(error) ?? content(error) ?? output(error) }

  // MARK: The file itself

  private static func reading(_ error: RecordingError) -> Failure? {
    switch error {
    case .noSuchFile(let file):
      Failure("noSuchFile", "there is no such file", exit: .noInput, file: file, hint: "check the spelling")
    case .cannotOpen(let file, let code):
      Failure("cannotOpen", "cannot be opened: \(text(of: code))", exit: reading(code), file: file)
    case .cannotRead(let file, let byte, let code):
      Failure(
        "cannotRead", "cannot be read on: \(text(of: code))", exit: .inputOutput, file: file, byte: byte,
        hint: "check the disk, copy the file again")
    case .isFolder(let file):
      Failure(
        "isFolder", "a folder stands where a file is expected", exit: .noInput, file: file,
        hint: "name a file in it")
    case .folderWithoutRecordings(let folder, let files):
      Failure(
        "folderWithoutRecordings", "no recording among \(files) \(files == 1 ? "file" : "files")",
        exit: .noInput,
        file: folder, hint: "`flexion inspect FILE` says why a file is none")
    default: nil
    }
  }

  // MARK: What is in it

  private static func content(_ error: RecordingError) -> Failure? {
    switch error {
    case .noBytes(let file):
      refused("emptyFile", "the file is empty", file: file, hint: "record or copy it again")
    case .otherContent(let file, let kind):
      refused(
        "otherContent", "this is \(kind.words), not a recording", file: file,
        hint: "CSV, TSV or a BROAD file is expected")
    case .binaryContent(let file, let byte):
      refused(
        "binaryContent", "neither text nor a known format", file: file, byte: byte,
        hint: "CSV, TSV or a BROAD file is expected")
    case .noHeading(let file, let line, let beginning):
      refused(
        "noHeading", "no heading with sensor columns, found `\(beginning)`", file: file, line: line,
        hint: "expected names with units as in `time (s),thigh_acc_x (m/s^2),thigh_gyr_x (rad/s)`")
    case .missingColumn(let file, let line, let sensor, let expected):
      refused(
        "noSuchColumn",
        "sensor `\(sensor)` lacks \(expected.count == 1 ? "column" : "columns") \(expected.joined(separator: ", "))",
        field: expected.first,
        file: file, line: line, hint: "a gyroscope and an accelerometer need x, y and z each")
    case .gravityRemoved(let file, let line, let column):
      refused(
        "gravityRemoved", "column `\(column)` is acceleration without gravity", field: column, file: file,
        line: line,
        hint: "export the acceleration with gravity")
    case .noUsableRow(let file, let line, let leftOut):
      refused(
        "noUsableRow", "no usable row, \(leftOut) left out", file: file, line: line,
        hint: "expected one number a column below the heading")
    case .noUsableFrame(let file, let port, let expected, let bytes, let leftOut, let evidence):
      refused(
        "noUsableFrame", "no usable frame of \(expected) in \(bytes) bytes of \(port), \(leftOut) left out",
        file: file, hint: "the bytes look like this: \(evidence)")
    case .unknownProtocol(let file, let name, let known):
      refused(
        "unknownProtocol", "the log names the protocol `\(name)`, which is unknown here", file: file,
        hint: "known are \(known.joined(separator: ", "))")
    case .ambiguousComma(let file, let line, let cell):
      refused(
        "ambiguousComma", "`\(cell)` may hold a decimal or a thousands mark", file: file, line: line,
        hint: "export with a decimal point or with semicolons between the cells")
    case .missingVariable(let file, let expected):
      refused(
        "missingVariable", "variable `\(expected.name)` is missing", field: expected.name, file: file,
        hint: "expected \(shape(expected))")
    case .wrongVariable(let file, let expected, let found):
      refused(
        "wrongVariable", "variable `\(expected.name)` is \(found)", field: expected.name, file: file,
        hint: "expected \(shape(expected))")
    case .damagedContainer(let file, let format, let detail):
      damaged(file, format, detail)
    default: nil
    }
  }

  private static func damaged(_ file: String, _ format: String, _ detail: ContainerFault) -> Failure {
    let hint = "copy or export it again"
    return switch detail {
    case .endsInside(let byte):
      refused(
        "cutFile", "the \(format) file ends in the middle of a block", file: file, byte: byte, hint: hint)
    case .badElement(let byte):
      refused("damagedFile", "the \(format) file is damaged", file: file, byte: byte, hint: hint)
    case .badVariable(let name):
      refused(
        "damagedFile", "variable `\(name)` of the \(format) file is damaged", field: name, file: file,
        hint: hint)
    }
  }

  private static func shape(_ variable: MatrixVariable) -> String {
    let rows = variable.rows.map(String.init) ?? "n"
    return "\(rows) x \(variable.columns) numbers: \(variable.meaning)"
  }

  // MARK: Outputs

  private static func output(_ error: RecordingError) -> Failure {
    switch error {
    case .outputExists(let path):
      Failure(
        "outputExists", "the output exists", exit: .cannotCreate, file: path, hint: "--force overwrites it")
    case .outputIsInput(let path, let input):
      Failure(
        "outputIsInput", "the output is the input \(input)", exit: .cannotCreate, file: path,
        hint: "choose another name; an input is never written to")
    case .outputFolderMissing(let folder):
      Failure(
        "outputFolderMissing", "the folder of the output does not exist", exit: .cannotCreate, file: folder,
        hint: "create it first")
    case .cannotCreate(let path, let code):
      Failure("cannotCreate", "cannot be created: \(text(of: code))", exit: writing(code), file: path)
    case .cannotWrite(let path, let code):
      Failure(
        "cannotWrite", "cannot be written: \(text(of: code))", exit: .inputOutput, file: path,
        hint: "nothing was left behind")
    default:
      Failure("recording", "\(error)", exit: .programFault)
    }
  }

  /// A recording, plan or answer that is refused.
  static func refused(
    _ code: String, _ message: String, field: String? = nil, file: String? = nil, line: Int? = nil,
    byte: Int? = nil, hint: String? = nil
  ) -> Failure {
    Failure(
      code, message, exit: .dataRefused, field: field, file: file, line: line, byte: byte, hint: hint)
  }
}

extension KnownContent {
  fileprivate var words: String {
    switch self {
    case .zip: "a zip archive (or an Excel or phone export: unpack it first)"
    case .gzip: "a gzip archive"
    case .excelBinary: "an old Excel file"
    case .json: "JSON"
    case .xml: "XML"
    case .pdf: "a PDF"
    case .image: "a picture"
    case .executable: "a program"
    case .axivity: "an Axivity file"
    case .c3d: "a C3D file"
    case .sqlite: "an SQLite store"
    }
  }
}
