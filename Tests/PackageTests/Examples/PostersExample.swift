import Colors
import Posters
import Typography

/// Returns a poster of some lines of text as a PDF, and the warnings of its layout.
func pdf(of text: String) throws -> (bytes: [UInt8], warnings: [PosterWarning]) {
  let poster = Poster(
    title: text, background: .color(RGBA(hex: 0x1e3a2b)), lines: try Poster.lines(from: text),
    ink: RGBA(hex: 0xf6e8cb))
  let typesetter = Typesetter()
  let layout = PosterLayout(poster, typesetter: typesetter)

  return (try PosterPDF.document(of: [layout], title: poster.title, typesetter: typesetter), layout.warnings)
}
