import Colors
import Controls
import Geometry
import Input
import Motion
import PosterScene
import Posters
import Scene

/// The zoom of the page on the canvas: by the wheel with Ctrl about the pointer, by keys, commands and a button; and its
/// scrolling by the wheel, the middle button, and a drag while the space bar is held.
final class PageZooming {
  private let session: EditorSession
  private let place: PagePlace
  private unowned let canvas: PosterCanvas

  /// Shows the size of the page, and opens the menu of sizes.
  private(set) lazy var button: ChoiceButton = ChoiceButton(
    session.localized("Zoom")
  ) { [unowned self] button in button.host?.showMenu(menu, below: button) }
  /// The time until which the space bar counts as held: there is no event for its release.
  private var handUntil = -Double.infinity
  /// The pointer's position, in points of the canvas.
  private var pointer: Point? { canvas.host?.pointerPlace.map(canvas.convert(fromWindow:)) }
  /// Whether the canvas is large enough for the button.
  private var hasRoom = true

  /// The longest pause between the repetitions of a held key, in seconds.
  private static let keyPause = 0.8

  init(_ session: EditorSession, on place: PagePlace, of canvas: PosterCanvas) {
    (self.session, self.place, self.canvas) = (session, place, canvas)
  }

  private var spring: Spring? { session.interface.reducesMotion ? nil : .interface }
  private var now: Double { canvas.host?.now ?? 0 }

  private func change(at time: Double, _ change: (inout PageView) -> Void) {
    place.change(at: time, change)
    canvas.setNeedsUpdate()
  }

  // MARK: Zoom

  /// The point about which keys and commands zoom: the pointer's, if it is over the canvas, else the caret or the
  /// middle.
  private var center: Point {
    if let pointer,
      canvas.host?.target(at: canvas.convert(toWindow: pointer))?.isInside(canvas) == true
    {
      return pointer
    }
    if let caret = canvas.caretFrame, place.view.viewport.contains(caret.center) { return caret.center }
    return place.view.viewport.center
  }

  /// The commands, for every focus in the editor.
  var commands: [Command] {
    ZoomCommands(session.interface.language).commands(
      zoom: { [unowned self] factor, time in
        let center = center
        change(at: time) { $0.zoom(by: factor, about: center, at: time, spring: spring) }
      }, go: { [unowned self] scale, time in go(to: scale, at: time) })
  }

  private func go(to scale: NamedScale, at time: Double) {
    guard let host = canvas.host else { return }
    let (screen, center) = (ScreenScale(host), center)
    change(at: time) { $0.zoom(to: screen.value(scale), about: center, at: time, spring: spring) }
    if scale == .print, screen.isEstimated { session.say(ZoomCommands(session.interface.language).estimate) }
  }

  /// A place that is marked on the page in millimetres, and the version of the document in which it is.
  private var marked: (place: Point, revision: Int)?

  /// Shows a place of the page, in millimetres, so large that a tenth of a millimetre is seen, with a ring around it.
  func show(_ place: Point, at time: Double) {
    let page = session.poster.page
    marked = (place, session.draft.revision)
    change(at: time) {
      $0.show(
        Point(place.x / page.width, place.y / page.height), scale: max($0.scale, Self.closeScale), at: time,
        spring: spring)
    }
  }

  /// The scale at which a tenth of a millimetre is eight points.
  private static let closeScale = 28.0

  /// Returns a ring around the marked place; nil after a change of the document.
  func mark(_ interface: Interface) -> Layer? {
    guard let marked, marked.revision == session.draft.revision else { return nil }
    let unit = place.frame.width / max(session.poster.page.width, 1e-9)
    let center = Point(place.frame.minX + marked.place.x * unit, place.frame.minY + marked.place.y * unit)
    let side = 44.0
    let ring = Layer(Rect(center: center, size: Size(side, side)), fill: nil, radius: side / 2)
    (ring.borderWidth, ring.borderColor) = (4, .white)
    let inner = Layer(Rect(x: 1, y: 1, width: side - 2, height: side - 2), fill: nil, radius: side / 2 - 1)
    (inner.borderWidth, inner.borderColor) = (2, interface.theme.highlight)
    ring.addSublayer(inner)
    return ring
  }

  /// Forgets the marked place.
  func unmark() { marked = nil }

  private var menu: Menu {
    let page = commands
    let percent = [0.25, 0.5, 1, 2, 4, 8].map { factor in
      Command(
        "zoom.\(factor)",
        session.localized(
          "{percent} of print size", ["percent": "\(Int(factor * 100))\u{202f}%"])
      ) { [unowned self] time in
        guard let host = canvas.host else { return }
        let scale = ScreenScale(host).print * factor
        change(at: time) { $0.zoom(to: scale, about: $0.viewport.center, at: time, spring: spring) }
      }
    }
    return Menu(groups: [Array(page.prefix(2)), Array(page.dropFirst(2)), percent])
  }

  // MARK: Appearance

  /// Places the button in the lower right corner.
  func layOut(in bounds: Rect, _ interface: Interface) {
    let size = Size(interface.line("1000.0\u{202f}%", style: Theme.strong).width + 42, Theme.controlHeight)
    hasRoom = bounds.width >= 260 && bounds.height >= 200
    button.frame = Rect(
      x: bounds.maxX - size.width - Theme.gap, y: bounds.maxY - size.height - Theme.gap, width: size.width,
      height: size.height
    ).pixelAligned(scale: interface.scale)
  }

  /// Shows the present size.
  func refresh(_ interface: Interface) {
    guard let host = canvas.host else { return }
    let percentage = ScreenScale(host).percentage(place.view.scale, in: host.interface.language)
    button.chosen = percentage
    button.isHidden = place.isFlying || !hasRoom
  }

  // MARK: Input

  /// Whether a press of the left button grabs the page.
  var isHand: Bool { isHeld || now < handUntil }

  /// Whether a pointer holds the page.
  var isHeld: Bool { place.view.isHeld }

  /// Grabs the page with the middle button, or with the left one while the space bar is held.
  func press(_ event: PointerEvent) -> Bool {
    guard event.button == .middle || isHand, !place.isFlying, place.view.canScroll else { return false }
    change(at: event.time) { $0.grab(at: event.point, time: event.time) }
    return true
  }

  /// Scrolls the page that the pointer holds.
  func drag(_ event: PointerEvent) -> Bool {
    guard isHeld else { return now < handUntil }
    change(at: event.time) { $0.drag(to: event.point, time: event.time) }
    return true
  }

  /// Releases the page; returns false if no pointer holds it.
  func release(at time: Double) -> Bool {
    guard isHeld else { return now < handUntil }
    change(at: time) { $0.release(at: time) }
    return true
  }

  /// Scrolls back to where the page was grabbed.
  func cancel(at time: Double) -> Bool {
    guard isHeld else { return false }
    change(at: time) { $0.cancelDrag(at: time) }
    return true
  }

  /// Zooms with Ctrl about the pointer; scrolls a zoomed page without Ctrl, sideways with Shift.
  func wheel(_ event: WheelEvent) -> Bool {
    guard !place.isFlying, event.modifiers.subtracting([.control, .shift]).isEmpty else { return false }
    if event.modifiers.contains(.control) {
      guard event.notches.dy != 0 else { return false }
      change(at: event.time) {
        $0.zoom(turns: event.notches.dy, about: event.point, at: event.time, spring: spring)
      }
      return true
    }
    guard place.view.canScroll else { return false }
    let notches =
      event.modifiers.contains(.shift) ? Vector(-event.notches.dy, 0) : event.notches
    change(at: event.time) { $0.turn(notches, at: event.time, spring: spring) }
    return true
  }

  /// Takes the space bar while nothing is typed, so that the left button scrolls the page.
  func key(_ event: KeyEvent) -> Bool {
    guard event.key == .space, event.modifiers.isEmpty, !session.draft.isTyping, place.view.canScroll else {
      handUntil = -.infinity
      return false
    }
    handUntil = event.time + Self.keyPause
    return true
  }

  /// Scrolls a zoomed page with the arrow and page keys while nothing is typed.
  func scroll(_ event: KeyEvent) -> Bool {
    guard place.view.canScroll, !session.draft.isTyping, event.modifiers.isEmpty else { return false }
    let page = place.view.viewport.height * 0.9 / 72
    let notches: Vector
    switch event.key {
    case .left: notches = Vector(-1, 0)
    case .right: notches = Vector(1, 0)
    case .up: notches = Vector(0, 1)
    case .down: notches = Vector(0, -1)
    case .pageUp: notches = Vector(0, page)
    case .pageDown: notches = Vector(0, -page)
    default: return false
    }
    change(at: event.time) { $0.turn(notches, at: event.time, spring: spring) }
    return true
  }
}
