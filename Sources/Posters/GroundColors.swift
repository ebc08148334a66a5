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

  /// A colour, its relative luminance, and the share of the pixels that have it.
  private struct Share: Hashable {
    let color: RGBA
    let luminance: Double
    let share: Double
  }

  /// In the order of their luminance.
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
    shares = Self.shares(of: (covered.isEmpty ? pixels : covered).map(\.color))
  }

  /// Returns the mean of colours that are alike in the first five bits of each channel, and how many are.
  private static func shares(of colors: [UInt32]) -> [Share] {
    var sums: [UInt32: (red: Int, green: Int, blue: Int, count: Int)] = [:]
    for color in colors {
      var sum = sums[color & 0xf8f8f8] ?? (0, 0, 0, 0)
      sum.red += Int(color >> 16 & 255)
      sum.green += Int(color >> 8 & 255)
      sum.blue += Int(color & 255)
      sum.count += 1
      sums[color & 0xf8f8f8] = sum
    }
    return sums.sorted { $0.key < $1.key }.map { _, sum in
      let count = Double(sum.count)
      func mean(_ channel: Int) -> Double { Double(channel) / count / 255 }
      let color = RGBA(red: mean(sum.red), green: mean(sum.green), blue: mean(sum.blue))
      return Share(
        color: color, luminance: wcagLuminance(color), share: count / Double(max(colors.count, 1)))
    }.sorted { $0.luminance < $1.luminance }
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
    return rest < worst ? sum / (worst - max(rest, 0)) : 0
  }

  /// Returns the same mean of WCAG's ratio for an opaque ink, from the colours next to its luminance alone.
  private func worstRatio(ofLuminance luminance: Double) -> Double {
    var high = shares.firstIndex { $0.luminance >= luminance } ?? shares.count
    var low = high - 1
    var (sum, rest) = (0.0, Self.worst)
    func ratio(_ index: Int) -> Double {
      shares.indices.contains(index)
        ? wcagContrast(ofLuminance: shares[index].luminance, luminance) : .infinity
    }
    while rest > 0 {
      let (below, above) = (ratio(low), ratio(high))
      guard min(below, above).isFinite else { break }
      let index = below < above ? low : high
      if below < above { low -= 1 } else { high += 1 }
      let part = min(shares[index].share, rest)
      sum += min(below, above) * part
      rest -= part
    }
    return rest < Self.worst ? sum / (Self.worst - max(rest, 0)) : 0
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
      let color = Color(OKLCH(lightness: Double(step) / 200, chroma: start.chroma, hue: start.hue))
      let bytes = color.mapped(to: .srgb).rgba.clipped.bytes8
      let shown = RGBA(bytes: bytes.r, bytes.g, bytes.b)
      return (shown, ColorDifference(Color(shown), origin).deltaEOK)
    }
    return candidates.sorted { $0.distance < $1.distance }
      .first { worstRatio(ofLuminance: wcagLuminance($0.color)) >= ratio }?.color
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
