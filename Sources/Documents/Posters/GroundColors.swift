import CPango
public import Colors
import Geometry
public import Images

/// The colours behind the letters and the crown of a poster, and the contrast of inks with them.
public struct GroundColors: Hashable, Sendable {
  /// The contrast of an ink where it is lowest.
  public struct Legibility: Hashable, Sendable {
    /// The mean of the WCAG ratio over the worst 5 % of the colours behind the ink.
    public let ratio: Double
    /// The mean of APCA's Lc over the worst 5 % by that measure, with its sign.
    public let apca: Double
  }

  /// A colour, its relative luminance, and its share of the pixels.
  private struct Share: Hashable {
    let color: RGBA
    let luminance: Double
    let share: Double
  }

  /// Sorted by luminance.
  private let shares: [Share]

  /// The share of the pixels that is evaluated.
  private static let worst = 0.05
  /// The longest side of the rendered picture, in pixels.
  private static let side = 400.0

  /// Draws the ground of a layout, small, and keeps what lies behind its inks, or behind one of them; the whole ground
  /// where there is no ink.
  public init(
    behindInkOf layout: PosterLayout, only ink: RGBA? = nil, by decoder: any PictureDecoder = DirectDecoder()
  ) {
    let scale = Self.side / max(layout.page.width, layout.page.height)
    let (width, height) = (
      max(1, Int((layout.page.width * scale).rounded(.up))),
      max(1, Int((layout.page.height * scale).rounded(.up)))
    )
    // A background of one colour need not be rendered.
    if case .color(let color) = layout.paint(on: layout.page) {
      let seen = color.clipped.bytes8
      let known = RGBA(bytes: seen.r, seen.g, seen.b)
      shares = [Share(color: known, luminance: wcagLuminance(known), share: 1)]
      return
    }
    let histogram = Self.histogram(
      of: layout, only: ink, scale: scale, width: width, height: height, by: decoder)
    shares = Self.shares(of: histogram)
  }

  /// The sums of the channels of colours that agree in the first five bits of each, and the number of such pixels.
  private struct Histogram {
    private(set) var sums = [Int](repeating: 0, count: 4 << 15)

    /// Adds a row of pixels of four bytes, blue first, where `coverage` is at least `least`.
    mutating func add(
      _ pixels: UnsafePointer<UInt8>, coverage: UnsafePointer<UInt8>, least: UInt8, count: Int
    ) {
      sums.withUnsafeMutableBufferPointer { sums in
        for x in 0..<count where coverage[x] >= least {
          let (blue, green, red) = (Int(pixels[4 * x]), Int(pixels[4 * x + 1]), Int(pixels[4 * x + 2]))
          let place = 4 * ((red >> 3) << 10 | (green >> 3) << 5 | blue >> 3)
          sums[place] += red
          sums[place + 1] += green
          sums[place + 2] += blue
          sums[place + 3] += 1
        }
      }
    }
  }

  /// Returns the mean of similar colours, and their share of the pixels.
  private static func shares(of histogram: Histogram) -> [Share] {
    let sums = histogram.sums
    let places = stride(from: 0, to: sums.count, by: 4).filter { sums[$0 + 3] > 0 }
    let total = Double(max(places.reduce(0) { $0 + sums[$1 + 3] }, 1))
    return places.map { place in
      let count = Double(sums[place + 3])
      func mean(_ channel: Int) -> Double { Double(sums[place + channel]) / count / 255 }
      let color = RGBA(red: mean(0), green: mean(1), blue: mean(2))
      return Share(color: color, luminance: wcagLuminance(color), share: count / total)
    }.sorted { $0.luminance < $1.luminance }
  }

  /// Returns the contrast of an ink; a transparent one is composited over each colour.
  public func legibility(of ink: RGBA) -> Legibility {
    var (ratios, contrasts): ([(Double, Double)], [(Double, Double)]) = ([], [])
    for share in shares {
      let contrast = Contrast(ink: ink.clipped.composited(over: share.color), ground: share.color)
      ratios.append((contrast.wcag, share.share))
      contrasts.append((contrast.apca, share.share))
    }
    return Legibility(ratio: Self.worstMean(ratios), apca: Self.worstMean(contrasts))
  }

  /// Returns the mean of the values with the least magnitude, up to a total share of `worst`.
  private static func worstMean(_ values: [(value: Double, share: Double)]) -> Double {
    var (sum, rest) = (0.0, worst)
    for entry in values.sorted(by: { $0.value.magnitude < $1.value.magnitude }) where rest > 0 {
      let part = min(entry.share, rest)
      sum += entry.value * part
      rest -= part
    }
    return rest < worst ? sum / (worst - max(rest, 0)) : 0
  }

  /// Returns the same mean of the WCAG ratio for an opaque ink, using only the colours nearest to its luminance.
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

  /// Returns the opaque ink most similar to `ink` (by ΔE OK) that reaches a ratio, `ink` itself if it does; nil if none
  /// does, so that the background has to be dimmed.
  ///
  /// Hue and chroma are kept if sRGB allows; only lightness is searched, in imperceptible steps.
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

  // MARK: Rendering

  /// Counts the colours behind the inks, or behind one of them; without ink, those of the whole background.
  private static func histogram(
    of layout: PosterLayout, only inkColor: RGBA?, scale: Double, width: Int, height: Int,
    by decoder: any PictureDecoder
  ) -> Histogram {
    let ground = surface(CAIRO_FORMAT_RGB24, width, height) { cairo in
      cairo_scale(cairo, scale, scale)
      var drawing = PosterDrawing(
        cairo: cairo, layout: layout, sheet: PrintSheet(), decoder: decoder, pixelsPerPoint: scale)
      drawing.isGlance = true
      drawing.drawGround()
    }
    let ink = surface(CAIRO_FORMAT_A8, width, height) { cairo in
      cairo_scale(cairo, scale, scale)
      PosterDrawing(cairo: cairo, layout: layout, sheet: PrintSheet(), decoder: decoder)
        .drawShapes(only: inkColor)
    }
    var histogram = Histogram()
    guard ground.stride > 0, ink.stride > 0 else { return histogram }
    ground.bytes.withUnsafeBufferPointer { pixels in
      ink.bytes.withUnsafeBufferPointer { coverage in
        guard let pixels = pixels.baseAddress, let coverage = coverage.baseAddress else { return }
        let hasInk = (0..<ink.stride * height).contains { coverage[$0] >= 128 }
        for y in 0..<height {
          histogram.add(
            pixels + y * ground.stride, coverage: coverage + y * ink.stride, least: hasInk ? 128 : 0,
            count: width)
        }
      }
    }
    return histogram
  }

  /// Draws into a picture in memory and returns its rows; empty if memory is exhausted.
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
