import Foundation
import SerialPorts
import Testing

/// A copy of the parts of /dev, /sys and /proc that say which serial ports there are, in a folder of its own.
final class FakeSystem: Sendable {
  let folder: String
  var root: SystemRoot { SystemRoot(folder) }

  init() throws {
    folder = NSTemporaryDirectory() + "flexion-system-" + UUID().uuidString
    for path in ["/dev/serial/by-id", "/dev/serial/by-path", "/sys/class/tty", "/proc/sys/kernel"] {
      try make(path)
    }
    try write("/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n")
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func make(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: folder + path, withIntermediateDirectories: true)
  }

  func write(_ path: String, _ text: String) throws {
    try make((path as NSString).deletingLastPathComponent)
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + path))
  }

  func link(_ path: String, to target: String) throws {
    try make((path as NSString).deletingLastPathComponent)
    try? FileManager.default.removeItem(atPath: folder + path)
    try FileManager.default.createSymbolicLink(atPath: folder + path, withDestinationPath: target)
  }

  func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: folder + path) }

  /// Plugs an adapter or a board into a USB socket: "1-2". `node`: what /dev/ttyX leads to; nil for a plain file.
  func plug(
    _ name: String, socket: String, vendor: String, product: String, serial: String? = nil, driver: String,
    id: String? = nil, node: String? = nil, mode: Int = 0o660
  ) throws {
    let device = "/sys/devices/usb/\(socket)"
    try write(device + "/idVendor", vendor + "\n")
    try write(device + "/idProduct", product + "\n")
    if let serial { try write(device + "/serial", serial + "\n") }
    try link("/sys/bus/usb/devices/\(socket)", to: folder + device)
    let port = "\(device)/\(socket):1.0/\(name)"
    try make(port)
    try make("/sys/bus/drivers/\(driver)")
    try link(port + "/driver", to: folder + "/sys/bus/drivers/\(driver)")
    try link("/sys/class/tty/\(name)/device", to: folder + port)
    if let node { try link("/dev/\(name)", to: node) } else { try plainNode(name, mode) }
    if let id { try link("/dev/serial/by-id/\(id)", to: "../../\(name)") }
    try link("/dev/serial/by-path/pci-usb-\(socket)", to: "../../\(name)")
  }

  private func plainNode(_ name: String, _ mode: Int) throws {
    try write("/dev/\(name)", "")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder + "/dev/" + name)
  }

  func unplug(_ name: String, socket: String, id: String? = nil) throws {
    for path in ["/dev/\(name)", "/sys/class/tty/\(name)", "/sys/bus/usb/devices/\(socket)"] {
      try remove(path)
    }
    try remove("/sys/devices/usb/\(socket)")
    try remove("/dev/serial/by-path/pci-usb-\(socket)")
    if let id { try remove("/dev/serial/by-id/\(id)") }
  }

  /// A running program that has a path open.
  func run(_ program: String, process: Int, opened: String? = nil) throws {
    try write("/proc/\(process)/comm", program + "\n")
    try make("/proc/\(process)/fd")
    if let opened { try link("/proc/\(process)/fd/7", to: opened) }
  }
}
