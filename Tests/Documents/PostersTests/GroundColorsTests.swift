import Colors
import Geometry
import Images
import Posters
import Testing
import Typography

@Suite struct GroundColorsTests {
  private let typesetter = Typesetter()

  private func ground(_ background: Background, ink: RGBA = .white) throws -> GroundColors {
    let poster = Poster(
      background: background, emblem: Samples.triangle, lines: try Poster.lines(from: "KEEP/CALM"), ink: ink)
    return GroundColors(behindInkOf: PosterLayout(poster, typesetter: typesetter))
  }

  @Test func `on one colour an ink reads as the two colours do`() throws {
    let red = RGBA(hex: 0xd00000)
    let legibility = try ground(.color(red)).legibility(of: .white)

    #expect(abs(legibility.ratio - wcagContrast(.white, red)) < 1e-9)
    #expect(abs(legibility.apca - apcaContrast(text: .white, background: red)) < 1e-9)
  }

  @Test func `the worst twentieth of what lies behind the letters decides`() throws {
    // White letters on a photograph that is white in one corner, where no letter is, and then across the letters.
    func photo(whiteRows: Range<Int>) throws -> Background {
      let size = PixelSize(width: 20, height: 30)
      let bytes = (0..<30).flatMap { row in
        (0..<20).flatMap { _ -> [UInt8] in whiteRows.contains(row) ? [255, 255, 255, 255] : [0, 0, 0, 255] }
      }
      return .picture(.init(bytes: try PNG.encoded(Bitmap(size: size, bytes: bytes))))
    }
    let away = try ground(photo(whiteRows: 29..<30))
    let across = try ground(photo(whiteRows: 14..<16))

    #expect(away.legibility(of: .white).ratio > 20)
    #expect(across.legibility(of: .white).ratio < 2)
    #expect(across.legibility(of: .black).ratio < 2)
    // Nothing reads on black and on white at more than the root of 21.
    #expect(across.nearestInk(to: .white, ratio: 4.7) == nil)
  }

  @Test func `on a ground of many colours the nearest ink passes by the same measure`() throws {
    let stops = [
      Background.Stop(RGBA(hex: 0x204060), at: 0), Background.Stop(RGBA(hex: 0xd0a090), at: 0.6),
      Background.Stop(RGBA(hex: 0x808020), at: 1),
    ]
    let ground = try ground(.linear(stops: stops, start: .zero, end: Point(1, 1)))
    for ink in [0xff6a5e, 0x336699, 0x777777] as [UInt32] {
      for ratio in [1.2, 1.5, 2.0, 2.5] {
        guard let nearest = ground.nearestInk(to: RGBA(hex: ink), ratio: ratio) else { continue }
        #expect(ground.legibility(of: nearest).ratio >= ratio - 1e-9)
      }
      #expect(ground.nearestInk(to: RGBA(hex: ink), ratio: 1.2) != nil)
    }
  }

  @Test func `the nearest ink that passes keeps the hue and is no farther than it has to be`() throws {
    let ground = try ground(.color(RGBA(hex: 0xf4f2ec)))
    let ink = RGBA(hex: 0xff6a5e)
    let nearest = try #require(ground.nearestInk(to: ink))

    #expect(ground.legibility(of: ink).ratio < 4.5)
    #expect(ground.legibility(of: nearest).ratio >= 4.5 && ground.legibility(of: nearest).ratio < 4.8)
    let (a, b) = (OKLCH(ink).hue ?? 0, OKLCH(nearest).hue ?? 0)
    #expect(abs(a - b) < 6)
    #expect(ground.nearestInk(to: .black) == .black)
  }
}
