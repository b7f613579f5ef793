import Inertial

// Lines that begin with a tag: each kind has its columns, and several kinds may make one sample.
extension TextLineDecoder {
  mutating func readTagged(
    _ line: UnsafeRawBufferPointer, isProven: Bool, _ raw: UnsafeRawBufferPointer, _ time: Int64,
    _ emit: (DecodedSample) -> Void
  ) {
    for number in kinds.indices {
      guard let body = Self.dropPrefix(kinds[number].tag, of: line) else { continue }
      return read(body, as: number, raw, time, emit)
    }
    if !readWords(line, isProven: isProven) { reject(.columnsUnknown, raw, time) }
  }

  private mutating func read(
    _ body: UnsafeRawBufferPointer, as number: Int, _ raw: UnsafeRawBufferPointer, _ time: Int64,
    _ emit: (DecodedSample) -> Void
  ) {
    let kind = kinds[number]
    // The tag alone says that the lines before belong together: that holds for a damaged line too.
    if kind.role != .foreign, cycle.ends(before: number) || kind.role == .whole { closeCycle(emit) }
    if kind.role != .foreign, let reason = readFields(body, kind.layout) { return reject(reason, raw, time) }
    statistics.accept(bytes: raw.count + 1, type: UInt32(number), isForeign: kind.role == .foreign)
    switch kind.role {
    case .foreign: break
    case .whole: emitRow(kind.layout.content, linePlace, nil, time, emit)
    case .part:
      if !cycle.isOpen { cyclePlace.start = linePlace.start }
      cyclePlace.count = linePlace.start + linePlace.count - cyclePlace.start
      cycle.add(number, kind.layout.content, arrival: time)
      if cycle.takeWhole() { emitCycle(cycle.content, cycle.arrival, emit) }
    }
  }

  /// Gives what the lines so far make, unless lines are missing that usually come.
  mutating func closeCycle(_ emit: (DecodedSample) -> Void) {
    guard cycle.isOpen else { return }
    let (content, arrival) = (cycle.content, cycle.arrival)
    switch cycle.close() {
    case true?: emitCycle(content, arrival, emit)
    case false?: break
    case nil: reject(.incomplete, UnsafeRawBufferPointer(start: nil, count: 0), arrival)
    }
  }

  private mutating func emitCycle(
    _ content: TextLineColumn.GroupSet, _ arrival: Int64, _ emit: (DecodedSample) -> Void
  ) {
    if !content.has(.angularRate), !content.has(.quaternion), !content.has(.angles) {
      note(.columnsMissing(TextLineColumn.Group.angularRate.names), once: true)
    }
    emitRow(content, cyclePlace, nil, arrival, emit)
  }
}
