import Colors
import Controls
import Geometry
import Input
import Localization
import Motion
import PosterScene
import Posters
import Scene

/// The poster itself, as large as fits, with a caret in its own letters.
///
/// A press moves the caret; keys and input methods type there. Typing is never animated.
final class PosterCanvas: Control {
  private let session: EditorSession
  private var draft: PosterDraft { session.draft }

  /// The frame of the page, and its animation.
  let place: PagePlace
  /// Reorders lines.
  let lines: LineMover
  /// Handles text input.
  let typing: PosterTyping

  /// Contains the poster, below the handles.
  private let drawing = Layer()
  /// The layers of lines and crown, which are reused while unchanged.
  private let inkLayers = PosterLayerCache()
  private(set) lazy var lineHandles = LineHandles(self, session)
  private(set) lazy var groundHandles = GroundHandles(self, session)
  private(set) lazy var pageGuides = PageGuides(self, session)
  private(set) lazy var freeGuides = FreeGuides(self, session)
  private lazy var rulers = PageRulers(self, session)
  private(set) lazy var crownHandle = CrownHandle(session)
  private(set) lazy var elementHandles = ElementHandles(session)
  /// The animation of a new crown.
  let crownMotion = CrownMotion()
  /// Handles tables and columns dropped here.
  private(set) lazy var tables = MergeDrops(session, on: place)
  /// Handles pictures dropped here.
  private(set) lazy var drops = PictureDrops(session)
  /// The page size, in points of the page, and the visibility of guides at the last layout.
  private var laidOut = (size: Size.zero, showsGuides: false, showsRulers: false)
  /// Whether the caret is visible: it is hidden while lines move.
  private var showsCaret = true
  /// The line that the pointer is near.
  private var hoveredLine: Int?
  /// The zoom of the page by the pointer, keys and commands.
  private(set) lazy var zooming = PageZooming(session, on: place, of: self)
  /// The caret that was last scrolled into view.
  private var revealedCaret: (caret: TextPosition, revision: Int)?

  init(_ session: EditorSession) {
    self.session = session
    place = PagePlace(session.draft)
    lines = LineMover(session, on: place)
    typing = PosterTyping(session, on: place)
    super.init(label: session.localized("Poster"))
    layoutDirection = .leftToRight
    drawing.name = "page"
    layer.addSublayer(drawing)
    addChild(groundHandles)
    addChild(pageGuides)
    addChild(freeGuides)
    addChild(crownHandle)
    addChild(elementHandles)
    addChild(lineHandles)
    addChild(rulers)
    addChild(zooming.button)
    layer.addSublayer(drops.layer)
  }

  override var cursor: CursorShape { zooming.isHand ? .hand : .text }
  override func reacts(to button: PointerButton) -> Bool { button == .left || button == .middle }

  override var takesText: Bool { draft.isTyping }
  /// During typing the caret shows the focus.
  override var focusFrame: Rect { draft.isTyping ? .zero : place.frame }
  override var focusRadius: Double { 2 }
  override var isFocusable: Bool { true }

  // MARK: Geometry

  override func layOut(_ interface: Interface) {
    let size = draft.layout.page.size
    // Space is needed at the sides for the handles of lines, and all around for the bleed while its guides are shown.
    let (beside, above) = (LineHandles.room, session.showsGuides ? LineHandles.room : Theme.margin)
    // Rulers take the upper and the left edge.
    let ruler = session.showsRulers ? PageRulers.thickness : 0
    let viewport = bounds.inset(by: EdgeInsets(top: ruler, left: ruler))
    let room = viewport.inset(by: EdgeInsets(top: above, left: beside, bottom: above, right: beside))
    let scale = min(max(room.width, 1) / size.width, max(room.height, 1) / size.height)
    let shown = Size(size.width * scale, size.height * scale)
    let seat = Rect(
      x: viewport.midX - shown.width / 2, y: viewport.midY - shown.height / 2, width: shown.width,
      height: shown.height
    ).pixelAligned(scale: interface.scale)
    if isReflected { place.reflectArrival(onWidth: bounds.width) }
    place.layOut(
      whole: seat, viewport: viewport, margin: beside, pixel: interface.hairline, at: host?.now ?? 0)
    zooming.layOut(in: bounds, interface)
    laidOut = (size, session.showsGuides, session.showsRulers)
    for cover in [groundHandles, pageGuides, elementHandles, freeGuides, rulers] as [Control] {
      cover.frame = bounds
      cover.setNeedsLayout()
    }
  }

  // MARK: Opening and closing

  /// Animates the page from a frame to its seat; the frame is in points of the control, but in the parent's direction.
  func arrive(from start: Rect, velocity: SIMD4<Double>, at time: Double) {
    place.arrive(from: start, velocity: velocity, at: time)
    setNeedsLayout()
  }

  /// Animates the page to a frame for closing.
  func leave(to end: Rect, at time: Double) {
    place.leave(to: end, at: time)
    setNeedsUpdate()
  }

  func hasSettled(at time: Double) -> Bool { place.hasSettled(at: time) }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    lines.show(at: time)
    if lines.isAtRest(at: time) != showsCaret { setNeedsUpdate() }
    let arrival = crownMotion.advance(to: time)
    let next = lines.isMoving(at: time) ? time : arrival
    guard place.isLate(at: time) || place.view.isMoving(at: time) else { return next }
    setNeedsUpdate()
    return place.advance(to: time) ? time : next
  }

  /// The frame of the page in the control, for placing something beside it.
  var pageFrame: Rect { place.frame }

  /// The part of the page that is on the canvas.
  private var visiblePage: Rect { place.frame.intersection(bounds) ?? place.frame }

  // MARK: Drawing

  override func update(_ interface: Interface) {
    drawing.removeSublayers()
    drawing.frame = bounds
    let layout = session.shownLayout
    // The page may have another size since the last layout.
    if (layout.page.size, session.showsGuides, session.showsRulers) != laidOut { layOut(interface) }
    let time = host?.now ?? 0
    revealCaret(at: time)
    // Only a zoomed page reaches beyond the canvas.
    self.layer.masksToBounds = (place.view.isZoomed || session.showsRulers) && !place.isFlying
    let isZooming = place.view.isZooming(at: time)
    // The bleed is visible only while it is being set.
    let bleed =
      session.showsGuides && !place.isFlying ? PrintSheet(bleed: draft.poster.bleed).bleedInPoints : 0
    let sheet = place.frame.outset(by: bleed * place.scale)
    let request = PosterPictures.Request(
      layout, page: PixelSize(pictureSize(of: sheet), scale: interface.scale), bleed: bleed)
    // Modules of codes begin and end on pixels of the display, unless the page moves.
    let grid = PosterLayout.DeviceGrid(
      sheet: layout.page.outset(by: bleed), width: sheet.width * interface.scale,
      height: sheet.height * interface.scale)
    let poster = Layer(
      poster: place.isFlying || isZooming ? layout : layout.aligned(to: grid), size: sheet.size,
      pictures: pictures.pictures(for: request, isMoving: place.isFlying || isZooming), bleed: bleed,
      cache: inkLayers)
    poster.frame = sheet
    poster.isMoving = place.isFlying || isZooming
    // During its animation the page covers the controls beside it.
    self.layer.zPosition = place.isFlying ? 1 : 0
    poster.shadow = interface.theme.shadow()
    drawing.addSublayer(poster)
    // The lines of a row may be fewer than those of the poster.
    lines.take(
      poster.sublayers.first.flatMap { session.showsRow ? nil : layout.lineLayers(in: $0) } ?? [],
      at: host?.now ?? 0)
    crownMotion.show(layout, in: poster, at: host?.now ?? 0)
    // The selection is between the letters and the background.
    if let content = poster.sublayers.first {
      let color = interface.theme.highlight.withAlpha(0.35)
      for area in lines.isAtRest(at: host?.now ?? 0) ? draft.selectedAreas : [] {
        let margin = area.rect.height * 0.06
        let mark = Layer(area.rect.outset(by: margin), fill: color, radius: area.rect.height * 0.04)
        content.insertSublayer(bent(area.outset(by: margin), color) ?? mark, at: 1)
      }
    }
    for area in draft.composedAreas {
      var line = area
      line.rect = Rect(
        x: area.rect.minX, y: area.rect.maxY + area.rect.height * 0.08, width: area.rect.width, height: 0)
      let width = max(1, interface.hairline)
      if line.bentPath != nil {
        line.rect.size.height = width / place.scale
        if let layer = bent(line, ink) { poster.sublayers.first?.addSublayer(layer) }
        continue
      }
      let frame = place.onCanvas(line.rect)
      drawing.addSublayer(
        Layer(Rect(x: frame.minX, y: frame.minY, width: frame.width, height: width), fill: ink))
    }
    showsCaret = lines.isAtRest(at: host?.now ?? 0)
    if showsCaret, var caret = draft.caret, caret.bentPath != nil {
      let width = caretWidth(caret.rect.height * place.scale) / place.scale
      caret.rect = Rect(
        x: caret.rect.minX - width / 2, y: caret.rect.minY, width: width, height: caret.rect.height)
      if let layer = bent(caret, ink) { poster.sublayers.first?.addSublayer(layer) }
    } else if showsCaret, let caret = caretFrame {
      drawing.addSublayer(Layer(caret.pixelAligned(scale: interface.scale), fill: ink))
    }
    if let mark = zooming.mark(interface) { drawing.addSublayer(mark) }
    groundHandles.refresh()
    pageGuides.refresh()
    freeGuides.refresh(interface)
    rulers.refresh(interface)
    zooming.refresh(interface)
    crownHandle.show(groundHandles.movesPicture || place.isFlying ? nil : layout, on: place.frame)
    elementHandles.show(groundHandles.movesPicture || place.isFlying ? nil : layout, on: place.frame)
    showLineHandles(interface)
  }

  /// Returns the size for which pictures are decoded: that of the sheet or, of a zoomed page, that of the whole page
  /// doubled until it is as large, so that a zoom does not decode them anew each time.
  private func pictureSize(of sheet: Rect) -> Size {
    guard !place.isFlying else { return place.seat.size }
    guard place.view.isZoomed else { return sheet.size }
    let whole = Size(sheet.width, sheet.height)
    let share = place.view.wholeScale / place.view.scale
    var scale = share
    while scale < 0.999, 2 * scale * max(whole.width, whole.height) <= Self.largestPicture { scale *= 2 }
    return Size(whole.width * scale, whole.height * scale)
  }

  /// The longest side of decoded pictures of a zoomed page, in points.
  private static let largestPicture = 4096.0

  /// Scrolls a zoomed page so that a caret that was moved or typed at is seen.
  private func revealCaret(at time: Double) {
    guard draft.isTyping, place.view.isZoomed, !zooming.isHeld else { return }
    let (caret, revision) = (draft.selection.caret, draft.revision)
    if let revealedCaret, revealedCaret == (caret, revision) { return }
    defer { revealedCaret = (caret, revision) }
    // A press has put it where it is seen.
    guard let frame = caretFrame, !typing.isPressed else { return }
    let page = place.frame
    let part = Rect(
      x: (frame.minX - page.minX) / page.width, y: (frame.minY - page.minY) / page.height,
      width: frame.width / page.width, height: frame.height / page.height)
    place.change(at: time) {
      $0.reveal(part, margin: 24, at: time, spring: session.interface.reducesMotion ? nil : .interface)
    }
  }

  /// The line that has handles: the dragged one, the one with the caret, or the one near the pointer.
  private var lineWithHandles: Int? {
    if let held = lines.held { return held }
    guard !place.isFlying, !session.showsRow else { return nil }
    if draft.isTyping { return draft.selection.caret.line }
    let isNear = ([self, lineHandles] + lineHandles.children).contains { $0.isHovered }
    return isNear ? hoveredLine : nil
  }

  private func showLineHandles(_ interface: Interface) {
    let line = lineWithHandles
    let box = line.flatMap { lines.frame(of: $0, at: host?.now ?? 0) }
    lineHandles.show(
      box == nil || session.refusal != nil ? nil : line, beside: box ?? .zero,
      page: place.frame, within: place.view.viewport, interface)
  }

  private var ink: RGBA {
    let caret = draft.selection.caret
    let lines = draft.poster.lines
    guard lines.indices.contains(caret.line) else { return draft.poster.ink }
    let line = lines[caret.line]
    return line.style(ofTypingAt: caret.offset).ink ?? line.ink ?? draft.poster.ink
  }

  /// As tall as the capitals, and as wide as a fiftieth of them but at least 2 points.
  override var caretFrame: Rect? {
    guard let area = draft.caret else { return nil }
    let caret = place.onCanvas(area.bounds)
    let width = max(caretWidth(caret.height), caret.width)
    return Rect(x: caret.midX - width / 2, y: caret.minY, width: width, height: caret.height)
  }

  /// Returns the width of a caret of a height, in points of the canvas.
  private func caretWidth(_ height: Double) -> Double { max(2, height / 50) }

  /// Returns a layer of the page that fills an area of a curved line; nil for one of a straight line.
  private func bent(_ area: TextArea, _ color: RGBA) -> Layer? {
    guard let path = area.bentPath else { return nil }
    let layer = Layer()
    layer.bounds = draft.layout.page
    layer.anchorPoint = .zero
    layer.position = draft.layout.page.origin
    layer.contents = .path(PathContents(path, color: color))
    return layer
  }

  /// The pictures of the poster as they are shown.
  private(set) lazy var pictures: ShownPictures = ShownPictures(session, from: session.knownPictures) {
    [unowned self] in
    session.pictureFailures = pictures.present.failures
    setNeedsUpdate()
  }

  // MARK: Pointer

  override func pointerDown(_ event: PointerEvent) -> Bool {
    session.selectedElement = nil
    if event.button == .left { zooming.unmark() }
    return zooming.press(event) || event.button == .left && typing.press(event)
  }

  override func pointerDragged(_ event: PointerEvent) {
    if !zooming.drag(event) { typing.drag(event) }
  }

  override func pointerUp(_ event: PointerEvent) {
    if !zooming.release(at: event.time) { typing.endPress() }
  }

  override func pointerCancelled(at time: Double) {
    if !zooming.cancel(at: time) { typing.cancelPress() }
  }

  override func wheel(_ event: WheelEvent) -> Bool { zooming.wheel(event) }

  /// While a hand holds or waits for the page, nothing on it takes a press.
  override func hitTest(_ point: Point) -> Control? {
    zooming.isHand && bounds.contains(point) && !zooming.button.frame.contains(point)
      ? self : super.hitTest(point)
  }

  override func pointerMoved(_ event: PointerEvent) {
    let page = place.frame
    let line = draft.layout.position(at: place.onPage(event.point))?.line
    // Beside the page, only the side with the handles counts.
    let isNear = event.point.x < page.maxX && page.minY < event.point.y && event.point.y < page.maxY
    let wanted = isNear ? line : nil
    guard wanted != hoveredLine else { return }
    hoveredLine = wanted
    if !draft.isTyping { setNeedsUpdate() }
  }

  /// After the pointer leaves the handles, the line may lose them.
  override func pointerLeft(_ part: Control, at time: Double) {
    if part.isInside(lineHandles) { setNeedsUpdate() }
  }

  // MARK: Keys

  override func key(_ event: KeyEvent) -> Bool {
    if zooming.key(event) || typing.key(event) { return true }
    return zooming.scroll(event)
  }

  override func insert(_ text: String, at time: Double) -> Bool { typing.insert(text) }

  override func compose(_ composition: Input.Composition, at time: Double) -> Bool {
    typing.compose(composition)
  }

  // MARK: Drag and drop

  override func proposal(for event: DropEvent) -> DropProposal? {
    tables.proposal(for: event, on: visiblePage) ?? drops.proposal(for: event, on: visiblePage)
  }

  override func dragMoved(_ event: DropEvent) {
    tables.move(event)
    if let interface = host?.interface { drops.move(event, on: visiblePage, interface) }
  }

  override func dragLeft() {
    tables.leave()
    drops.leave()
  }

  override func drop(_ event: DropEvent) {
    if !tables.drop(event, on: self) { drops.drop(event, on: visiblePage, of: self) }
  }

  // MARK: Commands

  override var commands: [Command] {
    let hasSelection = draft.isTyping && !draft.selection.isEmpty
    let group = session.localized("Text")
    return [
      Command("edit.cut", session.localized("Cut"), .control("x"), group: group, isEnabled: hasSelection) {
        [unowned self] _ in
        copy()
        guard session.mayChange() else { return }
        draft.delete(.character, forward: true)
        session.onChange()
      },
      Command("edit.copy", session.localized("Copy"), .control("c"), group: group, isEnabled: hasSelection) {
        [unowned self] _ in
        copy()
      },
      Command("edit.paste", session.localized("Paste"), .control("v"), group: group) {
        [unowned self] time in
        paste(at: time)
      },
      Command("edit.select-all", session.localized("Select line, then all"), .control("a"), group: group) {
        [unowned self] _ in
        typing.selectMore()
      },
    ]
  }

  private func copy() { session.clipboard.write(draft.edited.text.selectedText) }

  /// Called with a pasted picture or drawing.
  var onPaste: (PastedPicture) -> Void = { _ in }

  /// Pastes text; a drawing becomes the crown, and a picture the background.
  private func paste(at time: Double) {
    let text = session.clipboard.read().flatMap { $0.isEmpty ? nil : $0 }
    if let text, MergeDrops.isTable(text), session.mayChange() { return session.merge.open(text: text) }
    if let text, !PastedPicture.isDrawing(text) {
      _ = insert(text, at: time)
      host?.tellOfMissingFont(for: text)
      return
    }
    guard session.mayChange() else { return }
    let (fetch, language, decoder) = (
      session.clipboard.fetch, session.interface.language, session.pictures
    )
    session.tasks.run({ try PastedPicture(text, from: fetch, in: language, by: decoder) }) {
      [unowned self] result in
      switch result {
      case .success(let picture?): onPaste(picture)
      case .success(nil): session.say(Message("The clipboard has nothing that a poster can use"))
      case .failure(let fault): session.say(fault.message)
      }
    }
  }

  // MARK: Assistive tools

  override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(role: .group, label: label, frame: frame, isFocused: isFocused)
    node.children = typing.accessibleLines(in: frame, isFocused: isFocused)
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard let line = part.flatMap(typing.line) else { return false }
    if case .focus = action { host?.setFocus(self, byKeyboard: true) }
    return typing.perform(action, onLine: line)
  }
}

/// The animation of a new crown: it grows a little and fades in, by one progress, on the interface's spring.
///
/// The poster's layers are rebuilt with every change; the animation finds the crown's layer among them each time.
final class CrownMotion {
  private var progress = Animated(1.0, tolerance: .init(distance: 1e-3, speed: 1e-2))
  private var layer: Layer?
  private var center = Point.zero

  /// The initial size of a new crown, as a fraction of its final size.
  private static let start = 0.72

  /// Starts the animation of a new crown; without a spring it appears immediately.
  func begin(at time: Double, on spring: Spring?) {
    guard let spring else { return progress = Animated(1, tolerance: progress.tolerance) }
    progress = Animated(from: 0, to: 1, spring: spring, at: time, tolerance: progress.tolerance)
  }

  /// Finds the crown's layer among those of a poster, which were made for a layout.
  func show(_ layout: PosterLayout, in poster: Layer, at time: Double) {
    layer = nil
    guard let emblem = layout.emblem, let content = poster.sublayers.first else { return }
    let groups = content.sublayers.filter { $0.name == "ink" }
    // A crown in the ink is below the lines, a picture in its own colours above them.
    if case .picture = emblem {
      layer = groups.last?.sublayers.first
    } else {
      layer = groups.first?.sublayers.first
    }
    center = emblem.bounds.center
    _ = advance(to: time)
  }

  /// Updates the crown for a time; returns when it next changes.
  func advance(to time: Double) -> Double? {
    guard let layer else { return nil }
    let isMoving = progress.isMoving(at: time)
    guard isMoving || layer.isMoving else { return nil }
    let share = progress.value(at: time)
    let scale = Self.start + (1 - Self.start) * share
    let origin = layer.bounds.origin
    layer.isMoving = isMoving
    layer.transform = .scale(x: scale, y: scale)
    layer.position = center - (center - origin) * scale
    layer.opacity = min(max(share, 0), 1)
    return isMoving ? time : nil
  }
}

/// The handles beside the line with the caret or near the pointer: a grip for moving it, and buttons for its size, for
/// removing it, and for adding a line below.
final class LineHandles: Control {
  private unowned let canvas: PosterCanvas
  private let session: EditorSession
  /// The line that the handles belong to, or nil while they are hidden.
  private(set) var line: Int?

  private lazy var grip = LineGrip(canvas, session) { [unowned self] in line }
  private lazy var size = Button(session.localized("Large or small line"), icon: .lineSize, kind: .quiet) {
    [unowned self] _ in
    guard let line else { return }
    session.changeLine(line, .lineSize) { $0.toggleRank() }
  }
  private lazy var remove = Button(session.localized("Delete line"), icon: .cross, kind: .quiet) {
    [unowned self] _ in
    guard let line else { return }
    session.changeLines(.deletingLine) { $0.removeLine(at: line) }
  }
  private lazy var add = Button(session.localized("New line below"), icon: .plus, kind: .quiet) {
    [unowned self] _ in
    guard let line, session.mayChange() else { return }
    session.draft.beginTyping()
    session.changeLines(.newLine) { $0.addLine(below: line) }
    host?.setFocus(canvas)
  }

  private static let side = 26.0
  /// The width that the handles need at the side of a page when they are stacked.
  static let room = side + 14

  init(_ canvas: PosterCanvas, _ session: EditorSession) {
    self.canvas = canvas
    self.session = session
    super.init(label: session.localized("Handles of the line"))
    layer.name = "line handles"
    for control in [grip, size, remove, add] as [Control] { addChild(control) }
    isHidden = true
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Shows the handles at the left of the page: in a row, or, where less space is left, in a column; nil hides them.
  func show(_ line: Int?, beside box: Rect, page: Rect, within room: Rect, _ interface: Interface) {
    self.line = line
    isHidden = line == nil
    guard let line else { return }
    let controls = [grip, size, remove, add] as [Control]
    let (long, short) = (Self.side * Double(controls.count) + 4, Self.side + 4)
    let isRow = page.minX >= long + 8
    let extent = isRow ? Size(long, short) : Size(short, long)
    let y = min(max(box.midY - extent.height / 2, room.minY), max(room.maxY - extent.height, room.minY))
    // On a page that is zoomed they stay in sight, over its edge.
    let x = max(page.minX - extent.width - (isRow ? 8 : 5), room.minX + 4)
    frame = Rect(x: x, y: y, width: extent.width, height: extent.height).pixelAligned(scale: interface.scale)
    if frame.maxX > page.minX {
      layer.setSurface(interface.theme.window, radius: Theme.fieldRadius, elevation: 0.5, interface)
    } else {
      (layer.backgroundColor, layer.borderWidth, layer.shadow) = (nil, 0, nil)
    }
    for (place, control) in controls.enumerated() {
      let way = 2 + Double(place) * Self.side
      control.frame = Rect(x: isRow ? way : 2, y: isRow ? 2 : way, width: Self.side, height: Self.side)
    }
    let lines = session.draft.edited.text.lines
    remove.isEnabled = lines.count > 1 || !lines[min(line, lines.count - 1)].text.isEmpty
    add.isEnabled = lines.count < Poster.mostLines
  }
}

/// Six dots for dragging a line to another place; the arrow keys also move it.
final class LineGrip: Control {
  private unowned let canvas: PosterCanvas
  private let session: EditorSession
  private let line: () -> Int?
  /// The distance of the pointer from the middle of the dragged line, in points of the canvas.
  private var grab: Double?

  init(_ canvas: PosterCanvas, _ session: EditorSession, line: @escaping () -> Int?) {
    self.canvas = canvas
    self.session = session
    self.line = line
    super.init(label: session.localized("Move line"))
  }

  override var tooltip: Tooltip? {
    // Untranslated: tooltips translate the names of keys.
    Tooltip(session.localized("Drag to move the line"), shortcut: "Alt+↑ ↓")
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    layer.backgroundColor = isHovered || isPressed ? interface.theme.pressed : nil
    layer.cornerRadius = Theme.fieldRadius
    layer.addSublayer(Layer(.grip, in: bounds, color: interface.theme.secondaryInk))
  }

  /// Returns the height of the pointer in the canvas.
  private func height(of event: PointerEvent) -> Double {
    canvas.convert(fromWindow: convert(toWindow: event.point)).y
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard let line = line(), session.mayChange(), let middle = canvas.lines.middle(of: line) else {
      return false
    }
    grab = height(of: event) - middle
    canvas.lines.hold(line)
    canvas.setNeedsUpdate()
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let grab else { return }
    canvas.lines.drag(middleTo: height(of: event) - grab, at: event.time)
    canvas.setNeedsUpdate()
  }

  override func pointerUp(_ event: PointerEvent) { letGo(at: event.time) }
  override func pointerCancelled(at time: Double) {
    canvas.lines.comeBack(at: time)
    letGo(at: time)
  }

  private func letGo(at time: Double) {
    grab = nil
    canvas.lines.release(at: time)
    canvas.setNeedsUpdate()
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard let line = line(), event.key == .up || event.key == .down else { return false }
    canvas.lines.move(line, by: event.key == .up ? -1 : 1, at: event.time)
    return true
  }

  override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .button, label: label, actions: [.increment, .decrement, .focus], frame: frame,
      isFocused: isFocused)
    node.value = line().map { session.localized("Line {number}", ["number": "\($0 + 1)"]) }
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard let line = line() else { return false }
    switch action {
    case .increment: canvas.lines.move(line, by: 1, at: time)
    case .decrement: canvas.lines.move(line, by: -1, at: time)
    default: return false
    }
    return true
  }
}

extension TextArea {
  /// Returns the area widened on all sides.
  fileprivate func outset(by margin: Double) -> TextArea {
    var area = self
    area.rect = rect.outset(by: margin)
    return area
  }
}
