import Inertial

/// The column `sensor` of a table whose rows belong to sensors in turn, as `decode` writes it.
struct SensorNames {
  /// Cells as written, without blanks and quotes around them, in the order of their first rows.
  private var cells: [[UInt8]] = []
  /// One entry a row: place in the cells.
  private var places: [UInt8] = []
  /// Of the row that is read.
  private var current: UInt8 = 0

  /// A column of more different cells holds a quantity, not the names of sensors on one leg.
  private static let most = 16

  /// Takes the cell of the row that is read; the row may still turn out to be none.
  mutating func meet(_ cell: UnsafeBufferPointer<UInt8>) {
    var start = 0, end = cell.count
    while start < end, Self.isEdge(cell[start]) { start += 1 }
    while end > start, Self.isEdge(cell[end - 1]) { end -= 1 }
    for place in cells.indices where cells[place].count == end - start {
      var offset = 0
      while offset < end - start, cells[place][offset] == cell[start + offset] { offset += 1 }
      if offset == end - start { return current = UInt8(place) }
    }
    if cells.count <= Self.most { cells.append(Array(cell[start..<end])) }
    current = UInt8(cells.count - 1)
  }

  mutating func endRow() { places.append(current) }

  private static func isEdge(_ byte: UInt8) -> Bool { Cells.isBlank(byte) || byte == Cells.quote }

  // MARK: Sensors

  /// The sensor that all rows were read into, named by the one cell there is or split into one for each cell.
  func sensors(of shared: SensorRecording) -> [SensorRecording] {
    guard cells.count <= Self.most else { return [shared] }
    let used = cells.indices.filter { places.contains(UInt8($0)) }
    guard used.count > 1 else { return [used.first.map { named(shared, by: $0) } ?? shared] }
    return used.map { place in
      var sensor = part(of: shared, rows: places.indices.filter { places[$0] == UInt8(place) })
      // The words beside the quantities and of the file name speak for all rows.
      sensor.placement = nil
      return named(sensor, by: place)
    }
  }

  private func part(of shared: SensorRecording, rows: [Int]) -> SensorRecording {
    var sensor = shared
    sensor.gyroscope.values = rows.map { shared.gyroscope.values[$0] }
    sensor.accelerometer.values = rows.map { shared.accelerometer.values[$0] }
    if let field = shared.magnetometer { sensor.magnetometer?.values = rows.map { field.values[$0] } }
    if case .stamps(let stamps, let zero) = shared.clock {
      sensor.clock = .stamps(rows.map { stamps[$0] }, zero: zero)
    }
    return sensor
  }

  /// A cell without text leaves the name of the columns.
  private func named(_ sensor: SensorRecording, by place: Int) -> SensorRecording {
    let name = String(decoding: cells[place], as: UTF8.self)
    guard !name.isEmpty else { return sensor }
    var sensor = sensor
    sensor.id = name
    let (segment, side) = PlacementWords.placement(ofLabel: name)
    if segment != nil || side != nil {
      sensor.placement = SensorPlacement(segment: segment, side: side, because: "column sensor")
    }
    return sensor
  }
}
