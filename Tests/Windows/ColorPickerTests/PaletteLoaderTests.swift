import Workers
import Colors
import Controls
import Geometry
import Synchronization
import TestSupport
import Testing

@testable import ColorPicker

/// Palettes that come while the window is shown.
@Suite struct PaletteLoaderTests {
  static let flag = PickerPalette(
    name: "Flag", items: [0xc8102e, 0xffffff, 0x012169].map { .init(RGBA(hex: $0), name: "") })

  /// How often palettes were read.
  private final class Reads: Sendable {
    let count = Mutex(0)
  }

  /// Returns a loader that has read.
  private func loaded(_ read: @escaping @Sendable () -> [PickerPalette]) -> PaletteLoader {
    let work = WorkGroup()
    defer { _ = work.finish() }
    return PaletteLoader(work: work, read: read)
  }

  @Test func `palettes are read once and shown when they come`() throws {
    let driver = try PanelDriver()
    let reads = Reads()
    let loader = loaded {
      reads.count.withLock { $0 += 1 }
      return [Self.flag]
    }
    var told: [[PickerPalette]] = []
    driver.window.offerPalettes(loader) { told.append($0) }

    for time in 1..<4 {
      driver.window.receiveMail(at: Double(time))
      _ = driver.window.advance(to: Double(time))
    }

    #expect(reads.count.withLock { $0 } == 1)
    #expect(told == [[Self.flag]])
    #expect(driver.panel.shelf.button.title == "Flag")
    #expect(driver.panel.controls.contains { $0 === driver.panel.shelf.swatches })
  }

  @Test(arguments: [Size(440, 560), Size(800, 500), Size(1100, 700)])
  func `where palettes are awaited nothing moves when they come`(size: Size) throws {
    let driver = try PanelDriver(awaitsPalettes: true, size: size)
    driver.window.offerPalettes(loaded { [Self.flag] }) { _ in }
    _ = driver.window.advance(to: 1)
    let before = (driver.panel.plane.square.frame, driver.panel.comparison.frame)
    #expect(!driver.panel.controls.contains { $0 === driver.panel.shelf.button })
    driver.window.receiveMail(at: 2)
    _ = driver.window.advance(to: 2)

    #expect(driver.panel.palettes == [Self.flag])
    #expect((driver.panel.plane.square.frame, driver.panel.comparison.frame) == before)
    #expect(!driver.panel.shelf.swatches.frame.isEmpty)
  }

  @Test(arguments: [[flag], []])
  func `a button that is held while palettes come is pressed all the same`(palettes: [PickerPalette]) throws {
    let driver = try PanelDriver()
    driver.window.offerPalettes(loaded { palettes }) { _ in }
    _ = driver.window.advance(to: 1)
    let button = try driver.node("Choose").frame.center
    driver.move(to: button)
    driver.press(button)
    driver.window.receiveMail(at: 2)
    _ = driver.window.advance(to: 2)
    driver.release(button)

    #expect(driver.panel.palettes == palettes)
    #expect(driver.panel.accepted != nil)
  }

  @Test func `a place that was kept for palettes is given back where there are none any more`() throws {
    let driver = try PanelDriver(awaitsPalettes: true)
    driver.window.offerPalettes(loaded { [] }) { _ in }
    _ = driver.window.advance(to: 1)
    let narrow = driver.panel.plane.square.frame.height
    driver.window.receiveMail(at: 2)
    _ = driver.window.advance(to: 2)

    #expect(driver.panel.plane.square.frame.height == narrow + 36)
    #expect(try driver.panel.plane.square.frame == PanelDriver().panel.plane.square.frame)
  }

  @Test func `what is remembered of palettes and of planes does not push the other out`() throws {
    let home = try Home()
    let folder = home.path("state")
    let memory = PickerMemory(folder: folder)
    #expect(!memory.hasPalettes)
    memory.keep(hasPalettes: true)
    var settings = memory.settings
    settings.plane = try #require(ColorPlane.all.last)
    memory.keep(settings)

    let next = PickerMemory(folder: folder)
    #expect(next.hasPalettes && next.settings == settings)
    next.keep(hasPalettes: false)
    #expect(PickerMemory(folder: folder).settings.plane.name == settings.plane.name)
    #expect(!PickerMemory(folder: folder).hasPalettes)
  }

  @Test(arguments: [Size(320, 360), Size(400, 470), Size(440, 560), Size(900, 400), Size(1200, 800)])
  func `every colour of a large palette can be taken`(size: Size) throws {
    let driver = try PanelDriver(size: size)
    let palette = PickerLayoutTests.palette(200)
    driver.panel.palettes = [palette]
    _ = driver.window.advance(to: 1)

    // Without space for a strip, a button opens the palettes.
    let button = try driver.node(driver.panel.rows.isCompact ? "Palettes" : "All 200")
    driver.click(button.frame.center)
    for index in [199, 0, 100] {
      driver.key(.home)
      driver.key(.right, times: index)
      driver.key(.enter)
      #expect(driver.hex == Color(palette.items[index].color).text(as: .hex))
    }
    driver.key(.escape)
    #expect(!driver.panel.isFinished)
  }

  @Test func `a low window has a menu of several palettes, and shows all colours of the one that is chosen`()
    throws
  {
    let driver = try PanelDriver(size: Size(320, 360))
    #expect(!driver.nodes.contains { $0.label == "Palettes" })
    driver.panel.palettes = [
      PickerLayoutTests.palette(3),
      PickerPalette(
        name: "Pair",
        items: [
          .init(RGBA(hex: 0x123456)), .init(RGBA(hex: 0xfedcba)),
        ]),
    ]
    _ = driver.window.advance(to: 1)
    driver.click(try driver.node("Palettes").frame.center)
    driver.click(try driver.node("Pair").frame.center)
    driver.key(.end)
    driver.key(.enter)
    #expect(driver.hex == "#fedcba")
    driver.key(.escape)
    #expect(!driver.panel.isFinished)
  }

  @Test func `a palette for which there is room needs no further button`() throws {
    let driver = try PanelDriver()
    driver.panel.palettes = [PickerLayoutTests.palette(24)]
    _ = driver.window.advance(to: 1)

    #expect(!driver.panel.controls.contains { $0 === driver.panel.shelf.allButton })
    #expect(driver.panel.shelf.swatches.accessibility.children.count == 24)
  }
}
