import Colors
import Controls
import Geometry
import Input
import Localization
import Scene

/// A picture whose pixels can be picked: the pointer or the arrow keys move a magnifier over it.
final class PictureCanvas: Control {
  private let picture: Bitmap
  private let language: Language
  private let shown: SharedBitmap

  /// The pixel under the magnifier.
  private var place: (column: Int, row: Int)
  private var isMagnifying = false

  /// The width of the square of pixels over which colours are averaged.
  var width = 1 {
    didSet { if width != oldValue { setNeedsUpdate() } }
  }

  /// Called with each picked colour.
  var onTake: (RGBA) -> Void = { _ in }

  /// Called when another width was chosen here.
  var onWidth: (Int) -> Void = { _ in }

  private static let side = 15
  private static let zoom = 10.0

  init(_ picture: Bitmap, _ language: Language) {
    self.picture = picture
    self.language = language
    shown = SharedBitmap(picture)
    place = (picture.size.width / 2, picture.size.height / 2)
    super.init(label: language.localized("Picture"))
    layer.masksToBounds = true
    layoutDirection = .leftToRight
  }

  override var cursor: CursorShape { .crosshair }
  override var focusRadius: Double { 2 }

  /// The frame of the picture: as large as fits, but enlarged at most eight times.
  private var room: Rect {
    let size = Size(Double(picture.size.width), Double(picture.size.height))
    let scale = min(bounds.width / max(size.width, 1), bounds.height / max(size.height, 1), 8)
    return Rect(center: bounds.center, size: Size(size.width * scale, size.height * scale))
  }

  private var color: RGBA? { picture.mean(column: place.column, row: place.row, over: width) }

  private func go(to column: Int, _ row: Int) {
    place = (
      min(max(column, 0), picture.size.width - 1), min(max(row, 0), picture.size.height - 1)
    )
    isMagnifying = true
    setNeedsUpdate()
  }

  private func go(to point: Point) {
    let room = room
    guard !room.isEmpty else { return }
    let column = ((point.x - room.minX) / room.width * Double(picture.size.width)).rounded(.down)
    let row = ((point.y - room.minY) / room.height * Double(picture.size.height)).rounded(.down)
    go(to: Int(column), Int(row))
  }

  private func take() {
    if let color { onTake(color) }
  }

  // MARK: Appearance

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    let frame = room.pixelAligned(scale: interface.scale)
    if !shown.isOpaque {
      let ground = Layer(frame: frame)
      ground.contents = .image(.checkerboard)
      layer.addSublayer(ground)
    }
    let image = Layer(frame: frame)
    let isEnlarged = frame.width * interface.scale > 2 * Double(picture.size.width)
    image.contents = .image(ImageContents(shown, filter: isEnlarged ? .nearest : .linear))
    layer.addSublayer(image)
    if isMagnifying || isFocused { addMagnifier(frame, interface) }
  }

  /// Adds a magnifier beside the current pixel, with its colour as text.
  private func addMagnifier(_ frame: Rect, _ interface: Interface) {
    let pixel = Size(
      frame.width / Double(picture.size.width), frame.height / Double(picture.size.height))
    let center = Point(
      frame.minX + (Double(place.column) + 0.5) * pixel.width,
      frame.minY + (Double(place.row) + 0.5) * pixel.height)
    let dark = RGBA(red: 0, green: 0, blue: 0, alpha: 0.55)
    let white = RGBA(hex: 0xffffff)
    func ring(_ rect: Rect, radius: Double, width: Double, color: RGBA) {
      let ring = Layer(frame: rect)
      ring.cornerRadius = radius
      ring.borderWidth = width
      ring.borderColor = color
      layer.addSublayer(ring)
    }
    // The averaged area, in the picture itself.
    let meant = Rect(
      center: center,
      size: Size(max(pixel.width * Double(width), 5), max(pixel.height * Double(width), 5)))
    ring(meant.outset(by: 2), radius: 2, width: 1, color: dark)
    ring(meant.outset(by: 1), radius: 1, width: 1, color: white)
    let diameter = Double(Self.side) * Self.zoom
    let reach = diameter / 2 + 24
    // Beside the pixel, on the side with more space.
    let wanted = center.x < bounds.midX ? center.x + reach : center.x - reach
    let x = min(max(wanted, diameter / 2 + 4), max(bounds.width - diameter / 2 - 4, diameter / 2 + 4))
    let y = min(max(center.y, diameter / 2 + 4), bounds.height - diameter / 2 - 30)
    let disc = Rect(center: Point(x, y), size: Size(diameter, diameter)).pixelAligned(scale: interface.scale)
    let lens = Layer(frame: disc)
    lens.cornerRadius = diameter / 2
    lens.backgroundColor = interface.theme.window
    lens.shadow = interface.theme.shadow(elevation: 1)
    layer.addSublayer(lens)
    let pixels = Layer(frame: disc)
    pixels.cornerRadius = diameter / 2
    let around = picture.surroundings(column: place.column, row: place.row, side: Self.side)
    pixels.contents = .image(ImageContents(SharedBitmap(around), filter: .nearest))
    layer.addSublayer(pixels)
    ring(disc.outset(by: 1), radius: diameter / 2 + 1, width: 1, color: dark)
    ring(disc, radius: diameter / 2, width: 3, color: white)
    ring(disc.inset(by: 3), radius: diameter / 2 - 3, width: 1, color: dark)
    let middle = Rect(
      center: disc.center, size: Size(Self.zoom * Double(width), Self.zoom * Double(width)))
    ring(middle.outset(by: 2), radius: 0, width: 1, color: dark)
    ring(middle.outset(by: 1), radius: 0, width: 1, color: white)
    addFigures(below: disc, interface)
  }

  private func addFigures(below disc: Rect, _ interface: Interface) {
    let words = color.map { Color($0).text(as: .hex) } ?? language.localized("nothing there")
    let width = interface.line(words, style: Theme.figures).width
    let card = Layer(
      frame: Rect(center: Point(disc.midX, disc.maxY + 6), size: Size(width + 38, 24)).pixelAligned(
        scale: interface.scale))
    card.setSurface(interface.theme.raised, radius: Theme.fieldRadius, elevation: 1, interface)
    let swatch = Layer(frame: Rect(x: 5, y: 5, width: 14, height: 14))
    swatch.setSurface(color, radius: 3, interface)
    card.addSublayer(swatch)
    card.addSublayer(
      Layer(
        words, style: Theme.figures, color: interface.theme.ink,
        in: Rect(x: 26, y: 2, width: width + 2, height: 20), interface))
    layer.addSublayer(card)
  }

  // MARK: Pointer and keys

  override func pointerMoved(_ event: PointerEvent) { go(to: event.point) }

  override func pointerLeft(at time: Double) {
    isMagnifying = false
    setNeedsUpdate()
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    go(to: event.point)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { go(to: event.point) }

  override func pointerUp(_ event: PointerEvent) {
    go(to: event.point)
    take()
  }

  override func wheel(_ event: WheelEvent) -> Bool {
    guard event.notches.dy != 0 else { return false }
    widen(by: event.notches.dy > 0 ? 1 : -1)
    return true
  }

  private func widen(by step: Int) {
    let widths = Bitmap.sampleWidths
    let index = (widths.firstIndex(of: width) ?? 0) + step
    guard widths.indices.contains(index) else { return }
    width = widths[index]
    onWidth(width)
  }

  override func key(_ event: KeyEvent) -> Bool {
    let step = event.modifiers.contains(.shift) ? 10 : 1
    guard event.modifiers.subtracting(.shift).isEmpty else { return false }
    switch event.key {
    case .left: go(to: place.column - step, place.row)
    case .right: go(to: place.column + step, place.row)
    case .up: go(to: place.column, place.row - step)
    case .down: go(to: place.column, place.row + step)
    case .space, .enter: take()
    case .character("+"): widen(by: 1)
    case .character("-"): widen(by: -1)
    default: return false
    }
    return true
  }

  override func focusGained(byKeyboard: Bool) { setNeedsUpdate() }
  override func focusLost() { setNeedsUpdate() }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard action == .press else { return false }
    take()
    return true
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .image, label: label,
      value: language.localized(
        "{color}, pixel {column}, {row}",
        [
          "color": color?.words(in: language) ?? language.localized("nothing there"),
          "column": String(place.column + 1), "row": String(place.row + 1),
        ]),
      actions: [.press, .focus], frame: frame, isFocused: isFocused)
  }
}
