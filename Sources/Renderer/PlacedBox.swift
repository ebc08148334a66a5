import GPU
import Geometry

/// A rounded rectangle that stands upright on pixels: which of them lie wholly inside, so that nothing has to be computed of
/// its edge, and which may be touched by it.
struct PlacedBox {
  /// The pixels that are wholly inside edge, corners and border: a middle as wide as the rectangle.
  let inside: PixelRect
  /// The pixels around the middle, up to four strips; nothing is drawn elsewhere.
  let strips: Strips
  /// From the layer's points to pixels of the target.
  private let place: AffineTransform

  /// Up to four rectangles, without storage of their own.
  struct Strips {
    private(set) var all: (PixelRect, PixelRect, PixelRect, PixelRect)
    private(set) var count = 0

    fileprivate init(around inside: PixelRect, in outer: PixelRect) {
      let none = PixelRect(x: 0, y: 0, width: 0, height: 0)
      all = (none, none, none, none)
      let (right, bottom) = (inside.x + inside.width, inside.y + inside.height)
      add(PixelRect(x: outer.x, y: outer.y, width: outer.width, height: inside.y - outer.y))
      add(PixelRect(x: outer.x, y: inside.y, width: inside.x - outer.x, height: inside.height))
      add(PixelRect(x: right, y: inside.y, width: outer.x + outer.width - right, height: inside.height))
      add(PixelRect(x: outer.x, y: bottom, width: outer.width, height: outer.y + outer.height - bottom))
    }

    /// What is left of a rectangle when another one is cut out of it.
    init(of whole: PixelRect, without hole: PixelRect) {
      self.init(around: hole.intersection(whole), in: whole)
    }

    private mutating func add(_ rect: PixelRect) {
      guard rect.width > 0, rect.height > 0 else { return }
      switch count {
      case 0: all.0 = rect
      case 1: all.1 = rect
      case 2: all.2 = rect
      default: all.3 = rect
      }
      count += 1
    }

    func forEach(_ body: (PixelRect) -> Void) {
      if count > 0 { body(all.0) }
      if count > 1 { body(all.1) }
      if count > 2 { body(all.2) }
      if count > 3 { body(all.3) }
    }
  }

  /// Fewer pixels are not worth a rectangle of their own.
  private static let leastArea = 8192

  /// A place this close to a whole pixel is there: what is left of the pixel beyond it is no half level of a colour.
  private static let tolerance = 1.0 / 1024

  /// Creates the pixels of a rectangle in a layer's points; nil where it is not upright, or has hardly an inside.
  ///
  /// - Parameter margin: What belongs to the edge besides the border, in pixels.
  init?(_ rect: Rect, radius: Double, border: Double, margin: Vector = .zero, place: AffineTransform?) {
    guard let place else { return nil }
    let corner = place.apply(to: Point(rect.minX, rect.minY)),
      end = place.apply(to: Point(rect.maxX, rect.maxY))
    guard corner.isFinite, end.isFinite,
      let outer = PixelRect(left: corner.x, top: corner.y, right: end.x, bottom: end.y)
    else { return nil }
    let side = border * place.a + margin.dx
    let head = max(border, min(radius, rect.width / 2, rect.height / 2)) * place.d + margin.dy
    func first(_ edge: Double) -> Int { Int((edge - Self.tolerance).rounded(.up)) }
    func last(_ edge: Double) -> Int { Int((edge + Self.tolerance).rounded(.down)) }
    let (left, top) = (first(corner.x + side), first(corner.y + head))
    let (right, bottom) = (last(end.x - side), last(end.y - head))
    guard right > left, bottom > top, (right - left) * (bottom - top) >= Self.leastArea else { return nil }
    inside = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    strips = Strips(around: inside, in: outer)
    self.place = place
  }

  /// Returns a rectangle of pixels in the layer's points.
  func points(_ pixels: PixelRect) -> Rect { pixels.points(place) }
}

extension PixelRect {
  /// Returns the rectangle in the points that an upright mapping takes to pixels.
  func points(_ place: AffineTransform) -> Rect {
    Rect(
      x: (Double(x) - place.tx) / place.a, y: (Double(y) - place.ty) / place.d,
      width: Double(width) / place.a,
      height: Double(height) / place.d)
  }
}
