/// The colours of every picture, by role. Text and lines reach 4.5:1 and 3:1 on their ground in both schemes.
package enum Palette {
  package struct Role: Sendable {
    /// Class name in the style sheet of a picture.
    package let name: String
    package let light: String
    package let dark: String
  }

  package static let ground = Role(name: "ground", light: "#ffffff", dark: "#10171e")
  package static let text = Role(name: "text", light: "#16212c", dark: "#e8eef4")
  package static let quiet = Role(name: "quiet", light: "#4b5966", dark: "#a9b6c2")
  package static let grid = Role(name: "grid", light: "#dbe2e8", dark: "#2a3641")
  package static let curve = Role(name: "curve", light: "#0b5cad", dark: "#6cb2ff")
  package static let area = Role(name: "area", light: "#0b5cad", dark: "#6cb2ff")
  package static let mark = Role(name: "mark", light: "#8a3d0c", dark: "#f2a765")
  package static let doubt = Role(name: "doubt", light: "#7a5c00", dark: "#e0bd4a")
  package static let done = Role(name: "done", light: "#0c6a52", dark: "#4fc3a1")
  package static let rest = Role(name: "rest", light: "#7a8794", dark: "#6d7a88")

  package static let all = [ground, text, quiet, grid, curve, area, mark, doubt, done, rest]

  /// A style element that swaps the presentation attributes for their dark twins; only for pictures that stand alone.
  static func darkStyle(_ roles: [Role]) -> String {
    var rules = ""
    for role in roles {
      rules += ".f-\(role.name){fill:\(role.dark)}.s-\(role.name){stroke:\(role.dark)}"
    }
    // The rim of labels has no class of its own: it is the only line drawn in the colour of the ground.
    rules += "text[stroke]{stroke:\(ground.dark)}"
    return "<style>@media (prefers-color-scheme:dark){\(rules)}</style>\n"
  }
}

extension Palette.Role {
  /// Presentation attribute and class for a filled shape.
  var fill: String { "class=\"f-\(name)\" fill=\"\(light)\"" }
  /// Presentation attribute and class for a line.
  var stroke: String { "class=\"s-\(name)\" stroke=\"\(light)\"" }
}
