import Colors
import Testing

@testable import FlipClock

@Suite struct ClockTextTests {
  @Test(arguments: [
    ("10:10", 36600, 0.0), ("00:00:00", 0, 0), ("23:59:59.999", 86399, 0.999), ("9:05:07.2", 32707, 0.2),
  ])
  func `a time is read to its last digit`(text: String, second: Int, fraction: Double) throws {
    let start = try ClockStart(text)
    #expect(start.time == ClockInstant(second: second, fraction: fraction) && start.day == nil)
  }

  @Test(arguments: [
    "", "10", "24:00", "10:60", "10:10:60", "-1:00", "10:10:", "10:10:0.", "a:b", "10:10:10:10", "1０:10",
    "2026-02-29T10:10", "2026-13-01T00:00", "T10:10", "10:10:00.1234567890",
  ])
  func `what is no time is refused`(text: String) {
    #expect(throws: ClockStart.Fault.self) { try ClockStart(text) }
  }

  @Test func `a time that two instants or none have is settled`() throws {
    let spring = CalendarDay.daysSince1970(year: 2026, month: 3, day: 29)
    let autumn = CalendarDay.daysSince1970(year: 2026, month: 10, day: 25)
    let change = (spring * 86400 + 3600, autumn * 86400 + 3600)
    let zone = { (second: Int) in second >= change.0 && second < change.1 ? 7200 : 3600 }

    let twice = try ClockStart("2026-10-25T02:30").instant(today: 0, zoneOffset: zone)
    #expect(twice.second == change.1 - 1800)
    let never = try ClockStart("2026-03-29T02:30").instant(today: 0, zoneOffset: zone)
    #expect(never.second == change.0 + 1800)
    let plain = try ClockStart("12:00:00.5").instant(today: spring + 30, zoneOffset: zone)
    #expect(plain == ClockInstant(second: (spring + 30) * 86400 + 10 * 3600, fraction: 0.5))
  }

  @Test(arguments: [
    ("25m", 1500), ("90s", 90), ("1h30m", 5400), ("1h5s", 3605), ("5:00", 300), ("1:30:00", 5400),
    ("99:59:59", 359_999), ("0:01", 1), ("10", 600), ("90", 5400), ("25min", 1500), ("1.5h", 5400),
    ("1,5h", 5400),
    (".5 m", 30), ("1h30", 5400), ("2m5", 125), ("1h,5m", 3900), (" 1 : 30 ", 90), ("12:30", 750),
    ("1h 5m", 3900), ("1 hour, 5 min", 3900), ("90 sec", 90),
    (" 2 Hours ", 7200), ("2\u{a0}m", 120), ("1.5 hours 30 s", 5430), ("45 minutes", 2700), ("1:00:00", 3600),
    ("3 m 20 s", 200),
  ])
  func `a length of time is read as people write it`(text: String, seconds: Int) throws {
    #expect(try ClockDuration.seconds(text) == seconds)
  }

  @Test(arguments: [1, 59, 60, 90, 3600, 3900, 359_999])
  func `what a length is called in words is that length`(seconds: Int) throws {
    #expect(try ClockDuration.seconds(ClockDuration.words(seconds, in: .english)) == seconds)
  }

  @Test(arguments: [
    "", " ", "m", "0s", "0", "30m1h", "1m1m", "-5m", "1.5.5h", "5.h", ".", "1 30m", "10s5", "5:60", "5:0",
    "1:2:3:4",
    "1.5:00", "100h", "100:00:00", "9999999999m", "soon", "5 apples", "h", "m5", "5ms", "２m",
  ])
  func `what is no length of time is refused`(text: String) {
    #expect(throws: ClockDuration.Fault.self) { try ClockDuration.seconds(text) }
  }

  @Test func `every day of four centuries is counted both ways`() {
    var weekday = CalendarDay(daysSince1970: -100_000).weekday
    for days in stride(from: -100_000, through: 100_000, by: 1) {
      let day = CalendarDay(daysSince1970: days)
      let back = CalendarDay.daysSince1970(year: day.year, month: day.month, day: day.day)
      if back != days || day.weekday != weekday { Issue.record("day \(days) is \(day)") }
      weekday = (weekday + 1) % 7
    }
    #expect(CalendarDay(daysSince1970: 20_778).text(in: .english) == "Saturday 21 November")
  }

  @Test func `hours are counted as people do`() {
    var settings = ClockSettings()
    settings.hours = .twelve
    settings.showsSeconds = false
    let shown = [0, 1, 11, 12, 13, 23].map { hour in
      let reading = ClockReading(localSecond: hour * 3600, settings: settings, language: .english)
      return String(reading.groups[0]) + reading.caption
    }
    #expect(shown == ["12AM", " 1AM", "11AM", "12PM", " 1PM", "11PM"])
  }

  @Test func `settings come back from their text, and what cannot be understood is passed over`() {
    var settings = ClockSettings()
    settings.hours = .twelve
    settings.showsSeconds = false
    settings.palette = .light
    settings.card = RGBA(hex: 0x123456)
    settings.fontFamily = "Gillius ADF = odd"
    settings.dimDelay = 600
    settings.place = .monitor(2)
    settings.scale = 1.25
    settings.reducesMotion = false
    #expect(ClockSettings(text: settings.text) == settings)
    #expect(ClockSettings().text.isEmpty)

    let broken = ClockSettings(
      text: "hours = 13\nscale = nan\ncard = none of it\n=\n\0\nseconds = false\nfont =")
    var expected = ClockSettings()
    expected.showsSeconds = false
    #expect(broken == expected)
  }

  @Test func `colours are the desktop's until others are chosen`() {
    var settings = ClockSettings()
    #expect(settings.theme(on: .light) == .light && settings.theme(on: .dark) == .dark)
    settings.palette = .dark
    #expect(settings.theme(on: .light) == .dark)
  }

  @Test(arguments: [0x1c1c1e, 0xffffff, 0x808080, 0xc8102e, 0xffe000] as [UInt32])
  func `words beside cards and figures on cards of any colour are legible`(hex: UInt32) {
    var settings = ClockSettings()
    settings.card = RGBA(hex: hex)
    settings.background = RGBA(hex: hex)
    let theme = settings.theme(on: .dark)
    #expect(Contrast(text: Color(theme.ink), background: Color(theme.card)).wcag >= 4.5)
    #expect(Contrast(text: Color(theme.caption), background: Color(theme.background)).wcag >= 4.5)
  }

  @Test func `an instant carries what its fraction has too much`() {
    #expect(ClockInstant(second: 5, fraction: -0.25) == ClockInstant(second: 4, fraction: 0.75))
    #expect(ClockInstant(second: 5, fraction: 2.5) == ClockInstant(second: 7, fraction: 0.5))
    #expect(ClockInstant(second: 5, fraction: -1e-30) == ClockInstant(second: 5))
    #expect(ClockInstant.zero.advanced(by: .nan) == .zero)
    let far = ClockInstant(second: 1_795_273_289, fraction: 0.1)
    #expect(far.advanced(by: 1e-9).seconds(since: far) > 0.9e-9)
  }
}
