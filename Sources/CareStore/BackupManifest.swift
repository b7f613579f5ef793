import Care
import JSONText

/// What a backup is, in a file beside it: `FILE.manifest.json`.
public struct BackupManifest: Hashable, Sendable {
  /// A raw recording that rows of the store name; it is not in the backup.
  public struct Recording: Hashable, Sendable {
    public var path: String
    public var sha256: String
  }

  /// Name without folder.
  public var file: String
  public var sha256: String
  /// Size of the file.
  public var bytes: Int
  /// How many steps of the schema it has, and their names.
  public var steps: [String]
  public var created: Instant
  public var tables: [TableSize]
  public var recordings: [Recording]

  public static func path(of file: String) -> String { file + ".manifest.json" }

  public var json: JSONValue {
    var sizes = JSONObject()
    for size in tables { sizes[size.table] = .integer(size.rows) }
    return .object([
      "format": .string("flexion-store-backup/1"), "file": .string(file), "sha256": .string(sha256),
      "bytes": .integer(bytes), "schema": .integer(steps.count),
      "steps": .array(steps.map(JSONValue.string)), "created": .string(created.rfc3339),
      "tables": .object(sizes),
      "recordings": .array(
        recordings.map { .object(["path": .string($0.path), "sha256": .string($0.sha256)]) }),
    ])
  }

  /// Throws the errors of JSON with line or field.
  public init(parsing text: [UInt8]) throws {
    let fields = try JSONCursor(JSONValue(parsing: text)).fields(only: [
      "format", "file", "sha256", "bytes", "schema", "steps", "created", "tables", "recordings",
    ])
    guard try fields.required("format").text() == "flexion-store-backup/1" else {
      throw CareError.invalidValue(field: "format")
    }
    file = try fields.required("file").text()
    sha256 = try fields.required("sha256").text()
    bytes = try fields.required("bytes").integer()
    steps = try fields.required("steps").list().map { cursor in try cursor.text() }
    guard let created = try fields.instant("created") else { throw CareError.invalidValue(field: "created") }
    self.created = created
    tables = try fields.required("tables").anyFields().cursors.map { name, cursor in
      TableSize(table: name, rows: try cursor.integer())
    }
    recordings = try fields.required("recordings").list().map { cursor in
      let fields = try cursor.fields(only: ["path", "sha256"])
      return Recording(path: try fields.required("path").text(), sha256: try fields.required("sha256").text())
    }
  }

  init(
    file: String, sha256: String, bytes: Int, steps: [String], created: Instant, tables: [TableSize],
    recordings: [Recording]
  ) {
    self.file = file
    self.sha256 = sha256
    self.bytes = bytes
    self.steps = steps
    self.created = created
    self.tables = tables
    self.recordings = recordings
  }
}
