import Inertial

/// The numbers of a table while it is read, one array a sensor quantity.
struct TableColumns {
  /// Where a cell goes: a place in the row's scratch, the name of the row's sensor, the time, or nowhere.
  enum Slot: Int32 { case sensor = -3, time = -2, ignored = -1 }

  /// One entry a column of the heading: place in the scratch, or a raw value of `Slot`.
  private(set) var slots: [Int32]
  /// Three places a vector, in the order gyroscope, accelerometer, magnetometer of each sensor; then the references.
  private(set) var width = 0
  private(set) var stamps: [Int64] = []
  private(set) var vectors: [[Vector3]]
  private(set) var orientations: [[Quaternion]]
  private(set) var flexion: [Double] = []
  private(set) var validity: [Bool] = []
  private(set) var rows = 0
  /// The names of a column `sensor`; nil without that column.
  var names: SensorNames?

  /// Name and first place of each reference orientation.
  let orientationLabels: [String]
  private let orientationPlace: Int
  private let flexionPlace: Int?
  private let validPlace: Int?
  private let hasTime: Bool

  init(_ layout: TableLayout) {
    let roles = layout.heading.roles
    slots = [Int32](repeating: Slot.ignored.rawValue, count: roles.count)
    if let time = layout.time { slots[time.column] = Slot.time.rawValue }
    hasTime = layout.time != nil
    // With several sensors side by side a row belongs to all of them.
    if layout.sensors.count == 1, let column = roles.firstIndex(of: .sensorName) {
      slots[column] = Slot.sensor.rawValue
      names = SensorNames()
    }
    var vectors = 0
    for triple in layout.sensors.flatMap(\.triples) {
      for (axis, column) in triple.columns.enumerated() { slots[column] = Int32(3 * vectors + axis) }
      vectors += 1
    }
    orientationPlace = 3 * vectors
    var place = orientationPlace
    var labels: [String] = []
    for (label, columns) in Self.orientations(roles) {
      for (part, column) in columns.enumerated() { slots[column] = Int32(place + part) }
      labels.append(label)
      place += 4
    }
    let flexionColumn = roles.firstIndex(of: .referenceFlexion)
    let validColumn = roles.firstIndex(of: .referenceValid)
    flexionPlace = flexionColumn.map { _ in place }
    if let column = flexionColumn {
      slots[column] = Int32(place)
      place += 1
    }
    validPlace = validColumn.map { _ in place }
    if let column = validColumn {
      slots[column] = Int32(place)
      place += 1
    }
    width = place
    orientationLabels = labels
    self.vectors = Array(repeating: [], count: vectors)
    self.orientations = Array(repeating: [], count: labels.count)
    reserve(layout.expectedRows)
  }

  /// Columns of w, x, y, z of each sensor that has all four.
  private static func orientations(_ roles: [ColumnRole]) -> [(String, [Int])] {
    var found: [(label: String, columns: [Int: Int])] = []
    for (column, role) in roles.enumerated() {
      guard case .referenceOrientation(let label, let component) = role else { continue }
      if let place = found.firstIndex(where: { $0.label == label }) {
        found[place].columns[component] = column
      } else {
        found.append((label, [component: column]))
      }
    }
    let whole = found.filter { $0.columns.count == 4 }
    return whole.map { entry in (entry.label, (0..<4).map { entry.columns[$0]! }) }
  }

  private mutating func reserve(_ count: Int) {
    if hasTime { stamps.reserveCapacity(count) }
    for place in vectors.indices { vectors[place].reserveCapacity(count) }
    for place in orientations.indices { orientations[place].reserveCapacity(count) }
    if flexionPlace != nil { flexion.reserveCapacity(count) }
    if validPlace != nil { validity.reserveCapacity(count) }
  }

  /// Takes one whole row.
  mutating func append(stamp: Int64, _ scratch: UnsafePointer<Double>) {
    rows += 1
    if hasTime { stamps.append(stamp) }
    names?.endRow()
    for place in vectors.indices {
      let value = scratch + 3 * place
      vectors[place].append(Vector3(value[0], value[1], value[2]))
    }
    for place in orientations.indices {
      let value = scratch + orientationPlace + 4 * place
      orientations[place].append(Quaternion(value[0], value[1], value[2], value[3]))
    }
    if let place = flexionPlace { flexion.append(scratch[place]) }
    if let place = validPlace { validity.append(scratch[place] > 0) }
  }

  /// The reference columns; nil for a table without them.
  var reference: ReferenceColumns? {
    guard !orientations.isEmpty || flexionPlace != nil else { return nil }
    return ReferenceColumns(
      orientation: Dictionary(zip(orientationLabels, orientations)) { first, _ in first },
      flexionDegrees: flexionPlace == nil ? nil : flexion,
      valid: validPlace == nil ? Array(repeating: true, count: rows) : validity)
  }
}

extension SensorColumns {
  var triples: [Triple] { [gyroscope, accelerometer] + (magnetometer.map { [$0] } ?? []) }
}
