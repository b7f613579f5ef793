import Foundation
import IMUProtocols
import SerialPorts
import Synchronization

/// Opens the ports of a session, each with the protocol that was stated or that is found by listening.
struct PortOpening {
  private let wishes: PortWishes
  private let console: Console
  private var memory: PortMemory?

  init(_ wishes: PortWishes, _ call: Invocation) {
    self.wishes = wishes
    console = call.console
    memory = PortMemory.path(environment: call.environment).map { PortMemory(path: $0) }
  }

  /// How long a port that disappeared is waited for [s].
  static let patience = 120.0

  /// All at once, and each is read as soon as it is known: a board that is found first waits for nobody.
  mutating func open(_ paths: [String], into set: inout PortSet) throws -> [LivePort] {
    var ports = [LivePort?](repeating: nil, count: paths.count)
    if let stated = wishes.stated {
      for (number, path) in paths.enumerated() {
        let (port, opened) = try openStated(stated, try setup(path), number)
        ports[number] = port
        try set.start(opened)
      }
    } else {
      for found in try detect(paths) {
        let decoder = try found.spoken.makeDecoder("")
        var port = livePort(found.opened, found.spoken, decoder, "")
        port.proposal = found.report.match?.recognition?.proposal
        ports[found.number] = port
        try set.start(found.opened)
      }
    }
    set.begin()
    return ports.compactMap(\.self)
  }

  private func setup(_ path: String) throws -> PortSetup {
    let line = LineSettings(baud: wishes.baud ?? wishes.stated?.bauds.first ?? 115_200)
    let patience = PortReader.Patience(reconnect: Int64(wishes.patience * 1e9))
    return PortSetup(try PortSource(path), settings: line, patience: patience)
  }

  private func openStated(
    _ spoken: SerialProtocol, _ setup: PortSetup, _ number: Int
  ) throws -> (LivePort, OpenedPort) {
    let configuration = wishes.device?.decoder ?? wishes.addresses(for: spoken)
    let decoder = try spoken.makeDecoder(configuration)
    var setup = setup
    setup.adopt(spoken, device: wishes.device, decoder: configuration, rate: decoder.nominalRate)
    if let baud = wishes.baud { setup.settings.baud = baud }
    let opened = try OpenedPort(setup, number: UInt8(clamping: number))
    return (livePort(opened, spoken, decoder, configuration), opened)
  }

  // MARK: Listening

  private struct Found: Sendable {
    var number: Int
    var opened: OpenedPort
    var spoken: SerialProtocol
    var report: DetectionReport
  }

  /// Listens at every port at the same time; the first that cannot be used is the error of all.
  private mutating func detect(_ paths: [String]) throws -> [Found] {
    let setups = try paths.map(setup)
    let plans = setups.map(plan)
    let found = Mutex([Result<Found, any Error>?](repeating: nil, count: paths.count))
    let group = DispatchGroup()
    for number in paths.indices {
      group.enter()
      let (setup, plan) = (setups[number], plans[number])
      Thread.detachNewThread {
        let result = Result { try Self.detect(setup, plan, number) }
        found.withLock { $0[number] = result }
        group.leave()
      }
    }
    group.wait()
    let all = try found.withLock { $0.compactMap(\.self) }.map { try $0.get() }
    for one in all { note(one) }
    return all
  }

  private func plan(_ setup: PortSetup) -> DetectionPlan {
    var plan = DetectionPlan(firstBaud: setup.settings.baud, probes: wishes.probes)
    // A speed that the user states is the only one.
    if wishes.baud != nil { plan.scansSpeeds = false }
    if wishes.baud == nil, let memory { plan.remembered = memory[PortIdentity.of(setup)] }
    return plan
  }

  private static func detect(_ setup: PortSetup, _ plan: DetectionPlan, _ number: Int) throws -> Found {
    var detection = try PortDetection(
      setup, plan: plan, number: UInt8(clamping: number), recognize: Recognition.ofKnownProtocols)
    let isFound: Bool
    do throws(SerialPortError) { isFound = try detection.run() } catch { throw vanished(error, setup) }
    let report = detection.report
    if StopSignal.received != nil, !isFound { throw stopped(setup) }
    guard isFound, let recognition = report.match?.recognition,
      let spoken = recognition.protocolName.flatMap(SerialProtocol.named)
    else { throw unrecognised(report, setup) }
    let opened = detection.opened(as: spoken, rate: recognition.rate)
    return Found(number: number, opened: opened, spoken: spoken, report: report)
  }

  /// Says what was found, and remembers it.
  private mutating func note(_ found: Found) {
    guard let match = found.report.match, let recognition = match.recognition else { return }
    console.note("\(found.opened.setup.source.text): \(recognition.evidence)", code: "detected")
    let baud = match.baud ?? found.opened.setup.settings.baud
    memory?.remember(
      RememberedPort(protocolName: found.spoken.name, baud: baud, rate: recognition.rate),
      for: found.opened.identity)
  }

  private func livePort(
    _ opened: OpenedPort, _ spoken: SerialProtocol, _ decoder: any SerialDecoder, _ configuration: String
  ) -> LivePort {
    let setup = opened.setup
    return LivePort(
      path: setup.source.text, identity: opened.identity.text,
      memoryKey: opened.identity.isLasting ? opened.identity.text + " " + spoken.name : nil,
      line: setup.source.hasSpeed ? setup.settings.text : "",
      baud: setup.source.hasSpeed ? setup.settings.baud : nil, decoderName: spoken.name,
      configuration: configuration, decoder: decoder)
  }

  private static func vanished(_ error: SerialPortError, _ setup: PortSetup) -> any Error {
    guard case .disappeared = error else { return error }
    return Failure(
      "vanished", "\(setup.source.lossWords) while it was listened to; nothing was recorded",
      exit: .unreachable, file: setup.source.text, hint: setup.source.vanishedAdvice)
  }

  private static func stopped(_ setup: PortSetup) -> Failure {
    Failure(
      "stopped", "ended before it was known what speaks here", exit: .ofStopSignal, file: setup.source.text)
  }

  /// Bytes a second, what came nearest and why it failed, speeds tried.
  private static func unrecognised(_ report: DetectionReport, _ setup: PortSetup) -> Failure {
    let tried = report.baudsTried.map(String.init).joined(separator: ", ")
    guard !report.isSilent else {
      return Failure(
        "silent", "no byte came" + (tried.isEmpty ? "" : " (speeds tried: \(tried))"), exit: .unreachable,
        file: setup.source.text, hint: setup.source.silenceAdvice)
    }
    let nearest = report.nearest
    let pace = Int((Double(report.bytes) / max(0.5, report.seconds)).rounded())
    let share = Int(((nearest?.printableShare ?? 0) * 100).rounded())
    return Failure(
      "unrecognised",
      "nothing known speaks here: \(pace) bytes/s, \(share) % printable"
        + (tried.isEmpty ? "; " : ", speeds tried: \(tried); ")
        + (nearest?.recognition?.evidence ?? "no frame"), exit: .dataRefused, file: setup.source.text,
      hint: "state it: --protocol NAME, or --device FILE for text lines (docs/Devices.md)")
  }
}
