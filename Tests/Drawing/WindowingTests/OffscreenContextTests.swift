import GPU
import Testing

@testable import Windowing

@Suite struct OffscreenContextTests {
  @Test func `needs no window system`() throws {
    let context = try OffscreenContext()

    #expect(["surfaceless", "device 0"].contains(context.platform))
    #expect(context.makeCurrent())
    try context.graphics.check()
  }

  @Test func `many come and go without harm to one that stays`() throws {
    let staying = try OffscreenContext()
    for kind in [DriverDescription.Kind.embedded, .desktop, .embedded] {
      let passing = try OffscreenContext(kind: kind)
      try passing.graphics.check()
    }

    #expect(staying.makeCurrent())
    try staying.graphics.check()
  }

  @Test func `every display that was found gives a context`() throws {
    for display in OffscreenDisplay.search.displays {
      let alone = OffscreenDisplay.Search(displays: [display])
      let context = try OffscreenContext(.embedded, debug: true, search: alone)
      #expect(context.platform == display.platform)
      try context.graphics.check()
    }
  }

  @Test func `where there is none it says what was tried and what to install`() {
    let failures = ["surfaceless: no display", "device: EGL knows of no device"]
    let search = OffscreenDisplay.Search(failures: failures)

    let error = #expect(throws: OffscreenContextError.self) {
      _ = try OffscreenContext(.embedded, debug: true, search: search)
    }

    #expect(error?.attempts == failures)
    for words in ["surfaceless: no display", "no device", "libegl1", "libgl1-mesa-dri"] {
      #expect(error?.description.contains(words) == true)
    }
  }
}
