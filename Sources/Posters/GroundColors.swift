import CPango
public import Colors
import Geometry

/// The colours that are really behind the letters and the crown of a poster, and how well inks read on them.
public struct GroundColors: Hashable, Sendable {
  /// How well an ink reads where it reads worst.
  public struct Legibility: Hashable, Sendable {
    /// The mean of WCAG's ratio over the worst 5 % of what lies behind the ink.
    public let ratio: Double
    /// The mean of APCA's Lc over the worst 5 % by that measure, with its sign.
    public let apca: Double
  }

  /// A colour and the share of the pixels that have it.
  private struct Share: Hashable {
    let color: RGBA
    let share: Double
  }

  private let shares: [Share]

  /// The part of the pixels that decides.
  private static let worst = 0.05
  /// The longest side of the picture that is looked at, in pixels.
  private static let side = 400.0

  /// Draws the ground of a layout, small, and keeps what lies behind its ink; the whole ground where there is no ink.
  public init(behindInkOf layout: PosterLayout) {
    let scale = Self.side / max(layout.page.width, layout.page.height)
    let (width, height) = (
      max(1, Int((layout.page.width * scale).rounded(.up))),
      max(1, Int((layout.page.height * scale).rounded(.up)))
    )
    let pixels = Self.pixels(of: layout, scale: scale, width: width, height: height)
    let covered = pixels.filter { $0.coverage >= 128 }
    var counts: [UInt32: Int] = [:]
    for pixel in covered.isEmpty ? pixels : covered { counts[pixel.color, default: 0] += 1 }
    let total = Double(max(counts.values.reduce(0, +), 1))
    shares = counts.sorted { $0.key < $1.key }.map {
      Share(color: RGBA(hex: $0.key), share: Double($0.value) / total)
    }
  }

  /// Returns how well an ink reads; what is not opaque is judged as it is seen over each colour.
  public func legibility(of ink: RGBA) -> Legibility {
    var (ratios, contrasts): ([(Double, Double)], [(Double, Double)]) = ([], [])
    for share in shares {
      let contrast = Contrast(ink: ink.clipped.composited(over: share.color), ground: share.color)
      ratios.append((contrast.wcag, share.share))
      contrasts.append((contrast.apca, share.share))
    }
    return Legibility(ratio: Self.worstMean(ratios), apca: Self.worstMean(contrasts))
  }

  /// Returns the mean of the values with the least magnitude, as many as make a twentieth.
  private static func worstMean(_ values: [(value: Double, share: Double)]) -> Double {
    var (sum, rest) = (0.0, worst)
    for entry in values.sorted(by: { $0.value.magnitude < $1.value.magnitude }) where rest > 0 {
      let part = min(entry.share, rest)
      sum += entry.value * part
      rest -= part
    }
    return sum / (worst - max(rest, 0))
  }

  /// Returns the opaque ink that looks most like `ink` (by ΔE OK) and reaches a ratio, itself if it does; nil where none
  /// can, so that the ground has to be dimmed.
  ///
  /// Hue and chroma are kept as far as sRGB allows; only lightness is searched, in steps that nobody sees.
  public func nearestInk(to ink: RGBA, ratio: Double = 4.5) -> RGBA? {
    if legibility(of: ink).ratio >= ratio { return ink }
    let origin = Color(ink.clipped)
    let start = OKLCH(origin.oklab)
    let candidates = (0...200).map { step -> (color: RGBA, distance: Double) in
      let color = Color(OKLCH(lightness: Double(step) / 200, chroma: start.chroma, hue: start.hue)).mapped(
        to: .srgb)
      let bytes = color.rgba.clipped.bytes8
      let shown = RGBA(bytes: bytes.r, bytes.g, bytes.b)
      return (shown, ColorDifference(Color(shown), origin).deltaEOK)
    }
    return candidates.sorted { $0.distance < $1.distance }.first { legibility(of: $0.color).ratio >= ratio }?
      .color
  }

  // MARK: Looking

  private static func pixels(
    of layout: PosterLayout, scale: Double, width: Int, height: Int
  ) -> [(color: UInt32, coverage: UInt8)] {
    let ground = surface(CAIRO_FORMAT_RGB24, width, height) { cairo in
      cairo_scale(cairo, scale, scale)
      PosterDrawing(cairo: cairo, layout: layout, sheet: Sheet()).drawGround()
    }
    let ink = surface(CAIRO_FORMAT_A8, width, height) { cairo in
      cairo_scale(cairo, scale, scale)
      PosterDrawing(cairo: cairo, layout: layout, sheet: Sheet()).drawShapes()
    }
    guard ground.stride > 0, ink.stride > 0 else { return [] }
    var result: [(color: UInt32, coverage: UInt8)] = []
    result.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let at = y * ground.stride + 4 * x
        let color =
          UInt32(ground.bytes[at + 2]) << 16 | UInt32(ground.bytes[at + 1]) << 8 | UInt32(ground.bytes[at])
        result.append((color, ink.bytes[y * ink.stride + x]))
      }
    }
    return result
  }

  /// Draws on a picture in memory and returns its rows; none where memory is lacking.
  private static func surface(
    _ format: cairo_format_t, _ width: Int, _ height: Int, _ draw: (OpaquePointer) -> Void
  ) -> (bytes: [UInt8], stride: Int) {
    guard let surface = cairo_image_surface_create(format, Int32(width), Int32(height)) else {
      return ([], 0)
    }
    defer { cairo_surface_destroy(surface) }
    guard let cairo = cairo_create(surface) else { return ([], 0) }
    defer { cairo_destroy(cairo) }
    draw(cairo)
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return ([], 0) }
    let stride = Int(cairo_image_surface_get_stride(surface))
    return (Array(UnsafeBufferPointer(start: data, count: stride * height)), stride)
  }
}
