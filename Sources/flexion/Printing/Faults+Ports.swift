import DecimalText
import Glibc
import SerialPorts

extension Faults {
  static func words(_ error: SerialPortError) -> Failure {
    switch error {
    case .noSuchPort(let path):
      Failure(
        "noSuchPort", "there is no such port", exit: .unreachable, file: path,
        hint: "plug the device in, or check the name with `ls /dev/serial/by-id`")
    case .notPermitted(let path, let group):
      Failure(
        "notPermitted", "the port may not be opened", exit: .notPermitted, file: path,
        hint: group == "root"
          ? "only root may open it; a udev rule gives it away: docs/Devices.md, Rights"
          : "run `sudo usermod -aG \(group ?? "dialout") $USER` and log in anew")
    case .busy(let path, let holder?) where holder == getpid():
      Failure("namedTwice", "the port is named twice", exit: .usage, field: "SOURCE", file: path)
    case .busy(let path, let holder):
      Failure(
        "portBusy", "the port is used by \(holder.map { "process \($0)" } ?? "another program")",
        exit: .tryAgain,
        file: path, hint: "end that program first")
    case .notAPort(let path):
      Failure(
        "notAPort", "this is no serial port", exit: .noInput, file: path,
        hint:
          "name a port such as /dev/ttyACM0 or a raw log of `stream --record`; `flexion decode` reads caught bytes"
      )
    case .unsupportedSpeed(let path, let baud, let nearest):
      Failure(
        "unsupportedSpeed", "the port does not know \(baud) baud", exit: .unreachable, field: "baud",
        file: path,
        hint: "try --baud \(nearest)")
    case .disappeared(let path):
      Failure(
        "portLost", "\(PortSource.of(path).lossWords) and did not come back", exit: .unreachable, file: path,
        hint: "what had arrived is kept in the raw log; \(PortSource.of(path).lossAdvice)")
    case .notConnected(let path, let code):
      Failure(
        "notConnected", "no connection: \(text(of: code))", exit: .unreachable, file: path,
        hint: "start the program that passes the device on, and check host and port")
    case .unknownHost(let path, let host):
      Failure(
        "unknownHost", "no address is known for the host `\(host)`", exit: .unreachable, file: path,
        hint: "check its name")
    case .notAnAddress(let text):
      Failure(
        "notAnAddress", "`\(text)` is no address", exit: .usage, field: "SOURCE",
        hint: "write tcp:HOST:PORT, such as tcp:localhost:7000")
    case .failed(let path, let operation, let code):
      Failure(
        "portFailed", "\(operation.words) failed: \(text(of: code))",
        exit: code == 13 || code == 1 ? .notPermitted : .inputOutput, file: path)
    case .unknownRate(let rate, let nearest):
      Failure(
        "unknownRate", "the sensor cannot send at \(hertz(rate)) Hz", exit: .usage, field: "rate",
        hint: "the nearest rate is \(hertz(nearest)) Hz")
    case .unknownSpeed(let baud):
      Failure("unknownSpeed", "the sensor knows no \(baud) baud", exit: .usage, field: "baud")
    case .notSettable(let name):
      Failure(
        "notSettable", "a \(name) sensor cannot be told its rate", exit: .usage, field: "rate",
        hint: "set it with the program of its maker")
    case .doesNotFit(let rate, let baud, let highest):
      Failure(
        "doesNotFit", "\(hertz(rate)) Hz do not fit a line of \(baud) baud", exit: .dataRefused,
        field: "rate",
        hint: "the highest rate that fits is \(hertz(highest)) Hz")
    case .notReadBack(let register, let wanted, let found):
      Failure(
        "notReadBack",
        "the sensor \(found.map { "kept \($0)" } ?? "did not answer") where register \(register) was set to \(wanted)",
        exit: .unreachable, hint: "check the wire to the sensor: it hears nothing, or refuses")
    }
  }

  private static func hertz(_ rate: Double) -> String {
    DecimalText.fixed(rate, decimals: rate == rate.rounded() ? 0 : 1)
  }
}

extension SerialPortError.Operation {
  fileprivate var words: String {
    switch self {
    case .open: "opening"
    case .configure: "setting up the line"
    case .lock: "locking"
    case .read: "reading"
    case .write: "writing"
    case .createTerminal: "making a pseudo terminal"
    case .createLink: "making the link"
    }
  }
}
