import Colors
import Geometry
import Images
import Posters
import TestSupport
import Testing
import Typography

@testable import PosterScene

/// The frames of posters that play their animation.
@Suite struct PosterStageTests {
  private let typesetter = Typesetter()
  private let size = PixelSize(width: 83, height: 124)

  private func poster(_ change: (inout Poster) -> Void = { _ in }) throws -> Poster {
    var poster = Poster(
      page: Page(width: 40, height: 60),
      emblem: .path(Path(circle: Point(0, 0), radius: 10), source: "circle"),
      lines: try Poster.lines(from: "KEEP/it"))
    change(&poster)
    return poster
  }

  private func frames(
    _ poster: Poster, _ animation: PosterAnimation, rate: Double = 5, tileSide: Int = 1024
  ) throws -> [PosterPicture.Frame] {
    let picture = try PosterPicture(typesetter: typesetter, cacheDirectory: nil, tileSide: tileSide)
    var frames: [PosterPicture.Frame] = []
    try picture.forEachFrame(
      of: PosterLayout(poster, typesetter: typesetter), animation, size: size, framesPerSecond: rate
    ) { frames.append($0) }
    return frames
  }

  private func still(_ poster: Poster) throws -> Bitmap {
    let picture = try PosterPicture(typesetter: typesetter, cacheDirectory: nil)
    let layout = PosterLayout(poster, typesetter: typesetter)
    return Bitmap(size: size, bytes: try picture.pixels(of: layout, size: size))
  }

  private static let dots: [UInt8] = {
    let bytes = (0..<64).flatMap { [UInt8($0), 200, 255 - UInt8($0), $0 % 3 == 0 ? 0 : 255] as [UInt8] }
    return (try? PNG.encoded(Bitmap(size: PixelSize(width: 8, height: 8), bytes: bytes))) ?? []
  }()

  private static let changes: [@Sendable (inout Poster) -> Void] = [
    { _ in },
    { $0.background = .color(RGBA(hex: 0x102040, alpha: 0.3)) },
    { $0.background = .picture(.init(bytes: dots, dimming: 0.4)) },
    { poster in
      (poster.emblem, poster.tintsEmblem) = (.picture(bytes: dots, source: "dots.png"), true)
      poster.ink = RGBA(hex: 0xffcc00, alpha: 0.5)
      poster.elements = [
        .init(.figure(.picture(bytes: dots, source: "dots.png"), isTinted: false)),
        .init(.code(Barcode(.text("A")))),
      ]
    },
    { poster in
      poster.lines[0].spans = [
        .init(
          0..<2,
          {
            var style = Poster.Line.Style(); style.ink = .black; return style
          }())
      ]
      poster.lines[1].arc = 80
    },
  ]

  @Test(arguments: changes.indices, PosterAnimation.Preset.allCases)
  func `the last frame is the poster's picture, bit for bit`(
    change: Int, preset: PosterAnimation.Preset
  ) throws {
    let poster = try poster(Self.changes[change])
    let still = try still(poster)
    for loops in [false, true] {
      let frames = try frames(poster, PosterAnimation(preset, duration: 1.4, loops: loops))
      #expect(frames.last?.bitmap == still)
      #expect(frames.count == 7 && frames.map(\.number) == Array(0..<7))
      #expect(Set(frames.map(\.bitmap)).count > 3)
      #expect(frames.allSatisfy { $0.bitmap.isOpaque })
      // A loop begins where it ends, and a pulse with the whole poster.
      #expect((frames[0].bitmap == still) == (loops || preset == .pulse))
    }
  }

  @Test func `the same frames come in tiles and again`() throws {
    let animation = PosterAnimation(.rise, duration: 1.2)
    let once = try frames(poster(), animation)
    #expect(try frames(poster(), animation).map(\.bitmap) == once.map(\.bitmap))
    for (whole, tiled) in zip(once, try frames(poster(), animation, tileSide: 31)) {
      // A soft edge that is computed from another corner rounds otherwise.
      #expect(try #require(whole.bitmap.bytes.largestDifference(from: tiled.bitmap.bytes)) <= 1)
    }
  }

  @Test func `at half the rate every other frame is left, and a frame is repeated only as it was`() throws {
    let animation = PosterAnimation(.stamp, duration: 4)
    let (fast, slow) = (try frames(poster(), animation, rate: 10), try frames(poster(), animation, rate: 5))
    for number in 0..<slow.count - 1 { #expect(slow[number].bitmap == fast[2 * number].bitmap) }
    for (last, frame) in zip(fast, fast.dropFirst()) where frame.isRepeated {
      #expect(frame.bitmap == last.bitmap)
    }
    #expect(!fast.filter(\.isRepeated).isEmpty)
  }

  @Test func `what comes from beyond the page is not seen there, and the ground comes first`() throws {
    let start = try #require(try frames(poster { $0.background = .color(.white) }, .init(.drop)).first)
    // A light ground fades in from white, a dark one from black.
    #expect(start.bitmap.bytes.allSatisfy { $0 == 255 })
    let dark = try #require(
      try frames(poster { $0.background = .color(RGBA(hex: 0x000020)) }, .init(.drop)).first)
    #expect(Set(dark.bitmap.bytes) == [0, 255])
  }
}
