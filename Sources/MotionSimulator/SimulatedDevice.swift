import IMUProtocols
import Inertial

/// One port of a simulated leg: a board with one or two sensors, its wire, and the adapter at the host, with their faults.
///
/// It owns no port and no clock: the caller asks what the host sees up to a time, and hands over what the host says.
/// Equal settings give equal bytes at equal times, however often it is asked.
public struct SimulatedDevice: Sendable {
  /// A row that left the board.
  public struct SentRow: Hashable, Sendable {
    /// True time [s] at which its last sensor was read.
    public var time: Double
    public var samples: [DecodedSample]
    public var bytes: [UInt8]
    /// Places in `bytes` that were lost or changed on the way.
    public var damaged: [Int]

    public var isIntact: Bool { damaged.isEmpty }
  }

  public let setting: DeviceSetting
  /// 0, or 1 for the second of two ports.
  public let port: Int
  /// What the host calls the port; the name of a device that came back under another number.
  public private(set) var path: String
  /// Keeps every row that left the board in `rows`; off for long runs.
  public var keepsRows = false
  public private(set) var rows: [SentRow] = []

  private let faults: DeviceFaults
  var board: SimulatedBoard
  var line: SerialLine
  var firmware: any DeviceFirmware
  private var moments: [DeviceMoment]
  /// What commands lead to, a little later.
  private var reactions: [(time: Double, reaction: DeviceReaction)] = []
  /// In order of time, and the first that is not over.
  private let stalls: [ClosedRange<Double>]
  private var stall = 0
  private var random: SplitMix64
  private var isPlugged = true
  /// The board sends nothing before this [s].
  private var bootedAt = 0.0
  /// Told to send, or of a kind that sends by itself.
  var isSending: Bool
  private var isFirstRow = true
  private var nextDescription = 0.0
  /// What a device that is polled would answer with.
  private var newest: SimulatedBoard.Row?
  /// Rows that the board keeps while nobody is connected.
  private var kept: [[UInt8]] = []
  var acknowledgesToLose: Int

  private static let describeEvery = 1.0
  /// From a command to what comes of it: at 100 rows a second one more of them is on its way [s].
  private static let reactionTime = 0.012
  /// From a poll to its reply [s].
  private static let replyTime = 0.001
  /// From power to the first byte of a board that was plugged in again [s].
  private static let bootTime = 0.2

  public init(_ setting: DeviceSetting, port: Int = 0, path: String = "") throws(DeviceError) {
    precondition(0..<setting.wiring.portCount ~= port, "a port that the wiring has")
    self.setting = setting
    self.port = port
    self.path = path
    faults = setting.faults(ofPort: port)
    board = try SimulatedBoard(setting, port: port)
    random = SplitMix64(seed: setting.seed &+ UInt64(port), for: .faults)
    line = SerialLine(
      baud: faults.deviceBaud ?? setting.baud, faults: faults,
      random: SplitMix64(seed: setting.seed &+ UInt64(port), for: .wire))
    if faults.deviceBaud != nil { line.hostBaud = setting.baud ?? 115_200 }
    firmware = Firmware.of(setting)
    isSending = !faults.isAsleep
    acknowledgesToLose = faults.lostAcknowledges
    moments = DeviceMoment.all(of: faults)
    stalls = faults.stalls.sorted { $0.lowerBound < $1.lowerBound }
    boot(at: 0)
    for _ in 0..<2 where isSending { describe(at: 0) }
  }

  /// Rows of each sensor a second, as stated or as a command has changed it.
  public var rate: Double { board.rate }

  /// Knee flexion of the bones [deg] at `time` seconds since the start.
  public func truth(at time: Double) -> Double { board.leg.flexion(at: time).radiansToDegrees }

  /// Device time [ns, not wrapped] at `time` seconds since the start.
  public func deviceTime(at time: Double) -> Int64 { board.deviceTime(at: time) }

  /// Sensors behind this port, by their names on the wire.
  public var sensors: [DecodedSensor] { board.encoder.sensors }

  /// True for a device that says nothing unless it is asked.
  public var isPolled: Bool { firmware.isPolled }

  /// Rows that found the wire full.
  public var rowsDropped: Int { line.rowsDropped }

  /// Speed that the host has set [baud], for a device that speaks at one speed only. Changes nothing for others.
  public mutating func listen(at baud: Int) {
    if faults.deviceBaud != nil || line.hostBaud != nil { line.hostBaud = baud }
  }

  // MARK: What the host sees

  /// What happens at the host up to `time` [ns since the start] and was not given before: bytes, and the port coming and
  /// going.
  public mutating func records(until time: Int64) -> [RawLogRecord] {
    let limit = Double(time) * 1e-9
    var records: [RawLogRecord] = []
    while let step = nextStep(until: limit) {
      switch step {
      case .moment: passMoment(&records)
      case .reaction:
        let due = reactions.removeFirst()
        react(due.reaction, at: due.time)
      case .row: passRow()
      }
    }
    line.tick(until: limit)
    hand(over: limit, to: &records)
    return records
  }

  /// The bytes that the host gets up to `time` [s] and was not given before.
  public mutating func bytes(until time: Double) -> [UInt8] {
    records(until: Int64((time * 1e9).rounded())).flatMap { record -> [UInt8] in
      if case .received(let bytes) = record.content { bytes } else { [] }
    }
  }

  private enum Step { case moment, reaction, row }

  private func nextStep(until limit: Double) -> Step? {
    let row = board.nextRowTime
    let reaction = reactions.first?.time ?? .infinity
    let moment = moments.first?.time ?? .infinity
    guard min(row, reaction, moment) <= limit else { return nil }
    if moment <= min(row, reaction) { return .moment }
    return reaction <= row ? .reaction : .row
  }

  private mutating func hand(over limit: Double, to records: inout [RawLogRecord]) {
    var count = 0
    for delivery in line.deliveries {
      guard delivery.time <= limit else { break }
      records.append(record(at: delivery.time, .received(delivery.bytes)))
      count += 1
    }
    line.deliveries.removeFirst(count)
  }

  private func record(at time: Double, _ content: RawLogRecord.Content) -> RawLogRecord {
    RawLogRecord(time: Int64((time * 1e9).rounded()), port: UInt8(port), content)
  }

  // MARK: Rows

  private mutating func passRow() {
    let row = board.nextRow()
    if row.time < bootedAt || isStalled(at: row.time) { return }
    guard isPlugged else { return keep(row.bytes) }
    guard isSending else { return }
    if firmware.isPolled { return newest = row }
    if row.time >= nextDescription { describe(at: row.time) }
    send(row)
    if faults.duplicates > 0, random.uniform() < faults.duplicates {
      _ = line.send(row.bytes, at: row.time)
    }
    if faults.foreign > 0, random.uniform() < faults.foreign { sendForeign(at: row.time) }
  }

  private mutating func sendForeign(at time: Double) {
    guard let message = firmware.foreignMessage(&random, at: board.now) else { return }
    if message.isCounted { board.skipCount() }
    _ = line.send(message.bytes, at: time)
  }

  private mutating func send(_ row: SimulatedBoard.Row) {
    var bytes = row.bytes
    if isFirstRow, faults.startsInsideFrame { bytes.removeFirst(bytes.count / 2) }
    isFirstRow = false
    guard let damaged = line.send(bytes, at: row.time), keepsRows else { return }
    let cut = row.bytes.count - bytes.count
    rows.append(
      SentRow(
        time: row.time, samples: row.samples, bytes: row.bytes,
        damaged: Array(0..<cut) + damaged.map { $0 + cut }))
  }

  private mutating func isStalled(at time: Double) -> Bool {
    while stall < stalls.count, stalls[stall].upperBound < time { stall += 1 }
    return stall < stalls.count && stalls[stall].contains(time)
  }

  private mutating func describe(at time: Double) {
    var bytes: [UInt8] = []
    board.appendDescription(to: &bytes)
    nextDescription = time + Self.describeEvery
    if !bytes.isEmpty { _ = line.send(bytes, at: time) }
  }

  private mutating func keep(_ bytes: [UInt8]) {
    let rows = Int(faults.backlog * rate)
    guard rows > 0, isSending else { return }
    kept.append(bytes)
    if kept.count > rows { kept.removeFirst() }
  }

  // MARK: Coming and going

  private mutating func passMoment(_ records: inout [RawLogRecord]) {
    let moment = moments.removeFirst()
    line.tick(until: moment.time)
    hand(over: moment.time, to: &records)
    switch moment.kind {
    case .pull:
      isPlugged = false
      line.cut(at: moment.time)
      reactions = []
      records.append(record(at: moment.time, .event(.lost(cause: "hang-up"))))
    case .plug(let isRenamed):
      isPlugged = true
      if isRenamed { path += "'" }
      records.append(record(at: moment.time, .event(.reconnected(path: path))))
      comeBack(at: moment.time)
    case .restart: restart(at: moment.time)
    }
  }

  /// A board with a battery sends what it kept; any other has lost its power and starts anew.
  private mutating func comeBack(at time: Double) {
    guard faults.backlog > 0 else { return restart(at: time) }
    for row in kept { _ = line.send(row, at: time, waits: true) }
    kept = []
  }

  private mutating func restart(at time: Double) {
    board.restart(at: time)
    firmware.restart()
    isSending = !faults.isAsleep
    bootedAt = time + Self.bootTime
    boot(at: time)
    nextDescription = bootedAt
  }

  private mutating func boot(at time: Double) {
    if isFirstRow, faults.garbageAtStart > 0 {
      _ = line.send(
        (0..<faults.garbageAtStart).map { _ in UInt8(truncatingIfNeeded: random.next()) }, at: time)
    }
    if faults.banner > 0 {
      _ = line.send(BootBanner.text(faults.banner), at: time, speed: faults.bannerBaud, waits: true)
    }
  }

  // MARK: What the host says

  /// Bytes that the host wrote at `time` [ns since the start].
  public mutating func receive(_ bytes: [UInt8], at time: Int64) {
    guard isPlugged, !faults.isDeaf else { return }
    let seconds = Double(time) * 1e-9
    if seconds < bootedAt { return }
    let delay = firmware.isPolled ? Self.replyTime : Self.reactionTime
    reactions += firmware.receive(bytes).map { (seconds + delay, $0) }
  }

  private mutating func react(_ reaction: DeviceReaction, at time: Double) {
    switch reaction {
    case .acknowledge(let bytes):
      if acknowledgesToLose > 0 { return acknowledgesToLose -= 1 }
      _ = line.send(bytes, at: time, waits: true)
    case .answer(let bytes): _ = line.send(bytes, at: time, waits: true)
    case .start:
      if !isSending { board.beginAgain() }
      isSending = true
    case .stop: isSending = false
    case .rate(let rate): try? board.setRate(rate)
    case .baud(let baud): setBaud(baud)
    case .configure(let configuration): try? board.configure(configuration)
    case .speak(let name): try? board.speak(name)
    case .row(let sensor, let registers):
      guard let row = newest, let bytes = board.bytes(of: row, sensor: sensor, registers: registers) else {
        return
      }
      _ = line.send(bytes, at: time, waits: true)
    }
  }

  /// The device speaks at another speed from now on; the host hears it right once it listens there too.
  private mutating func setBaud(_ baud: Int) {
    line.hostBaud = line.hostBaud ?? line.baud ?? 115_200
    line.baud = baud
  }
}
