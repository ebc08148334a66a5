import ColorPicker
import Foundation
import Testing

/// Frame times over real windows.
@Suite(.waiting, .enabled(if: Desktop.isPossible, Desktop.missing)) struct HUDWindowTests {
  let desktop: Desktop

  init() throws { desktop = try Desktop() }

  @Test func `F3 shows the card in one frame, which stays the last while nothing happens`() throws {
    let picker = try ProgramWindow(on: desktop, "picker", "--appearance", "light")
    try picker.waitForRest()
    let (frames, bare) = (picker.frames, try picker.pixel(425, 12))
    try picker.key("F3")
    try eventually("the card is there") { try picker.pixel(425, 12) != bare }
    try picker.waitForSleep()

    #expect(picker.frames == frames + 1)
    #expect(picker.reasons.last == "frame times were asked for")

    try picker.key("F3")
    try eventually("the card is gone") { try picker.pixel(425, 12) == bare }
    try picker.waitForRest()
    #expect(picker.frames == frames + 2)
  }

  @Test func `what a person does is a reason, and the card does not add draws`() throws {
    let picker = try ProgramWindow(on: desktop, "picker", "--appearance", "light")
    func draws() -> [Substring] {
      picker.said.split(separator: "\n").filter { $0.hasPrefix("frame ") }
        .map { $0.split(separator: ", ")[1] }
    }
    try picker.waitForRest()
    #expect(!picker.reasons.contains("input"))
    try picker.key("Right")
    try eventually("a key is a reason") { picker.reasons.contains("input") }
    try picker.waitForRest()
    try picker.key("F3", "Left")
    try picker.waitForRest()
    try desktop.xdotool("windowsize", picker.window, "500", "600")
    try eventually("its new size is a reason") { picker.reasons.contains("a new size") }
    try picker.waitForRest()

    #expect(picker.reasons.first == "the first")
    #expect(Set(draws().suffix(4)).count == 1)
  }

  @Test func `time is a reason when it comes, and what moves is one after it`() throws {
    // A pointer over the window lets its controls come, which move.
    try desktop.xdotool("mousemove", "1200", "1000")
    let clock = try ProgramWindow(
      on: desktop, "clock", "--no-seconds", "--at", "10:09:58", "--size", "240x120")
    // On a slow machine a fall has but one more frame.
    try eventually("a card falls") { clock.reasons.contains("animation") }

    let all = clock.reasons
    let timer = try #require(all.firstIndex(of: "timer"))
    #expect(!all[..<timer].contains("animation"))
    #expect(!all.contains("input"))
  }
}
