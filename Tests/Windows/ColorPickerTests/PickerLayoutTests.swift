import Colors
import Geometry
import Scene
import Testing

import Controls

@testable import ColorPicker

@Suite struct PickerLayoutTests {
  static let widths: [Double] = [320, 333, 379, 380, 419, 420, 441, 560, 759, 760, 900, 1600]
  static let heights: [Double] = [360, 401, 439, 440, 479, 480, 560, 777, 1000]

  /// A palette of so many colours, none of which looks like another one.
  static func palette(_ count: Int) -> PickerPalette {
    PickerPalette(
      name: "Wheel",
      items: (0..<count).map {
        .init(
          HSB(hue: Double($0 % 40) * 9, saturation: 1, brightness: 1 - Double($0 / 40) / 8).rgba(),
          name: "\($0 + 1)")
      })
  }

  @Test(arguments: [false, true], [(1, 0), (1.5, 12), (2, 200)])
  func `nothing overlaps, all is inside, and the square is large`(
    hasAlpha: Bool, _ subject: (scale: Double, colors: Int)
  ) throws {
    let scale = subject.scale
    let driver = try PanelDriver(hasAlpha: hasAlpha, recent: ["red"])
    if subject.colors > 0 { driver.panel.palettes = [Self.palette(subject.colors)] }
    for width in Self.widths {
      for height in Self.heights {
        driver.window.layOut(size: Size(width, height), scale: scale)
        let window = Rect(x: 0, y: 0, width: width, height: height)
        let controls = driver.panel.controls
        for (place, control) in controls.enumerated() {
          let frame = control.frame
          let words = "\(control.label) at \(width)x\(height), scale \(scale)"
          #expect(window.holds(frame), "\(words) leaves the window")
          #expect(frame.width >= 16 && frame.height >= 16, "\(words) is tiny")
          #expect(frame == frame.pixelAligned(scale: scale), "\(words) is off the pixels")
          for other in controls[(place + 1)...] {
            #expect(frame.intersection(other.frame)?.isEmpty != false, "\(words) covers \(other.label)")
          }
        }
        let square = driver.panel.plane.square.frame
        #expect(min(square.width, square.height) >= 160, "\(width)x\(height)")
      }
    }
  }

  @Test func `the loupe of an opaque colour leaves the icon of the menu clear`() throws {
    let driver = try PanelDriver(hasAlpha: true)
    for size in [Size(320, 360), Size(480, 360), Size(440, 560), Size(1280, 800)] {
      driver.window.layOut(size: size, scale: 1)
      let button = try #require(driver.panel.primaryMenuButton).frame
      let icon = Rect(center: button.center, size: Size(16, 16))
      // As it rests at the upper end: 15 points and a hairline.
      let loupe = Rect(
        center: Point(driver.panel.plane.alphaTrack.frame.midX, driver.panel.plane.alphaTrack.frame.minY),
        size: Size(32, 32))
      #expect(icon.intersection(loupe)?.isEmpty ?? true, "\(size)")
    }
  }

  @Test(arguments: ["#ffffff", "rgb(200 238 255 / 0.996)", "#888888"], [false, true])
  func `no text is cut or runs into another`(color: String, hasAlpha: Bool) throws {
    let driver = try PanelDriver(color, hasAlpha: hasAlpha)
    for width in Self.widths {
      for height in [360.0, 479, 480, 560, 1000] {
        driver.window.layOut(size: Size(width, height), scale: 1)
        let texts = TextBox.all(in: driver.window)
        #expect(texts.count > 8)
        for (place, text) in texts.enumerated() {
          let words = "\"\(text.text)\" at \(width)x\(height)"
          #expect(!text.isCut, "\(words) ends with an ellipsis")
          #expect(text.box.minX >= 8 && text.box.maxX <= width - 8, "\(words) leaves the margins")
          for other in texts[(place + 1)...] {
            #expect(text.box.intersection(other.box)?.isEmpty != false, "\(words) covers \"\(other.text)\"")
          }
          for control in driver.panel.controls {
            guard let common = control.frame.intersection(text.box), !common.isEmpty else { continue }
            #expect(control.frame.holds(text.box), "\(words) sticks out of \(control.label), \(common)")
          }
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `a low window is no reason to squash the plane or to leave fields out`(hasAlpha: Bool) throws {
    let driver = try PanelDriver(hasAlpha: hasAlpha)
    for size in [Size(610, 360), Size(640, 400), Size(900, 400), Size(1000, 439), Size(1280, 460)] {
      driver.window.layOut(size: size, scale: 1)
      #expect(driver.panel.rows.visibleRows.count == 4, "\(size)")
      #expect(driver.panel.plane.square.frame.height > size.height * 0.8, "\(size)")
    }
  }

  @Test func `the field of the opacity holds all of its text and its sign`() throws {
    let driver = try PanelDriver(hasAlpha: true)
    for size in [Size(420, 480), Size(440, 560), Size(900, 400)] {
      driver.window.layOut(size: size, scale: 1)
      let field = try driver.node("Alpha", .textField).frame
      let texts = TextBox.all(in: driver.window).filter { $0.box.intersection(field)?.isEmpty == false }
      #expect(texts.map(\.text) == ["100%"] && field.holds(texts[0].box), "\(size)")
    }
  }

  @Test func `faults fit where they are said`() throws {
    for size in [Size(320, 360), Size(420, 480), Size(440, 560), Size(760, 560)] {
      let driver = try PanelDriver(size: size)
      if driver.panel.rows.isCompact {
        try driver.tab(to: "Notation")
        driver.key(.down, times: 4)
      }
      try driver.fill("OKLCH chroma", "0.4")
      driver.key(.enter)
      #expect(driver.fault != nil)
      for text in TextBox.all(in: driver.window) {
        #expect(!text.isCut, "\"\(text.text)\" at \(size)")
      }
    }
  }

  @Test(arguments: [
    (Size(320, 360), 1), (Size(419, 1000), 1), (Size(560, 479), 1), (Size(1000, 440), 4),
    (Size(420, 480), 4), (Size(1600, 1000), 4),
  ])
  func `small windows have one row of fields`(size: Size, rows: Int) throws {
    let driver = try PanelDriver(size: size)

    #expect(driver.panel.rows.visibleRows.count == rows)
  }
}

/// A text as it stands in the window.
struct TextBox {
  var text: String
  /// From the left end to the right, from the height of capitals to the baseline.
  var box: Rect
  var isCut: Bool

  static func all(in window: PickerWindow) -> [TextBox] {
    var list = DisplayList()
    list.record(window.layer)
    return list.items.compactMap { item in
      guard case .text(let contents, let point) = item.shape, !contents.text.isEmpty,
        let start = item.transform.project(point)
      else { return nil }
      let width = window.interface.line(contents.text, style: contents.font).width
      let height = Interface.capHeight * contents.font.size
      let clip = item.clip
      let box = Rect(x: start.x, y: start.y - height, width: width, height: height)
      return TextBox(
        text: contents.text, box: box,
        isCut: contents.maximumWidth != nil
          || clip.map { $0.minX > box.minX + 0.5 || $0.maxX < box.maxX - 0.5 } ?? false)
    }
  }
}
