import Controls
import Geometry
import Input
import PosterScene
import Scene

/// Handles input for the posters that have left the wall: they are caught, dragged, browsed and closed.
final class StageControl: Control {
  let stage: OpenPosterTransition
  /// Called after the posters, and the wall behind them, were advanced to a time.
  var onShow: (Double) -> Void = { _ in }
  /// Called when Tab was pressed, backward with Shift.
  var onTab: (_ isBackward: Bool, _ time: Double) -> Void = { _, _ in }
  private let dataSource: any PosterDataSource
  private let actions: GalleryCommands
  private var press = Press.none

  private enum Press {
    case none
    case flight(FlyingPoster)
    /// On the open poster at rest: a click until it moves.
    case click(FlyingPoster, at: Point)
    /// Beside the open poster.
    case beside(at: Point)
    /// On a zoomed poster, which follows the pointer: a click until it moves.
    case scrolling(PointerEvent, hasMoved: Bool)
  }

  init(_ stage: OpenPosterTransition, _ dataSource: any PosterDataSource, _ commands: GalleryCommands) {
    self.stage = stage
    self.dataSource = dataSource
    actions = commands
    super.init(label: commands.session.language.localized("Poster"))
    layer.addSublayer(stage.layer)
  }

  override var isFocusable: Bool { stage.current != nil }
  override var focusFrame: Rect { .zero }
  override var cursor: CursorShape {
    switch press {
    case .flight, .click, .scrolling: .hand
    case .none, .beside: isScrollable ? .hand : .arrow
    }
  }
  override func reacts(to button: PointerButton) -> Bool { button == .left || button == .middle }

  /// An open poster covers the whole window; a returning one can be caught.
  override func hitTest(_ point: Point) -> Control? {
    stage.current != nil || stage.isGrabbable(at: point, time: host?.now ?? 0) ? self : nil
  }

  override func layOut(_ interface: Interface) {
    stage.layOut(size: bounds.size, at: host?.now ?? 0)
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    defer { onShow(time) }
    return stage.show(at: time)
  }

  /// Whether the open poster is zoomed and can be scrolled.
  private var isScrollable: Bool { stage.view(at: host?.now ?? 0)?.canScroll == true }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    if isScrollable {
      stage.changeView(at: event.time) { view, _ in view.grab(at: event.point, time: event.time) }
      press = .scrolling(event, hasMoved: false)
      return true
    }
    let isResting = stage.isCurrentAtRest(at: event.time)
    if event.button == .left, let flyer = stage.grab(at: event.point, time: event.time) {
      let isOnPoster = stage.currentFrame(at: event.time)?.contains(event.point) == true
      press = isResting && isOnPoster ? .click(flyer, at: event.point) : .flight(flyer)
    } else if stage.current != nil {
      press = .beside(at: event.point)
    } else {
      return false
    }
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    switch press {
    case .flight(let flyer): stage.drag(flyer, to: event.point, time: event.time)
    case .click(let flyer, let start):
      stage.drag(flyer, to: event.point, time: event.time)
      if event.point.distance(to: start) >= WallControl.slop { press = .flight(flyer) }
    case .scrolling(let start, let hasMoved):
      stage.changeView(at: event.time) { view, _ in view.drag(to: event.point, time: event.time) }
      press = .scrolling(
        start, hasMoved: hasMoved || event.point.distance(to: start.point) >= WallControl.slop)
    case .none, .beside: break
    }
  }

  override func pointerUp(_ event: PointerEvent) {
    switch press {
    case .flight(let flyer): stage.release(flyer, at: event.point, time: event.time)
    case .click(let flyer, let start):
      stage.release(flyer, at: start, time: event.time)
      edit(at: start, time: event.time)
    case .beside(let start):
      if event.point.distance(to: start) < WallControl.slop { stage.goBack(at: event.time) }
    case .scrolling(let start, let hasMoved):
      stage.changeView(at: event.time) { view, _ in view.release(at: event.time) }
      if !hasMoved { click(start) }
    case .none: break
    }
    press = .none
  }

  override func pointerCancelled(at time: Double) {
    switch press {
    case .flight(let flyer), .click(let flyer, _): stage.cancelDrag(of: flyer, at: time)
    case .scrolling: stage.changeView(at: time) { view, _ in view.cancelDrag(at: time) }
    case .none, .beside: break
    }
    press = .none
  }

  /// Edits a zoomed poster that was clicked, or closes it from beside it.
  private func click(_ event: PointerEvent) {
    if event.button == .left, stage.currentFrame(at: event.time)?.contains(event.point) == true {
      edit(at: event.point, time: event.time)
    } else {
      stage.goBack(at: event.time)
    }
  }

  /// Edits the poster, with the caret at a point.
  private func edit(at point: Point, time: Double) {
    guard let frame = stage.currentFrame(at: time), !frame.isEmpty else { return }
    actions.opening.edit(
      .at(Point((point.x - frame.minX) / frame.width, (point.y - frame.minY) / frame.height)))
  }

  /// Typed text starts editing and is inserted.
  override func insert(_ text: String, at time: Double) -> Bool {
    guard stage.current != nil else { return false }
    actions.opening.edit(.inserting(text))
    return true
  }

  /// The time of the last horizontal wheel turn.
  private var lastSwipe: Double?
  /// The pause after which a horizontal turn is another swipe, in seconds.
  private static let swipePause = 0.3

  /// The pointer's position.
  private var pointer: Point?

  override func pointerMoved(_ event: PointerEvent) { pointer = event.point }
  override func pointerLeft(at time: Double) { pointer = nil }

  /// The point about which keys zoom.
  private var zoomCenter: Point { isHovered ? pointer ?? bounds.center : bounds.center }

  /// The commands that zoom the open poster.
  var zoomCommands: [Command] {
    guard let interface = host?.interface else { return [] }
    let commands = ZoomCommands(interface.language)
    return commands.commands(
      zoom: { [unowned self] factor, time in
        stage.changeView(at: time) { $0.zoom(by: factor, about: zoomCenter, at: time, spring: $1) }
      },
      go: { [unowned self] scale, time in
        guard let host else { return }
        let screen = ScreenScale(host)
        stage.changeView(at: time) {
          $0.zoom(to: screen.value(scale), about: zoomCenter, at: time, spring: $1)
        }
        if scale == .print, screen.isEstimated { host.say(commands.estimate) }
      })
  }

  /// A horizontal swipe, with two fingers or a tilting wheel, leads to the next or previous poster.
  override func wheel(_ event: WheelEvent) -> Bool {
    guard stage.current != nil else { return false }
    pointer = event.point
    if event.modifiers.contains(.control) {
      stage.changeView(at: event.time) { view, spring in
        view.zoom(turns: event.notches.dy, about: event.point, at: event.time, spring: spring)
      }
      return true
    }
    if isScrollable {
      let isSideways = event.modifiers.contains(.shift)
      let notches = isSideways ? Vector(-event.notches.dy, 0) : event.notches
      stage.changeView(at: event.time) { view, spring in
        view.turn(notches, at: event.time, spring: spring)
      }
      return true
    }
    guard event.notches.dx.magnitude > event.notches.dy.magnitude else { return true }
    let goesOn = lastSwipe.map { event.time - $0 < Self.swipePause } ?? false
    if !goesOn { actions.opening.turnPage(by: event.notches.dx < 0 ? 1 : -1) }
    lastSwipe = event.time
    return true
  }

  override func contextMenu(for event: PointerEvent) -> Menu? {
    stage.current == nil ? nil : actions.posterMenu
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard stage.current != nil else { return false }
    if event.key == .tab {
      onTab(event.modifiers.contains(.shift), event.time)
      return true
    }
    if event.key == .menu || event.key == .function(10) && event.modifiers == .shift {
      host?.showMenu(actions.posterMenu, at: bounds.center)
      return true
    }
    guard event.modifiers.isEmpty else { return false }
    if scroll(event) { return true }
    switch event.key {
    case .escape, .backspace: goBack(at: event.time)
    case .enter, .function(2): actions.opening.edit(.typing)
    case .left, .pageUp, .up: actions.opening.turnPage(by: -1)
    case .right, .pageDown, .down, .space: actions.opening.turnPage(by: 1)
    case .home: actions.opening.showPage(at: 0)
    case .end: actions.opening.showPage(at: dataSource.count - 1)
    default: return false
    }
    return true
  }

  /// Scrolls a zoomed poster; the space bar waits for a drag, and Escape shows the whole poster.
  private func scroll(_ event: KeyEvent) -> Bool {
    guard let view = stage.view(at: event.time), view.isZoomed else { return false }
    if event.key == .escape {
      stage.changeView(at: event.time) { $0.zoom(to: nil, about: .zero, at: event.time, spring: $1) }
      return true
    }
    guard view.canScroll else { return false }
    let page = view.viewport.height * 0.9 / 72
    let notches: Vector
    switch event.key {
    case .left: notches = Vector(-1, 0)
    case .right: notches = Vector(1, 0)
    case .up: notches = Vector(0, 1)
    case .down: notches = Vector(0, -1)
    case .pageUp: notches = Vector(0, page)
    case .pageDown: notches = Vector(0, -page)
    case .space: return true
    default: return false
    }
    stage.changeView(at: event.time) { $0.turn(notches, at: event.time, spring: $1) }
    return true
  }

  /// Cancels a drag, or closes the poster.
  func goBack(at time: Double) {
    press = .none
    stage.goBack(at: time)
  }

  override var accessibility: AccessibilityNode {
    guard let current = stage.current, let frame = stage.currentFrame(at: host?.now ?? 0) else {
      return AccessibilityNode(role: .group, label: label, frame: .zero)
    }
    let index = dataSource.index(of: current.id) ?? 0
    let language = actions.session.language
    return AccessibilityNode(
      role: .image, label: dataSource.card(at: index)?.name(in: language) ?? label,
      value: dataSource.place(of: index, in: language),
      actions: [.press, .focus, .showMenu], frame: frame,
      isFocused: isFocused)
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard stage.current != nil else { return false }
    switch action {
    case .press: actions.opening.edit(.typing)
    case .showMenu: host?.showMenu(actions.posterMenu, at: bounds.center)
    default: return false
    }
    return true
  }
}
