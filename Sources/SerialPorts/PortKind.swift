/// What sits between the wire and the computer.
public enum PortKind: String, Hashable, Sendable, CaseIterable {
  /// A board that is a USB serial device itself: it ignores the speed.
  case cdcACM = "CDC-ACM"
  case ftdi = "FTDI"
  case cp210x = "CP210x"
  case ch340 = "CH340"
  case pl2303 = "PL2303"
  /// Another USB adapter.
  case usbSerial = "USB serial"
  /// A serial port of the computer itself.
  case builtIn = "built-in"
  case pseudoTerminal = "pseudo terminal"
  case unknown

  /// By driver and name of the port; the USB ids tell for a device that has no driver.
  init(driver: String?, name: String, usb: USBIdentity?) {
    switch driver {
    case "cdc_acm": self = .cdcACM
    case "ftdi_sio": self = .ftdi
    case "cp210x": self = .cp210x
    case "ch341", "ch341-uart", "ch34x": self = .ch340
    case "pl2303": self = .pl2303
    default: self = Self.ofChip(usb) ?? Self.ofName(name, isUSB: usb != nil)
    }
  }

  /// By the USB ids of the common chips.
  static func ofChip(_ usb: USBIdentity?) -> PortKind? {
    switch (usb?.vendor, usb?.product) {
    case (0x1A86?, let product?) where [0x7523, 0x7522, 0x5523].contains(product): .ch340
    case (0x10C4?, let product?) where (0xEA60...0xEA71).contains(product): .cp210x
    case (0x0403?, let product?) where [0x6001, 0x6010, 0x6011, 0x6014, 0x6015].contains(product): .ftdi
    case (0x067B?, let product?) where [0x2303, 0x23A3, 0x23C3, 0x23D3].contains(product): .pl2303
    case (0x2639?, 0x0300?): .ftdi
    default: nil
    }
  }

  private static func ofName(_ name: String, isUSB: Bool) -> PortKind {
    if name.hasPrefix("ttyACM") { return .cdcACM }
    if name.hasPrefix("ttyUSB") || isUSB { return .usbSerial }
    if name.hasPrefix("pts/") { return .pseudoTerminal }
    if ["ttyS", "ttyAMA", "ttyTHS", "ttymxc"].contains(where: name.hasPrefix) { return .builtIn }
    return .unknown
  }

  /// The speed means nothing: there is nothing to scan.
  public var ignoresSpeed: Bool { self == .cdcACM || self == .pseudoTerminal }
}
