import Inertial
import Orientation

/// Orientation accuracy over recordings with a reference.
public enum FilterBench {
  /// Runs and scores every method on every sensor with a reference, in order.
  ///
  /// `vqf` is the kernel on the samples as they are; the others see conditioned samples, as a measurement does.
  /// - Parameters:
  ///   - meter: measures what the filters cost; nil measures nothing.
  ///   - progress: told before each recording, with its name.
  public static func run(
    _ inputs: [FilterBenchInput], methods: [FilterMethod] = FilterMethod.all,
    meter: FilterMeter? = nil, progress: (String) -> Void = { _ in }
  ) -> FilterBenchTable {
    var rows: [FilterBenchRow] = []
    for input in inputs {
      progress(input.name)
      for trial in input.trials {
        let runnable = methods.filter { trial.scored.hasField || !$0.usesField }
        let costs = meter.map { trial.costs(runnable, $0) } ?? [:]
        for method in runnable { rows += trial.rows(method, cost: costs[method]) }
      }
    }
    return FilterBenchTable(rows: rows)
  }

  /// The sensors that have a reference, for methods that are run elsewhere.
  public static func sensors(_ input: FilterBenchInput) -> [ScoredSensor] {
    input.referenced.map { ScoredSensor(input, $0, $1) }
  }
}

extension FilterBenchInput {
  /// The sensors that have a reference.
  fileprivate var referenced: [(SensorRecording, [Quaternion])] {
    recording.sensors.compactMap { sensor in
      recording.reference?.orientation[sensor.id].map { (sensor, $0) }
    }
  }

  fileprivate var trials: [FilterTrial] {
    referenced.map { FilterTrial(ScoredSensor(self, $0, $1), $0, format: recording.format) }
  }
}
