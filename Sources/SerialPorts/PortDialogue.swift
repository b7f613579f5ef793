import IMUProtocols

/// An open port with which one talks before it is read: questions, answers, settings. Nothing that comes or goes is lost:
/// `reader()` goes on with the same open port and with the records so far.
public struct PortDialogue: ~Copyable {
  public private(set) var setup: PortSetup
  public let identity: PortIdentity
  /// Since the opening, in order.
  public private(set) var records: [RawLogRecord]
  private let address: PortAddress
  private let number: UInt8
  private var channel: ByteChannel
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)

  /// Opens the port.
  public init(_ setup: PortSetup, number: UInt8 = 0) throws(SerialPortError) {
    let opening = HostClock.monotonic()
    let address = PortAddress(setup.source, setup.system)
    let channel = try ByteChannel.open(setup.source, settings: setup.settings)
    let records = [
      RawLogRecord(time: opening, port: number, .event(.entered(.opening))),
      RawLogRecord(time: HostClock.monotonic(), port: number, .event(.opened(path: setup.source.text))),
    ]
    self.init(channel, setup, address, number, records)
  }

  init(
    _ channel: consuming ByteChannel, _ setup: PortSetup, _ address: PortAddress, _ number: UInt8,
    _ records: [RawLogRecord]
  ) {
    self.channel = channel
    self.setup = setup
    self.address = address
    self.number = number
    self.records = records
    identity = address.identity
  }

  /// Goes on reading as `setup` says; its start commands are sent now and after every reconnect.
  public consuming func reader(_ setup: PortSetup) throws(SerialPortError) -> PortReader {
    var setup = setup
    setup.settings = self.setup.settings
    return try PortReader(PortLoop(channel, setup, address, number, records), setup)
  }

  // MARK: Talking

  /// False when the port did not take them.
  @discardableResult
  public mutating func send(_ bytes: [UInt8]) throws(SerialPortError) -> Bool {
    let time = HostClock.monotonic()
    guard try channel.write(bytes, timeout: 500) else { return false }
    records.append(RawLogRecord(time: time, port: number, .sent(bytes)))
    return true
  }

  /// Sends a command and waits for its acknowledge between the data, as often as it says; nil when none came. `before`
  /// is sent first at every attempt.
  public mutating func ask(
    _ command: PortCommand, before: [[UInt8]] = []
  ) throws(SerialPortError) -> [UInt8]? {
    for _ in 0..<max(1, command.attempts) {
      for bytes in before { try send(bytes) }
      try send(command.bytes)
      guard let acknowledge = command.acknowledge else { return [] }
      var heard: [UInt8] = []
      let end = HostClock.monotonic() + command.patience
      while HostClock.monotonic() < end {
        heard += try listen(until: end)
        if let place = acknowledge.find(heard[...]) { return Array(heard[place]) }
      }
    }
    return nil
  }

  /// Samples of one sensor a second [Hz], measured over `seconds`; nil when fewer than three came.
  public mutating func measuredRate(
    _ decoder: any SerialDecoder, seconds: Double
  ) throws(SerialPortError) -> Double? {
    var stream = SensorStream(decoder: decoder)
    // Many a decoder has to see some frames before it knows where a sample ends.
    for record in records { stream.push(record) { _ in } }
    var times: [Int64] = []
    let end = HostClock.monotonic() + Int64(seconds * 1e9)
    while HostClock.monotonic() < end {
      let bytes = try listen(until: end)
      let now = HostClock.monotonic()
      bytes.withUnsafeBytes { chunk in
        stream.push(chunk, arrivalTime: now) { if $0.sensor == 0 { times.append(now) } }
      }
    }
    guard times.count >= 3, let first = times.first, let last = times.last, last > first else { return nil }
    return Double(times.count - 1) / (Double(last - first) * 1e-9)
  }

  /// Bytes from one sample of the first sensor to its next, those of all sensors of the port: the median over the records
  /// from number `start` on; nil for fewer than three samples.
  public func bytesPerSample(_ decoder: any SerialDecoder, from start: Int = 0) -> Double? {
    var stream = SensorStream(decoder: decoder)
    var bytes = 0
    var places: [Int] = []
    for (number, record) in records.enumerated() {
      guard case .received(let chunk) = record.content else {
        stream.push(record) { _ in }
        continue
      }
      for place in chunk.indices {
        bytes += 1
        chunk[place...place].withUnsafeBytes { byte in
          stream.push(byte, arrivalTime: record.time) { sample in
            if sample.sensor == 0, number >= start { places.append(bytes) }
          }
        }
      }
    }
    let sizes = zip(places.dropFirst(), places).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    return sizes.count >= 2 ? Double(sizes[sizes.count / 2]) : nil
  }

  /// Changes the speed of the port, not that of the device.
  public mutating func setSpeed(_ baud: Int) throws(SerialPortError) {
    setup.settings.baud = baud
    guard setup.source.hasSpeed else { return }
    try SerialPort.configure(channel.descriptor, channel.path, setup.settings)
  }

  /// What comes until `end` [ns], at most one read.
  private mutating func listen(until end: Int64) throws(SerialPortError) -> [UInt8] {
    let left = max(1, min(50, (end - HostClock.monotonic()) / 1_000_000))
    let result = buffer.withUnsafeMutableBytes { bytes -> Result<ByteChannel.Reading, SerialPortError> in
      do throws(SerialPortError) {
        return .success(try channel.read(into: bytes, timeout: Int32(left)))
      } catch { return .failure(error) }
    }
    switch try result.get() {
    case .bytes(let count):
      let bytes = Array(buffer[..<count])
      records.append(RawLogRecord(time: HostClock.monotonic(), port: number, .received(bytes)))
      return bytes
    case .silence: return []
    case .gone: throw .disappeared(path: setup.source.text)
    }
  }
}
