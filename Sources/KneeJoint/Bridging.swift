import Inertial

/// Missing vectors become the straight line between their neighbours, at the ends the nearest one, so that a filter stays
/// finite; zero where nothing was measured at all.
func bridgedThroughHoles(_ values: [Vector3]) -> [Vector3] {
  guard let first = values.firstIndex(where: \.isFinite) else { return values.map { _ in .zero } }
  var out = values
  for row in 0..<first { out[row] = values[first] }
  var last = first
  for row in values.indices.dropFirst(first + 1) {
    if values[row].isFinite {
      let step = (values[row] - values[last]) / Double(row - last)
      for hole in last + 1..<row { out[hole] = values[last] + step * Double(hole - last) }
      last = row
    } else {
      out[row] = values[last]
    }
  }
  return out
}
