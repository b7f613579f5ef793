/// What was found in the units.
extension SensorDoubts {
  mutating func judgeUnits() {
    switch units.force.verdict {
    case .agrees: if units.isForceDerived { flag(.forceScale, .warn, value: units.force.rest) }
    case .inferred:
      flag(.forceScale, .warn, value: units.force.rest)
      find(.unitAssumed, .doubtful, ["force_si_per_unit": units.force.unit.scaleToSI])
    case .contradicted(let measured), .offScale(let measured):
      flag(.forceScale, .warn, value: measured)
      find(.unitContradiction, .doubtful, ["force_as_declared": measured])
    case .withoutGravity(let measured):
      flag(.forceScale, .stop, value: measured)
      find(.unitContradiction, .doubtful, ["force_as_declared": measured])
    }
    switch units.rateVerdict {
    case .agrees: break
    case .inferred:
      flag(.rateUnit, .warn, value: 1)
      find(.unitAssumed, .doubtful, ["rate_si_per_unit": 1])
    case .contradicted(let factor):
      flag(.rateUnit, .stop, value: factor)
      find(.unitContradiction, .doubtful, ["rate_factor": factor])
    }
  }
}
