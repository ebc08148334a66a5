import CPango
public import ColorManagement
import Colors
import Geometry
public import Images
public import Typography

/// Writes posters as PDF: vectors, embedded fonts, text that can be searched.
///
/// Equal posters give equal bytes: nothing in the file tells when it was made.
public enum PosterPDF {
  /// A document that could not be made, in the words of the library that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// The words of the library that failed.
    public let message: String

    public var description: String { "the PDF cannot be made: \(message)" }
  }

  /// Returns a document with a page for each layout, in their order.
  ///
  /// Each line is a heading and the crown a figure with words for what it shows, for those who hear the page.
  ///
  /// With `outlines` letters are shapes and no font is needed; else words can be selected, and the stroke that
  /// thickens them is drawn beneath.
  ///
  /// With a press it is PDF/X-4 (ISO 15930-7): all colours are its inks, as `InkConverter` converts them, and its
  /// profile is the output intent. Pure black letters and crowns are black ink alone. Transparent parts are blended
  /// as inks, not as light. `created`, in seconds since 1970, is its date; other documents have no date, so that the
  /// same poster gives the same bytes.
  ///
  /// Throws `Failure`, and `ProfileError` for a profile that cannot be used after all.
  public static func document(
    of layouts: [PosterLayout], title: String = "", sheet: PrintSheet = PrintSheet(), outlines: Bool = false,
    press: PrintProfile? = nil, created: Double = 0, typesetter: Typesetter,
    by decoder: any PictureDecoder = DirectDecoder()
  ) throws -> [UInt8] {
    // Who prints has to be told what it is.
    let title = title.isEmpty && press != nil ? "Poster" : title
    let language = layouts.first?.language ?? "en"
    let surface = try PDFSurface(
      title: title, language: language, inks: press.map { try InkConverter($0) }, created: created)
    for layout in layouts {
      let margin = sheet.margin
      let paper = layout.page.outset(by: margin)
      let trim = layout.page.offset(by: Vector(dx: margin, dy: margin))
      let marks = sheet.marks(around: trim)
      try surface.page(
        paper.size, trim: trim, bleed: sheet.bleedInPoints, marks: marks, figures: layout.figureNames,
        headings: layout.headingLanguages(in: language)
      ) { cairo in
        cairo_translate(cairo, margin, margin)
        let drawing = PosterDrawing(
          cairo: cairo, layout: layout, sheet: sheet, decoder: decoder, isForPress: press != nil)
        drawing.draw(outlines: outlines, typesetter: typesetter)
      }
    }
    return try surface.finished()
  }
}
