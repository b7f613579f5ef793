import DecimalText
import Inertial

/// Gives meaning to the columns of a table: by their header, else by what their numbers do.
struct ColumnReading {
  private let table: NumberTable
  private let count: Int
  /// Rows by columns; nan where a cell holds no number.
  private let columns: [[Double]]

  /// "_" for a column without a meaning.
  private(set) var names: [String]
  private(set) var timeUnit: TextLineConfiguration.TimeUnit?
  private(set) var acceleration: PhysicalUnit?
  private(set) var angularRate: PhysicalUnit?
  private(set) var evidence: [String] = []
  private(set) var questions: [String] = []

  init(_ table: NumberTable) {
    self.table = table
    count = table.rows.first?.count ?? 0
    let rows = table.rows.suffix(4 * ColumnProposal.rowsNeeded)
    columns = (0..<(table.rows.first?.count ?? 0)).map { column in
      rows.map { table.number($0[column]) ?? .nan }
    }
    names = Array(repeating: "_", count: count)
  }

  mutating func run() {
    evidence.append("\(table.rows.count) rows of \(count) fields, separated by \(table.separator.rawValue)")
    if let sum = table.checksum { evidence.append("every row ends with a right \(sum.rawValue) sum") }
    if let header = table.header {
      readHeader(header)
    } else {
      readIdentifier()
      readTime()
      readQuaternion()
      readSensors()
    }
    readUnits()
    if names.allSatisfy({ $0 == "_" }) {
      questions.append("what do the \(count) columns mean? No three of them have the size of gravity")
    }
  }

  // MARK: Names

  private mutating func readHeader(_ header: [String]) {
    names = header.map { TextLineColumn(name: $0) == .text ? "_" : $0 }
    evidence.append("the header row \(header.joined(separator: ","))")
    if let column = names.firstIndex(where: { TextLineColumn(name: $0) == .time }) { readTimeUnit(column) }
  }

  /// A column of few words, or of two whole numbers in turn.
  private mutating func readIdentifier() {
    for column in 0..<count {
      let words = table.rows.map { $0[column] }
      let different = Set(words)
      let isWord = columns[column].allSatisfy(\.isNaN)
      let takesTurns = different.count == 2 && zip(words, words.dropFirst()).allSatisfy { $0 != $1 }
      guard different.count > 1, different.count <= TextLineColumn.maximumSensors, isWord || takesTurns else {
        continue
      }
      names[column] = "id"
      evidence.append("column \(column + 1) holds \(different.sorted().joined(separator: " ")): the sensor")
      return
    }
  }

  private mutating func readTime() {
    for column in 0..<count where names[column] == "_" {
      let values = columns[column]
      let steps = zip(values.dropFirst(), values).map { $0 - $1 }
      guard values.allSatisfy(\.isFinite), Self.isClock(steps) else { continue }
      if steps.allSatisfy({ $0 == 1 }), values.allSatisfy({ $0 == $0.rounded() }) {
        names[column] = "counter"
        evidence.append("column \(column + 1) counts the rows")
        continue
      }
      names[column] = "t"
      readTimeUnit(column)
      return
    }
  }

  /// Never back, and most steps of one size; none where two rows of one moment follow each other.
  private static func isClock(_ steps: [Double]) -> Bool {
    let forward = steps.filter { $0 > 0 }.sorted()
    guard forward.count * 2 > steps.count - 1, steps.allSatisfy({ $0 >= 0 }), let last = forward.last,
      last > 0
    else { return false }
    let middle = forward[forward.count / 2]
    // Numbers with decimals are more likely a smooth motion.
    let isWhole = forward.allSatisfy { $0 == $0.rounded() }
    let near = forward.count { abs($0 - middle) <= (isWhole ? 0.3 : 0.05) * middle }
    return near * 10 >= forward.count * 8 || takesTurns(forward, steps)
  }

  /// Two sensors read one after the other: a short step and a long one.
  private static func takesTurns(_ forward: [Double], _ steps: [Double]) -> Bool {
    let pairs = zip(steps, steps.dropFirst()).map { $0 + $1 }.sorted()
    guard let middle = pairs.isEmpty ? nil : pairs[pairs.count / 2], middle > 0 else { return false }
    return pairs.count { abs($0 - middle) <= 0.05 * middle } * 10 >= pairs.count * 8
      && forward.count == steps.count
      && forward[0] * 1.5 < forward[forward.count - 1]
  }

  /// Rates from 5 to 2000 Hz leave one unit for a step.
  private mutating func readTimeUnit(_ column: Int) {
    let values = columns[column]
    let steps = zip(values.dropFirst(), values).map { $0 - $1 }.filter { $0 > 0 }.sorted()
    guard !steps.isEmpty, TextLineColumn.timeUnits[names[column].lowercased()] == nil else { return }
    let step = steps[steps.count / 2]
    let isWhole = values.allSatisfy { $0 == $0.rounded() }
    switch step {
    case 500...200_000 where isWhole: timeUnit = .microseconds
    case 1...200 where isWhole: timeUnit = .milliseconds
    case 0.0005...0.2: timeUnit = .seconds
    default: break
    }
    let text = DecimalText.fixed(step, decimals: isWhole ? 0 : 6)
    evidence.append(
      "column \(column + 1) rises by \(text) a row: time" + (timeUnit.map { " in \($0.rawValue)" } ?? ""))
    if timeUnit == nil { questions.append("what does the time in column \(column + 1) count: us, ms or s?") }
  }

  private mutating func readQuaternion() {
    guard let first = free(4).first(where: { isQuaternion($0) }) else { return }
    for (place, name) in ["q0", "q1", "q2", "q3"].enumerated() { names[first + place] = name }
    evidence.append("columns \(first + 1) to \(first + 4) have length 1 in every row: a quaternion")
    questions.append("is the quaternion in the order wxyz or xyzw? Write it as units.quat")
  }

  /// Length 1 with all four, and not with three: gravity in g has length 1 as well.
  private func isQuaternion(_ start: Int) -> Bool {
    sizes(start, 4).allSatisfy { abs($0 - 1) < 0.012 }
      && [start, start + 1].allSatisfy { sizes($0, 3).contains { abs($0 - 1) > 0.02 } }
  }

  /// Acceleration is three columns of the size of gravity; the three behind it, or before it, turn; the next are a
  /// field. A second three of the same size belong to a second sensor.
  private mutating func readSensors() {
    let blocks = self.blocks.compactMap { start in
      gravity(start).map { (start: start, unit: $0.unit, spread: $0.spread) }
    }
    guard let best = blocks.min(by: { $0.spread < $1.spread }) else { return }
    let other = blocks.filter { $0.unit == best.unit && abs($0.start - best.start) >= 6 }
      .min { $0.spread < $1.spread }
    let found = ([best] + (other.map { [$0] } ?? [])).sorted { $0.start < $1.start }
    guard let first = found.first else { return }
    acceleration = first.unit
    let isWide = found.count == 2 && !names.contains("id")
    for (number, sensor) in found.prefix(isWide ? 2 : 1).enumerated() {
      let suffix = isWide ? "\(number + 1)" : ""
      name(sensor.start, "a", suffix)
      let size = median(sizes(sensor.start, 3))
      let text = DecimalText.fixed(size, decimals: size < 100 ? 2 : 0)
      evidence.append(
        "columns \(sensor.start + 1) to \(sensor.start + 3) have the length \(text): acceleration in \(sensor.unit.lineSymbol)"
      )
    }
    for (number, sensor) in found.prefix(isWide ? 2 : 1).enumerated() {
      nameRate(sensor.start, isWide ? "\(number + 1)" : "")
    }
  }

  private mutating func nameRate(_ start: Int, _ suffix: String) {
    let beside = [start + 3, start - 3]
    guard let rate = beside.first(where: { free(3).contains($0) }) else {
      return questions.append("which columns hold the angular rate?")
    }
    name(rate, "g", suffix)
    evidence.append("columns \(rate + 1) to \(rate + 3) stand beside it: angular rate")
    guard rate == start + 3, free(3).contains(start + 6), suffix.isEmpty else { return }
    name(start + 6, "m", suffix)
    evidence.append("columns \(start + 7) to \(start + 9) follow: magnetic field, unit unknown")
  }

  private mutating func name(_ start: Int, _ letter: String, _ suffix: String) {
    for (place, axis) in ["x", "y", "z"].enumerated() { names[start + place] = letter + axis + suffix }
  }

  // MARK: Units

  private mutating func readUnits() {
    if acceleration == nil, let start = names.firstIndex(where: { Self.isFirst($0, of: .acceleration) }),
      start + 2 < count
    {
      acceleration = gravity(start)?.unit
      if let acceleration {
        evidence.append("their length at rest says: acceleration in \(acceleration.lineSymbol)")
      }
    }
    guard names.contains(where: { Self.isFirst($0, of: .angularRate) }) else { return }
    angularRate = customaryRate
    if angularRate == .radianPerSecond, let peak = peakRate, peak > Self.largestRadians {
      angularRate = .degreePerSecond
      evidence.append(
        "the angular rate comes to \(DecimalText.fixed(peak, decimals: 0)), more than any leg in rad/s: deg/s"
      )
      return questions.append("is the angular rate in deg/s? Turn the sensor by 90 degrees and look for 90")
    }
    guard let angularRate else {
      return questions.append("in which unit is the angular rate? Write it as units.gyr")
    }
    questions.append(
      "is the angular rate in \(angularRate.lineSymbol)? That is the custom beside such acceleration, not a finding: "
        + "turn the sensor by 90 degrees and look for 90")
  }

  /// No sensor range goes beyond 2000 deg/s, which is this [rad/s].
  private static let largestRadians = 35.0

  /// The largest length of an angular rate, as printed.
  private var peakRate: Double? {
    let starts = names.indices.filter { Self.isFirst(names[$0], of: .angularRate) && $0 + 2 < count }
    return starts.flatMap { sizes($0, 3) }.filter(\.isFinite).max()
  }

  private static func isFirst(_ name: String, of group: TextLineColumn.Group) -> Bool {
    guard case .component(group, 0, _) = TextLineColumn(name: name) else { return false }
    return true
  }

  /// What usually goes with the unit of acceleration.
  private var customaryRate: PhysicalUnit? {
    switch acceleration {
    case .metrePerSecondSquared?: .radianPerSecond
    case .standardGravity?, .milliGravity?: .degreePerSecond
    case .countsPerGravity(16_384)?: .countsPerDegreePerSecond(131)
    case .countsPerGravity(8192)?: .countsPerDegreePerSecond(65.5)
    case .countsPerGravity(4096)?: .countsPerDegreePerSecond(32.8)
    case .countsPerGravity(2048)?: .countsPerDegreePerSecond(16.4)
    default: nil
    }
  }

  private static let gravities: [(size: Double, unit: PhysicalUnit)] = [
    (.standardGravity, .metrePerSecondSquared), (1, .standardGravity), (1000, .milliGravity),
    (16_384, .countsPerGravity(16_384)), (8192, .countsPerGravity(8192)), (4096, .countsPerGravity(4096)),
    (2048, .countsPerGravity(2048)),
  ]

  /// The unit in which three columns have the size of gravity in most rows, and by how much the size varies.
  private func gravity(_ start: Int) -> (unit: PhysicalUnit, spread: Double)? {
    let sizes = sizes(start, 3).sorted()
    guard sizes.allSatisfy(\.isFinite), let first = sizes.first, first > 0 else { return nil }
    let middle = median(sizes)
    let near = sizes.count { abs($0 - middle) < 0.25 * middle }
    guard near * 10 >= sizes.count * 7,
      let unit = Self.gravities.first(where: { abs(middle / $0.size - 1) < 0.1 })?.unit
    else { return nil }
    return (unit, (sizes[sizes.count * 9 / 10] - sizes[sizes.count / 10]) / middle)
  }

  // MARK: Numbers

  /// Where so many columns without a meaning, all of them numbers, stand side by side.
  private func free(_ width: Int) -> [Int] {
    guard count >= width else { return [] }
    return (0...(count - width)).filter { start in
      (start..<start + width).allSatisfy { names[$0] == "_" && columns[$0].allSatisfy(\.isFinite) }
    }
  }

  /// Starts of groups of three, counted from where columns without a meaning begin.
  private var blocks: [Int] {
    let places = free(3)
    return places.filter { place in
      var run = place
      while places.contains(run - 1) { run -= 1 }
      return (place - run) % 3 == 0
    }
  }

  /// Length of the vector that some columns make, by rows.
  private func sizes(_ start: Int, _ width: Int) -> [Double] {
    columns[start].indices.map { row in
      Double.sqrt((start..<start + width).reduce(0) { $0 + columns[$1][row] * columns[$1][row] })
    }
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
