import Geometry
import Text
import Typography

/// Returns the outline of a title in points, and how far it advances.
func outline(of title: String) -> (path: Path, width: Double) {
  let typesetter = Typesetter()
  let line = typesetter.line(title, font: Font(size: 24, weight: 600))

  return (typesetter.outline(of: line), line.width)
}
