import Inertial

/// Reads a text table whose headings name the columns and their units (docs/Formats.md).
struct TableReader: RecordingReader {
  let format = "table"

  func recognise(_ head: FileHead) -> [String]? {
    let text = TextEncoding.of(head.bytes).decode(head.bytes)
    let lines = TextLines(text, isComplete: head.bytes.count < FileHead.length).lines
    guard let heading = TableHeading.find(in: lines) else { return nil }
    return ["line \(heading.line.number) names \(heading.sensorColumns) columns of sensors"]
  }

  func read(_ head: FileHead, evidence: [String]) throws(RecordingError) -> RawRecording {
    var layout = try TableLayout(head)
    var rows = try readRows(layout)
    if rows.commas.needsDecimalComma {
      layout.decimalComma = true
      rows = try readRows(layout)
    }
    if rows.commas.isUndecided, let (line, cell) = rows.commas.ambiguous {
      throw .ambiguousComma(file: head.path, line: line, cell: cell)
    }
    guard rows.columns.rows > 0 else {
      throw .noUsableRow(file: head.path, line: layout.headingEnd, leftOut: rows.tally.leftOut)
    }
    return recording(layout, rows.columns, rows.tally, head: head, evidence: evidence)
  }

  private func readRows(_ layout: TableLayout) throws(RecordingError) -> TableRows {
    var rows = TableRows(layout)
    var stream = try TextStream(path: layout.file, encoding: layout.encoding)
    try stream.forEachPiece { piece, isEnd throws(RecordingError) in rows.take(piece, isEnd: isEnd) }
    return rows
  }

  private func recording(
    _ layout: TableLayout, _ columns: TableColumns, _ tally: RowTally, head: FileHead, evidence: [String]
  ) -> RawRecording {
    let clock = TableClock(layout, columns)
    var vectors = columns.vectors.makeIterator()
    var sensors = layout.sensors.map { sensor in
      SensorRecording(
        id: sensor.id, placement: placement(of: sensor, layout: layout, head: head), clock: clock.clock,
        gyroscope: VectorColumn(values: vectors.next()!, unit: sensor.gyroscope.unit),
        accelerometer: VectorColumn(values: vectors.next()!, unit: sensor.accelerometer.unit),
        magnetometer: sensor.magnetometer.map { VectorColumn(values: vectors.next()!, unit: $0.unit) })
    }
    var reference = columns.reference
    if let names = columns.names, let shared = sensors.first {
      sensors = names.sensors(of: shared)
      // Reference values stand for the rows of one sensor.
      if sensors.count > 1 { reference = nil }
    }
    var findings = layout.findings + tally.findings(rows: columns.rows)
    if layout.decimalComma { findings.append(ImportFinding(.decimalComma, .note)) }
    return RawRecording(
      sensors: sensors, side: side(sensors, layout: layout, head: head), startTime: clock.start,
      format: format, evidence: evidence, findings: findings, reference: reference)
  }

  // MARK: Placement

  private func placement(of sensor: SensorColumns, layout: TableLayout, head: FileHead) -> SensorPlacement? {
    let (segment, side) = PlacementWords.placement(ofLabel: sensor.label)
    if segment != nil || side != nil {
      let column = layout.heading.columns[sensor.gyroscope.columns[0]].text
      return SensorPlacement(segment: segment, side: side, because: "column \(column)")
    }
    // The name of a file can speak for one sensor only.
    guard layout.sensors.count == 1 else { return nil }
    let words = PlacementWords.placement(ofFileName: head.name)
    guard words.segment != nil || words.side != nil else { return nil }
    return SensorPlacement(segment: words.segment, side: words.side, because: "file name")
  }

  /// Metadata first, then the columns where they agree, then the name of the file.
  private func side(_ sensors: [SensorRecording], layout: TableLayout, head: FileHead) -> BodySide? {
    if let side = layout.metadata.side { return side }
    let sides = Set(sensors.compactMap { $0.placement?.side })
    if sides.count == 1 { return sides.first }
    return sides.isEmpty ? PlacementWords.placement(ofFileName: head.name).side : nil
  }
}

/// What the stamps of a table mean.
struct TableClock {
  let clock: SampleClock
  /// Absolute time of the first stamp [ns since 1970].
  let start: Int64?

  init(_ layout: TableLayout, _ columns: TableColumns) {
    guard layout.time != nil, let first = columns.stamps.first(where: { $0 != .min }) else {
      clock = .rows(rate: layout.metadata.rate)
      start = layout.metadata.start
      return
    }
    let isHuge = first.magnitude >= Self.longestUptime
    clock = .stamps(columns.stamps, zero: isHuge ? .firstSample : .file)
    start = layout.metadata.start ?? (Self.epoch.contains(first) ? first : nil)
  }

  /// No device runs for three years: stamps beyond 10^8 s count from 1970 or from nothing known [ns].
  private static let longestUptime: UInt64 = 100_000_000_000_000_000
  /// 1990 to 2100 [ns].
  private static let epoch: ClosedRange<Int64> = 631_152_000_000_000_000...4_102_444_800_000_000_000
}
