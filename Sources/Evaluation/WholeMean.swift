/// Plain mean; nil when a value is missing or there is none: skipping it would reward what breaks.
func wholeMean(_ values: [Double?]) -> Double? {
  let known = values.compactMap { $0 }
  guard known.count == values.count, !known.isEmpty else { return nil }
  return known.reduce(0, +) / Double(known.count)
}
