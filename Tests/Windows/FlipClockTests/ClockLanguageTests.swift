import Controls
import Geometry
import Input
import Localization
import Testing
import WindowSupport

@testable import FlipClock

@Suite struct ClockLanguageTests {
  @Test func `a clock and its settings speak the language that they were given`() {
    let bench = ClockBench(
      0, size: Size(width: 900, height: 500), language: .bracketed, change: { $0.hours = .twelve })
    bench.face.handle(.key(.character("s"), [], isRepeat: false), at: 1)
    bench.frame(at: 1)

    let plain = bench.face.accessibility.words.filter {
      !$0.contains("⟦") && !$0.hasPrefix("#")
    }

    // The button of the menu and what switches say belong to the toolkit.
    #expect(Set(plain).subtracting(["on", "off"]) == [])
    #expect(bench.face.reading.caption == "⟦AM⟧")
  }

  @Test func `dates and lengths of time are in the order of the language`() {
    let japanese = Language(tag: "ja") { message in
      [
        "{weekday} {day} {month}": "{month}{day}日 {weekday}", "November": "11月", "Saturday": "土曜日",
        "{number} min": "{number}分",
      ][message.text]
    }

    #expect(CalendarDay(daysSince1970: 20_778).text(in: japanese) == "11月21日 土曜日")
    #expect(ClockDuration.words(300, in: japanese) == "5分")
  }
}
