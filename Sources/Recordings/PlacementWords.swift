import Inertial

/// Segment and side from the words of a heading or of a file name. Only whole words count: "shinjuku" is no shin.
enum PlacementWords {
  /// Segment and side that a label of a column names: "thigh_r", "l_femur", "right upper leg".
  static func placement(ofLabel label: String) -> (segment: BodySegment?, side: BodySide?) {
    let words = ColumnHeading.words(label).map(\.text).flatMap(split)
    return (segment(words), side(words, letters: true))
  }

  /// Segment and side that the name of a file names; the extension is left out.
  ///
  /// A single letter counts beside the word of a segment, or as the last part after a mark: "walk_l.csv".
  static func placement(ofFileName name: String) -> (segment: BodySegment?, side: BodySide?) {
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let words = ColumnHeading.words(stem).map(\.text).flatMap(split)
    let segment = segment(words)
    let tail = stem.suffix(2).lowercased()
    let letters = segment != nil || words.contains("knee") || words.contains("leg")
    if let side = side(words, letters: letters) { return (segment, side) }
    if words.contains("left") || words.contains("right") { return (segment, nil) }
    let last: BodySide? = ["_l", "-l"].contains(tail) ? .left : ["_r", "-r"].contains(tail) ? .right : nil
    return (segment, last)
  }

  private static func segment(_ words: [String]) -> BodySegment? {
    let joined = words.joined(separator: " ")
    let padded = " " + joined + " "
    let found = BodySegment.allCases.filter { segment in
      names[segment]!.contains { padded.contains(" " + $0 + " ") }
    }
    return found.count == 1 ? found[0] : nil
  }

  private static func side(_ words: [String], letters: Bool) -> BodySide? {
    let isLeft = words.contains("left") || (letters && words.contains("l"))
    let isRight = words.contains("right") || (letters && words.contains("r"))
    guard isLeft != isRight else { return nil }
    return isLeft ? .left : .right
  }

  /// "lthigh", "leftshank", "thighl" and "thighleft" into two words.
  private static func split(_ word: String) -> [String] {
    for name in singleNames {
      for side in ["left", "right", "l", "r"] {
        if word == side + name { return [side, name] }
        if word == name + side { return [name, side] }
      }
    }
    return [word]
  }

  private static let names: [BodySegment: [String]] = [
    .thigh: ["thigh", "femur", "upper leg", "upperleg", "upleg"],
    .shank: ["shank", "tibia", "shin", "lower leg", "lowerleg", "calf"],
  ]
  private static let singleNames = names.values.joined().filter { !$0.contains(" ") }
}
