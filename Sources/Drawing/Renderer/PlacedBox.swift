import GPU
import Geometry

/// A rounded rectangle that stands upright on pixels: which of them lie wholly inside, so that nothing has to be computed of
/// its edge, and which may be touched by it.
struct PlacedBox {
  /// The pixels that are wholly inside edge, corners and border: a middle as wide as the rectangle.
  let inside: PixelRect
  /// The pixels above and below the middle and between the corners that are inside as well, perhaps none.
  let caps: (top: PixelRect, bottom: PixelRect)
  /// The pixels around the middle and the caps, up to six strips; nothing is drawn elsewhere.
  let strips: Strips
  /// From the layer's points to pixels of the target.
  private let place: AffineTransform

  /// Up to eight rectangles, without storage of their own.
  struct Strips {
    private var all: InlineArray<8, PixelRect>
    private(set) var count = 0

    fileprivate init(
      around inside: PixelRect, in outer: PixelRect, without caps: (top: PixelRect, bottom: PixelRect)? = nil
    ) {
      all = InlineArray(repeating: PixelRect(x: 0, y: 0, width: 0, height: 0))
      let (right, bottom) = (inside.x + inside.width, inside.y + inside.height)
      add(
        PixelRect(x: outer.x, y: outer.y, width: outer.width, height: inside.y - outer.y), without: caps?.top)
      add(PixelRect(x: outer.x, y: inside.y, width: inside.x - outer.x, height: inside.height))
      add(PixelRect(x: right, y: inside.y, width: outer.x + outer.width - right, height: inside.height))
      add(
        PixelRect(x: outer.x, y: bottom, width: outer.width, height: outer.y + outer.height - bottom),
        without: caps?.bottom)
    }

    /// Adds what is left of a strip beside, above and below a cap.
    private mutating func add(_ strip: PixelRect, without cap: PixelRect?) {
      guard let cap, cap.width > 0, cap.height > 0 else { return add(strip) }
      let (right, bottom) = (cap.x + cap.width, cap.y + cap.height)
      add(PixelRect(x: strip.x, y: strip.y, width: cap.x - strip.x, height: strip.height))
      add(PixelRect(x: right, y: strip.y, width: strip.x + strip.width - right, height: strip.height))
      add(PixelRect(x: cap.x, y: strip.y, width: cap.width, height: cap.y - strip.y))
      add(PixelRect(x: cap.x, y: bottom, width: cap.width, height: strip.y + strip.height - bottom))
    }

    /// The parts of a rectangle that remain when another one is cut out of it.
    init(of whole: PixelRect, without hole: PixelRect) {
      self.init(around: hole.intersection(whole), in: whole)
    }

    private mutating func add(_ rect: PixelRect) {
      guard rect.width > 0, rect.height > 0, count < all.count else { return }
      all[count] = rect
      count += 1
    }

    func forEach(_ body: (PixelRect) -> Void) {
      for place in 0..<count { body(all[place]) }
    }
  }

  /// Fewer pixels are not worth a rectangle of their own.
  private static let leastArea = 8192

  /// A place this close to a whole pixel is there: what is left of the pixel beyond it is no half level of a colour.
  private static let tolerance = 1.0 / 1024

  /// Creates the pixels of a rectangle in a layer's points; nil where it is not upright, or has hardly an inside.
  ///
  /// - Parameter margin: The width of the edge besides the border, in pixels.
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
    let corners = max(border, min(radius, rect.width / 2, rect.height / 2)) * place.a + margin.dx
    let sill = border * place.d + margin.dy
    let (capLeft, capRight) = (first(corner.x + corners), last(end.x - corners))
    let (capTop, capBottom) = (first(corner.y + sill), last(end.y - sill))
    func cap(_ from: Int, _ to: Int) -> PixelRect {
      PixelRect(x: capLeft, y: from, width: max(capRight - capLeft, 0), height: max(to - from, 0))
    }
    caps = (cap(capTop, top), cap(bottom, capBottom))
    strips = Strips(around: inside, in: outer, without: caps)
    self.place = place
  }

  /// Calls back with the pixels that are wholly inside, in up to three rectangles.
  func forEachInside(_ body: (PixelRect) -> Void) {
    body(inside)
    if caps.top.width > 0, caps.top.height > 0 { body(caps.top) }
    if caps.bottom.width > 0, caps.bottom.height > 0 { body(caps.bottom) }
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
