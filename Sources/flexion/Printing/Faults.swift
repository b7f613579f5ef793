import Assessment
import Care
import Glibc
import Goniometry
import IMUProtocols
import JSONText
import KneeJoint
import Recordings
import SampleConditioning
import SerialPorts

/// The one place where an error value becomes words and an exit code.
enum Faults {
  static func failure(_ error: any Error) -> Failure {
    switch error {
    case let error as Failure: error
    case let error as UsageError: words(error)
    case let error as OutputError: words(error)
    case let error as RecordingError: words(error)
    case let error as GoniometerError: words(error)
    case let error as ConditioningError: words(error)
    case let error as KneeJointError: words(error)
    case let error as SerialPortError: words(error)
    case let error as DeviceConfigurationError: words(error)
    case let error as RawLogError: words(error)
    case let error as CareError: words(error)
    case let error as StoreFault: words(error)
    case let error as JSONSyntaxError: words(error)
    case let error as JSONFieldError: words(error)
    case let error as PlanError: words(error)
    case let error as ActOnEvent.OpensFirst: EventVerbs.words(error)
    default:
      Failure(
        "programFault", "unexpected fault: \(error)", exit: .programFault,
        hint: "this is a mistake of the program, please report it with the command line")
    }
  }

  private static func words(_ error: OutputError) -> Failure {
    switch error {
    case .standardOutput(let number):
      Failure("standardOutput", "standard output cannot be written: \(text(of: number))", exit: .inputOutput)
    }
  }

  /// What the system says about an error number.
  static func text(of number: Int32) -> String { String(cString: strerror(number)) }

  /// The exit code of a failed system call on something that is read.
  static func reading(_ number: Int32) -> ExitCode {
    switch number {
    case EACCES, EPERM: .notPermitted
    case EIO: .inputOutput
    default: .noInput
    }
  }

  /// The exit code of a failed system call on something that is written.
  static func writing(_ number: Int32) -> ExitCode {
    switch number {
    case EACCES, EPERM, EROFS: .notPermitted
    case EIO, ENOSPC, EDQUOT, EFBIG: .inputOutput
    default: .cannotCreate
    }
  }
}
