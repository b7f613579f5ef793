import Testing

@testable import MotionSimulator

@Suite struct DeviceFaultTests {
  @Test func `faults are read by name, with value and second`() throws {
    let faults = try DeviceFaults("byte-loss:0.002,batch:32B,stall:2@20,unplug-renamed:0.5,pieces,stalls")
    #expect(faults.byteLoss == 0.002)
    #expect(faults.batch == .bytes(32))
    #expect(faults.stalls[0] == 20...22)
    #expect(faults.stalls.contains(30...30.5))
    #expect(faults.unplugs == [.init(start: 10, duration: 0.5, isRenamed: true)])
    #expect(faults.isInPieces)
    #expect(try DeviceFaults("batch").batch == .time(0.016))
    #expect(try DeviceFaults("batch:1ms").batch == .time(0.001))
  }

  @Test(arguments: DeviceFaultName.allCases) func `every name stands alone and changes something`(
    name: DeviceFaultName
  ) throws {
    #expect(try DeviceFaults(name.rawValue) != .none)
  }

  @Test(arguments: [
    ("byte-lost", DeviceError.unknownFault("byte-lost")), ("byte-loss:2", .faultValue(.byteLoss, "2")),
    ("batch:16", .faultValue(.batch, "16")), ("pieces:3", .faultValue(.pieces, "3")),
    ("stall:2@soon", .faultMoment(.stall, "soon")), ("foreign:0.1@3", .faultMoment(.foreign, "3")),
    ("garbage:-1", .faultValue(.garbage, "-1")), ("wrap:nan", .faultValue(.wrap, "nan")),
  ]) func `what is no fault is refused by name`(text: String, error: DeviceError) {
    #expect(throws: error) { try DeviceFaults(text) }
  }

  @Test func `a port that is pulled again before it is back comes back once`() throws {
    let moments = DeviceMoment.all(of: try DeviceFaults("unplug:5@10,unplug:1@12,clock-reset@11"))
    #expect(moments.map(\.time) == [10, 11, 15])
  }
}

@Suite struct BaudMismatchTests {
  @Test func `the same speed changes nothing`() {
    let bytes = (0..<256).map { UInt8($0) }
    #expect(BaudMismatch.resample(bytes, from: 115_200, to: 115_200) == bytes)
    // Within 3 % a receiver samples the right bits.
    #expect(BaudMismatch.resample(bytes, from: 100_000, to: 102_000) == bytes)
  }

  @Test func `a byte at half the speed is two wrong ones`() {
    // 0 1010 1010 1 at twice the rate: 0 | 0110 0110, then from the fall of bit 5: 0 | 0110 0111
    #expect(BaudMismatch.resample([0x55], from: 9600, to: 19_200) == [0x66, 0xE6])
  }

  @Test func `a device much slower than the port sounds of 00 and FF`() {
    let bytes = (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ $0 / 7) }
    let heard = BaudMismatch.resample(bytes, from: 9600, to: 115_200)
    let plain = heard.count { $0 == 0 || $0 == 0xFF }
    #expect(heard.count > 500)
    #expect(Double(plain) / Double(heard.count) > 0.5)
  }

  @Test func `a device faster than the port loses bytes`() {
    let bytes = (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 97) }
    #expect(1...250 ~= BaudMismatch.resample(bytes, from: 115_200, to: 38_400).count)
  }
}
