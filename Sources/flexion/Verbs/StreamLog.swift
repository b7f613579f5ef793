import Glibc
import IMUProtocols
import Inertial
import JSONText
import Recordings
import SerialPorts

/// The raw log that a live stream writes.
struct StreamLog: ~Copyable {
  private var writer: RawLogWriter
  private var lastSync = HostClock.monotonic()

  /// - Parameter side: of the leg; nil when nobody said.
  init(path: String, side: String?, _ ports: [LivePort], _ call: Invocation) throws {
    // Only a log may be replaced by a log.
    if call.request.has("force"), RawLogFile.isRawLog(path) { unlink(path) }
    writer = try RawLogWriter(
      path: path,
      header: RawLogHeader(
        product: "flexion \(VersionVerb.number)", startWallClock: try Self.wallClock(call),
        startMonotonic: HostClock.monotonic(), side: side ?? "",
        ports: ports.map(\.described)))
  }

  /// A full disk ends the log, not the stream: then it says so, once.
  mutating func append(_ record: RawLogRecord, _ console: Console) -> Failure? {
    do {
      try writer.append(record)
      if HostClock.monotonic() - lastSync > 1_000_000_000 {
        lastSync = HostClock.monotonic()
        try writer.sync()
      }
      return nil
    } catch {
      let failure = Failure(
        "logFull",
        "the raw log ends here (\(Faults.failure(error).message)); what follows is shown, not recorded",
        exit: .inputOutput, file: writer.path, hint: "make room; what was written is kept and is measured")
      console.fail(failure)
      return failure
    }
  }

  mutating func close(_ console: Console) {
    do { try writer.sync() } catch { console.fail(Faults.failure(error)) }
  }

  /// `--record`, else a new file in the person's data folder; the log itself for a replay.
  static func path(for replayed: String?, _ call: Invocation) throws -> String {
    if let path = replayed ?? call.request.text("record") { return path }
    let data = call.environment["XDG_DATA_HOME"] ?? call.environment["HOME"].map { $0 + "/.local/share" }
    guard let data, data.hasPrefix("/") else {
      throw Failure(
        "noLog", "no raw log is named, and there is no home folder", exit: .usage, field: "record",
        hint: "write --record FILE")
    }
    let folder = data + "/flexion/logs"
    var made = ""
    for part in folder.split(separator: "/") {
      made += "/" + part
      mkdir(made, 0o700)
    }
    let stamp = WallClock.now().text.map { $0 == ":" || $0 == "." ? "-" : $0 }
    let path = folder + "/" + String(stamp) + ".flxlog"
    call.console.note("raw log: \(path)")
    return path
  }

  static func lost(_ path: String) -> Failure {
    Failure(
      "portLost", "\(PortSource.of(path).lossWords) and did not come back",
      exit: .unreachable, file: path, hint: "what arrived before is in the log and was measured")
  }

  /// Now, or `--now` for tests [ns].
  private static func wallClock(_ call: Invocation) throws -> Int64 {
    try CareSetting(call).occasion.now.milliseconds * 1_000_000
  }
}
