import Inertial
import KneeJoint

/// `--mount SEGMENT=DIRECTION:AXIS,...`: which sensor axes run along those of the leg, as in `thigh=up:+x,right:-z`.
///
/// Directions are those of the standing person: up and down along the segment, front and back, right and left. Front
/// and up together give right.
struct MountingFlag {
  let segment: BodySegment
  let mounting: StatedMounting

  static let form = "SEGMENT=DIRECTION:AXIS,... as in thigh=up:+x,right:-z"

  init(_ text: String) throws(UsageError) {
    let sign = text.firstIndex(of: "=") ?? text.endIndex
    guard let segment = Self.segments[String(text[..<sign])], sign < text.endIndex else {
      throw Self.refused(text)
    }
    var stated: [Line: Vector3] = [:]
    for part in text[text.index(after: sign)...].split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 2, let (line, way) = Self.directions[words[0]], let axis = Self.axis(words[1]),
        stated.updateValue(axis * way, forKey: line) == nil
      else { throw Self.refused(text) }
    }
    guard Self.areUpright(Array(stated.values)) else {
      throw .contradiction(
        "`\(text)` gives one sensor axis two directions", hint: "write \(Self.form)")
    }
    self.segment = segment
    mounting = try Self.mounting(stated, text)
  }

  /// Mountings of a run by segment; one stated twice is refused.
  static func all(_ texts: [String]) throws(UsageError) -> [BodySegment: StatedMounting] {
    var mountings: [BodySegment: StatedMounting] = [:]
    for text in texts {
      let flag = try MountingFlag(text)
      guard mountings.updateValue(flag.mounting, forKey: flag.segment) == nil else {
        throw .contradiction(
          "two `--mount` for the \(flag.segment.rawValue)", hint: "give one for each sensor")
      }
    }
    return mountings
  }

  /// The three lines through a segment: X forward, Y up, Z to the right.
  private enum Line { case front, up, right }

  private static let segments: [String: BodySegment] = ["thigh": .thigh, "shank": .shank, "shin": .shank]
  private static let directions: [String: (Line, Double)] = [
    "up": (.up, 1), "down": (.up, -1), "front": (.front, 1), "back": (.front, -1), "right": (.right, 1),
    "left": (.right, -1),
  ]

  private static func axis(_ word: String) -> Vector3? {
    let letter = word.last.map(String.init) ?? ""
    let axes = ["x": Vector3.unitX, "y": Vector3.unitY, "z": Vector3.unitZ]
    guard let axis = axes[letter] else { return nil }
    switch word.dropLast() {
    case "", "+": return axis
    case "-": return -axis
    default: return nil
    }
  }

  private static func areUpright(_ axes: [Vector3]) -> Bool {
    axes.indices.allSatisfy { i in axes[..<i].allSatisfy { abs($0.dot(axes[i])) < 0.5 } }
  }

  private static func mounting(_ stated: [Line: Vector3], _ text: String) throws(UsageError) -> StatedMounting
  {
    var mounting = StatedMounting(up: stated[.up], right: stated[.right])
    guard let front = stated[.front] else { return mounting }
    switch (mounting.up, mounting.right) {
    case (let up?, let right?):
      guard front.cross(up).dot(right) > 0 else {
        throw .contradiction(
          "`\(text)` is no right-handed frame", hint: "with front and up, right is front x up")
      }
    case (let up?, nil): mounting.right = front.cross(up)
    case (nil, let right?): mounting.up = right.cross(front)
    case (nil, nil):
      throw .contradiction("`\(text)` does not say enough", hint: "with front state up or right as well")
    }
    return mounting
  }

  private static func refused(_ text: String) -> UsageError {
    .invalidValue(
      flag: "mount", value: text,
      expected: form + "; segments thigh, shank; directions up, down, front, back, right, left; axes x, y, z")
  }
}
