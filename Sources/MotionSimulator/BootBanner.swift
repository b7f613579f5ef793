/// What a board's loader says before the program runs.
enum BootBanner {
  private static let words =
    "ESP-ROM:esp32s3-20210327\r\nBuild:Mar 27 2021\r\nrst:0x1 (POWERON),boot:0x8 (SPI_FAST_FLASH_BOOT)\r\n"
    + "SPIWP:0xee\r\nmode:DIO, clock div:1\r\nload:0x3fce3808,len:0x44c\r\nentry 0x403c98d0\r\n"

  /// `count` bytes that end a line.
  static func text(_ count: Int) -> [UInt8] {
    var text: [UInt8] = []
    while text.count < count { text += Array(words.utf8) }
    return Array(text.prefix(max(0, count - 2))) + (count >= 2 ? [0x0D, 0x0A] : [])
  }
}
