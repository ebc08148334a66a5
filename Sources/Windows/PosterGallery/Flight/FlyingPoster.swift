import Controls
import Geometry
import Motion
import Scene

/// A poster on its way between the wall and the whole window, or that fills it.
final class FlyingPoster {
  let id: PosterCard.ID
  var layers: PosterLayers
  var flight: Flight

  /// Which window from the one that is seen it belongs in: 0, or others while one poster takes the place of the next.
  var slot = 0

  /// How it comes and goes where no motion is wanted.
  var fade: Fade?

  /// How a poster and the wall behind it change within a moment, from where they are.
  struct Fade: Hashable {
    var start: Double
    /// Whether the poster fills the window in the end.
    var isComing: Bool
    /// How much of the poster is seen, at first and in the end.
    var opacity: Span
    /// How much of the wall has gone, at first and in the end.
    var cover: Span

    /// A first value and a last one.
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

  /// How high a poster rises that fills the window, in units of the one shadow.
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
  /// While it `moves` its paths are drawn anew in each frame, so that they are sharp in every size.
  func show(_ frame: Rect, progress: Double, opacity: Double, moves: Bool, _ theme: Theme) {
    layers.fit(frame)
    layer.isMoving = moves && progress != 0
    layer.opacity = opacity
    let height = min(max(progress, 0), 1)
    guard height > 0 else {
      layer.shadow = nil
      return
    }
    let scale = frame.width / layers.size.width
    var shadow = theme.shadow(elevation: Self.elevation * height / scale)
    // The shadow fades in, so that the first instant looks like the cell.
    shadow.color.alpha *= min(1, height * 8)
    layer.shadow = shadow
  }
}
