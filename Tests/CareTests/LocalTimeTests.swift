import Care
import Foundation
import Testing

@Suite struct LocalTimeTests {
  private let berlin = Zone("Europe/Berlin")!
  private let newYork = Zone("America/New_York")!

  private func at(_ text: String) -> Instant { Instant(rfc3339: text)! }
  private func local(_ day: String, _ hour: Int, _ minute: Int = 0) -> LocalTime {
    LocalTime(date: LocalDate(day)!, milliseconds: (hour * 60 + minute) * 60_000)
  }

  @Test func `dates agree with Foundation's calendar from year 1 to 9999`() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(secondsFromGMT: 0)!
    for days in stride(from: -700_000, through: 2_900_000, by: 9973) {
      let date = try #require(LocalDate(daysSince1970: days))
      guard days > -141_427 else { continue }  // Foundation turns Julian before 15 October 1582.
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(days) * 86_400))
      #expect("\(date)" == String(format: "%04d-%02d-%02d", parts.year!, parts.month!, parts.day!))
      #expect(date.weekday == parts.weekday)
    }
  }

  @Test(arguments: ["0001-01-01", "1969-12-31", "1970-01-01", "2024-02-29", "2000-02-29", "9999-12-31"])
  func `a date survives as text`(text: String) throws {
    #expect("\(try #require(LocalDate(text)))" == text)
  }

  @Test(arguments: [
    "2026-02-30", "2100-02-29", "2026-13-01", "2026-00-10", "0000-01-01", "2026-1-01", "26-01-01",
    "2026-01-01 ",
    "2026-01-0x", "",
  ])
  func `a date that does not exist is none`(text: String) { #expect(LocalDate(text) == nil) }

  @Test(arguments: [
    ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-03-31", -1, "2026-02-28"),
    ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", 48, "2028-02-29"), ("2026-12-15", 1, "2027-01-15"),
  ])
  func `adding months holds the day to the length of the month`(from: String, months: Int, to: String) {
    #expect(LocalDate(from)?.adding(months: months) == LocalDate(to))
  }

  @Test func `the calendar ends where it ends`() {
    #expect(LocalDate("9999-12-31")?.adding(days: 1) == nil)
    #expect(LocalDate("0001-01-01")?.adding(days: -1) == nil)
    #expect(LocalDate("9999-12-31")?.adding(months: 1) == nil)
    #expect(LocalDate("2026-01-01")?.adding(days: .max) == nil)
    #expect(LocalDate("2026-01-01")?.adding(months: .max) == nil)
  }

  @Test(arguments: [
    ("2026-03-02T08:00:00+01:00", "2026-03-02T07:00:00Z"),
    ("2026-03-02t08:00:00.5z", "2026-03-02T08:00:00.500Z"),
    ("2026-03-02T08:00:00.123999-05:30", "2026-03-02T13:30:00.123Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
  ])
  func `RFC 3339 is read and printed`(text: String, printed: String) {
    #expect(Instant(rfc3339: text)?.rfc3339 == printed)
  }

  @Test(arguments: [
    "2026-03-02T08:00:00", "2026-03-02 08:00:00Z", "2026-03-02T24:00:00Z", "2026-03-02T08:60:00Z",
    "2026-03-02T08:00:00+1:00", "2026-03-02T08:00:00.Z", "2026-02-30T08:00:00Z", "2026-03-02T08:00:00Zx",
    "0001-01-01T00:00:00+01:00", "٢٠٢٦-03-02T08:00:00Z",
  ])
  func `other forms of an instant are refused`(text: String) { #expect(Instant(rfc3339: text) == nil) }

  @Test func `an instant prints with the offset of its zone at that moment`() {
    #expect(at("2026-03-29T00:59:59Z").rfc3339(in: berlin) == "2026-03-29T01:59:59+01:00")
    #expect(at("2026-03-29T01:00:00Z").rfc3339(in: berlin) == "2026-03-29T03:00:00+02:00")
    #expect(at("2026-03-02T00:00:00Z").rfc3339(in: Zone("Asia/Kolkata")!) == "2026-03-02T05:30:00+05:30")
    #expect(at("2026-03-02T00:00:00Z").rfc3339(in: newYork) == "2026-03-01T19:00:00-05:00")
  }

  @Test func `a clock time inside the gap moves later by the length of the gap`() {
    #expect(berlin.instant(at: local("2026-03-29", 2, 30)) == at("2026-03-29T03:30:00+02:00"))
    #expect(newYork.instant(at: local("2026-03-08", 2, 30)) == at("2026-03-08T03:30:00-04:00"))
  }

  @Test func `a clock time that exists twice is the first one`() {
    #expect(berlin.instant(at: local("2026-10-25", 2, 30)) == at("2026-10-25T02:30:00+02:00"))
    #expect(newYork.instant(at: local("2026-11-01", 1, 30)) == at("2026-11-01T01:30:00-04:00"))
  }

  @Test(arguments: [
    // The clock jumps over midnight, over 00:00 twice, over a whole day.
    ("Africa/Cairo", "2026-04-24", "2026-04-24T01:00:00+03:00"),
    ("America/Havana", "2026-11-01", "2026-11-01T00:00:00-04:00"),
    ("America/Santiago", "2026-09-06", "2026-09-06T01:00:00-03:00"),
    ("Pacific/Apia", "2011-12-30", "2011-12-31T00:00:00+14:00"),
    ("Asia/Kolkata", "2026-03-29", "2026-03-29T00:00:00+05:30"),
  ])
  func `the first moment of a date is 00:00 or the end of a gap`(zone: String, day: String, start: String)
    throws
  {
    let zone = try #require(Zone(zone))
    #expect(zone.start(of: LocalDate(day)!) == at(start))
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia", "Australia/Lord_Howe",
  ])
  func `days follow one another without hole or overlap`(name: String) throws {
    let zone = try #require(Zone(name))
    var day = LocalDate("2011-01-01")!
    for _ in 0..<730 {
      let (start, next) = zone.bounds(of: day)
      day = day.adding(days: 1)!
      #expect(zone.start(of: day) == next)
      #expect(start <= next)
      if start < next { #expect(zone.date(at: next.advanced(byMilliseconds: -1)) < day) }
    }
  }

  @Test(arguments: ["Mars/Olympus", "", "Berlin", "Europe/Berlin ", "../etc/passwd"])
  func `an unknown zone is none`(name: String) { #expect(Zone(name) == nil) }
}
