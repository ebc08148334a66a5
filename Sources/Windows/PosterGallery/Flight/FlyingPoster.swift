import Controls
import Geometry
import Motion
import PosterScene
import Scene

/// A poster that has left the wall: it flies, or fills the window.
final class FlyingPoster {
  let id: PosterCard.ID
  var layers: PosterLayers {
    didSet { codePixels = nil }
  }
  /// The size in pixels for which codes are drawn; nil in their exact places.
  private var codePixels: Size?
  var flight: Flight
  /// The zoom of the open poster.
  var view = PageView()
  /// Whether its pictures are those for a zoom.
  var isLarge = false

  /// The number of the page on which it is, relative to the visible one: not 0 while one poster replaces another.
  var slot = 0

  /// The fade that replaces the flight under reduced motion.
  var fade: Fade?

  /// A short cross-fade of a poster and the wall behind it.
  struct Fade: Hashable {
    var start: Double
    /// Whether the poster is opening.
    var isComing: Bool
    /// The poster's opacity at the start and at the end.
    var opacity: Span
    /// The progress of the wall's disappearance at the start and at the end.
    var cover: Span

    /// A first and a last value.
    struct Span: Hashable {
      var first: Double
      var last: Double

      func value(at share: Double) -> Double { share == 1 ? last : first + (last - first) * share }
    }

    static let duration = 0.12

    private func share(at time: Double) -> Double { min(max((time - start) / Self.duration, 0), 1) }

    func opacity(at time: Double) -> Double { opacity.value(at: share(at: time)) }

    func cover(at time: Double) -> Double { cover.value(at: share(at: time)) }

    func isOver(at time: Double) -> Bool { time >= start + Self.duration }
  }

  /// The elevation of an open poster, for its shadow.
  private static let elevation = 6.0

  init(_ id: PosterCard.ID, _ layers: PosterLayers, _ flight: Flight) {
    self.id = id
    self.layers = layers
    self.flight = flight
    layers.layer.opacity = 1
  }

  var layer: Layer { layers.layer }

  func opacity(at time: Double) -> Double { fade?.opacity(at: time) ?? 1 }

  /// Shows the poster in a frame; its shadow grows with the progress of its flight.
  ///
  /// While it `moves`, its paths are redrawn in each frame, so that they are sharp in every size; at rest, the modules of
  /// codes begin and end on pixels.
  func show(_ frame: Rect, progress: Double, opacity: Double, moves: Bool, _ interface: Interface) {
    layers.fit(frame)
    alignCodes(
      toPixels: moves ? nil : Size(frame.width * interface.scale, frame.height * interface.scale))
    layer.isMoving = moves && progress != 0
    layer.opacity = opacity
    let height = min(max(progress, 0), 1)
    guard height > 0 else {
      layer.shadow = nil
      return
    }
    let scale = frame.width / layers.size.width
    var shadow = interface.theme.shadow(elevation: Self.elevation * height / scale)
    // The shadow fades in, so that the first frame looks like the cell.
    shadow.color.alpha *= min(1, height * 8)
    layer.shadow = shadow
  }

  /// Draws codes for a size in pixels; nil draws them in their exact places.
  func alignCodes(toPixels size: Size?) {
    guard size != codePixels else { return }
    codePixels = size
    layers.alignCodes(toPixels: size)
  }
}
