import CPango
import Colors
import Geometry
public import Typography

/// Writes posters as PDF: vectors, embedded fonts, text that can be searched.
///
/// Equal posters give equal bytes: nothing in the file tells when it was made.
public enum PosterPDF {
  /// A document that could not be made, in the words of the library that failed.
  public struct Failure: Error, CustomStringConvertible {
    public let message: String

    public var description: String { "the PDF cannot be made: \(message)" }
  }

  /// Returns a document with a page for each layout, in their order.
  ///
  /// Each line is a heading and the crown a figure with words for what it shows, for those who hear the page.
  ///
  /// With `outlines` letters are shapes and no font is needed; else words can be selected, and the stroke that
  /// thickens them is drawn beneath.
  public static func document(
    of layouts: [PosterLayout], title: String = "", sheet: Sheet = Sheet(), outlines: Bool = false,
    typesetter: Typesetter
  ) throws -> [UInt8] {
    let surface = try PDFSurface(title: title, language: layouts.first?.language ?? "en")
    for layout in layouts {
      let margin = sheet.margin
      let paper = layout.page.outset(by: margin)
      let trim = layout.page.offset(by: Vector(dx: margin, dy: margin))
      let marks = sheet.marks(around: trim)
      try surface.page(
        paper.size, trim: trim, bleed: sheet.bleedInPoints, marks: marks, figures: layout.figureNames
      ) { cairo in
        cairo_translate(cairo, margin, margin)
        let drawing = PosterDrawing(cairo: cairo, layout: layout, sheet: sheet)
        drawing.draw(outlines: outlines, typesetter: typesetter)
      }
    }
    return try surface.finished()
  }
}
