import Foundation
import Inertial
import TestSupport
import Testing

@testable import Orientation

@Suite struct `Saved states` {
  private let motion = SyntheticMotion.rest(.identity, seconds: 3).followed(by: .gait(seconds: 12))
    .disturbed(seed: 7)

  /// Through a binary property list: it keeps every bit, infinities too.
  private func saved<F: OrientationFilter>(_ filter: F) throws -> F {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try PropertyListDecoder().decode(F.self, from: encoder.encode([filter][0]))
  }

  private func continues<F: OrientationFilter>(_ initial: F) throws -> Bool {
    var filter = initial
    for sample in motion.samples.prefix(700) { filter.update(sample, period: 0.01) }
    var restored = try saved(filter)
    for sample in motion.samples.dropFirst(700) {
      filter.update(sample, period: 0.01)
      restored.update(sample, period: 0.01)
      guard filter.earthFromSensor == restored.earthFromSensor, filter.bias == restored.bias,
        filter.biasDeviation == restored.biasDeviation, filter.isResting == restored.isResting,
        filter.isMagneticallyDisturbed == restored.isMagneticallyDisturbed
      else { return false }
    }
    return true
  }

  @Test(arguments: FilterName.streaming, [0, 0.03])
  func `a filter saved in mid-recording goes on to the bit`(name: FilterName, latency: Double) throws {
    #expect(try continues(name.make(period: 0.01, fieldLatency: latency)))
  }

  @Test func `a saved filter keeps its parameters`() throws {
    let online = try saved(OnlineFilter(parameters: .published, period: 0.01))
    #expect(online.parameters == .published)
    let madgwick = try saved(MadgwickFilter(parameters: .init(beta: 0.3), period: 0.01))
    #expect(madgwick.parameters.beta == 0.3)
  }
}
