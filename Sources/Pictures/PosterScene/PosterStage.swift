import Colors
import Geometry
import Posters
import Scene

/// The layers of a poster that plays its animation: each time has its poses.
///
/// At rest they are the layers of the poster itself, so that such a picture is the poster's bit for bit.
package final class PosterStage {
  /// The layer that shows the poster; its size is given.
  package let layer: Layer
  /// The motion.
  package let entrance: PosterEntrance
  private let still: Layer
  private let moving: Layer
  private let ground: [Layer]
  private var pieces: [(layer: Layer, piece: PosterEntrance.Piece)] = []
  private let page: Rect

  /// Creates the layers of a layout at a size whose shape should be the page's, at the beginning of the motion.
  package init(
    _ layout: PosterLayout, _ animation: PosterAnimation, size: Size, pictures: PosterPictures = .none
  ) {
    page = layout.page
    entrance = PosterEntrance(layout, animation)
    layer = Layer(frame: Rect(origin: .zero, size: size))
    layer.name = "stage"
    layer.layoutDirection = .leftToRight
    still = Layer(poster: layout, size: size, pictures: pictures)
    // A crown that comes from beyond the page is seen only on it.
    moving = Layer(frame: Rect(origin: .zero, size: size))
    (moving.name, moving.masksToBounds, moving.isMoving) = ("moving", true, true)
    moving.backgroundColor = entrance.backdrop
    let content = Layer()
    content.bounds = page
    content.anchorPoint = .zero
    content.transform = .scale(x: size.width / page.width, y: size.height / page.height)
    moving.addSublayer(content)
    ground = layout.backgroundLayers(on: page, pictures.background)
    for layer in ground { content.addSublayer(layer) }
    var bitmaps = pictures.marks[...]
    let cache = PosterLayerCache()
    for group in entrance.groups {
      let all = Layer(filling: page, name: "ink")
      all.opacity = group.opacity
      for piece in group.pieces {
        let holder = Layer(filling: page, name: "piece")
        for layer in piece.mark.layers(on: page, &bitmaps, cache, name: "piece", hasOverlaps: true) {
          holder.addSublayer(layer)
        }
        all.addSublayer(holder)
        pieces.append((holder, piece))
      }
      content.addSublayer(all)
    }
    layer.addSublayer(moving)
    layer.addSublayer(still)
    show(at: 0)
  }

  /// Shows the poster at a time since the beginning, in seconds.
  package func show(at time: Double) {
    let isAtRest = entrance.isAtRest(at: time)
    (still.isHidden, moving.isHidden) = (!isAtRest, isAtRest)
    guard !isAtRest else { return }
    for layer in ground { layer.opacity = entrance.groundOpacity(at: time) }
    for (layer, piece) in pieces {
      let pose = entrance.pose(of: piece, at: time)
      let pivot = piece.pivot - page.origin
      let place = pivot + pose.offset
      layer.transform = Transform3D.translation(x: -pivot.dx, y: -pivot.dy)
        .concatenating(.scale(x: pose.scale.dx, y: pose.scale.dy))
        .concatenating(.translation(x: place.dx, y: place.dy))
      layer.opacity = pose.opacity
      layer.isHidden = pose.opacity <= 0 || pose.scale.dx <= 0 || pose.scale.dy <= 0
    }
  }
}
