import Geometry
import Motion
import Scene

/// A poster on its way between the wall and the whole window, or that fills it.
final class FlyingPoster {
  let id: PosterCard.ID
  let drawing: PosterDrawing
  var flight: Flight

  /// Which window from the one that is seen it belongs in: 0, or others while one poster takes the place of the next.
  var slot = 0

  /// How it comes and goes where no motion is wanted.
  var fade: Fade?

  /// A change of opacity that takes a moment.
  struct Fade: Hashable {
    var start: Double
    var isComing: Bool

    static let duration = 0.12

    func opacity(at time: Double) -> Double {
      let share = min(max((time - start) / Self.duration, 0), 1)
      return isComing ? share : 1 - share
    }

    func isOver(at time: Double) -> Bool { time >= start + Self.duration }
  }

  /// How high a poster rises that fills the window, in units of the one shadow.
  private static let elevation = 6.0

  init(_ id: PosterCard.ID, _ drawing: PosterDrawing, _ flight: Flight) {
    self.id = id
    self.drawing = drawing
    self.flight = flight
    drawing.layer.opacity = 1
  }

  var layer: Layer { drawing.layer }

  /// Shows the poster as it is at a time of its flight; its shadow grows as it rises.
  ///
  /// While it `moves` its paths are drawn anew in each frame, sharp in every size.
  func show(_ frame: Rect, progress: Double, opacity: Double, moves: Bool, _ theme: Theme) {
    drawing.fit(frame)
    layer.isMoving = moves && progress != 0
    layer.opacity = opacity
    let height = min(max(progress, 0), 1)
    guard height > 0 else {
      layer.shadow = nil
      return
    }
    let scale = frame.width / drawing.size.width
    var shadow = theme.shadow(elevation: Self.elevation * height / scale)
    // It comes out of nothing, so that the first instant looks like the cell.
    shadow.color.alpha *= min(1, height * 8)
    layer.shadow = shadow
  }
}
