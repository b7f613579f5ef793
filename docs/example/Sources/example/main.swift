import Goniometry
import Inertial

// A sensor on a shin that swings 60 degrees up and back, six times, about its x axis: 100 Hz, still for a second first.
let time = (0..<1000).map { Double($0) / 100 }
let swing = time.map { max(0, $0 - 1) }.map { (1 - Double.cos(2 * .pi * $0 / 1.5)) * .pi / 6 }
let rate = zip(swing, swing.dropFirst()).map { Vector3(($1 - $0) * 100, 0, 0) }
let force = swing.dropFirst().map { Vector3(0, Double.cos($0), -Double.sin($0)) }
let shin = SensorRecording(
  id: "shin", clock: .rows(rate: 100), gyroscope: VectorColumn(values: rate, unit: .radianPerSecond),
  accelerometer: VectorColumn(values: force, unit: .standardGravity))
let measured = try Goniometer().measure(RawRecording(sensors: [shin], side: .left, format: "made here"))
print("range", measured.measurements[0].range?.range.radiansToDegrees ?? .nan, "degrees, expected 60")
