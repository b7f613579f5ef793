import Evaluation
import Orientation

/// Which filters a bench runs.
enum FilterChoice {
  /// `--filters vqf,online`, or the names of forms: `vqf offline 9D`.
  static func methods(_ request: Request) throws -> [FilterMethod] {
    guard let text = request.text("filters") else { return FilterMethod.all }
    var chosen: [FilterMethod] = []
    for part in text.split(separator: ",") {
      let name = String(part.drop { $0 == " " })
      let forms = FilterMethod.all.filter { $0.filter.rawValue == name || $0.name == name }
      guard !forms.isEmpty else {
        throw UsageError.invalidValue(
          flag: "filters", value: name, expected: FilterName.allCases.map(\.rawValue).joined(separator: ", "))
      }
      chosen += forms.filter { !chosen.contains($0) }
    }
    guard !chosen.isEmpty else {
      throw UsageError.invalidValue(
        flag: "filters", value: text, expected: FilterName.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return chosen
  }
}
