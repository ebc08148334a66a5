import Colors
import Controls
import Posters

/// The ink of a line, which is changed where the line stands in the document.
struct LineInkWell {
  private let well: ColorWell
  var swatch: ColorButton { well.swatch }

  init(_ session: EditorSession, line: @escaping () -> Int) {
    func current() -> RGBA {
      let lines = session.poster.lines
      let index = line()
      return (lines.indices.contains(index) ? lines[index].ink : nil) ?? session.poster.ink
    }
    well = ColorWell("Ink of the line", session, step: .lineInk, color: current) { poster, color in
      let index = line()
      if poster.lines.indices.contains(index) { poster.lines[index].ink = color }
    }
  }

  func show(_ color: RGBA) { swatch.color = color }
}
