import ColorManagement
import Colors
import Geometry
import Scene

/// The edge of what a press prints: dashes and dots in white with a dark casing, unlike the lines that a plane draws.
final class PrintableEdge {
  let layer = Layer()

  /// What the line was made for.
  private struct Subject: Hashable {
    var region: PrintableRegion
    var size: Size
  }

  private var subject: Subject?

  init() { layer.name = "printable edge" }

  /// Shows the edge in a plane of some size; nil hides it.
  func show(_ region: PrintableRegion?, size: Size, scale: Double) {
    let wanted = region.map { Subject(region: $0, size: size) }
    guard wanted != subject else { return }
    subject = wanted
    layer.frame = Rect(origin: .zero, size: size)
    layer.removeSublayers()
    guard let region else { return }
    for (width, ink) in [(2.5, RGBA(red: 0, green: 0, blue: 0, alpha: 0.7)), (1, RGBA(hex: 0xffffff))] {
      let line = Layer(frame: layer.frame)
      line.contents = .path(PathContents(region.stroke(in: size, width: width), color: ink))
      layer.addSublayer(line)
    }
  }
}
