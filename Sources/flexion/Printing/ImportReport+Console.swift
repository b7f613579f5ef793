import Assessment

extension ImportReport {
  /// Shows the report on standard error: what was repaired or is in doubt always, notes with `--verbose`.
  func show(on console: Console) {
    for (finding, line) in zip(findings, lines) {
      switch finding.severity {
      case .note: console.detail("\(file): \(line)", code: finding.code.rawValue)
      case .repaired: console.note("\(file): \(line)", code: finding.code.rawValue)
      case .doubtful, .refused: console.warn("\(file): \(line)", code: finding.code.rawValue)
      }
    }
  }
}
