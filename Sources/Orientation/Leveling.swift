import Inertial

// Attitude from vectors: gravity alone, or gravity and magnetic field.

extension Quaternion {
  /// Shortest turn that takes a unit vector to up (earth z); a half turn about x from straight down.
  static func leveling(_ u: Vector3) -> Quaternion {
    let c = Double.sqrt(Swift.max(0, (1 + u.z) / 2))
    if c < 1e-6 { return Quaternion(0, 1, 0, 0) }
    return Quaternion(c, u.y / (2 * c), -u.x / (2 * c), 0)
  }

  /// Orientation of a still sensor from its force and, where usable, the magnetic field.
  ///
  /// TRIAD: up from the force, east normal to field and up (Black, doi 10.2514/3.2555; Shuster and Oh,
  /// doi 10.2514/3.19717). The field is not used where it is nearly vertical (below 3 degrees): then the
  /// shortest turn to level, heading free. Not finite for a force of zero.
  static func still(force: Vector3, field: Vector3?) -> Quaternion {
    let up = force.normalized
    guard let field, field.isFinite else { return leveling(up) }
    let across = field.cross(up)
    let horizontal = across.norm
    guard horizontal >= 0.05 * field.norm, horizontal > 0 else { return leveling(up) }
    let east = across / horizontal
    return Quaternion(rows: east, up.cross(east), up)
  }

  /// The rotation whose matrix has these orthonormal rows.
  init(rows a: Vector3, _ b: Vector3, _ c: Vector3) {
    let trace: Double = a.x + b.y + c.z
    // The largest of the four squares divides: never a division by a small number.
    if trace >= Swift.max(a.x, b.y, c.z) {
      self = Quaternion(1 + trace, c.y - b.z, a.z - c.x, b.x - a.y).normalized
    } else if a.x >= b.y && a.x >= c.z {
      self = Quaternion(c.y - b.z, 1 + a.x - b.y - c.z, a.y + b.x, a.z + c.x).normalized
    } else if b.y >= c.z {
      self = Quaternion(a.z - c.x, a.y + b.x, 1 + b.y - a.x - c.z, b.z + c.y).normalized
    } else {
      self = Quaternion(b.x - a.y, a.z + c.x, b.z + c.y, 1 + c.z - a.x - b.y).normalized
    }
  }
}
