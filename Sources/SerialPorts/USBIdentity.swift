/// What a USB device says about itself.
public struct USBIdentity: Hashable, Sendable {
  public var vendor: UInt16
  public var product: UInt16
  /// nil for the cheap adapters that have none.
  public var serialNumber: String?
  /// Name of maker and product, as the device gives them.
  public var name: String?

  public init(vendor: UInt16, product: UInt16, serialNumber: String? = nil, name: String? = nil) {
    self.vendor = vendor
    self.product = product
    self.serialNumber = serialNumber
    self.name = name
  }

  /// "1a86:7523"
  public var code: String { Self.hex(vendor) + ":" + Self.hex(product) }

  /// "1a86:7523" or "0403:6001 serial A50285BI": the same for the same device, wherever it is plugged in.
  public var text: String { serialNumber.map { "\(code) serial \($0)" } ?? code }

  private static func hex(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Of the folder of a USB device in sysfs.
  init?(_ system: SystemRoot, folder: String) {
    guard let vendor = system.text(folder + "/idVendor").flatMap({ UInt16($0, radix: 16) }),
      let product = system.text(folder + "/idProduct").flatMap({ UInt16($0, radix: 16) })
    else { return nil }
    let words = ["/manufacturer", "/product"].compactMap { system.text(folder + $0) }.filter { !$0.isEmpty }
    let serial = system.text(folder + "/serial").flatMap { $0.isEmpty ? nil : $0 }
    self.init(
      vendor: vendor, product: product, serialNumber: serial,
      name: words.isEmpty ? nil : words.joined(separator: " "))
  }
}
