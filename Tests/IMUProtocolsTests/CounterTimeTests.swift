import Testing

@testable import IMUProtocols

/// SR-24: counts that cannot be are no time.
@Suite struct CounterTimeTests {
  private static let period: Int64 = 10_000_000

  /// A counter of one byte at 100 Hz.
  private func counter() -> CounterTime { CounterTime(period: Double(Self.period), values: 256) }

  @Test func `a device that begins anew is a restart, and its pause is what the arrivals say`() {
    var counter = counter()
    for number in 0..<200 { _ = counter.place(UInt32(number), arrival: Int64(number) * Self.period) }
    // 0.2 s of silence, then from 0 again: taken forward that would be 57 counts.
    var places: [CounterTime.Place] = []
    for number in 0..<50 {
      places.append(counter.place(UInt32(number), arrival: Int64(220 + number) * Self.period))
    }
    #expect(places.count { $0.isRestart } == 1)
    #expect(places[1].isRestart)
    #expect(places[0].time == 220 * Self.period)
    #expect(places[49].time == 269 * Self.period)
  }

  @Test func `one wrong count moves nothing behind it`() {
    var counter = counter()
    for number in 0..<300 {
      let sent = number == 150 ? UInt32(90) : UInt32(number % 256)
      let place = counter.place(sent, arrival: Int64(number) * Self.period)
      #expect(!place.isRestart)
      #expect(place.time == Int64(number) * Self.period)
    }
  }

  @Test func `losses of a second and the backlog of a silence are counted as they are`() {
    var counter = counter()
    for number in 0..<100 { _ = counter.place(UInt32(number), arrival: Int64(number) * Self.period) }
    // 100 lost samples in time, then one second that comes at once.
    let behind = counter.place(200, arrival: 200 * Self.period)
    #expect(behind.time == 200 * Self.period && !behind.isRestart)
    for number in 201..<301 {
      let place = counter.place(UInt32(number % 256), arrival: 301 * Self.period)
      #expect(place.time == Int64(number) * Self.period && !place.isRestart)
    }
    let last = counter.place(UInt32(302 % 256), arrival: 302 * Self.period)
    #expect(last.time == 302 * Self.period && !last.isRestart)
  }
}
