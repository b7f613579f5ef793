import IMUProtocols

// One stretch of listening at one speed, and what is made of it.
extension PortDetection {
  /// One stretch at the present speed; true when something was recognised in it.
  mutating func listen(
    _ longest: Int64, wakeUp: String? = nil, _ shouldStop: () -> Bool
  ) throws(SerialPortError) -> Bool {
    var trial = ListeningTrial(baud: setup.source.hasSpeed ? setup.settings.baud : nil, wakeUp: wakeUp)
    let begin = HostClock.monotonic()
    trialRecords = [RawLogRecord(time: begin, port: number, .event(.opened(path: setup.source.text)))]
    var chunks: [RawLogRecord] = []
    var end = begin + min(longest, max(0, timeLeft)), judged = 0, isFirst = true
    while HostClock.monotonic() < end, !hasEnded, !shouldStop() {
      guard let chunk = try readChunk() else { continue }
      // An answer, or a board that has just started: long enough to judge the data that begin.
      if isFirst { end = max(end, min(chunk.time + plan.settled, start + plan.limit)) }
      isFirst = false
      chunks.append(chunk)
      let bytes = chunks.reduce(0) { $0 + $1.receivedCount }
      if trial.recognition?.isMatch == true {
        guard let described = described(chunks, trial.baud) else { continue }
        trial.recognition = described
        break
      }
      // Ever longer stretches, so that a fast device that nobody knows costs no more time than a slow one.
      guard
        bytes >= max(plan.enough, 2 * judged) || (judged == 0 && chunk.time - chunks[0].time >= plan.settled)
      else { continue }
      judged = bytes
      if judge(chunks, &trial) {
        guard trial.recognition?.proposal != nil else { break }
        // Rows of bare numbers: many boards say once a second what they are.
        end = max(end, min(chunks[0].time + plan.describing, start + plan.limit))
        continue
      }
      // At another speed than the device's a kilobyte of noise is enough.
      if longest != plan.first { break }
    }
    if trial.recognition?.isMatch != true { _ = judge(chunks, &trial) }
    trial.count(chunks)
    trial.seconds = Double(HostClock.monotonic() - begin) * 1e-9
    report.trials.append(trial)
    return trial.recognition?.isMatch == true
  }

  private mutating func readChunk() throws(SerialPortError) -> RawLogRecord? {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let result = buffer.withUnsafeMutableBytes { bytes -> Result<ByteChannel.Reading, SerialPortError> in
      do throws(SerialPortError) {
        return .success(try channel.read(into: bytes, timeout: 20))
      } catch { return .failure(error) }
    }
    switch try result.get() {
    case .bytes(let count):
      let time = HostClock.monotonic()
      let chunk = RawLogRecord(time: time, port: number, .received(Array(buffer[..<count])))
      if report.trials.isEmpty, trialRecords.count == 1, time - start >= PortReader.bootSilence {
        trialRecords.append(RawLogRecord(time: time, port: number, .event(.entered(.booted))))
      }
      trialRecords.append(chunk)
      return chunk
    case .silence: return nil
    case .gone:
      // The end of a file or of another program is an end, not a loss.
      guard !setup.source.mayReturn else { throw .disappeared(path: setup.source.text) }
      hasEnded = true
      return nil
    }
  }

  /// By all bytes, and by the last ones alone: a boot banner may stand before the data.
  private mutating func judge(_ chunks: [RawLogRecord], _ trial: inout ListeningTrial) -> Bool {
    guard !chunks.isEmpty else { return false }
    let whole = recognize(Self.last(16 * plan.enough, of: chunks), trial.baud)
    trial.recognition = whole
    if whole.proposal != nil, let described = described(chunks, trial.baud) { trial.recognition = described }
    if whole.isMatch { return true }
    let last = Self.last(plan.enough / 2, of: chunks)
    guard last.count < chunks.count else { return false }
    let tail = recognize(last, trial.baud)
    if tail.isMatch { trial.recognition = tail }
    return tail.isMatch
  }

  /// Rows of bare numbers by what the board has said of them meanwhile; nil when it has not yet, or too few came since.
  private func described(_ chunks: [RawLogRecord], _ baud: Int?) -> Recognition? {
    let mark = Array(TextLineConfiguration.descriptionMark.utf8)
    let all = chunks.flatMap { chunk -> [UInt8] in
      if case .received(let bytes) = chunk.content { bytes } else { [] }
    }
    guard let first = all.firstRange(of: mark)?.lowerBound else { return nil }
    // A line end, because a first line does not count.
    var explained = [RawLogRecord(time: chunks[0].time, port: number, .received([0x0A]))]
    var skipped = 0
    for chunk in chunks {
      guard case .received(let bytes) = chunk.content else { continue }
      let rest = bytes.dropFirst(max(0, first - skipped))
      if !rest.isEmpty {
        explained.append(RawLogRecord(time: chunk.time, port: number, .received(Array(rest))))
      }
      skipped += bytes.count
    }
    let recognition = recognize(explained, baud)
    return recognition.isMatch && recognition.proposal == nil ? recognition : nil
  }

  /// The last chunks that together hold so many bytes or a few more.
  private static func last(_ enough: Int, of chunks: [RawLogRecord]) -> [RawLogRecord] {
    var start = chunks.count, count = 0
    while start > 0, count < enough {
      start -= 1
      count += chunks[start].receivedCount
    }
    return Array(chunks[start...])
  }
}
