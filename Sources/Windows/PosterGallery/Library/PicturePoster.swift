import Colors
import Geometry
import Images
import Posters
import Publishing
import Typography

/// A poster with a picture as its background, in a readable ink derived from the picture.
struct PicturePoster {
  let poster: Poster

  /// The contrast ratio that WCAG requires for text.
  private static let ratio = 4.5

  /// Creates a poster of a picture's file; throws where that cannot be read.
  init(picture bytes: [UInt8], title: String, by decoder: any PictureDecoder) throws {
    let small = try Bitmap(encoded: bytes, fitting: PixelSize(width: 64, height: 64), by: decoder)
    try self.init(.picture(Background.Picture(bytes: bytes)), small, title: title, by: decoder)
  }

  private init(
    _ background: Background, _ bitmap: Bitmap, title: String, by decoder: any PictureDecoder
  ) throws {
    var poster = Poster(
      title: title, page: Self.page(for: bitmap.size), background: background,
      emblem: try PosterSources.emblem("default"),
      lines: [
        Poster.Line("KEEP"), Poster.Line("CALM"), Poster.Line("and", rank: .small), Poster.Line("CARRY"),
        Poster.Line("ON"),
      ], wraps: true)
    let layout = PosterLayout(poster, typesetter: Typesetter())
    // Darkens the picture as little as makes some ink readable.
    for step in 0...10 {
      let ground = poster.background.dimmed(by: Double(step) / 10)
      let colors = GroundColors(
        behindInkOf: layout.colored(ink: poster.ink, background: ground), by: decoder)
      guard let ink = Self.ink(on: colors, of: bitmap) else { continue }
      (poster.ink, poster.background) = (ink, ground)
      break
    }
    self.poster = poster
  }

  /// Returns the page of 1939 in the picture's orientation, or a square one.
  private static func page(for size: PixelSize) -> Page {
    let aspect = Double(size.width) / Double(max(size.height, 1))
    let page = Page.poster
    return aspect > 1.2 ? page.turned : aspect < 0.84 ? page : Page(width: page.width, height: page.width)
  }

  /// Returns a pale or a dark tone of the picture's strongest colour, or white or black, whichever contrasts most; nil
  /// if none has enough contrast.
  private static func ink(on colors: GroundColors, of bitmap: Bitmap) -> RGBA? {
    let accent = strongestColor(of: bitmap)
    func tone(_ lightness: Double) -> RGBA {
      Color(OKLCH(lightness: lightness, chroma: min(accent.chroma, 0.07), hue: accent.hue))
        .mapped(to: .srgb).rgba.clipped
    }
    func best(_ inks: [RGBA]) -> RGBA? {
      let judged = inks.map { ($0, colors.legibility(of: $0).ratio) }
      return judged.filter { $0.1 >= ratio }.max { $0.1 < $1.1 }?.0
    }
    return best([tone(0.95), tone(0.24)]) ?? best([.white, .black]) ?? colors.nearestInk(to: .white)
  }

  /// Returns the colour with the largest total chroma among twelve hues.
  private static func strongestColor(of bitmap: Bitmap) -> OKLCH {
    var sums = [(a: Double, b: Double, weight: Double)](repeating: (0, 0, 0), count: 12)
    let step = max(bitmap.bytes.count / 4 / 4096, 1) * 4
    for index in stride(from: 0, to: bitmap.bytes.count - 3, by: step) {
      let color = RGBA(bytes: bitmap.bytes[index], bitmap.bytes[index + 1], bitmap.bytes[index + 2])
      let lch = OKLCH(Color(color).oklab)
      guard lch.chroma > 0.02 else { continue }
      let bin = min(max(Int((lch.hue ?? 0) / 30), 0), 11)
      let lab = Color(color).oklab
      sums[bin].a += lab.a * lch.chroma
      sums[bin].b += lab.b * lch.chroma
      sums[bin].weight += lch.chroma
    }
    guard let most = sums.max(by: { $0.weight < $1.weight }), most.weight > 0 else {
      return OKLCH(lightness: 0.5, chroma: 0, hue: 0)
    }
    return OKLCH(Oklab(lightness: 0.5, a: most.a / most.weight, b: most.b / most.weight))
  }
}
