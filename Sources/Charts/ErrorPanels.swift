/// Shares of errors below each size, a small panel a group with the whole in grey behind it.
///
/// A pure value: equal values give equal bytes. Errors are degrees, not negative; what is not finite lies beyond the axis.
public struct ErrorPanels: Sendable, Equatable {
  public struct Group: Sendable, Equatable {
    public var name: String
    public var errors: [Double]

    public init(name: String, errors: [Double]) {
      self.name = name
      self.errors = errors
    }
  }

  public var title: String
  public var subtitle: String
  public var groups: [Group]
  /// End of the horizontal axes [deg].
  public var limit: Double

  public init(title: String, subtitle: String, groups: [Group], limit: Double = 3) {
    self.title = title
    self.subtitle = subtitle
    self.groups = groups
    self.limit = limit
  }

  private static let columns = 3
  private static let width = 920.0, panelWidth = 270.0, panelHeight = 132.0, pitch = (x: 292.0, y: 196.0)
  private static let left = 44.0, top = 92.0

  public func svg() -> String {
    let lines = (groups.count + Self.columns - 1) / Self.columns
    let height = Self.top + Double(lines) * Self.pitch.y
    var svg = Picture.head(title, subtitle, width: Self.width, height: height)
    let whole = path(groups.flatMap(\.errors))
    for (number, group) in groups.enumerated() {
      let x = Self.left + Double(number % Self.columns) * Self.pitch.x
      let y = Self.top + Double(number / Self.columns) * Self.pitch.y
      svg += "<g transform=\"translate(\(coordinate(x)) \(coordinate(y)))\">\n"
      svg += panel(group, whole) + "</g>\n"
    }
    return svg + "</svg>\n"
  }

  private func panel(_ group: Group, _ whole: String) -> String {
    let h = Self.panelHeight
    var svg = Picture.text("\(group.name), \(group.errors.count)", x: 0, y: -8, Palette.text)
    for share in [0.0, 0.5, 1] {
      let y = coordinate(h * (1 - share))
      svg += "<path d=\"M0 \(y)H\(coordinate(Self.panelWidth))\" \(Palette.grid.stroke)/>\n"
      svg += Picture.text(
        "\(shortNumber(share * 100)) %", x: -6, y: h * (1 - share) + 4, Palette.quiet, anchor: "end", size: 10
      )
    }
    var degrees = 0.0
    while degrees <= limit {
      let x = degrees / limit * Self.panelWidth
      svg += "<path d=\"M\(coordinate(x)) 0V\(coordinate(h))\" \(Palette.grid.stroke)/>\n"
      svg += Picture.text(
        degreesLabel(shortNumber(degrees)), x: x, y: h + 15, Palette.quiet, anchor: "middle", size: 10)
      degrees += 1
    }
    svg += "<path d=\"\(whole)\" fill=\"none\" \(Palette.rest.stroke) stroke-width=\"1.5\"/>\n"
    return svg
      + "<path d=\"\(path(group.errors))\" fill=\"none\" \(Palette.curve.stroke) stroke-width=\"2\"/>\n"
  }

  /// A staircase from 0 to the share that lies within the axis.
  private func path(_ errors: [Double]) -> String {
    let shown = errors.filter { $0 <= limit }.sorted()
    var path = "M0 \(coordinate(Self.panelHeight))"
    for (number, error) in shown.enumerated() {
      let share = Double(number + 1) / Double(errors.count)
      path += "H\(coordinate(error / limit * Self.panelWidth))V\(coordinate(Self.panelHeight * (1 - share)))"
    }
    return path + "H\(coordinate(Self.panelWidth))"
  }
}
