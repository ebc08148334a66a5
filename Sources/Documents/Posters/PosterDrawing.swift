import CPango
import Colors
import Geometry
import Glibc
import Images
import Typography

/// Draws a poster with cairo, with the page's upper left at the origin.
struct PosterDrawing {
  let cairo: OpaquePointer
  let layout: PosterLayout
  let sheet: PrintSheet
  /// Decodes the pictures.
  let decoder: any PictureDecoder
  /// How many pixels a point has, where what is drawn is a picture.
  var pixelsPerPoint: Double?
  /// Whether transparency is flattened here where possible, because inks mix differently.
  var isForPress = false
  /// Whether a picture is decoded at no more than twice the drawn size, which suffices for examining its colours: a
  /// photograph otherwise takes 70 MB.
  var isGlance = false

  func draw(outlines: Bool, typesetter: Typesetter) {
    cairo_save(cairo)
    let area = layout.page.outset(by: sheet.bleedInPoints)
    if sheet.hasMarks {
      cairo_rectangle(cairo, area.minX, area.minY, area.width, area.height)
      cairo_clip(cairo)
    }
    drawBackground(on: area)
    for group in layout.markGroups {
      let isThin = group.opacity < 1
      if isThin { cairo_push_group(cairo) }
      // Cairo drops tags within a group.
      draw(group.marks, isTagged: !isThin, outlines: outlines, typesetter: typesetter)
      if isThin {
        cairo_pop_group_to_source(cairo)
        cairo_paint_with_alpha(cairo, group.opacity)
      }
    }
    cairo_restore(cairo)
  }

  /// Draws marks, with lines of text tagged as headings and all others as figures.
  private func draw(
    _ marks: [PosterLayout.Mark], isTagged: Bool, outlines: Bool, typesetter: Typesetter
  ) {
    var heading: Int?
    func end() {
      if heading != nil { cairo_tag_end(cairo, "H1") }
      heading = nil
    }
    for mark in marks {
      guard isTagged else {
        draw(mark, isMixed: true, outlines: outlines, typesetter: typesetter)
        continue
      }
      if case .line(let line, _, _) = mark {
        // The parts of a wrapped line are one heading.
        if heading != line.index {
          end()
          cairo_tag_begin(cairo, "H1", nil)
          heading = line.index
        }
        draw(mark, outlines: outlines, typesetter: typesetter)
      } else {
        end()
        // Untranslated: a name of PDF.
        cairo_tag_begin(cairo, "Figure", nil)
        draw(mark, outlines: outlines, typesetter: typesetter)
        cairo_tag_end(cairo, "Figure")
      }
    }
    end()
  }

  /// Draws only the background of the page.
  func drawGround() { drawBackground(on: layout.page) }

  /// Fills the area of the inks with the current source, or that of one ink without the codes, which choose their own
  /// colours.
  func drawShapes(only ink: RGBA? = nil) {
    let wanted = ink.map(PosterLayout.split)
    for group in layout.markGroups where wanted == nil || wanted?.1 == group.opacity {
      for mark in group.marks where wanted == nil || wanted?.0 == mark.ink {
        switch mark {
        case .path(let path, _): fill(path)
        case .line(_, let part, _): fill(part.path)
        case .tinted: draw(mark, outlines: true, typesetter: nil)
        case .code(let code): for part in code.parts { fill(part.path) }
        case .picture: break
        }
      }
    }
  }

  /// Draws a mark; `isMixed` is one that shows the background through it.
  private func draw(
    _ mark: PosterLayout.Mark, isMixed: Bool = false, outlines: Bool, typesetter: Typesetter?
  ) {
    func setInk(_ color: RGBA) {
      let isBlack = color.red <= 0 && color.green <= 0 && color.blue <= 0
      setSource(isForPress && isBlack && !isMixed ? PDFInks.blackInk : color)
    }
    switch mark {
    case .path(let path, let color):
      setInk(color)
      fill(path)
    case .line(let line, let part, let color):
      setInk(color)
      // The thickened shape is drawn below the letters and covers them completely.
      let needsShape = outlines || line.stroke > 0 || line.hasMissingCharacters || line.isThickened
      if needsShape { fill(part.path) }
      if !outlines, line.isColumn {
        let turn = line.transform(ofCharacter: 0)
        var matrix = cairo_matrix_t(xx: turn.a, yx: turn.b, xy: turn.c, yy: turn.d, x0: turn.tx, y0: turn.ty)
        cairo_save(cairo)
        cairo_transform(cairo, &matrix)
        let characters = line.parts.count > 1 ? part.characters : nil
        typesetter?.show(line.setting, characters: characters, on: cairo, at: line.origin)
        cairo_restore(cairo)
      } else if !outlines, line.course != nil {
        typesetter?.show(
          line.setting, characters: part.characters, on: cairo, at: line.origin,
          moving: line.transform(ofCharacter:))
      } else if !outlines {
        let characters = line.parts.count > 1 ? part.characters : nil
        typesetter?.show(line.setting, characters: characters, on: cairo, at: line.origin)
      }
    case .code(let code):
      for part in code.parts {
        setInk(part.color)
        fill(part.path)
      }
    case .picture(let bytes, let rect): drawPicture(bytes, in: rect)
    case .tinted(let bytes, let rect, let color):
      guard let bitmap = try? Bitmap(encoded: bytes, by: decoder), let mask = CairoPicture(alphaOf: bitmap)
      else { return }
      setInk(color)
      cairo_save(cairo)
      scale(to: bitmap.size, in: rect)
      mask.mask(cairo)
      cairo_restore(cairo)
    }
  }

  // MARK: Background

  private func drawBackground(on area: Rect) {
    switch layout.paint(on: area) {
    case .color(let color):
      setSource(color)
      cairo_paint(cairo)
    case .linear(let stops, let start, let end):
      paint(stops, with: cairo_pattern_create_linear(start.x, start.y, end.x, end.y))
    case .radial(let stops, let center, let radius):
      paint(
        stops, with: cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius))
    case .picture(let picture):
      cairo_set_source_rgb(cairo, 1, 1, 1)
      cairo_paint(cairo)
      if picture.blur > 0 { return drawBlurred(picture, on: area) }
      // The whole picture is placed so that its visible part covers the area; the rest is clipped.
      let size = Size(area.width / picture.crop.width, area.height / picture.crop.height)
      let origin = Point(
        area.minX - picture.crop.minX * size.width, area.minY - picture.crop.minY * size.height)
      let rect = Rect(origin: origin, size: size)
      // The last pixel of a sheet may extend beyond it, so the picture continues there.
      let rects = sheet.hasMarks ? [rect] : [rect.outset(by: 4), rect]
      draw(
        try? Bitmap(encoded: picture.bytes, fitting: fitting(rect.size), by: decoder), in: rects,
        dimmedBy: picture.dimming)
    }
  }

  /// Returns the maximum size at which a picture of a size in points is decoded; nil for its own.
  private func fitting(_ size: Size) -> PixelSize? {
    guard isGlance, let pixelsPerPoint else { return nil }
    let side = 2 * max(size.width, size.height) * pixelsPerPoint
    guard side.isFinite, side < 16_384 else { return nil }
    return PixelSize(width: Int(side.rounded(.up)), height: Int(side.rounded(.up)))
  }

  /// Draws a picture on paper, dimmed by a share of black. The background's mean colour replaces a picture that cannot
  /// be read.
  private func draw(_ bitmap: Bitmap?, in rects: [Rect], dimmedBy dimming: Double) {
    guard var bitmap else {
      setSource(layout.background.meanColor)
      return cairo_paint(cairo)
    }
    // Non-opaque pixels are blended with the paper once, here. Drawing them twice would increase their coverage, and a
    // viewer that downsamples colours and mask separately would mix in the colours of invisible pixels.
    if isForPress || !bitmap.isOpaque { bitmap.layOnPaper(darkenedBy: isForPress ? dimming : 0) }
    if let picture = CairoPicture(bitmap) {
      for rect in rects { draw(picture, of: bitmap.size, in: rect) }
    }
    if !isForPress { dim(by: dimming) }
  }

  private func dim(by share: Double) {
    guard share > 0 else { return }
    cairo_set_source_rgba(cairo, 0, 0, 0, share)
    cairo_paint(cairo)
  }

  private func drawBlurred(_ picture: PosterLayout.PlacedPicture, on area: Rect) {
    // The last pixel of a sheet may extend beyond it, so the picture continues there.
    let reach = sheet.hasMarks ? 0 : 4.0
    let sheet = area.outset(by: reach)
    let side = pixelsPerPoint.map { Int((max(sheet.width, sheet.height) * $0).rounded(.up)) }
    let bitmap = picture.blurredBitmap(
      across: side ?? PosterSVGWriter.blurredSide, sheet: area.size, spread: reach / area.width, by: decoder)
    draw(bitmap, in: [sheet], dimmedBy: picture.dimming)
  }

  private func paint(_ stops: [Background.Stop], with pattern: OpaquePointer?) {
    guard let pattern else { return }
    for stop in stops {
      cairo_pattern_add_color_stop_rgb(
        pattern, stop.location, stop.color.red, stop.color.green, stop.color.blue)
    }
    cairo_set_source(cairo, pattern)
    cairo_paint(cairo)
    cairo_pattern_destroy(pattern)
  }

  private func drawPicture(_ bytes: [UInt8], in rect: Rect) {
    guard let bitmap = try? Bitmap(encoded: bytes, by: decoder) else { return }
    guard !bitmap.isOpaque, !isForPress else {
      if let picture = CairoPicture(bitmap) { draw(picture, of: bitmap.size, in: rect) }
      return
    }
    // In a PDF, colours and mask are two images, which a viewer may downsample separately.
    guard let colors = CairoPicture(bitmap.opaque), let mask = CairoPicture(alphaOf: bitmap) else { return }
    cairo_save(cairo)
    scale(to: bitmap.size, in: rect)
    colors.setAsSource(of: cairo)
    mask.mask(cairo)
    cairo_restore(cairo)
  }

  private func draw(_ picture: borrowing CairoPicture, of size: PixelSize, in rect: Rect) {
    cairo_save(cairo)
    scale(to: size, in: rect)
    picture.setAsSource(of: cairo)
    cairo_paint(cairo)
    cairo_restore(cairo)
  }

  /// Makes each pixel of a picture in `rect` one unit wide and high.
  private func scale(to size: PixelSize, in rect: Rect) {
    cairo_translate(cairo, rect.minX, rect.minY)
    cairo_scale(cairo, rect.width / Double(size.width), rect.height / Double(size.height))
  }

  // MARK: Paths

  private func setSource(_ color: RGBA) {
    cairo_set_source_rgb(cairo, color.red, color.green, color.blue)
  }

  private func fill(_ path: Path) {
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    cairo_new_path(cairo)
    path.append(to: cairo)
    cairo_fill(cairo)
  }
}

extension Bitmap {
  /// The colours of the picture without its transparency; fully transparent pixels get the colour of a neighbour.
  fileprivate var opaque: Bitmap {
    var result = self
    let (width, count) = (size.width, bytes.count / 4)
    result.bytes.withUnsafeMutableBufferPointer { bytes in
      func spread(_ pixels: some Sequence<Int>, beside: (Int) -> [Int]) {
        for pixel in pixels where bytes[4 * pixel + 3] == 0 {
          guard let near = beside(pixel).first(where: { bytes[4 * $0 + 3] != 0 }) else { continue }
          for channel in 0..<3 { bytes[4 * pixel + channel] = bytes[4 * near + channel] }
          bytes[4 * pixel + 3] = 1
        }
      }
      spread(0..<count) { ($0 % width > 0 ? [$0 - 1] : []) + ($0 >= width ? [$0 - width] : []) }
      spread((0..<count).reversed()) {
        ($0 % width < width - 1 ? [$0 + 1] : []) + ($0 + width < count ? [$0 + width] : [])
      }
      for pixel in 0..<count { bytes[4 * pixel + 3] = 255 }
    }
    return result
  }

  /// Lays the picture on white and so much black over it, 0…1, so that nothing lets anything through.
  fileprivate mutating func layOnPaper(darkenedBy dimming: Double) {
    let kept = 1 - min(max(dimming, 0), 1)
    for index in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = Double(bytes[index + 3]) / 255
      for channel in index..<index + 3 {
        let onPaper = Double(bytes[channel]) * alpha + 255 * (1 - alpha)
        bytes[channel] = UInt8((onPaper * kept).rounded())
      }
      bytes[index + 3] = 255
    }
  }
}

/// A picture in cairo's premultiplied format.
struct CairoPicture: ~Copyable {
  private let surface: OpaquePointer

  /// Returns nil if memory is exhausted.
  init?(_ bitmap: Bitmap) {
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    let format = bitmap.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
    guard width > 0, height > 0,
      let surface = cairo_image_surface_create(format, Int32(width), Int32(height)),
      let data = cairo_image_surface_get_data(surface)
    else { return nil }
    self.surface = surface
    let stride = Int(cairo_image_surface_get_stride(surface))
    bitmap.bytes.withUnsafeBufferPointer { source in
      for y in 0..<height {
        let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
        for x in 0..<width {
          let at = 4 * (y * width + x)
          let alpha = UInt32(source[at + 3])
          func channel(_ index: Int) -> UInt32 { (UInt32(source[at + index]) * alpha + 127) / 255 }
          row[x] = alpha << 24 | channel(0) << 16 | channel(1) << 8 | channel(2)
        }
      }
    }
    cairo_surface_mark_dirty(surface)
    shareAmongPages(bitmap)
  }

  /// Has cairo store a picture once in a PDF that has it on several pages.
  private func shareAmongPages(_ bitmap: Bitmap) {
    var hasher = Hasher()
    hasher.combine(bitmap.size)
    bitmap.bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    let name = Array(String(hasher.finalize()).utf8)
    guard let copy = malloc(name.count) else { return }
    copy.copyMemory(from: name, byteCount: name.count)
    let status = cairo_surface_set_mime_data(
      surface, CAIRO_MIME_TYPE_UNIQUE_ID, copy.assumingMemoryBound(to: UInt8.self), UInt(name.count),
      { free($0) }, copy)
    if status != CAIRO_STATUS_SUCCESS { free(copy) }
  }

  /// Creates a picture of the alpha channel; nil if memory is exhausted.
  init?(alphaOf bitmap: Bitmap) {
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    guard width > 0, height > 0,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)),
      let data = cairo_image_surface_get_data(surface)
    else { return nil }
    self.surface = surface
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<height {
      for x in 0..<width { data[y * stride + x] = bitmap.bytes[4 * (y * width + x) + 3] }
    }
    cairo_surface_mark_dirty(surface)
  }

  /// Draws a context's source through the picture as a mask, one pixel per unit.
  func mask(_ cairo: OpaquePointer) { cairo_mask_surface(cairo, surface, 0, 0) }

  deinit {
    cairo_surface_destroy(surface)
  }

  /// Sets the picture as a context's source, one pixel per unit, extending its edge pixels.
  func setAsSource(of cairo: OpaquePointer) {
    cairo_set_source_surface(cairo, surface, 0, 0)
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
    cairo_rectangle(
      cairo, 0, 0, Double(cairo_image_surface_get_width(surface)),
      Double(cairo_image_surface_get_height(surface)))
    cairo_clip(cairo)
  }
}
