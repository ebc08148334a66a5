import Colors
import Geometry
public import Images

/// Writes posters as SVG 1.1, in which text stays text.
public enum PosterSVG {
  /// Returns a document for a layout, including its bleed; marks are only available in PDF.
  ///
  /// With `outlines` letters are shapes and no font is needed; otherwise they are `text` elements with their stroke.
  public static func document(
    of layout: PosterLayout, title: String = "", sheet: PrintSheet = PrintSheet(), outlines: Bool = false,
    by decoder: any PictureDecoder = DirectDecoder()
  ) -> String {
    let area = layout.page.outset(by: sheet.bleedInPoints)
    var svg = PosterSVGWriter(by: decoder)
    svg.open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("xmlns:xlink", "http://www.w3.org/1999/xlink"),
        ("width", svg.number(area.width / Page.pointsPerMillimetre) + "mm"),
        ("height", svg.number(area.height / Page.pointsPerMillimetre) + "mm"),
        ("viewBox", [area.minX, area.minY, area.width, area.height].map(svg.number).joined(separator: " ")),
      ] + (layout.statedLanguage.map { [("xml:lang", $0)] } ?? []))
    if !title.isEmpty { svg.element("title", [], text: title) }
    svg.background(layout.paint(on: area), on: area)
    for group in layout.markGroups {
      svg.open(
        "g",
        (group.opacity < 1 ? [("opacity", svg.number(group.opacity))] : [])
          + (group.name.map { [("role", "img"), ("aria-label", $0)] } ?? []))
      for mark in group.marks { svg.mark(mark, outlines: outlines, language: layout.statedLanguage) }
      svg.close()
    }
    svg.close()
    return svg.text
  }
}
