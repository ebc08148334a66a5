import CPango
public import ColorManagement
import Colors
import Geometry
public import Images
public import Localization
public import Typography

/// Writes posters as PDF: vectors, embedded fonts, searchable text.
///
/// Equal posters produce equal bytes, since the file has no date.
public enum PosterPDF {
  /// A document that could not be created, with the message of the library that failed.
  public struct Failure: LocalizableError {
    /// The reason of the failure.
    public let reason: Message

    init(_ reason: Message) { self.reason = reason }

    /// Creates a failure from the words of a library.
    init(verbatim words: String) { reason = Message(verbatim: words) }

    static var outOfMemory: Failure { Failure(Message("there is not enough memory")) }

    /// The failure and its reason.
    public var message: Message { Message("the PDF cannot be made: {reason}", parts: ["reason": reason]) }
  }

  /// Returns a document with a page for each layout, in order.
  ///
  /// Each line is a heading and the crown a figure with a description, for screen readers.
  ///
  /// With `outlines` letters are shapes and no font is needed; otherwise text can be selected, and its thickening
  /// stroke is drawn beneath.
  ///
  /// With a press it is PDF/X-4 (ISO 15930-7): all colours are its inks, as `InkConverter` converts them, and its
  /// profile is the output intent. Pure black letters and crowns use black ink alone. Transparent parts are blended as
  /// inks, not as light. `created`, in seconds since 1970, is its date; other documents have no date, so that the same
  /// poster produces the same bytes.
  ///
  /// - Parameters:
  ///   - layouts: The pages.
  ///   - title: The title of the document.
  ///   - sheet: The bleed and the marks around each page.
  ///   - outlines: Whether letters are shapes instead of text.
  ///   - press: The profile of the press; nil for a document in sRGB.
  ///   - created: The date of a document for a press, in seconds since 1970.
  ///   - typesetter: The typesetter of the posters' text.
  ///   - decoder: The decoder of the posters' pictures.
  /// - Throws: ``PosterPDF/Failure`` if the document cannot be made, and `ProfileError` if the profile is unusable.
  public static func document(
    of layouts: [PosterLayout], title: String = "", sheet: PrintSheet = PrintSheet(), outlines: Bool = false,
    press: PrintProfile? = nil, created: Double = 0, typesetter: Typesetter,
    by decoder: any PictureDecoder = DirectDecoder()
  ) throws -> [UInt8] {
    var rest = layouts[...]
    return try document(
      title: title, sheet: sheet, outlines: outlines, press: press, created: created, typesetter: typesetter,
      by: decoder
    ) { rest.popFirst() }
  }

  /// Returns a document with a page for each layout that `next` returns until it returns nil, so that thousands of pages
  /// need no more memory than their file.
  package static func document(
    title: String, sheet: PrintSheet, outlines: Bool, press: PrintProfile?, created: Double,
    typesetter: Typesetter, by decoder: any PictureDecoder, next: () throws -> PosterLayout?
  ) throws -> [UInt8] {
    var layout = try next()
    // A document for a press needs a title.
    // Untranslated: a poster has the same PDF in every language.
    let title = title.isEmpty && press != nil ? "Poster" : title

    let language = layout?.language ?? "en"
    let surface = try PDFSurface(
      title: title, language: language, inks: press.map { try InkConverter($0) }, created: created)
    while let shown = layout {
      let margin = sheet.margin
      let paper = shown.page.outset(by: margin)
      let trim = shown.page.offset(by: Vector(dx: margin, dy: margin))
      let marks = sheet.marks(around: trim)
      try surface.page(
        paper.size, trim: trim, bleed: sheet.bleedInPoints, marks: marks, figures: shown.figureNames,
        headings: shown.headingLanguages(in: language)
      ) { cairo in
        cairo_translate(cairo, margin, margin)
        let drawing = PosterDrawing(
          cairo: cairo, layout: shown, sheet: sheet, decoder: decoder, isForPress: press != nil)
        drawing.draw(outlines: outlines, typesetter: typesetter)
      }
      layout = try next()
    }
    return try surface.finished()
  }
}
