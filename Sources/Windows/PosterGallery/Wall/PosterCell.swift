import Colors
import Controls
import Geometry
import Motion
import Scene

/// A poster on the wall: its picture, a placeholder until that is available, and marks around it.
final class PosterCell {
  /// The poster in the cell; one that moves on the wall keeps its cell.
  let id: PosterCard.ID
  /// The time at which the cell appeared: a picture available by then is not late.
  let start: Double
  let layer = Layer()

  /// The part that rises under the pointer.
  private let lift = Layer()
  /// A hairline around a poster that has nearly the wall's colour.
  private let edge = Layer()
  private let placeholder = Layer()
  private let picture = Layer()
  private let marks = PosterMarkLayers()
  private let tree: LayerTree

  private(set) var card: PosterCard?
  /// The poster's layers while the pointer is over it, sharp in any size.
  private(set) var layers: PosterLayers?
  private var isLifted = false
  private var presence = 1.0
  private var hasShownPicture = false
  /// The colours in which it was shown last.
  private var theme: Theme?

  /// The marks on the poster.
  struct Marks: Hashable {
    var isSelected = false
    var isCursor = false
    var caption: String?
    var room = 0.0
    var star = Star.plain
  }

  /// The state of the star.
  enum Star: Hashable {
    case plain
    /// It can be clicked.
    case offered
    /// The pointer is over it.
    case pointed
  }

  /// The area of the star for clicks, in the poster's own points.
  static let starTarget = Rect(x: 0, y: 0, width: 32, height: 32)

  static let cornerRadius = PosterLayers.cornerRadius
  private static let liftScale = 1.02
  static let hover = Transaction.Action.eased(duration: 0.12, .easeOut)

  init(_ id: PosterCard.ID, in tree: LayerTree, at time: Double) {
    self.id = id
    start = time
    self.tree = tree
    layer.name = "poster"
    placeholder.cornerRadius = Self.cornerRadius
    // The ring rises with the poster and keeps its distance.
    for part in [marks.ring, edge, placeholder, picture] { lift.addSublayer(part) }
    for part in [lift, marks.star, marks.fault, marks.caption] { layer.addSublayer(part) }
    picture.isHidden = true
  }

  var frame: Rect { layer.frame }

  /// Returns the poster's visible frame, including its rise, in the wall's points.
  func seenFrame(at time: Double) -> Rect {
    let scale = lift.presentation(at: time).transform.m11
    return Rect(
      center: layer.frame.center,
      size: Size(width: layer.frame.width * scale, height: layer.frame.height * scale))
  }

  func show(
    _ card: PosterCard?, frame: Rect, _ interface: Interface, at time: Double,
    _ action: Transaction.Action
  ) {
    var isStale = card != self.card
    if interface.theme != theme {
      theme = interface.theme
      isStale = true
      marks.invalidate()
    }
    if layer.frame != frame {
      // Size and position change by one progress.
      tree.transact(Transaction(at: time, action: action)) { fit(frame, interface) }
      marks.invalidate()
      // The marks of a fault stand at places that depend on the poster's size.
      if card?.isReadable == false || card?.fault != nil { isStale = true }
    }
    guard isStale else { return }
    self.card = card
    layer.name = card?.title ?? "poster"
    let cover = card.flatMap { $0.isReadable ? $0.cover : nil }
    placeholder.backgroundColor = cover ?? interface.theme.ink.withAlpha(0.1)
    edge.backgroundColor =
      cover.map { Self.vanishes($0, on: interface.theme) } == true ? interface.theme.hairline : .clear
    placeholder.removeSublayers()
    if card?.isReadable == false { placeholder.addSublayer(unreadable(interface)) }
    marks.show(card, width: layer.bounds.width, interface)
  }

  private func fit(_ frame: Rect, _ interface: Interface) {
    let bounds = Rect(origin: .zero, size: frame.size)
    layer.bounds = bounds
    layer.position = frame.center
    for part in [lift, placeholder, picture] { part.frame = bounds }
    edge.frame = bounds.outset(by: interface.hairline)
    edge.cornerRadius = Self.cornerRadius + interface.hairline
    marks.fit(bounds)
    fitLayers()
  }

  /// Moves the poster to where it was dropped, from where it moves on to its place.
  func jump(to frame: Rect, _ interface: Interface, at time: Double) {
    tree.transact(Transaction(at: time, action: .none)) { fit(frame, interface) }
  }

  /// Whether nothing would tell a poster of this colour from the wall.
  private static func vanishes(_ cover: RGBA, on theme: Theme) -> Bool {
    theme.appearance == .dark
      ? max(cover.red, cover.green, cover.blue) < 0.22 : min(cover.red, cover.green, cover.blue) > 0.78
  }

  private func unreadable(_ interface: Interface) -> Layer {
    let width = min(layer.bounds.width, 140)
    return Layer(
      interface.language.localized("Cannot be read"), style: Theme.secondary,
      color: interface.theme.secondaryInk,
      in: Rect(
        x: (layer.bounds.width - width) / 2, y: layer.bounds.midY - 10, width: width, height: 20),
      alignment: .center, interface)
  }

  // MARK: The picture

  /// Shows a picture; a late one fades in.
  func show(_ bitmap: SharedBitmap?, fadesAt time: Double?) {
    guard let bitmap else {
      if picture.contents != nil {
        picture.contents = nil
        hasShownPicture = false
        hideCovered()
      }
      return
    }
    if case .image(let image) = picture.contents, image.bitmap === bitmap { return }
    // A replaced picture must not leave a frame without a picture.
    picture.contents = .image(ImageContents(bitmap, canWait: !hasShownPicture))
    hideCovered()
    guard !hasShownPicture else { return }
    hasShownPicture = true
    guard let time, presence == 1, layers == nil else { return }
    picture.opacity = 0
    tree.transact(Transaction(at: time, action: .eased(duration: 0.15, .easeOut))) {
      picture.opacity = 1
    }
  }

  var needsPicture: Bool { card != nil && layers == nil }

  /// Shows the poster's layers instead of its picture, or its picture again.
  func use(_ layers: PosterLayers?) {
    guard layers?.layer !== self.layers?.layer else { return }
    self.layers?.layer.removeFromSuperlayer()
    self.layers = layers
    hideCovered()
    guard let layers else { return }
    lift.addSublayer(layers.layer)
    fitLayers()
  }

  /// Returns and removes the layers of a poster that leaves the wall.
  func takeLayers() -> PosterLayers? {
    defer {
      layers = nil
      hideCovered()
    }
    layers?.layer.removeFromSuperlayer()
    return layers
  }

  /// Hides layers behind the poster's layers, and behind a fading picture, which would show through.
  private func hideCovered() {
    picture.isHidden = layers != nil || picture.contents == nil
    placeholder.isHidden = layers != nil || presence < 1 && hasOpaquePicture
  }

  private var hasOpaquePicture: Bool {
    guard case .image(let image) = picture.contents else { return false }
    return image.bitmap.isOpaque
  }

  private func fitLayers() {
    layers?.fit(Rect(origin: .zero, size: layer.frame.size))
  }

  // MARK: Rising, fading, marks

  func setLifted(_ isLifted: Bool, at time: Double, animated: Bool) {
    guard isLifted != self.isLifted else { return }
    self.isLifted = isLifted
    tree.transact(Transaction(at: time, action: animated ? Self.hover : .none)) {
      lift.transform = isLifted ? .scale(x: Self.liftScale, y: Self.liftScale) : .identity
    }
  }

  /// Returns whether it is flat and its rise is not animated, so that its picture can be shown.
  func isFlat(at time: Double) -> Bool {
    !isLifted && lift.presentation(at: time).transform == .identity
  }

  /// Whether it is shown at its place.
  func isAtRest(at time: Double) -> Bool {
    let seen = layer.presentation(at: time)
    return seen.position == layer.position && seen.bounds == layer.bounds
  }

  /// Fades in, for a new poster.
  func appear(at time: Double) {
    layer.opacity = 0
    tree.transact(Transaction(at: time, action: .eased(duration: 0.15, .easeOut))) {
      layer.opacity = 1
    }
  }

  /// Fades out, and then removes itself.
  func disappear(at time: Double) {
    layer.zPosition = -1
    let layer = layer
    tree.transact(
      Transaction(at: time, action: .eased(duration: 0.15, .easeOut)) { [weak layer] _ in
        layer?.removeFromSuperlayer()
      }
    ) { layer.opacity = 0 }
  }

  /// Shrinks and fades the poster as another one flies, by the flight's progress alone.
  func recede(_ progress: Double, scales: Bool) {
    let presence = min(max(1 - progress, 0), 1)
    let scale = scales ? max(1 - 0.25 * progress, 0.01) : 1
    let transform = scale == 1 ? Transform3D.identity : .scale(x: scale, y: scale)
    guard layer.transform != transform || presence != self.presence else { return }
    self.presence = presence
    layer.transform = transform
    layer.isMoving = scale != 1
    for part in [edge, placeholder, picture] + marks.all { part.opacity = presence }
    layers?.layer.opacity = presence
    hideCovered()
  }

  func show(_ marks: Marks, _ interface: Interface) {
    self.marks.show(marks, interface)
  }

  /// The place of the fault mark on a poster of a width, in its own points; its tooltip shows the fault.
  static func faultTarget(width: Double) -> Rect { Rect(x: width - 32, y: 0, width: 32, height: 32) }
}

/// The marks around a poster on the wall: the ring of a selection, the star of a favourite, the sign of a fault, and
/// the title below.
private final class PosterMarkLayers {
  /// The ring is behind the poster, and rises with it.
  let ring = Layer()
  let star = Layer()
  let fault = Layer()
  let caption = Layer()
  private var isFavorite = false
  private var marks = PosterCell.Marks()

  /// The distance by which the ring extends beyond the poster; titles are between the rings of two rows.
  private static let ringReach = 5.0

  init() {
    fault.name = "fault"
    for layer in all { layer.isHidden = true }
  }

  var all: [Layer] { [ring, star, fault, caption] }

  /// Redraws all marks at the next `show`, since no poster has a negative width.
  func invalidate() { marks.room = -1 }

  /// Places the marks around a poster with these bounds.
  func fit(_ bounds: Rect) {
    ring.frame = bounds.outset(by: Self.ringReach)
    fault.position = PosterCell.faultTarget(width: bounds.width).center
    caption.position = Point(bounds.midX, bounds.maxY + PosterGrid.gutter / 2)
  }

  /// Shows the marks that depend on the poster, which has the given width.
  func show(_ card: PosterCard?, width: Double, _ interface: Interface) {
    isFavorite = card?.isFavorite == true
    showStar()
    fault.isHidden = card?.fault == nil
    guard !fault.isHidden else { return }
    fault.bounds = Rect(x: 0, y: 0, width: 20, height: 20)
    fault.position = PosterCell.faultTarget(width: width).center
    fault.backgroundColor = RGBA(red: 0, green: 0, blue: 0, alpha: 0.7)
    fault.cornerRadius = 10
    fault.removeSublayers()
    fault.addSublayer(
      Layer(
        "!", style: Theme.strong, color: .white, in: Rect(origin: .zero, size: fault.bounds.size),
        alignment: .center, interface))
  }

  /// Shows the star of a favourite, or its outline where a click would set it.
  private func showStar() {
    star.isHidden = !isFavorite && marks.star == .plain
    star.frame = Rect(x: 6, y: 6, width: 20, height: 20)
    star.contents = .path(
      isFavorite
        ? PathContents(Glyph.star(in: 14, ground: 20), color: .white)
        : PathContents(Glyph.hollowStar(in: 14, ground: 20), rule: .evenOdd, color: .white))
    star.backgroundColor = RGBA(red: 0, green: 0, blue: 0, alpha: marks.star == .pointed ? 0.8 : 0.45)
    star.cornerRadius = 10
  }

  /// Shows the marks that depend on the wall.
  func show(_ marks: PosterCell.Marks, _ interface: Interface) {
    guard marks != self.marks else { return }
    let old = self.marks.star
    self.marks = marks
    if marks.star != old { showStar() }
    ring.isHidden = !marks.isSelected && !marks.isCursor
    ring.cornerRadius = PosterCell.cornerRadius + Self.ringReach
    ring.borderWidth = marks.isSelected ? 3 : max(1, 2 * interface.hairline)
    ring.borderColor =
      marks.isSelected ? interface.theme.highlight : interface.theme.secondaryInk
    caption.isHidden = marks.caption == nil
    caption.removeSublayers()
    guard let text = marks.caption else { return }
    caption.bounds = Rect(
      x: 0, y: 0, width: marks.room, height: PosterGrid.gutter - 2 * Self.ringReach)
    caption.addSublayer(
      Layer(
        text, style: Theme.secondary, color: interface.theme.ink,
        in: Rect(origin: .zero, size: caption.bounds.size), alignment: .center, isElastic: true, interface))
  }
}

#if canImport(Glibc)
  import Glibc
#endif

/// The gallery's own glyphs.
enum Glyph {
  /// Returns a five-pointed star in the middle of a square.
  static func star(in size: Double, ground: Double) -> Path { star(in: size, around: ground) }

  /// Returns the outline of such a star, with an even-odd hole.
  static func hollowStar(in size: Double, ground: Double) -> Path {
    Path { path in
      path.append(star(in: size, around: ground))
      path.append(star(in: size * 0.66, around: ground, lowered: 0.03 * size * 0.34))
    }
  }

  private static func star(in size: Double, around ground: Double, lowered: Double = 0) -> Path {
    Path(
      polygon: (0..<10).map { index in
        let angle = Double(index) * .pi / 5 - .pi / 2
        let radius = (index.isMultiple(of: 2) ? 0.52 : 0.21) * size
        return Point(
          ground / 2 + radius * cos(angle), ground / 2 + 0.03 * size + lowered + radius * sin(angle))
      })
  }
}
