import Colors
import TestSupport
import Testing

import Controls

@testable import ColorPicker

@Suite struct PickerColorTests {
  @Test func `setting one channel leaves the others of its notation as they are to the last bit`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<300 {
      let start = PickerColor(random.color())
      for row in FieldRow.allCases {
        for channel in row.channels {
          var next = start
          let wanted = Double.random(in: 0...channel.maximum, using: &random)
          guard channel.set(wanted, in: &next) else {
            #expect(next == start, "a refused \(channel) changed something")
            continue
          }
          #expect((channel.value(in: next) - wanted).magnitude < 1e-9)
          for other in row.channels where other != channel {
            #expect(other.value(in: next) == other.value(in: start), "\(channel) moved \(other)")
          }
          #expect(channel == .alpha || next.alpha == start.alpha)
        }
      }
    }
  }

  @Test func `all forms are of one colour whichever was set`() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      var color = PickerColor(random.color())
      let channel = Channel.allCases.randomElement(using: &random) ?? .red
      _ = channel.set(Double.random(in: 0...channel.maximum, using: &random), in: &color)
      let forms = [
        HSB(hue: color.hue, saturation: color.saturation, brightness: color.brightness).rgba(),
        HSL(hue: color.hue, saturation: color.hslSaturation, lightness: color.lightness).rgba(),
        OKLCH(lightness: color.okLightness, chroma: color.chroma, hue: color.okHue).rgba(),
      ]
      for form in forms {
        #expect((form.red - color.red).magnitude < 1e-6, "\(channel)")
        #expect((form.green - color.green).magnitude < 1e-6, "\(channel)")
        #expect((form.blue - color.blue).magnitude < 1e-6, "\(channel)")
      }
    }
  }

  @Test(arguments: [0x000000, 0xffffff, 0x808080] as [UInt32])
  func `choosing a grey keeps the hue`(grey: UInt32) {
    var color = PickerColor(RGBA(hex: 0xc8102e))
    let (hue, okHue) = (color.hue, color.okHue)

    color.set(RGBA(hex: grey))

    #expect(color.hue == hue)
    #expect(color.okHue == okHue)
  }

  @Test func `a way through black ends where it began`() {
    let start = PickerColor(RGBA(hex: 0xc8102e))
    var color = start

    color.setHSB(brightness: 0)
    #expect(color.rgba == RGBA(hex: 0x000000))
    color.setHSB(brightness: start.brightness)

    #expect(color.hue == start.hue)
    #expect(color.saturation == start.saturation)
    #expect(Color(color.rgba).text(as: .hex) == "#c8102e")
  }

  @Test func `a way through white in HSL ends where it began`() {
    let start = PickerColor(RGBA(hex: 0xc8102e))
    var color = start

    color.setHSL(lightness: 1)
    color.setHSL(lightness: start.lightness)

    #expect((color.hue, color.hslSaturation) == (start.hue, start.hslSaturation))
    #expect(Color(color.rgba).text(as: .hex) == "#c8102e")
  }

  @Test func `a loupe at the lower end of the hue track stays there`() {
    var color = PickerColor(RGBA(hex: 0x336699))

    color.setHSB(hue: 360)
    color.setHSB(brightness: 0.3)
    color.setHSL(lightness: 0.4)

    #expect(color.hue == 360)
  }

  @Test func `a chroma that sRGB lacks is refused`() {
    var color = PickerColor(RGBA(hex: 0x336699))
    let before = color

    let isTaken = color.setOKLCH(chroma: 0.4)

    #expect(!isTaken)
    #expect(color == before)
  }

  @Test func `undo and redo walk the same colours, however many changes led to each`() {
    var random = SeededGenerator(seed: 3)
    var draft = PickerDraft(PickerColor(RGBA(hex: 0)))
    let colors = (0..<20).map { _ in PickerColor(random.color()) }
    for color in colors {
      _ = draft.change(to: PickerColor(random.color()), .continuous)
      _ = draft.change(to: color, .final)
    }

    for color in colors.dropLast().reversed() { #expect(draft.undo() == color) }
    for color in colors.dropFirst() { #expect(draft.redo() == color) }
    #expect(!draft.canRedo)
  }

  @Test func `a new colour after undo forgets what was undone`() {
    var draft = PickerDraft(PickerColor(RGBA(hex: 0x111111)))
    _ = draft.change(to: PickerColor(RGBA(hex: 0x222222)), .final)
    _ = draft.undo().map { draft.change(to: $0, .final) }

    _ = draft.change(to: PickerColor(RGBA(hex: 0x333333)), .final)

    #expect(!draft.canRedo)
    #expect(draft.undo() == PickerColor(RGBA(hex: 0x111111)))
  }

  @Test func `names of hues go round the circle`() {
    let names = [0.0, 30, 60, 120, 180, 240, 280, 320, 350, 360].map { HueName(hue: $0) }

    #expect(names == [.red, .orange, .yellow, .green, .cyan, .blue, .purple, .pink, .red, .red])
  }

  @Test(arguments: ["hsb", "hsl", "okhsv", "okhsl", "oklch"])
  func `the hue of a colour has one name, in whichever plane it is counted`(name: String) throws {
    let plane = try #require(ColorPlane.all.first { $0.name == name })
    let colors: [(UInt32, HueName)] = [
      (0xc8102e, .red), (0xff8c00, .orange), (0xe8d000, .yellow), (0x1f9d3a, .green), (0x00b8c8, .cyan),
      (0x2050d0, .blue), (0x8a2be2, .purple), (0xe020a0, .pink),
    ]
    for (hex, wanted) in colors {
      let hue = try #require(plane.coordinates(RGBA(hex: hex)).fixed)
      #expect(HueName(hue, fixedIn: plane) == wanted, "\(name) \(hue)")
    }
  }
}
