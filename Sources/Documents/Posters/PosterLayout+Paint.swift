public import Colors
public import Geometry
public import Images

extension PosterLayout {
  /// The paint of a sheet, with positions in points and colours composited over white paper.
  public enum Paint: Hashable, Sendable {
    /// One opaque colour.
    case color(RGBA)
    /// Opaque colours along a line between two points of the page, in points.
    case linear(stops: [Background.Stop], start: Point, end: Point)
    /// Opaque colours around a point of the page; centre and radius are in points.
    case radial(stops: [Background.Stop], center: Point, radius: Double)
    /// A picture that covers the sheet.
    case picture(PlacedPicture)
  }

  /// A picture and its part that fills the sheet.
  public struct PlacedPicture: Hashable, Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// The visible part, in fractions of the picture.
    public let crop: Rect
    /// The opacity of the black over it, 0…1.
    public let dimming: Double
    /// The standard deviation of its blur, as a fraction of the sheet's width.
    public let blur: Double

    /// The same picture without dimming.
    public var undimmed: PlacedPicture { PlacedPicture(bytes: bytes, crop: crop, dimming: 0, blur: blur) }

    /// How many pixels the standard deviation of a blur is at least, where the picture has them.
    ///
    /// A blurred picture has no fine detail, so it is blurred at a small size: between pixels that are a fifth of the
    /// deviation apart, straight lines differ from the Gaussian's curve by less than 0.0013 of the picture's range
    /// (h²/8 times the largest curvature of a blurred edge, 0.242/σ²), a third of a step of eight bits.
    private static let blurredDeviation = 5.0

    /// Decodes the visible part, at the resolution that a sheet with this many pixels needs.
    ///
    /// A blurred part may have fewer pixels, to be drawn with bilinear steps between them.
    ///
    /// - Parameters:
    ///   - size: The size of the whole sheet, in pixels.
    ///   - spread: The widening of the part on all sides, as a fraction of its width, at least 0; a picture is as its
    ///     edge beyond that.
    ///   - decoder: The decoder of the picture.
    /// - Throws: `ImageError` if the picture cannot be decoded.
    public func bitmap(
      acrossSheet size: PixelSize, spread: Double = 0, by decoder: any PictureDecoder = DirectDecoder()
    ) throws(ImageError) -> Bitmap {
      let across = blur > 0 ? min(Self.blurredDeviation / blur, Double(size.width)) : Double(size.width)
      let scale = across / Double(max(size.width, 1))
      // The size of the whole picture is that of the visible part divided by its share.
      func whole(_ length: Int, _ share: Double) -> Int {
        max(1, Int(min((Double(length) * scale / share).rounded(.up), 30_000)))
      }
      let fitting = PixelSize(width: whole(size.width, crop.width), height: whole(size.height, crop.height))
      let bitmap = try Bitmap(encoded: bytes, fitting: fitting, by: decoder)
      guard blur > 0 else { return bitmap.cropped(to: crop) }
      let pixels = Size(Double(bitmap.size.width), Double(bitmap.size.height))
      let part = Rect(
        x: crop.minX * pixels.width, y: crop.minY * pixels.height, width: crop.width * pixels.width,
        height: crop.height * pixels.height)
      let shown = part.outset(by: spread * part.width)
      let deviation = blur * part.width
      // The surroundings of the part influence its blur.
      let around = bitmap.cropped(toPixelsIn: shown.outset(by: 4 * deviation + 1))
      let wanted = PixelSize(
        width: max(1, Int(min(shown.width.rounded(.up), 30_000))),
        height: max(1, Int(min(shown.height.rounded(.up), 30_000))))
      return around.bitmap.blurred(by: deviation).sampled(
        shown.offset(by: .zero - around.origin), size: wanted)
    }

    /// Returns the part that is shown in so many pixels, blurred, for a file that others may enlarge in steps.
    func blurredBitmap(
      across longest: Int, sheet: Size, spread: Double = 0, by decoder: any PictureDecoder
    ) -> Bitmap? {
      let scale = Double(longest) / max(sheet.width, sheet.height)
      let size = PixelSize(
        width: max(1, Int((sheet.width * scale).rounded())),
        height: max(1, Int((sheet.height * scale).rounded())))
      guard let small = try? bitmap(acrossSheet: size, spread: spread, by: decoder) else { return nil }
      guard small.size.width < size.width else { return small }
      let all = Rect(x: 0, y: 0, width: Double(small.size.width), height: Double(small.size.height))
      return small.sampled(all, size: size)
    }
  }

  /// Returns the paint of a sheet, which is the page, or larger with its bleed.
  public func paint(on sheet: Rect) -> Paint {
    switch background {
    case .color(let color): return .color(color.onPaper)
    case .linear(let stops, let start, let end):
      guard let stops = Self.sane(stops), start.isFinite, end.isFinite, start != end else {
        return .color(background.meanColor)
      }
      return .linear(stops: stops, start: place(start), end: place(end))
    case .radial(let stops, let center, let radius):
      guard let stops = Self.sane(stops), center.isFinite, radius.isFinite, radius > 0 else {
        return .color(background.meanColor)
      }
      let diagonal = Point.zero.distance(to: Point(page.width, page.height))
      return .radial(stops: stops, center: place(center), radius: radius * diagonal / 2)
    case .picture:
      guard let picture = picture(covering: sheet.size) else { return .color(background.meanColor) }
      return .picture(picture)
    }
  }

  /// Returns the background's picture with the largest centred part of its crop that has the aspect ratio of `size`;
  /// nil for another background or a picture that cannot be read.
  private func picture(covering size: Size) -> PlacedPicture? {
    guard case .picture(let picture) = background, let aspect = pictureAspect else { return nil }
    let dimming = picture.dimming.isFinite ? min(max(picture.dimming, 0), 1) : 0
    let blurs = Background.blurs
    let blur = picture.blur.isFinite ? min(max(picture.blur, blurs.lowerBound), blurs.upperBound) : 0
    let whole = Rect(x: 0, y: 0, width: 1, height: 1)
    let part = picture.crop.flatMap { whole.intersection($0) } ?? whole
    // The ratio of the part's aspect ratio to the page's, and the fractions of its width and height that remain after
    // cropping.
    let excess = part.width / part.height * aspect / (size.width / size.height)
    let kept = Size(part.width * min(1, 1 / excess), part.height * min(1, excess))
    return PlacedPicture(
      bytes: picture.bytes, crop: Rect(center: part.center, size: kept), dimming: dimming,
      blur: blur * page.width / size.width)
  }

  private func place(_ fraction: Point) -> Point {
    Point(page.minX + fraction.x * page.width, page.minY + fraction.y * page.height)
  }

  /// Returns stops in order of position, composited over paper; nil without stops.
  private static func sane(_ stops: [Background.Stop]) -> [Background.Stop]? {
    guard !stops.isEmpty else { return nil }
    var latest = 0.0
    return stops.prefix(Background.stopCounts.upperBound).map { stop in
      let place = stop.location.isFinite ? min(max(stop.location, 0), 1) : 0
      latest = max(latest, place)
      return Background.Stop(stop.color.onPaper, at: latest)
    }
  }
}

extension Bitmap {
  /// Returns the pixels within a part of the picture given in fractions of it.
  fileprivate func cropped(to part: Rect) -> Bitmap {
    func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
      let start = min(max(Int((low * Double(count)).rounded()), 0), count - 1)
      return start..<min(max(Int((high * Double(count)).rounded()), start + 1), count)
    }
    return kept(range(part.minX, part.maxX, size.width), range(part.minY, part.maxY, size.height))
  }

  /// Returns the pixels that a rectangle touches, and their origin.
  fileprivate func cropped(toPixelsIn part: Rect) -> (bitmap: Bitmap, origin: Point) {
    func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
      let start = min(max(Int(low.rounded(.down)), 0), count - 1)
      return start..<min(max(Int(high.rounded(.up)), start + 1), count)
    }
    let (columns, rows) = (
      range(part.minX, part.maxX, size.width), range(part.minY, part.maxY, size.height)
    )
    return (kept(columns, rows), Point(Double(columns.lowerBound), Double(rows.lowerBound)))
  }

  private func kept(_ columns: Range<Int>, _ rows: Range<Int>) -> Bitmap {
    if columns.count == size.width && rows.count == size.height { return self }
    var kept: [UInt8] = []
    kept.reserveCapacity(4 * columns.count * rows.count)
    for row in rows {
      let start = 4 * (row * size.width + columns.lowerBound)
      kept += bytes[start..<start + 4 * columns.count]
    }
    return Bitmap(size: PixelSize(width: columns.count, height: rows.count), bytes: kept)
  }
}
