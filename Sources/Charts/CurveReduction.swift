/// A curve with very many samples, drawn with at most four points a pixel column: first, lowest, highest, last.
///
/// Values that are not finite end a stroke; the next finite one begins a new stroke, so a hole stays a hole.
enum CurveReduction {
  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  /// Strokes in drawing coordinates. Times must not fall; rows whose time is not finite are left out.
  static func strokes(time: [Double], values: [Double], x: AxisScale, y: AxisScale) -> [[Point]] {
    var strokes: [[Point]] = []
    var stroke: [Point] = []
    var column: [Point] = []
    for (t, v) in zip(time, values) {
      guard t.isFinite, v.isFinite else {
        stroke += condensed(column)
        column = []
        if !stroke.isEmpty { strokes.append(stroke) }
        stroke = []
        continue
      }
      let point = Point(x: x.position(t), y: y.position(v))
      if let first = column.first, first.x.rounded(.down) != point.x.rounded(.down) {
        stroke += condensed(column)
        column = []
      }
      column.append(point)
    }
    stroke += condensed(column)
    if !stroke.isEmpty { strokes.append(stroke) }
    return strokes
  }

  private static func condensed(_ column: [Point]) -> [Point] {
    guard column.count > 4 else { return column }
    var low = 0
    var high = 0
    for index in column.indices {
      if column[index].y < column[low].y { low = index }
      if column[index].y > column[high].y { high = index }
    }
    return Set([0, low, high, column.count - 1]).sorted().map { column[$0] }
  }

  /// SVG path data; a stroke of one point becomes a dot under a round line cap.
  static func path(_ strokes: [[Point]]) -> String {
    var data = ""
    for stroke in strokes {
      for (index, point) in stroke.enumerated() {
        data += index == 0 ? "M" : index == 1 ? "L" : " "
        data += coordinate(point.x) + " " + coordinate(point.y)
      }
      if stroke.count == 1 { data += "h0" }
    }
    return data
  }
}
