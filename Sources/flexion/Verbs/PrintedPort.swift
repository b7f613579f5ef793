import DecimalText
import IMUProtocols
import JSONText
import SerialPorts

/// An examined port in words and as JSON.
struct PrintedPort {
  private let port: ExaminedPort

  init(_ port: ExaminedPort) { self.port = port }

  /// A line that says which port it is, and lines that say what speaks there or why it is not used.
  var text: String {
    var text = "\(port.path)  (\(description))\n"
    text += HelpText.wrapped((isFound ? "" : "not used: ") + reason, indent: 2, hanging: 2)
    if let rateLine { text += HelpText.wrapped(rateLine, indent: 2, hanging: 2) }
    if let words = proposalWords ?? advice { text += HelpText.wrapped(words, indent: 2, hanging: 2) }
    if let deviceFile { text += HelpText.wrappedJSON(deviceFile, indent: 2) }
    return text
  }

  private var isFound: Bool { if case .found = port.use { true } else { false } }

  /// "ttyUSB0, FTDI 0403:6001 serial A50285BI, latency timer 16 ms"
  private var description: String {
    guard let listed = port.listed else { return PortSource.of(port.path).description }
    var words = [
      listed.name, [listed.kind.rawValue, listed.usb?.text].compactMap(\.self).joined(separator: " "),
    ]
    if let timer = listed.latencyTimer { words.append("latency timer \(timer) ms") }
    if let caution = port.identity.caution { words.append(caution) }
    return words.joined(separator: ", ")
  }

  /// One word for scripts.
  private var state: String {
    switch port.use {
    case .found: "found"
    case .notTried: "notTried"
    case .absent: "absent"
    case .notPermitted: "notPermitted"
    case .busy: "busy"
    case .taken: "taken"
    case .silent: "silent"
    case .unknownBytes: "unknownBytes"
    case .failed: "failed"
    }
  }

  private var reason: String {
    switch port.use {
    case .found(let report): found(report)
    case .notTried: "nobody listened to it"
    case .absent: "there is no such port"
    case .notPermitted(let rights): "no permission (\(rights?.text ?? "rights unknown"))"
    case .busy(let holders):
      "busy, used by \(holders.isEmpty ? "another program" : holders.map(\.text).joined(separator: ", "))"
    case .taken(let service): "taken by the service \(service.text)"
    case .silent(let report):
      "silent for \(seconds(report)) s\(bauds(report))\(asked(report))"
    case .unknownBytes(let report): unknown(report)
    case .failed(let error): Faults.failure(error).message
    }
  }

  private var advice: String? {
    switch port.use {
    case .notPermitted(let rights):
      "run `sudo usermod -aG \(rights?.groupName ?? "dialout") $USER` and log in anew"
    case .busy: "end that program"
    case .taken(let service): PortFact.cure(for: service.program ?? "")
    case .silent: PortSource.of(port.path).silenceAdvice
    case .unknownBytes(let report) where report.nearest?.recognition?.proposal != nil:
      "rows of numbers whose meaning nobody states: record them and run `flexion decode`, which proposes a device file"
    case .found: proposalWords.flatMap { words in deviceFile.map { "\(words) \($0)" } }
    case .unknownBytes: "name the protocol, the speed or a device file; `flexion help stream` says how"
    default: nil
    }
  }

  private func found(_ report: DetectionReport) -> String {
    guard let match = report.match, let recognition = match.recognition else { return "found" }
    var words = recognition.evidence
    if let wakeUp = match.wakeUp { words += ", after the \(wakeUp)" }
    if let remembered = report.remembered { words += " (\(remembered))" }
    return words
  }

  private var match: ListeningTrial? { if case .found(let report) = port.use { report.match } else { nil } }

  private var rateCheck: RateCheck? { port.rateSetting.flatMap { try? $0.get() } }

  /// Samples of one sensor a second [Hz], as measured, after a setting anew.
  var rate: Double? { rateCheck.map(\.measured) ?? match?.recognition?.rate }

  static func hertz(_ rate: Double) -> String { "\(DecimalText.fixed(rate, decimals: 1)) Hz" }

  /// "rate 50.0 Hz asked, 49.9 Hz measured, the line carries 261.8 Hz, 19 % used"
  private var rateLine: String? {
    guard let match else { return nil }
    var words: [String] = []
    if let asked = rateCheck?.asked { words.append("\(Self.hertz(asked)) asked") }
    words.append(rate.map { "\(Self.hertz($0)) measured" } ?? "not measured")
    if let wireLimit { words.append("the line carries \(Self.hertz(wireLimit))") }
    if let wireUse { words.append("\(DecimalText.fixed(100 * wireUse, decimals: 0)) % used") }
    return match.bytes > 0 ? "rate: \(words.joined(separator: ", "))" : nil
  }

  /// The rate that would fill the line [Hz]; nil where the speed means nothing: more than the line can carry came, as from
  /// a board with its own USB or a pseudo terminal.
  private var wireLimit: Double? {
    guard let match, let baud = match.baud, port.listed?.kind != .cdcACM, let bytes = port.bytesPerSample
    else { return nil }
    let limit = Double(baud) / (10 * bytes)
    return rate.map { $0 > 1.05 * limit } ?? false ? nil : limit
  }

  /// Share of the line that the samples take.
  private var wireUse: Double? {
    guard let wireLimit, let rate else { return nil }
    return rate / wireLimit
  }

  /// What rows of bare numbers look like.
  private var proposalWords: String? {
    guard let proposal = match?.recognition?.proposal else { return nil }
    let evidence = (proposal.evidence + proposal.questions).joined(separator: "; ")
    return "nobody says what its columns are: \(evidence); check this and name it as a file with --device:"
  }

  /// The same as a file to check and to name.
  private var deviceFile: String? { match?.recognition?.proposal?.deviceFile(baud: match?.baud) }

  private func unknown(_ report: DetectionReport) -> String {
    guard let trial = report.nearest else { return "unknown bytes" }
    let speed = Double(trial.bytes) / max(trial.seconds, 0.001)
    var words = trial.recognition?.evidence ?? "\(Int(speed.rounded())) unknown bytes a second"
    words += bauds(report)
    return words
  }

  private func seconds(_ report: DetectionReport) -> String { DecimalText.fixed(report.seconds, decimals: 1) }

  private func bauds(_ report: DetectionReport) -> String {
    let bauds = report.baudsTried.map(String.init)
    return bauds.isEmpty ? "" : "; tried at \(bauds.joined(separator: ", ")) baud"
  }

  private func asked(_ report: DetectionReport) -> String {
    let count = Set(report.trials.compactMap(\.wakeUp)).count
    return count == 0 ? "; nothing was sent" : "; \(count) wake-ups were not answered"
  }

  /// The code for a port that was asked for by name.
  var exit: ExitCode {
    switch port.use {
    case .found, .notTried: .done
    case .absent, .silent, .unknownBytes: .unreachable
    case .notPermitted: .notPermitted
    case .busy, .taken: .tryAgain
    case .failed(let error): Faults.failure(error).exit
    }
  }

  var json: JSONObject {
    let listed = port.listed
    var object: JSONObject = [
      "path": .string(port.path), "node": .optional(listed?.path), "kind": .optional(listed?.kind.rawValue),
      "driver": .optional(listed?.driver), "usb": .optional(listed?.usb?.code),
      "serial": .optional(listed?.usb?.serialNumber), "name": .optional(listed?.usb?.name),
      "by_id": .optional(listed?.byID), "by_path": .optional(listed?.byPath),
      "identity": .string(port.identity.text), "latency_timer_ms": .optional(listed?.latencyTimer),
      "rights": .optional(listed?.rights?.text), "state": .string(state), "reason": .string(reason),
      "advice": .optional(advice),
    ]
    let report: DetectionReport? =
      switch port.use {
      case .found(let report), .silent(let report), .unknownBytes(let report): report
      default: nil
      }
    let match = report?.match
    object["protocol"] = .optional(match?.recognition?.protocolName)
    object["baud"] = .optional(match?.baud)
    object["rate_hz"] = .optional(rate, decimals: 3)
    object["asked_hz"] = .optional(rateCheck?.asked, decimals: 3)
    object["wire_limit_hz"] = .optional(wireLimit, decimals: 2)
    object["wire_percent"] = .optional(wireUse.map { 100 * $0 }, decimals: 2)
    object["device_file"] = .optional(deviceFile)
    object["trials"] = .array((report?.trials ?? []).map { .object(Self.json($0)) })
    return object
  }

  private static func json(_ trial: ListeningTrial) -> JSONObject {
    [
      "baud": .optional(trial.baud), "wake_up": .optional(trial.wakeUp), "bytes": .integer(trial.bytes),
      "seconds": .fixed(trial.seconds, decimals: 3), "printable": .fixed(trial.printableShare, decimals: 3),
      "zero_or_ff": .fixed(trial.edgeShare, decimals: 3), "evidence": .optional(trial.recognition?.evidence),
    ]
  }
}
