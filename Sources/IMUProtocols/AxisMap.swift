import Inertial

/// Turns a sensor's printed axes into the axes the user wants: a right-handed signed permutation.
public struct AxisMap: Hashable, Sendable {
  /// For each output axis the input axis (0...2) and its sign.
  private var source: [Int]
  private var sign: [Double]

  public static let identity = AxisMap("x,y,z")!

  /// Reads "-y,x,z"; nil if it is not a signed permutation or if it mirrors.
  public init?(_ text: String) {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    guard names.count == 3 else { return nil }
    source = []
    sign = []
    for name in names {
      let bare = name.trimmingBlanks()
      guard let axis = ["x", "y", "z"].firstIndex(of: bare.last.map(String.init) ?? ""), bare.count <= 2,
        bare.count == 1 || bare.first == "-" || bare.first == "+"
      else { return nil }
      source.append(axis)
      sign.append(bare.first == "-" ? -1 : 1)
    }
    guard Set(source).count == 3, determinant > 0 else { return nil }
  }

  private var determinant: Double {
    let rows = (0..<3).map { i in
      var row = Vector3.zero
      row[source[i]] = sign[i]
      return row
    }
    return Matrix3(rows[0], rows[1], rows[2]).determinant
  }

  public func callAsFunction(_ v: Vector3) -> Vector3 {
    Vector3(v[source[0]] * sign[0], v[source[1]] * sign[1], v[source[2]] * sign[2])
  }

  /// The same turn as a rotation: from printed axes to wanted ones.
  public var rotation: Quaternion {
    let x = self(.unitX), y = self(.unitY)
    let first = Quaternion(from: .unitX, to: x)
    let turned = first.rotate(.unitY)
    let angle = Double.atan2(turned.cross(y).dot(x), turned.dot(y))
    return Quaternion(axis: x, angle: angle) * first
  }

  /// The text that `init` reads.
  public var text: String {
    (0..<3).map { (sign[$0] < 0 ? "-" : "") + ["x", "y", "z"][source[$0]] }.joined(separator: ",")
  }
}

extension StringProtocol {
  /// Without leading and trailing blanks and TABs.
  func trimmingBlanks() -> SubSequence {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var rest = self[...]
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }
}
