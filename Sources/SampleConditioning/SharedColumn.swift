import Inertial

/// A column under construction that stays the source's own storage as long as every value equals it.
///
/// A sound recording passes through without a copy; the first difference copies what came before it.
struct SharedColumn {
  private let source: [Vector3]
  private var own: [Vector3] = []
  private var isOwn = false
  private var shared = 0

  init(_ source: [Vector3]) { self.source = source }

  @inline(__always)
  mutating func append(_ value: Vector3) {
    if !isOwn {
      if shared < source.count && source[shared].hasSameBits(as: value) {
        shared += 1
        return
      }
      takeOver()
    }
    own.append(value)
  }

  private mutating func takeOver() {
    own.reserveCapacity(source.count + 16)
    own.append(contentsOf: source[..<shared])
    isOwn = true
  }

  consuming func finish() -> [Vector3] {
    if isOwn { return own }
    return shared == source.count ? source : Array(source[..<shared])
  }
}

extension Vector3 {
  @inline(__always)
  func hasSameBits(as other: Vector3) -> Bool {
    let dx = x.bitPattern ^ other.x.bitPattern
    let dy = y.bitPattern ^ other.y.bitPattern
    let dz = z.bitPattern ^ other.z.bitPattern
    return (dx | dy | dz) == 0
  }
}
