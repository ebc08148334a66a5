@testable import PosterScene
import Colors
import Foundation
import Geometry
import Images
import Posters
import TestSupport
import Testing
import Typography

@Suite struct PosterPictureTests {
  private let typesetter = Typesetter()
  private let emblem = Emblem.path(Path(circle: Point(0, 0), radius: 10), source: "circle")

  private func poster(_ change: (inout Poster) -> Void = { _ in }) throws -> Poster {
    var poster = Poster(
      page: Page(width: 40, height: 60), emblem: emblem, lines: try Poster.lines(from: "IT/is"))
    change(&poster)
    return poster
  }

  private func pixels(
    _ poster: Poster, size: PixelSize, tileSide: Int = 2048, sheet: PrintSheet = PrintSheet()
  ) throws -> Bitmap {
    let picture = try PosterPicture(typesetter: typesetter, cacheDirectory: nil, tileSide: tileSide)
    let layout = PosterLayout(poster, typesetter: typesetter)
    return Bitmap(size: size, bytes: try picture.pixels(of: layout, sheet: sheet, size: size))
  }

  @Test func `tiles join without a seam`() throws {
    let size = PixelSize(width: 157, height: 235)
    let stops = [Background.Stop(.white, at: 0), Background.Stop(RGBA(hex: 0x400080), at: 1)]
    let backgrounds: [Background] = [
      .color(RGBA(hex: 0xd00000)), .linear(stops: stops, start: Point(0, 0), end: Point(1, 1)),
      .radial(stops: stops, center: Point(0.4, 0.3), radius: 1),
    ]
    for background in backgrounds {
      let poster = try poster { $0.background = background }
      let whole = try pixels(poster, size: size)
      let tiled = try pixels(poster, size: size, tileSide: 41)

      let worst = try #require(whole.bytes.largestDifference(from: tiled.bytes))
      // A gradient's arithmetic may round one level differently from another origin.
      let limit = background == backgrounds[0] ? 0 : 1
      #expect(worst <= limit)
    }
  }

  @Test func `a tinted picture has exactly the ink of the letters, pixel by pixel`() throws {
    let side = 64
    let disc = (0..<side * side).flatMap { index -> [UInt8] in
      let (x, y) = (Double(index % side) - 31.5, Double(index / side) - 31.5)
      return [255, 255, 255, (x * x + y * y).squareRoot() < 0.8 * 32 ? 255 : 0]
    }
    let png = try PNG.encoded(Bitmap(size: PixelSize(width: side, height: side), bytes: disc))
    let size = PixelSize(width: 240, height: 360)
    for ink in [0xffffff, 0x123456, 0xc8102e] as [UInt32] {
      let poster = try poster {
        $0.emblem = .picture(bytes: png, source: "disc.png")
        ($0.tintsEmblem, $0.ink) = (true, RGBA(hex: ink))
      }
      let layout = PosterLayout(poster, typesetter: typesetter)
      let rect = try #require(layout.emblem?.bounds)
      let scale = 240 / layout.page.width
      let bitmap = try pixels(poster, size: size)
      var (inked, wrong) = (0, 0)
      for y in 0..<Int(rect.maxY * scale) {
        for x in 0..<size.width {
          let place = Point(
            ((Double(x) + 0.5) / scale - rect.midX) / rect.width * 2,
            ((Double(y) + 0.5) / scale - rect.midY) / rect.height * 2)
          let radius = Point.zero.distance(to: place)
          // The edge of the disc is where it is neither.
          guard abs(radius - 0.8) > 0.15 else { continue }
          inked += radius < 0.8 ? 1 : 0
          if bitmap.color(x, y) != RGBA(hex: radius < 0.8 ? ink : 0xd00000) { wrong += 1 }
        }
      }
      #expect(inked > 100 && wrong == 0)
    }
  }

  @Test func `crown and letters have exactly the ink, for thousands of inks`() throws {
    let size = PixelSize(width: 80, height: 120)
    let picture = try PosterPicture(typesetter: typesetter, cacheDirectory: nil)
    var seed: UInt32 = 99
    func color() -> RGBA {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return RGBA(hex: seed >> 8)
    }
    let layout = PosterLayout(try poster(), typesetter: typesetter)
    let scale = 80 / layout.page.width
    let places =
      [layout.emblem?.bounds.center ?? .zero]
      + layout.lines.map {
        // The middle of the letter I, with which each line begins.
        Point($0.bounds.minX + $0.setting.font.size * 0.1, $0.bounds.midY)
      }
    for _ in 0..<2000 {
      let (ink, ground) = (color(), color())
      let layout = layout.colored(ink: ink, background: .color(ground))
      let bitmap = Bitmap(size: size, bytes: try picture.pixels(of: layout, size: size))
      for place in places {
        #expect(bitmap.color(Int(place.x * scale), Int(place.y * scale)) == ink)
      }
      #expect(bitmap.color(0, 0) == ground)
    }
  }

  @Test(arguments: [(72.0, 1440, 2160), (300, 6000, 9000), (101, 2020, 3030)])
  func `a side has as many pixels as its millimetres ask for`(dpi: Double, width: Int, height: Int) throws {
    let layout = PosterLayout(Poster(), typesetter: typesetter)

    #expect(
      try PosterPicture.size(of: layout, sheet: PrintSheet(), pixelsPerInch: dpi)
        == PixelSize(width: width, height: height))
    let bleeding = try PosterPicture.size(of: layout, sheet: PrintSheet(bleed: 3), pixelsPerInch: 300)
    #expect(bleeding == PixelSize(width: 6071, height: 9071))
    #expect(throws: PosterPicture.TooLarge.self) {
      try PosterPicture.size(of: layout, sheet: PrintSheet(), pixelsPerInch: 10_000)
    }
  }

  @Test func `a thin ink does not show where letters or crown overlap`() throws {
    let size = PixelSize(width: 80, height: 120)
    let two = Path {
      $0.append(Path(rect: Rect(x: 0, y: 0, width: 10, height: 10)))
      $0.append(Path(rect: Rect(x: 5, y: 0, width: 10, height: 10)))
    }
    let bitmap = try pixels(
      try poster {
        $0.emblem = .path(two, source: "")
        $0.ink = RGBA(hex: 0xffffff, alpha: 0.5)
        $0.background = .color(.black)
      }, size: size)

    let seen = Set((0..<80 * 120).map { bitmap.color($0 % 80, $0 / 80).bytes8.r })
    // Nothing is lighter than one layer of the ink.
    #expect(seen.max() ?? 0 <= 128 && seen.contains { $0 >= 127 })
  }

  @Test func `a background picture covers the page and its bleed, dimmed`() throws {
    var bytes: [UInt8] = []
    for y in 0..<40 { for x in 0..<80 { bytes += x < 40 ? [200, 0, 0, 255] : [0, 0, UInt8(100 + y), 255] } }
    let png = try PNG.encoded(Bitmap(size: PixelSize(width: 80, height: 40), bytes: bytes))
    let crop = Rect(x: 0, y: 0, width: 0.25, height: 1)
    let bitmap = try pixels(
      try poster {
        $0.background = .picture(.init(bytes: png, crop: crop, dimming: 0.5))
        $0.emblem = .none
        $0.lines = []
      }, size: PixelSize(width: 46, height: 66), sheet: PrintSheet(bleed: 3))

    for y in 0..<66 { for x in 0..<46 { #expect(bitmap.color(x, y) == RGBA(bytes: 100, 0, 0)) } }
  }

  @Test(arguments: [0.004, 0.02, 0.1])
  func `a blurred picture is the same in PNG and SVG, whatever the size`(blur: Double) throws {
    let (black, white): ([UInt8], [UInt8]) = ([0, 0, 0, 255], [255, 255, 255, 255])
    let bytes = (0..<400 * 30).flatMap { $0 % 400 < 200 ? black : white }
    let png = try PNG.encoded(Bitmap(size: PixelSize(width: 400, height: 30), bytes: bytes))
    let poster = try poster {
      $0.page = Page(width: 100, height: 20)
      $0.background = .picture(
        .init(bytes: png, crop: Rect(x: 0.25, y: 0, width: 0.5, height: 1), blur: blur))
      $0.emblem = .none
      $0.lines = []
    }
    /// The share of white at a place across the page, in fractions of it.
    func expected(_ x: Double) -> Double { 127.5 * (1 + erf((x - 0.5) / blur / 2.0.squareRoot())) }
    // Half a step for each rounding, a third for the bilinear steps, and the width of the picture's own pixels.
    let tolerance = 2.0 + 255 * (1 / 200.0) / (blur * 8)
    for width in [60, 400, 900] {
      let bitmap = try pixels(poster, size: PixelSize(width: width, height: width / 5))
      for x in 0..<width {
        let seen = bitmap.color(x, width / 10).red * 255
        #expect(abs(seen - expected((Double(x) + 0.5) / Double(width))) <= tolerance, "\(width) \(x)")
      }
    }
    let svg = PosterSVG.document(of: PosterLayout(poster, typesetter: Typesetter()))
    let data = try #require(svg.components(separatedBy: "base64,").last?.components(separatedBy: "\"").first)
    let embedded = try Bitmap(encoded: [UInt8](try #require(Data(base64Encoded: data))))
    for x in 0..<embedded.size.width {
      let seen = embedded.color(x, embedded.size.height / 2).red * 255
      let place = (Double(x) + 0.5) / Double(embedded.size.width)
      #expect(abs(seen - expected(place)) <= tolerance, "SVG \(x)")
    }
  }
}

extension Bitmap {
  fileprivate func color(_ x: Int, _ y: Int) -> RGBA {
    let start = 4 * (y * size.width + x)
    return RGBA(bytes: bytes[start], bytes[start + 1], bytes[start + 2])
  }
}
