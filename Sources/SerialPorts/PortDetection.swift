import Glibc
import IMUProtocols

/// Finds out what speaks at a port: listens first, tries other speeds when there are bytes but no frames, asks when
/// there is silence.
///
/// Afterwards `reader()` goes on with the open port, so that nothing is lost and no board is reset again.
public struct PortDetection: ~Copyable {
  public internal(set) var report = DetectionReport()
  public private(set) var setup: PortSetup
  public let identity: PortIdentity
  private let address: PortAddress
  let plan: DetectionPlan
  let recognize: Recognizer
  private let kind: PortKind
  var channel: ByteChannel
  private var records: [RawLogRecord] = []
  var trialRecords: [RawLogRecord] = []
  /// Of an input that does not come back.
  var hasEnded = false
  let start: Int64
  let number: UInt8

  /// Opens the port.
  public init(
    _ setup: PortSetup, plan: DetectionPlan = DetectionPlan(), number: UInt8 = 0,
    recognize: @escaping Recognizer
  ) throws(SerialPortError) {
    var setup = setup
    if plan.remembered == nil { setup.settings.baud = plan.firstBaud }
    if let baud = plan.remembered?.baud { setup.settings.baud = baud }
    let opening = HostClock.monotonic()
    let address = PortAddress(setup.source, setup.system)
    kind = Self.kind(of: setup, address)
    channel = try ByteChannel.open(setup.source, settings: setup.settings)
    self.address = address
    identity = address.identity
    self.setup = setup
    self.plan = plan
    self.recognize = recognize
    self.number = number
    start = HostClock.monotonic()
    records = [
      RawLogRecord(time: opening, port: number, .event(.entered(.opening))),
      RawLogRecord(time: start, port: number, .event(.entered(.detecting))),
    ]
  }

  private static func kind(of setup: PortSetup, _ address: PortAddress) -> PortKind {
    guard case .serial(let path) = setup.source else { return .unknown }
    if let port = PortListing(setup.system, builtIn: true, holders: false).port(at: path) { return port.kind }
    let node = SystemRoot().resolved(path) ?? path
    return node.hasPrefix("/dev/pts/") ? .pseudoTerminal : .unknown
  }

  /// Whether other speeds make sense.
  private var scansSpeeds: Bool {
    setup.source.hasSpeed && (plan.scansSpeeds ?? !kind.ignoresSpeed)
  }

  /// Looks until something is found or everything was tried; `shouldStop` is asked now and then. True for a match.
  public mutating func run(
    shouldStop: () -> Bool = { StopSignal.received != nil }
  ) throws(SerialPortError) -> Bool {
    defer { report.seconds = Double(HostClock.monotonic() - start) * 1e-9 }
    defer { compareWithMemory() }
    if try tryMemory(shouldStop) { return true }
    if setup.settings.baud != plan.firstBaud { try setSpeed(plan.firstBaud) }
    if try listen(plan.first, shouldStop) { return true }
    if report.isSilent { return try ask(shouldStop) }
    return try scan(shouldStop)
  }

  /// Goes on with the open port, its bytes of the last stretch and how they were found.
  public consuming func dialogue() -> PortDialogue {
    PortDialogue(channel, setup, address, number, records + trialRecords)
  }

  /// The same for a port that is read together with others.
  public consuming func opened(as spoken: SerialProtocol, rate: Double? = nil) -> OpenedPort {
    var setup = setup
    let baud = setup.settings.baud
    setup.adopt(spoken, rate: rate)
    setup.settings.baud = baud
    let before = records + trialRecords
    return OpenedPort(PortLoop(channel, setup, address, number, before), setup)
  }

  // MARK: Steps

  private mutating func tryMemory(_ shouldStop: () -> Bool) throws(SerialPortError) -> Bool {
    // At the first speed there is nothing to be gained by listening twice.
    guard let remembered = plan.remembered, setup.source.hasSpeed, remembered.baud != plan.firstBaud else {
      return false
    }
    if try listen(plan.memory, shouldStop) { return true }
    report.remembered = "\(remembered.protocolName) at \(remembered.baud) baud, as last time, did not answer"
    return false
  }

  private mutating func compareWithMemory() {
    guard let remembered = plan.remembered, let found = report.match?.recognition?.protocolName else {
      return
    }
    let isSame = found == remembered.protocolName && report.match?.baud == remembered.baud
    report.remembered =
      isSame ? "as last time" : "last time \(remembered.protocolName) at \(remembered.baud) baud"
  }

  private mutating func scan(_ shouldStop: () -> Bool) throws(SerialPortError) -> Bool {
    guard scansSpeeds else { return false }
    while let baud = plan.bauds(after: report.trials).first, !shouldStop(), timeLeft > 0 {
      try setSpeed(baud)
      if try listen(plan.other, shouldStop) { return true }
    }
    return false
  }

  private mutating func ask(_ shouldStop: () -> Bool) throws(SerialPortError) -> Bool {
    guard plan.probes, setup.source.mayReturn else { return false }
    let bauds = scansSpeeds ? [setup.settings.baud] + [115_200, 9600, 921_600] : [setup.settings.baud]
    var asked: Set<Int> = []
    for baud in bauds where asked.insert(baud).inserted {
      if setup.settings.baud != baud { try setSpeed(baud) }
      for wakeUp in WakeUp.all where asked.count == 1 || wakeUp.bauds.contains(baud) {
        if shouldStop() || timeLeft <= 0 { return false }
        if try ask(wakeUp, shouldStop) { return true }
        if !report.isSilent { return try scan(shouldStop) }
      }
    }
    return false
  }

  private mutating func ask(_ wakeUp: WakeUp, _ shouldStop: () -> Bool) throws(SerialPortError) -> Bool {
    let time = HostClock.monotonic()
    guard try channel.write(wakeUp.bytes, timeout: 200) else { return false }
    records.append(RawLogRecord(time: time, port: number, .sent(wakeUp.bytes)))
    return try listen(plan.answer, wakeUp: wakeUp.name, shouldStop)
  }

  private mutating func setSpeed(_ baud: Int) throws(SerialPortError) {
    setup.settings.baud = baud
    guard setup.source.hasSpeed else { return }
    try SerialPort.configure(channel.descriptor, channel.path, setup.settings)
    SerialPort.dropBacklog(channel.descriptor)
  }

  var timeLeft: Int64 { start + plan.limit - HostClock.monotonic() }
}
