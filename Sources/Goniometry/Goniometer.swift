import Inertial
import KneeJoint
import Orientation
import SampleConditioning

/// The instrument. `measure` is the whole way from a raw recording to the knee.
public struct Goniometer: Sendable {
  public struct Parameters: Hashable, Sendable {
    /// How samples become orientation.
    public var method: OrientationMethod
    /// Rate of sensors without a time of their own [Hz]; it never replaces stamps.
    public var rate: Double?
    /// Limits of conditioning, and what the caller knows of the place and wants of the magnetometer.
    public var conditioning: ConditioningParameters
    /// Leg, where the caller knows it.
    public var side: BodySide?
    /// How a phone-like sensor sits on the shin, where the caller knows it: then 0 is the vertical shin.
    public var device: DeviceOrientation?
    /// Adds ResearchKit's numbers to those of one sensor, which is then taken for a phone: unless its orientation is
    /// stated, the edge that is up at the start tells it.
    public var comparesResearchKit: Bool
    /// Calibrations to choose from: each leg takes the first that was made with its sensors.
    public var calibrations: [KneeCalibration]
    /// How the sensors are strapped on, as far as a person says.
    public var mountings: [BodySegment: StatedMounting]
    /// Flexion of the rest at the start of each recording, one sensor: inclination of the shin [rad]; nil when unknown.
    public var startPose: Double?
    /// Length of the shank over that of the thigh of someone who lies and slides the heel, one sensor: adds the flexion.
    public var supineRatio: Double?

    public init(
      method: OrientationMethod = .recorded(.online), rate: Double? = nil,
      conditioning: ConditioningParameters = .init(), side: BodySide? = nil,
      device: DeviceOrientation? = nil, comparesResearchKit: Bool = false,
      calibrations: [KneeCalibration] = [], mountings: [BodySegment: StatedMounting] = [:],
      startPose: Double? = nil,
      supineRatio: Double? = nil
    ) {
      self.method = method
      self.rate = rate
      self.conditioning = conditioning
      self.side = side
      self.device = device
      self.comparesResearchKit = comparesResearchKit
      self.calibrations = calibrations
      self.mountings = mountings
      self.startPose = startPose
      self.supineRatio = supineRatio
    }
  }

  /// Name and version of the method that made a number; part of the key of a stored measurement. The version is raised with
  /// every change that moves a number.
  public static let methodName = "flexion-knee/3"

  public var parameters: Parameters

  public init(parameters: Parameters = .init()) { self.parameters = parameters }

  /// Measures every leg of a recording.
  ///
  /// - Parameter recording: a caller that hands it over (`consume`) gets its memory back as soon as it is conditioned:
  ///   ten hours of two sensors are 370 MB.
  /// - Throws: `GoniometerError` when the recording cannot serve at all; a doubtful number is flagged instead.
  public func measure(_ recording: consuming RawRecording) throws(GoniometerError) -> MeasuredRecording {
    var measured = MeasuredRecording(
      measurements: [], findings: recording.findings, startTime: recording.startTime)
    var legs = try Leg.sort(recording, side: parameters.side)
    recording.sensors = []
    try parameters.checkCalibrations(fit: legs)
    while !legs.isEmpty {
      let (side, isPair, conditioned) = try conditionFirst(of: &legs)
      measured.findings += conditioned.findings
      if isPair {
        let joint = try flexionOfJoint(
          thigh: conditioned.sensors[0], shank: conditioned.sensors[1], side: side, flags: conditioned.flags)
        measured.findings += joint.findings
        measured.measurements.append(joint.knee)
      } else {
        measured.measurements.append(
          try inclinationOfShin(conditioned.sensors[0], side: side, flags: conditioned.flags))
      }
    }
    return measured
  }

  /// Takes a leg off the list, so that nothing holds its raw samples any more.
  private func conditionFirst(
    of legs: inout [Leg]
  ) throws(GoniometerError) -> (side: BodySide, isPair: Bool, ConditionedRecording) {
    let leg = legs.removeFirst()
    return (leg.side, leg.isPair, try condition(leg))
  }

  /// Every sensor of a leg is needed: one of no use stops the leg by its name.
  func condition(_ leg: Leg) throws(GoniometerError) -> ConditionedRecording {
    let conditioned = try condition(leg.sensors)
    let left = Set(conditioned.sensors.map(\.id))
    if let lost = leg.sensors.first(where: { !left.contains($0.id) }) {
      throw .conditioning(.noUsableRow(sensor: lost.id))
    }
    return conditioned
  }

  /// Orientation of one sensor, one row a sample.
  ///
  /// - Parameter sensor: id; nil when the recording has only one.
  /// - Parameter usesField: false leaves the magnetometer out.
  /// - Parameter timing: what to make of the latency of the magnetometer.
  public func orient(
    _ recording: RawRecording, sensor id: String?, usesField: Bool, timing: FieldTiming = .none
  ) throws(GoniometerError) -> OrientationTrack {
    let known = recording.sensors.map(\.id)
    let chosen = recording.sensors.filter { id == nil || $0.id == id }
    if let id, chosen.isEmpty { throw .unknownSensor(id, known: known) }
    if chosen.count > 1 { throw .ambiguousSensor(known: known) }
    let conditioned = try condition(chosen)
    let sensor = conditioned.sensors[0]
    let latency = usesField ? sensor.latency(timing) : .none
    let series = parameters.method.series(sensor, usesField: usesField, fieldLatency: latency.seconds)
    let rows = sensor.quality.indices.filter { !sensor.quality[$0].contains(.filled) }
    return OrientationTrack(
      sensor: sensor.id, time: rows.map { sensor.time[$0] },
      earthFromSensor: rows.map { series.earthFromSensor[$0] }, fieldLatency: latency,
      flags: conditioned.flags, findings: conditioned.findings.filter { $0.code == .fieldOffset })
  }

  func condition(_ sensors: [SensorRecording]) throws(GoniometerError) -> ConditionedRecording {
    let part = RawRecording(sensors: sensors, format: "")
    do {
      return try SampleConditioner.condition(
        part, rate: parameters.rate, parameters: parameters.conditioning)
    } catch {
      throw .conditioning(error)
    }
  }
}
