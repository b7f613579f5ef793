import Inertial

/// The columns of one sensor in a table: places of x, y, z and the unit that the heading claims.
struct SensorColumns {
  struct Triple {
    var columns: [Int]
    var unit: PhysicalUnit?
  }

  /// What the names say beside quantity and axis; empty where they say nothing.
  var label: String
  /// The label, or `imu` where there is none; no two sensors have the same.
  var id: String
  var gyroscope: Triple
  var accelerometer: Triple
  var magnetometer: Triple?
}

/// Groups the columns of a heading by sensor and finds what is missing.
struct SensorGrouping {
  private typealias Quantity = PhysicalUnit.Quantity
  private let heading: TableHeading
  private let file: String
  /// Columns of each label and quantity by axis, in the order of the heading.
  private var found: [(label: String, quantity: Quantity, axes: [Int: Int])] = []
  /// Columns whose name came twice; the first one is used.
  private(set) var repeated: [Int] = []

  init(_ heading: TableHeading, file: String) {
    self.heading = heading
    self.file = file
    for (column, role) in heading.roles.enumerated() {
      guard case .vector(let label, let quantity, let axis, _) = role else { continue }
      let place = found.firstIndex { $0.label == label && $0.quantity == quantity } ?? found.count
      if place == found.count { found.append((label, quantity, [:])) }
      if found[place].axes[axis] != nil { repeated.append(column) } else { found[place].axes[axis] = column }
    }
  }

  /// Every sensor with gyroscope and accelerometer, in the order of the heading.
  func sensors() throws(RecordingError) -> [SensorColumns] {
    var usedForces: Set<String> = []
    var sensors: [SensorColumns] = []
    for label in labels(of: .angularRate) {
      let partner = try forceLabel(for: label)
      usedForces.insert(partner)
      let gyroscope = try triple(label, .angularRate)
      let accelerometer = try triple(partner, .specificForce)
      let id = Self.id(of: label, beside: sensors.map(\.id))
      sensors.append(
        SensorColumns(label: label, id: id, gyroscope: gyroscope, accelerometer: accelerometer))
    }
    try checkForces(used: usedForces, sensors: sensors)
    for place in sensors.indices {
      if let label = fieldLabel(for: sensors[place].label, only: sensors.count == 1) {
        sensors[place].magnetometer = try triple(label, .magneticField)
      }
    }
    return sensors
  }

  private static func id(of label: String, beside others: [String]) -> String {
    var id = label.isEmpty ? "imu" : label.allSatisfy(\.isNumber) ? "imu" + label : label
    while others.contains(id) { id += "_b" }
    return id
  }

  private func labels(of quantity: Quantity) -> [String] {
    found.filter { $0.quantity == quantity }.map(\.label)
  }

  /// The accelerometer of the same name, else one that only adds to it ("Accel_LN"), else the only one there is.
  private func forceLabel(for label: String) throws(RecordingError) -> String {
    let forces = labels(of: .specificForce)
    if forces.contains(label) { return label }
    let free = forces.filter { !labels(of: .angularRate).contains($0) }
    if let longer = free.first(where: { Self.words($0).isSuperset(of: Self.words(label)) }) { return longer }
    if free.count == 1, labels(of: .angularRate).count == 1 { return free[0] }
    if let column = heading.roles.firstIndex(of: .accelerationWithoutGravity) {
      throw .gravityRemoved(file: file, line: heading.line.number, column: heading.columns[column].text)
    }
    throw missing(label, "acc", axes: [0, 1, 2])
  }

  /// An accelerometer that no gyroscope belongs to is a second one of a sensor, or a sensor that lacks its gyroscope.
  private func checkForces(used: Set<String>, sensors: [SensorColumns]) throws(RecordingError) {
    for label in labels(of: .specificForce) where !used.contains(label) {
      let isSecond = sensors.contains { Self.words(label).isSuperset(of: Self.words($0.label)) }
      if !isSecond || sensors.isEmpty || label.isEmpty { throw missing(label, "gyr", axes: [0, 1, 2]) }
    }
    guard sensors.isEmpty else { return }
    throw missing(found.first?.label ?? "", "gyr", axes: [0, 1, 2])
  }

  private func fieldLabel(for label: String, only: Bool) -> String? {
    let fields = labels(of: .magneticField)
    if fields.contains(label) { return label }
    return only && fields.count == 1 ? fields[0] : nil
  }

  private func triple(_ label: String, _ quantity: Quantity) throws(RecordingError) -> SensorColumns.Triple {
    let axes = found.first { $0.label == label && $0.quantity == quantity }!.axes
    let absent = (0..<3).filter { axes[$0] == nil }
    guard absent.isEmpty else { throw missing(label, Self.short[quantity]!, axes: absent) }
    let columns = (0..<3).map { axes[$0]! }
    let units = columns.map { unit(of: $0) }
    // Axes that claim different units claim none together.
    return SensorColumns.Triple(columns: columns, unit: units.allSatisfy { $0 == units[0] } ? units[0] : nil)
  }

  private func unit(of column: Int) -> PhysicalUnit? {
    guard case .vector(_, _, _, let unit) = heading.roles[column] else { return nil }
    return unit
  }

  private func missing(_ label: String, _ name: String, axes: [Int]) -> RecordingError {
    let prefix = label.isEmpty ? name : label + "_" + name
    let expected = axes.map { prefix + ["_x", "_y", "_z"][$0] }
    let sensor = label.isEmpty ? "imu" : label
    return .missingColumn(file: file, line: heading.line.number, sensor: sensor, expected: expected)
  }

  private static let short: [Quantity: String] = [
    .angularRate: "gyr", .specificForce: "acc", .magneticField: "mag",
  ]
  private static func words(_ label: String) -> Set<Substring> { Set(label.split(separator: "_")) }
}
