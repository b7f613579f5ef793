import Assessment
import Goniometry
import IMUProtocols
import Inertial
import Recordings
import SerialPorts

/// Ports or a log on their way to a picture and a closed raw log: what `stream` and `measure` share.
struct PortSession: ~Copyable {
  /// The raw log: the one being written, or the one that is replayed.
  let logPath: String
  private let call: Invocation
  private var source: LiveSource
  private var log: StreamLog?
  private(set) var live: LiveMeasurement
  private var view: LiveView
  /// The last angle that was shown.
  private(set) var shown: LiveAngle?
  /// A port could not be read for a reason that is no unplugging.
  private(set) var isBroken = false

  /// Opens everything; nothing is left behind when one of them cannot be.
  ///
  /// - Parameter side: of the leg, for the log; nil when nobody said.
  init(_ paths: [String], side: String?, calibrations: [KneeCalibration], _ call: Invocation) throws {
    let source = try LiveSource(paths, call)
    let logPath = try StreamLog.path(for: source.isLog ? paths[0] : nil, call)
    let log = try Self.log(logPath, side, source, call)
    live = LiveMeasurement(source.streamPorts, isReplay: source.isReplay, calibrations: calibrations)
    if call.request.has("tap") { live.watchTaps() }
    view = LiveView(call, isReplay: source.isReplay)
    self.call = call
    self.logPath = logPath
    self.source = source
    self.log = log
  }

  private static func log(
    _ path: String, _ side: String?, _ source: borrowing LiveSource, _ call: Invocation
  ) throws -> StreamLog? {
    source.isLog ? nil : try StreamLog(path: path, side: side, source.ports, call)
  }

  var isReplay: Bool { source.isReplay }
  var isOver: Bool { source.isFinished || isBroken || StopSignal.received != nil }
  /// A port was lost and did not come back.
  var lostPort: String? { source.lostPort }
  /// Why the log does not hold all of it; nil when it does.
  private(set) var logFailure: Failure?
  var sensors: [PlacedSensor] { live.stream.sensors }
  /// What the taps say so far; nil unless they were asked for.
  var tapCheck: TapCheck? { live.taps.map { TapCheck($0, live.stream) } }

  /// Reads until `enough` says so, the source ends or a signal comes; `enough` is asked at least every 50 ms.
  mutating func run(until enough: () throws -> Bool) throws {
    while !isOver, try !enough() {
      do {
        if let record = try source.next(timeout: 50) { take(record) }
      } catch {
        // What came before is in the log and is measured.
        call.console.fail(Faults.failure(error))
        isBroken = true
      }
      view.wait()
    }
  }

  /// Marks the measured part, in the log and for the picture.
  mutating func mark(_ part: MeasuredPart) throws {
    take(RawLogRecord(time: HostClock.monotonic(), .event(.mark(part))))
  }

  /// Until the time for taps is over; nil when the session ended before.
  mutating func waitForTaps() throws -> TapCheck? {
    while let taps = live.taps, !taps.isOver, !isOver {
      let soon = HostClock.monotonic() + 50_000_000
      try run { HostClock.monotonic() >= soon }
    }
    return isOver ? nil : tapCheck
  }

  /// Which sensor moves during the next nanoseconds.
  mutating func watchMotion(for time: Int64) throws -> WiggleCheck.Verdict {
    // Two looks at the sensors: one that speaks late is there at the second.
    let settled = HostClock.monotonic() + 500_000_000
    try run { HostClock.monotonic() >= settled }
    live.beginWiggle()
    let end = HostClock.monotonic() + time
    try run { HostClock.monotonic() >= end }
    return live.endWiggle()
  }

  /// The shank is this sensor; of two, the other is the thigh. From now on, in the log too.
  mutating func place(shank sensor: Int) throws {
    let sensors = sensors
    for number in sensors.indices where number == sensor || sensors.count == 2 {
      let segment: BodySegment = number == sensor ? .shank : .thigh
      source.keep(segment, of: sensors[number])
      take(
        RawLogRecord(
          time: HostClock.monotonic(), port: UInt8(clamping: sensors[number].port),
          .event(.placed(sensor: sensors[number].name, segment))))
    }
  }

  /// Words between two pictures.
  mutating func say(_ lines: [String]) {
    view.pause()
    for line in lines { call.console.note(HelpText.wrapped(line, indent: 0).trimmed, code: "prompt") }
  }

  /// Ends the reading. What was read before the end belongs to the log, however far behind the picture was.
  mutating func close() throws {
    if !source.isReplay {
      source.close()
      while !source.isFinished, let record = try? source.next(timeout: 500) { take(record) }
    }
    finish()
    log?.close(call.console)
    view.end()
    if let port = lostPort { call.console.fail(StreamLog.lost(port)) }
    for number in source.ports.indices { propose(number) }
  }

  /// Rows whose meaning nobody states gave no sample: what they look like, ready for a device file. Never applied by itself.
  private func propose(_ number: Int) {
    let port = source.ports[number]
    guard let proposal = port.proposal, live.stream.streams[number].decoder.statistics.samples == 0 else {
      return
    }
    let doubts = (proposal.evidence + proposal.questions).joined(separator: "; ")
    call.console.warn("\(port.path): nobody says what the columns are", code: "columnsUnknown")
    let words = "\(doubts); check this, write it into a file, and name the file with --device:"
    call.console.note(HelpText.wrapped(words, indent: 0).trimmed, code: "columnsUnknown")
    call.console.note(HelpText.wrappedJSON(proposal.deviceFile(), indent: 0).trimmed, code: "deviceFile")
  }

  private func name(ofPort number: UInt8) -> String {
    source.ports.indices.contains(Int(number)) ? source.ports[Int(number)].path : "port \(number)"
  }

  /// What still waited for its place in time.
  private mutating func finish() {
    var view = view
    var shown = shown
    live.finish { picture in
      shown = picture.angle
      view.show(picture)
    }
    self.view = view
    self.shown = shown
    keepGaps(at: HostClock.monotonic())
  }

  /// A gap belongs to the port of its sensor, which need not be the port of the record that showed it.
  private mutating func keepGaps(at time: Int64) {
    for gap in live.takeGaps() {
      let port = UInt8(clamping: live.stream.sensors[gap.sensor].port)
      keep(RawLogRecord(time: time, port: port, .event(.gap(gap))))
    }
  }

  private mutating func keep(_ record: RawLogRecord) {
    if let failure = log?.append(record, call.console) { logFailure = failure }
  }

  private mutating func take(_ record: RawLogRecord) {
    keep(record)
    var view = view
    var shown = shown
    live.push(record) { picture in
      shown = picture.angle
      view.show(picture)
    }
    if case .event(let event) = record.content { view.tell(event, at: name(ofPort: record.port)) }
    for (port, event) in live.takeEvents() { view.tell(event, of: source.ports[port].path) }
    self.view = view
    self.shown = shown
    keepGaps(at: record.time)
  }
}

extension String {
  /// Without blanks and line ends at the end.
  var trimmed: String { String(reversed().drop { $0.isWhitespace }.reversed()) }
}
