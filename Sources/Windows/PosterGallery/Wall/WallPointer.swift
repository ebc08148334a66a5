import Geometry
import Typography

/// What the pointer is over on the wall: a poster, and perhaps its star.
final class WallPointer {
  private let places: WallPlaces
  private var hover = WallHover()

  /// The poster whose star the pointer is over.
  private(set) var starred: PosterCard.ID?

  /// The mark that the pointer is over, of characters that no font has.
  private(set) var fault: (missing: MissingCharacters, mark: Rect)?

  init(_ places: WallPlaces) { self.places = places }

  /// The poster that the pointer is over.
  var hovered: PosterCard.ID? { hover.id }

  /// When that last was looked up.
  var time: Double { hover.time }

  /// Follows the pointer, which is nil while something else has it.
  func move(to point: Point?, at time: Double) {
    let isMoving = places.scroll.isMoving(at: time)
    fault = isMoving ? nil : point.flatMap { places.missing(at: $0, time: time) }
    starred = isMoving ? nil : point.flatMap { places.star(at: $0, time: time) }
    hover.move(to: point, at: time, wallMoves: isMoving) { places.poster(at: $0, time: time) }
  }

  /// Looks again once the wall has come to rest.
  func settle(at time: Double) {
    hover.settle(restTime: places.scroll.restTime) { places.poster(at: $0, time: time) }
  }
}
