import Colors
import TestSupport
import Testing
import Text

import Controls

@testable import ColorPicker

@Suite struct ChannelTests {
  private let start = PickerColor(RGBA(hex: 0x336699))

  @Test(arguments: Channel.allCases)
  func `what a field shows is taken again and moves nothing`(channel: Channel) throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      let color = PickerColor(random.color())
      #expect(try channel.applying(channel.text(in: color), to: color) == color)
    }
  }

  @Test(arguments: [
    (Channel.red, " 12 ", 12.0), (.red, "012", 12), (.hsbHue, "210°", 210), (.hsbHue, "210deg", 210),
    (.hsbSaturation, "12,5 %", 12.5), (.hslLightness, ".5", 0.5), (.okLightness, "0.5", 0.5),
    (.alpha, "100%", 100), (.hsbHue, "360", 360), (.hsbBrightness, "+7", 7), (.blue, "0", 0),
    (.red, "50%", 127.5), (.green, "100 %", 255), (.blue, "0,5%", 1.275), (.okLightness, "52%", 0.52),
    (.okChroma, "25%", 0.1), (.hsbHue, "0.5turn", 180), (.hslHue, "100grad", 90),
    (.hsbHue, "1.5707963267948966rad", 90),
  ])
  func `numbers are read with their units`(channel: Channel, text: String, value: Double) throws {
    let color = try channel.applying(text, to: start)

    #expect((channel.value(in: color) - value).magnitude < 1e-9)
  }

  @Test(arguments: [
    "", "  ", "x", "-1", "256", "1e2", "nan", "inf", "0x10", "12 34 56 78", "１２", "½", "--1", "1.2.3",
    String(repeating: "9", count: 400),
  ])
  func `what is no number for red is refused in words`(text: String) {
    let fault = #expect(throws: FieldFault.self) { try Channel.red.applying(text, to: start) }

    #expect(fault?.message.isEmpty == false)
    #expect((fault?.message.count ?? 0) < 80)
  }

  @Test(arguments: [
    (Channel.hsbHue, "50%"), (.red, "50°"), (.red, "12deg"), (.okLightness, "1turn"), (.red, "101%"),
  ])
  func `a unit that the number does not have is refused`(channel: Channel, text: String) {
    #expect(throws: FieldFault.self) { try channel.applying(text, to: start) }
  }

  @Test func `a fault names the field and its range`() {
    let fault = #expect(throws: FieldFault.self) { try Channel.okChroma.applying("0.5", to: start) }

    #expect(fault?.message == "OKLCH chroma goes from 0 to 0.4")
  }

  @Test(arguments: Channel.allCases)
  func `a step goes as far as it says`(channel: Channel) {
    var color = start
    let before = channel.value(in: color)

    channel.step(by: 1, in: &color)

    let isRound = channel.decimals == 0
    let from = isRound ? before.rounded() : before
    let wanted = channel == .alpha ? 100 : from + channel.step
    #expect((channel.value(in: color) - wanted).magnitude < 1e-9)
  }

  @Test(arguments: Channel.allCases)
  func `steps stay in the range whatever their number`(channel: Channel) {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      var color = PickerColor(random.color())
      for steps in [10.0, -10, 1000, -1000] {
        channel.step(by: steps, in: &color)
        let value = channel.value(in: color)
        #expect(value >= -1e-9 && value <= channel.maximum + 1e-9)
        let rgba = color.rgba
        #expect([rgba.red, rgba.green, rgba.blue].allSatisfy { (0...1).contains($0) })
      }
    }
  }

  @Test func `hues go round and others stop`() {
    var color = start

    Channel.hsbHue.step(by: 200, in: &color)
    Channel.red.step(by: 500, in: &color)

    #expect(color.red == 1)
    color = start
    Channel.hsbHue.step(by: 200, in: &color)
    #expect((color.hue - 50).magnitude < 1e-9)
  }

  @Test func `chroma stops where sRGB ends`() {
    var color = start

    Channel.okChroma.step(by: 10, in: &color)
    let most = color.chroma
    Channel.okChroma.step(by: 10, in: &color)

    #expect(most > start.chroma)
    #expect((color.chroma - most).magnitude < 1e-9)
    #expect(color.okLightness == start.okLightness)
    #expect(color.okHue == start.okHue)
  }

  @Test(arguments: [
    (0.05, 1, "0.1"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (12.345, 2, "12.35"), (254.5, 0, "255"),
    (-1.25, 1, "-1.3"), (1e300, 1, "1e+300"),
  ])
  func `numbers are rounded half away from zero`(value: Double, decimals: Int, text: String) {
    #expect(value.text(.fixed(decimals)) == text)
  }
}
