import SerialPorts

extension PortFact {
  /// The fact as a line of `doctor` and `ports`.
  var finding: Finding {
    switch self {
    case .noPorts: of(.ok, "noPorts", "no serial port is plugged in")
    case .missing(let folder):
      of(
        .warn, "folderMissing", "\(folder) is missing, as in a container",
        "a container needs `--device /dev/ttyUSB0` and `-v /dev/serial:/dev/serial`; else name the port yourself"
      )
    case .notPermitted(let port, let groupIsPending): notPermitted(port, groupIsPending)
    case .openToAll(let port):
      of(
        .warn, "openToAll", "\(port.path) may be written by everybody (\(port.rights?.text ?? ""))",
        "a udev rule with TAG+=\"uaccess\" gives it to who sits at the computer, and to nobody else")
    case .latencyTimer(let port, let timer): latency(port, timer)
    case .ch340(let port, let isOld):
      of(
        isOld ? .warn : .ok, "ch340",
        "\(port.name) is a CH340: 32 bytes at a time, no serial number"
          + (isOld ? ", and a kernel before 5.5 that is unreliable at 921600 baud" : ""),
        isOld ? "use --baud 460800 or slower" : nil)
    case .fixedLatency(let port):
      of(.ok, "fixedLatency", "\(port.name) is a \(port.kind.rawValue): its latency cannot be set")
    case .ignoresSpeed(let port):
      of(
        .ok, "ignoresSpeed",
        "\(port.name) is a board with its own USB: the speed means nothing, data come in steps of 1 ms; an ESP32-S3 "
          + "stutters while nobody reads it")
    case .knownBySocket(let port):
      of(
        .warn, "knownBySocket", "\(port.name) has no serial number: it is known by its USB socket",
        "leave it in this socket, and name it by \(port.byPath ?? port.path)")
    case .sharedName(let usb, let count):
      of(
        .warn, "sharedName",
        "\(count) adapters \(usb.code) without serial number share one name in /dev/serial/by-id",
        "name them by /dev/serial/by-path, which binds to the socket")
    case .held(let port, let holders):
      of(
        .warn, "held", "\(port.path) is used by \(holders.map(\.text).joined(separator: ", "))",
        "end it first")
    case .service(let service, let ports): running(service, ports)
    case .chipWithoutPort(let usb, let kind, let brltty): withoutPort(usb, kind, brltty)
    case .xsensUnknown(let usb):
      of(
        .warn, "xsensUnknown", "an Xsens adapter (\(usb.code)) is plugged in and has no port",
        "run `sudo modprobe ftdi_sio` and `echo 2639 0300 | sudo tee /sys/bus/usb-serial/drivers/ftdi_sio/new_id`"
      )
    case .vanished(let path, let life):
      of(
        .warn, "vanished", "\(path) vanished \(life) ms after it appeared: brltty takes such ports",
        Self.cure(for: "brltty"))
    case .builtInLeftOut(let names):
      of(
        .ok, "builtInLeftOut",
        "\(names.count) ports of the computer itself were left out (\(Self.few(names)))",
        "`flexion ports --built-in` shows them")
    }
  }

  private func of(_ level: Finding.Level, _ code: String, _ measured: String, _ advice: String? = nil)
    -> Finding
  {
    Finding("ports", level, code, measured, advice: advice)
  }

  private static func few(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", ..." : "")
  }

  private func notPermitted(_ port: ListedPort, _ groupIsPending: Bool) -> Finding {
    let group = port.rights?.groupName ?? "dialout"
    let join =
      "run `sudo usermod -aG \(group) $USER` and log in anew, or give it away by a udev rule with TAG+=\"uaccess\""
    return Finding(
      "ports", .fail, "notPermitted",
      "\(port.path) may not be opened (\(port.rights?.text ?? "rights unknown"))",
      advice: groupIsPending ? "you are in the group \(group) since your last login: log out and in" : join,
      exit: .notPermitted)
  }

  private func latency(_ port: ListedPort, _ timer: Int) -> Finding {
    let file = "/sys/bus/usb-serial/devices/\(port.name)/latency_timer"
    let rule =
      "ACTION==\"add\", SUBSYSTEM==\"usb-serial\", DRIVER==\"ftdi_sio\", ATTR{latency_timer}=\"1\""
    return of(
      timer > 1 ? .warn : .ok, "latencyTimer",
      "\(port.name) is an FTDI adapter that keeps bytes for \(timer) ms or until it has 62",
      timer > 1
        ? "run `echo 1 | sudo tee \(file)`, or keep it by the udev rule \(rule); lost on re-plug without the rule"
        : nil)
  }

  private func running(_ service: PortHolder, _ ports: [String]) -> Finding {
    let name = service.program ?? "a service"
    let which = ports.isEmpty ? "" : " and may take \(ports.joined(separator: ", "))"
    return of(
      .warn, "service", "\(name) is running (process \(service.process))\(which)", Self.cure(for: name))
  }

  private func withoutPort(_ usb: USBIdentity, _ kind: PortKind, _ brltty: Bool) -> Finding {
    let chip = "a \(kind.rawValue) chip (\(usb.code)) is plugged in and has no port"
    return of(
      .warn, brltty ? "takenByBrltty" : "chipWithoutPort",
      brltty ? chip + ": brltty takes such ports half a second after they appear" : chip,
      brltty ? Self.cure(for: "brltty") : "check with `dmesg` that the kernel has its driver")
  }

  /// What to do about a service that takes serial ports.
  static func cure(for service: String) -> String {
    switch service {
    case "brltty":
      "run `sudo apt remove brltty`, or `sudo systemctl mask brltty-udev.service` and plug the device in again"
    case "ModemManager":
      "a udev rule with ENV{ID_MM_DEVICE_IGNORE}=\"1\" keeps it off the board, or run "
        + "`sudo systemctl stop ModemManager`"
    case "gpsd": "run `sudo systemctl stop gpsd.socket gpsd`"
    default: "end that service"
    }
  }
}
