import DecimalText

/// `--pose DEG[,DEG]`: stated angles of the poses of a recording [deg].
enum PoseFlag {
  /// - Parameter most: how many poses may be stated.
  static func read(_ text: String, most: Int) throws(UsageError) -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let angles = parts.compactMap { DecimalText.parse(String($0)) }.filter { (-30...160).contains($0) }
    guard (1...most).contains(parts.count), angles.count == parts.count else {
      let form =
        most > 1
        ? "one or two angles from -30 to 160 degrees, as in 0 or 0,90" : "an angle from -30 to 160 degrees"
      throw .invalidValue(flag: "pose", value: text, expected: form)
    }
    if angles.count > 1, abs(angles[1] - angles[0]) < 20 {
      throw .contradiction(
        "the poses \(text) are too close to check each other",
        hint: "state two that differ by 20 degrees or more")
    }
    return angles
  }
}
