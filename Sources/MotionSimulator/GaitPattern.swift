import Inertial

/// One stride of the right or left leg as periodic curves over the phase; 0 and every whole number is heel contact.
///
/// Own curves, shaped to published amplitudes: level walking after Winter, Biomechanics and Motor Control of Human
/// Movement (2009); stairs after Riener, Rabuffetti, Frigo, Gait Posture 15:32 (2002); running after Novacheck,
/// Gait Posture 7:77 (1998).
enum GaitPattern: Sendable {
  case level, up, down, running

  /// Knee flexion [rad].
  func flexion(_ phase: Jet) -> Jet {
    func bump(_ degrees: Double, _ centre: Double, _ width: Double) -> Jet {
      phase.periodicBump(at: centre, width: width) * degrees.degreesToRadians
    }
    switch self {
    case .level: return bump(13, 0.14, 0.06) + bump(57, 0.725, 0.1) + 3.0.degreesToRadians
    case .up: return bump(84, 0.86, 0.15)
    case .down: return bump(13, 0.13, 0.06) + bump(84, 0.69, 0.12) + 2.0.degreesToRadians
    case .running: return bump(38, 0.14, 0.07) + bump(82, 0.66, 0.11) + 8.0.degreesToRadians
    }
  }

  /// Thigh elevation [rad].
  func elevation(_ phase: Jet) -> Jet {
    func wave(_ degrees: Double, _ order: Double, _ peak: Double) -> Jet {
      ((phase - peak) * (2 * .pi * order)).cosine * degrees.degreesToRadians
    }
    switch self {
    case .level: return wave(21, 1, 0.93) + wave(3, 2, 0.9) + 4.0.degreesToRadians
    case .up: return wave(27, 1, 0.95) + 30.0.degreesToRadians
    case .down: return wave(16, 1, 0.80) + 22.0.degreesToRadians
    case .running: return wave(33, 1, 0.9) + wave(4, 2, 0.9) + 14.0.degreesToRadians
    }
  }

  /// Strides a second, forward and climbing speed [m/s], strength of the contact.
  var cadence: Double {
    switch self {
    case .level: 0.9
    case .up, .down: 0.68
    case .running: 1.35
    }
  }

  var forwardSpeed: Double {
    switch self {
    case .level: 1.2
    case .up, .down: 0.4
    case .running: 3
    }
  }

  var climbSpeed: Double {
    switch self {
    case .level, .running: 0
    case .up: 0.23
    case .down: -0.23
    }
  }

  var contact: Double {
    switch self {
    case .level: 1
    case .up: 0.6
    case .down: 1.2
    case .running: 2
    }
  }
}
