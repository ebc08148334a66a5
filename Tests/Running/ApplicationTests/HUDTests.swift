import Colors
import Geometry
import Scene
import Testing
import Typography

@testable import Application

@Suite struct HUDTests {
  private func frame(
    work: Double = 0.004, interval: Double? = 1.0 / 60, because reason: FrameReason = .input, draws: Int = 12
  ) -> HUDHistory.Frame {
    HUDHistory.Frame(reason: reason, work: work, interval: interval, draws: draws, uploadedBytes: 3100)
  }

  private func list(_ frames: [HUDHistory.Frame], in size: Size, scale: Double = 1) -> DisplayList {
    let hud = HUD(typesetter: Typesetter())
    var history = HUDHistory()
    for frame in frames { history.add(frame) }
    hud.layOut(size: size, scale: scale)
    hud.show(history, budget: 1.0 / 60)
    var list = DisplayList()
    list.record(hud.layer)
    return list
  }

  private func texts(of list: DisplayList) -> [String] {
    list.items.compactMap { if case .text(let contents, _) = $0.shape { contents.text } else { nil } }
  }

  /// Where a rectangle is seen; nothing here is turned or made larger.
  private func place(of rect: Rect, in item: DisplayList.Item) -> Rect {
    let offset = item.transform.rows.3
    return Rect(x: rect.minX + offset[0], y: rect.minY + offset[1], width: rect.width, height: rect.height)
  }

  /// The boxes of bars, in points of the window.
  private func bars(of list: DisplayList) -> [Rect] {
    list.items.compactMap { item in
      guard case .box(let rect, 0, _, _, _) = item.shape, rect.width == 2 else { return nil }
      return place(of: rect, in: item)
    }
  }

  @Test(arguments: [Size(440, 560), Size(160, 90)])
  func `the card takes no picture of its own`(size: Size) {
    let groups = list(Array(repeating: frame(), count: 130), in: size).items.filter {
      if case .beginGroup = $0.shape { true } else { false }
    }

    #expect(groups.isEmpty)
  }

  @Test func `the last hundred and twenty frames are remembered, and all are counted`() {
    var history = HUDHistory()
    for number in 0..<300 { history.add(frame(draws: number)) }

    #expect(history.count == 300)
    #expect(history.frames.map(\.draws) == Array(180..<300))
  }

  @Test(arguments: FrameReason.allCases)
  func `it says in words why the last frame was drawn`(reason: FrameReason) {
    let words = texts(of: list([frame(because: .first), frame(because: reason)], in: Size(440, 560)))

    #expect(words.contains("Frame 2  ·  \(reason.rawValue)"))
    #expect(words.contains("12 draws") && words.contains("3.1 KB uploaded"))
    #expect(words.contains("4.0 ms work") && words.contains("16.7 ms apart"))
  }

  @Test func `it says how long the last input took to be seen, beside frames that show input`() {
    func words(_ reason: FrameReason, latency: Double?) -> [String] {
      let hud = HUD(typesetter: Typesetter())
      var history = HUDHistory()
      history.add(frame(because: reason))
      history.latency = latency
      hud.layOut(size: Size(440, 560), scale: 1)
      hud.show(history, budget: nil)
      var list = DisplayList()
      list.record(hud.layer)
      return texts(of: list)
    }

    #expect(words(.input, latency: 0.0082).contains("8.2 ms from input"))
    #expect(!words(.input, latency: nil).contains { $0.hasSuffix("from input") })
    #expect(!words(.animation, latency: 0.0082).contains { $0.hasSuffix("from input") })
  }

  @Test func `reasons differ`() {
    #expect(Set(FrameReason.allCases.map(\.rawValue)).count == FrameReason.allCases.count)
  }

  @Test(arguments: [
    Size(120, 64), Size(30, 20), Size(200, 900), Size(320, 100), Size(440, 560), Size(2000, 1200),
  ])
  func `it stays inside the window, however small`(size: Size) {
    for scale in [1, 1.5, 2] {
      let list = list([frame(because: .overlay)], in: size, scale: scale)
      let window = Rect(origin: .zero, size: size)
      for item in list.items {
        guard case .box(let rect, _, _, _, _) = item.shape else { continue }
        let whole = place(of: rect, in: item)
        let box = item.clip.map { whole.intersection($0) ?? .zero } ?? whole
        #expect(box.isEmpty || window.outset(by: 1e-9).union(box) == window.outset(by: 1e-9), "\(box)")
      }
    }
  }

  @Test func `every text fits`() {
    let widest = HUDHistory.Frame(
      reason: .overlay, work: 9.9999, interval: 0.0999, draws: 99_999, uploadedBytes: 999_900_000)
    for item in list([frame(), widest], in: Size(440, 560)).items {
      if case .text(let contents, _) = item.shape {
        #expect(contents.maximumWidth == nil, "\(contents.text)")
      }
    }
  }

  @Test func `a bar is as long as its share of two frames' time, and the newest stands at the right`() {
    let frames = [
      frame(work: 1.0 / 60, interval: nil), frame(work: 1.0 / 120, interval: nil),
      frame(work: 3, interval: nil),
    ]
    let bars = bars(of: list(frames, in: Size(440, 560))).sorted { $0.minX < $1.minX }

    #expect(bars.count == 3)
    #expect(bars.map(\.height) == [22, 11, 44])
    #expect(bars.map(\.maxY) == [bars[0].maxY, bars[0].maxY, bars[0].maxY])
    #expect(bars[2].maxX == 440 - 8 - 10)
  }

  @Test func `bars end on whole pixels`() {
    let frames = (0..<50).map { frame(work: Double($0) / 2000, interval: Double($0) / 1500) }
    for scale in [1, 1.25, 2] {
      for bar in bars(of: list(frames, in: Size(440, 560), scale: scale)) {
        let pixels = bar.height * scale
        #expect(abs(pixels - pixels.rounded()) < 1e-9 && pixels >= 1)
      }
    }
  }

  @Test func `its words read well on white and on black windows`() throws {
    let items = list([frame(), frame()], in: Size(440, 560)).items
    var card: RGBA?
    for item in items {
      if case .box(_, let radius, let fill, _, _) = item.shape, radius > 0 { card = fill }
    }
    let ground = try #require(card)
    for window in [RGBA.black, RGBA(hex: 0xffffff)] {
      let behind = ground.over(window)
      for item in items {
        guard case .text(let contents, _) = item.shape else { continue }
        let ink = contents.color.over(behind)
        #expect(Contrast(text: Color(ink), background: Color(behind)).wcag >= 4.5, "\(contents.text)")
      }
    }
  }

  @Test func `figures keep their form`() {
    #expect(
      [0, 0.00004, 0.00319, 0.1, 3].map(HUDText.milliseconds) == [
        "0.0 ms", "0.0 ms", "3.2 ms", "100.0 ms", "3000.0 ms",
      ])
    #expect([Double.nan, -1, .infinity].map(HUDText.milliseconds) == ["– ms", "– ms", "– ms"])
    #expect(
      [0, 999, 1000, 3140, 999_949, 999_950, 12_345_678].map(HUDText.bytes) == [
        "0 B", "999 B", "1.0 KB", "3.1 KB", "999.9 KB", "1.0 MB", "12.3 MB",
      ])
    #expect([0, 1, 2].map { HUDText.count($0, "draw") } == ["0 draws", "1 draw", "2 draws"])
  }
}

extension RGBA {
  /// Returns the colour composited over an opaque one.
  fileprivate func over(_ ground: RGBA) -> RGBA {
    RGBA(
      red: red * alpha + ground.red * (1 - alpha), green: green * alpha + ground.green * (1 - alpha),
      blue: blue * alpha + ground.blue * (1 - alpha))
  }
}
