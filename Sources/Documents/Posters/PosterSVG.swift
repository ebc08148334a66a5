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
    svg.openDocument(of: layout, area, title: title)
    svg.background(layout.paint(on: area), on: area)
    for group in layout.markGroups {
      svg.openGroup(opacity: group.opacity, name: group.name)
      for mark in group.marks { svg.mark(mark, outlines: outlines, language: layout.statedLanguage) }
      svg.close()
    }
    svg.close()
    return svg.text
  }
}
