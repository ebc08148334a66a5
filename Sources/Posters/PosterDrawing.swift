import CPango
import Colors
import Geometry
import Images
import Typography

/// Draws a poster with cairo, the page's upper left at the origin.
struct PosterDrawing {
  let cairo: OpaquePointer
  let layout: PosterLayout
  let sheet: Sheet

  func draw(outlines: Bool, typesetter: Typesetter) {
    cairo_save(cairo)
    let area = layout.page.outset(by: sheet.bleedInPoints)
    cairo_rectangle(cairo, area.minX, area.minY, area.width, area.height)
    cairo_clip(cairo)
    drawBackground(on: area)
    if case .picture(let bytes, let rect) = layout.emblem { drawPicture(bytes, in: rect) }
    let isThin = layout.inkOpacity < 1
    if isThin { cairo_push_group(cairo) }
    drawInk(outlines: outlines, typesetter: typesetter)
    if isThin {
      cairo_pop_group_to_source(cairo)
      cairo_paint_with_alpha(cairo, layout.inkOpacity)
    }
    cairo_restore(cairo)
    drawMarks()
  }

  private func drawInk(outlines: Bool, typesetter: Typesetter) {
    setSource(layout.ink)
    if case .path(let path) = layout.emblem { fill(path) }
    for line in layout.lines {
      // Beneath the letters lies their thickened shape, which covers all of them.
      let needsShape = outlines || line.stroke > 0 || line.hasMissingCharacters
      if needsShape { fill(line.path) }
      if !outlines { typesetter.show(line.setting, on: cairo, at: line.origin) }
    }
  }

  private func drawMarks() {
    let marks = sheet.marks(around: layout.page)
    guard !marks.isEmpty else { return }
    cairo_set_source_rgb(cairo, 0, 0, 0)
    cairo_set_line_width(cairo, 0.25)
    append(marks)
    cairo_stroke(cairo)
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
      // The whole picture lies so that the part shown covers the area; the rest is cut off.
      let size = Size(area.width / picture.crop.width, area.height / picture.crop.height)
      let origin = Point(
        area.minX - picture.crop.minX * size.width, area.minY - picture.crop.minY * size.height)
      drawPicture(picture.bytes, in: Rect(origin: origin, size: size))
      guard picture.dimming > 0 else { return }
      cairo_set_source_rgba(cairo, 0, 0, 0, picture.dimming)
      cairo_paint(cairo)
    }
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
    guard let bitmap = try? Bitmap(encoded: bytes), let picture = CairoPicture(bitmap) else { return }
    cairo_save(cairo)
    cairo_translate(cairo, rect.minX, rect.minY)
    cairo_scale(
      cairo, rect.width / Double(bitmap.size.width), rect.height / Double(bitmap.size.height))
    picture.setAsSource(of: cairo)
    cairo_paint(cairo)
    cairo_restore(cairo)
  }

  // MARK: Paths

  private func setSource(_ color: RGBA) {
    cairo_set_source_rgb(cairo, color.red, color.green, color.blue)
  }

  private func fill(_ path: Path) {
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
    append(path)
    cairo_fill(cairo)
  }

  private func append(_ path: Path) {
    cairo_new_path(cairo)
    var current = Point.zero
    for element in path.elements {
      switch element {
      case .move(let point):
        cairo_move_to(cairo, point.x, point.y)
        current = point
      case .line(let point):
        cairo_line_to(cairo, point.x, point.y)
        current = point
      case .quad(let control, let end):
        let (first, second) = (
          current.interpolated(to: control, at: 2 / 3.0), end.interpolated(to: control, at: 2 / 3.0)
        )
        cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
        current = end
      case .cubic(let control1, let control2, let end):
        cairo_curve_to(cairo, control1.x, control1.y, control2.x, control2.y, end.x, end.y)
        current = end
      case .close: cairo_close_path(cairo)
      }
    }
  }
}
