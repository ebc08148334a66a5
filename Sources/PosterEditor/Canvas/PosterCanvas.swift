import Colors
import Controls
import Geometry
import Input
import Motion
import Posters
import Publishing
import Scene

/// The poster itself, as large as there is room for, with a caret in its own letters.
///
/// A press puts the caret where it points; keys and input methods type there. Nothing that is typed animates.
final class PosterCanvas: Control {
  private let session: EditorSession
  private var draft: PosterDraft { session.draft }

  /// Where the page lies when nothing moves, in points of the control.
  private var seat = Rect.zero
  /// Where the page is seen, which is elsewhere on its way there.
  private var page = Rect.zero
  private var flight: PageFlight?
  /// Whether the page leaves for good, so that it does not come back to its seat.
  private var isLeaving = false
  /// From where the page comes as soon as its seat is known.
  private var arrival: (from: Rect, velocity: SIMD4<Double>, time: Double)?
  private var scale: Double { page.width / draft.layout.page.width }
  /// What a press that is dragged selects by.
  private var dragged: (unit: PosterDraft.Unit, from: Range<TextPosition>)?

  /// What shows the poster, below the handles.
  private let drawing = Layer()
  /// The layers of lines and crown, which stay the same where nothing of them changes.
  private let inkLayers = PosterLayerCache()
  /// The layers of the lines, and where they belong on the page.
  private var lineLayers: [(line: Int, layer: Layer, position: Point)] = []
  private var motion = LineMotion()
  /// The number of the drag by which a line is moved, all of which is one step.
  private var drags = 0
  private(set) lazy var lineHandles = LineHandles(self, session)
  private(set) lazy var groundHandles = GroundHandles(self, session)
  private(set) lazy var pageGuides = PageGuides(self, session)
  private(set) lazy var crownHandle = CrownHandle(session)
  /// How a new crown comes into its place.
  let crownMotion = CrownMotion()
  /// What becomes of pictures that are dropped here.
  private(set) lazy var drops = PictureDrops(session)
  /// The page for which the control was laid out, in points of the page.
  private var laidOut = (size: Size.zero, showsGuides: false)
  /// The line that the pointer is beside.
  private var hoveredLine: Int?

  init(_ session: EditorSession) {
    self.session = session
    super.init(label: "Poster")
    drawing.name = "page"
    layer.addSublayer(drawing)
    addChild(groundHandles)
    addChild(pageGuides)
    addChild(crownHandle)
    addChild(lineHandles)
    layer.addSublayer(drops.layer)
  }

  override var cursor: CursorShape { .text }
  override var takesText: Bool { draft.isTyping }
  /// While one types the caret shows where the keyboard is.
  override var focusFrame: Rect { draft.isTyping ? .zero : page }
  override var focusRadius: Double { 2 }
  override var isFocusable: Bool { true }

  // MARK: Geometry

  override func layOut(_ interface: Interface) {
    let size = draft.layout.page.size
    // At the sides stand the handles of lines, and all around the bleed while its guides are shown.
    let (beside, above) = (LineHandles.room, session.showsGuides ? LineHandles.room : Theme.margin)
    let room = bounds.inset(by: EdgeInsets(top: above, left: beside, bottom: above, right: beside))
    let scale = min(max(room.width, 1) / size.width, max(room.height, 1) / size.height)
    let shown = Size(size.width * scale, size.height * scale)
    seat = Rect(
      x: bounds.midX - shown.width / 2, y: bounds.midY - shown.height / 2, width: shown.width,
      height: shown.height
    ).pixelAligned(scale: interface.scale)
    if let arrival {
      self.arrival = nil
      flight = PageFlight(from: arrival.from, velocity: arrival.velocity, to: seat, at: arrival.time)
      page = arrival.from
    } else if flight == nil {
      page = seat
    } else if !isLeaving {
      flight?.go(to: seat, at: host?.now ?? 0)
    }
    laidOut = (size, session.showsGuides)
    for cover in [groundHandles, pageGuides] as [Control] {
      cover.frame = bounds
      cover.setNeedsLayout()
    }
  }

  // MARK: Coming and going

  /// Lets the page come from a place in points of the control to where it lies.
  func arrive(from place: Rect, velocity: SIMD4<Double>, at time: Double) {
    isLeaving = false
    arrival = (place, velocity, time)
    page = place
    setNeedsLayout()
  }

  /// Lets the page go to a place for good.
  func leave(to place: Rect, at time: Double) {
    isLeaving = true
    if flight == nil { flight = PageFlight(from: page, to: page, at: time) }
    flight?.go(to: place, at: time)
    setNeedsUpdate()
  }

  func hasSettled(at time: Double) -> Bool { arrival == nil && flight?.isMoving(at: time) != true }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    placeLines(at: time)
    if lineHandles.line != lineWithHandles, !session.showsGround { setNeedsUpdate() }
    let arrival = crownMotion.advance(to: time)
    let next = motion.isMoving(at: time) ? time : arrival
    guard let flight else { return next }
    page = flight.frame(at: time)
    setNeedsUpdate()
    if flight.isMoving(at: time) { return time }
    page = flight.end
    if !isLeaving { self.flight = nil }
    return next
  }

  private func onPage(_ point: Point) -> Point {
    Point((point.x - page.minX) / scale, (point.y - page.minY) / scale)
  }

  private func onCanvas(_ rect: Rect) -> Rect {
    Rect(
      x: page.minX + rect.minX * scale, y: page.minY + rect.minY * scale, width: rect.width * scale,
      height: rect.height * scale)
  }

  /// The place of the page in the control, to put something beside it.
  var pageFrame: Rect { page }

  // MARK: Drawing

  override func update(_ interface: Interface) {
    drawing.removeSublayers()
    drawing.frame = bounds
    let layout = draft.layout
    // The page may have another shape since the control was laid out.
    if (layout.page.size, session.showsGuides) != laidOut { layOut(interface) }
    // Beyond its edges the page is seen only while one sets how far the ground reaches there.
    let bleed = session.showsGuides && flight == nil ? PrintSheet(bleed: draft.poster.bleed).bleedInPoints : 0
    let sheet = page.outset(by: bleed * scale)
    let poster = Layer(
      poster: layout, size: sheet.size, pictures: pictures(for: layout, sheet.size, bleed, interface),
      bleed: bleed, cache: inkLayers)
    poster.frame = sheet
    poster.isMoving = flight != nil
    // On its way the page passes over what stands beside it.
    self.layer.zPosition = flight == nil ? 0 : 1
    poster.shadow = interface.theme.shadow()
    drawing.addSublayer(poster)
    lineLayers = poster.sublayers.first.map { layout.lineLayers(in: $0) } ?? []
    placeLines(at: host?.now ?? 0)
    crownMotion.show(layout, in: poster, at: host?.now ?? 0)
    // Behind the letters and before the ground.
    if let content = poster.sublayers.first {
      for rect in draft.selectedRects {
        let mark = Layer(
          rect.outset(by: rect.height * 0.06), fill: interface.theme.highlight.withAlpha(0.35),
          radius: rect.height * 0.04)
        content.insertSublayer(mark, at: 1)
      }
    }
    for rect in draft.composedRects {
      let line = onCanvas(Rect(x: rect.minX, y: rect.maxY + rect.height * 0.08, width: rect.width, height: 0))
      let width = max(1, interface.hairline)
      drawing.addSublayer(
        Layer(Rect(x: line.minX, y: line.minY, width: line.width, height: width), fill: ink))
    }
    if let caret = caretFrame {
      drawing.addSublayer(Layer(caret.pixelAligned(scale: interface.scale), fill: ink))
    }
    groundHandles.refresh()
    pageGuides.refresh()
    crownHandle.show(session.showsGround || flight != nil ? nil : layout, on: page)
    showLineHandles(interface)
  }

  /// The line beside which there are handles: the one that is held, that has the caret, or that the pointer is near.
  private var lineWithHandles: Int? {
    if let held = motion.held { return held.line }
    guard flight == nil else { return nil }
    if draft.isTyping { return draft.selection.caret.line }
    let isNear = ([self, lineHandles] + lineHandles.children).contains { $0.isHovered }
    return isNear ? hoveredLine : nil
  }

  private func showLineHandles(_ interface: Interface) {
    let line = lineWithHandles
    let box = line.flatMap { line in frame(ofLine: line) }
    let offset = line.map { motion.offset(of: $0, at: host?.now ?? 0) * scale } ?? 0
    lineHandles.show(
      box == nil || session.showsGround || session.refusal != nil ? nil : line,
      beside: (box ?? .zero).offset(by: Vector(0, offset)), page: page, within: bounds, interface)
  }

  /// Where a stored line is seen on the canvas, all of its visible lines together.
  private func frame(ofLine index: Int) -> Rect? {
    let boxes = draft.layout.lines.filter { $0.index == index }.map(\.bounds)
    guard let first = boxes.first else { return nil }
    return onCanvas(boxes.dropFirst().reduce(first) { $0.union($1) })
  }

  // MARK: Moving lines

  /// The middle of a line's height on the canvas.
  func middle(of line: Int) -> Double? { frame(ofLine: line)?.midY }

  private var spring: Spring? { host?.interface.reducesMotion == true ? nil : .interface }

  /// Puts the layers of the lines where they are seen at a time.
  private func placeLines(at time: Double) {
    for (line, layer, position) in lineLayers {
      layer.position = Point(position.x, position.y + motion.offset(of: line, at: time))
    }
  }

  /// Takes hold of a line by its handle.
  func hold(_ line: Int, middleAt height: Double, at time: Double) {
    drags += 1
    motion.hold(line, at: 0)
    setNeedsUpdate()
  }

  /// Brings the middle of the line that is held to a height on the canvas; others make room for it.
  func dragLine(middleTo height: Double, at time: Double) {
    guard let line = motion.held?.line, let own = middle(of: line) else { return }
    let count = draft.edited.text.lines.count
    // It takes the place of the neighbour whose middle it has passed.
    var place = line
    if height < own {
      while place > 0, let above = middle(of: place - 1), height < above { place -= 1 }
    } else {
      while place + 1 < count, let below = middle(of: place + 1), height > below { place += 1 }
    }
    if place != line { reorder(line, to: place, key: "drag \(drags)", at: time) }
    if let line = motion.held?.line, let own = middle(of: line) {
      motion.hold(line, at: (height - own) / scale)
    }
    setNeedsUpdate()
  }

  func releaseLine(at time: Double) {
    motion.release(at: time, on: spring)
    setNeedsUpdate()
  }

  /// Moves a line up or down by so many places.
  func moveLine(_ line: Int, by step: Int, at time: Double) {
    let place = line + step
    guard draft.edited.text.lines.indices.contains(place), session.mayChange() else { return }
    drags += 1
    reorder(line, to: place, key: "drag \(drags)", at: time)
  }

  private func reorder(_ line: Int, to place: Int, key: String, at time: Double) {
    let count = draft.edited.text.lines.count
    let before = (0..<count).map { middle(of: $0) ?? 0 }
    draft.changeLines(.lineOrder, mergingBy: key) { $0.moveLine(at: line, to: place) }
    func origin(_ index: Int) -> Int {
      if index == place { return line }
      if line < place { return (line..<place).contains(index) ? index + 1 : index }
      return (place + 1...line).contains(index) ? index - 1 : index
    }
    motion.reorder(
      count: count, origin: origin,
      moved: { [scale] new, old in ((middle(of: new) ?? before[old]) - before[old]) / scale }, at: time,
      on: spring)
    show()
  }

  private var ink: RGBA {
    let line = draft.selection.caret.line
    let lines = draft.poster.lines
    return (lines.indices.contains(line) ? lines[line].ink : nil) ?? draft.poster.ink
  }

  /// As tall as the capitals, and as wide as a fiftieth of them but at least 2 points.
  override var caretFrame: Rect? {
    guard let caret = draft.caret.map(onCanvas) else { return nil }
    let width = max(2, caret.height / 50)
    return Rect(x: caret.midX - width / 2, y: caret.minY, width: width, height: caret.height)
  }

  /// Pictures are decoded again only where what they show or its size has changed.
  private func pictures(
    for layout: PosterLayout, _ sheet: Size, _ bleed: Double, _ interface: Interface
  ) -> PosterPictures {
    let size = PixelSize(sheet, scale: interface.scale)
    var background = draft.poster.background
    // How dark a picture is lies over its pixels.
    if case .picture(var picture) = background {
      picture.dimming = 0
      background = .picture(picture)
    }
    let key = PictureKey(background: background, emblem: draft.poster.emblem, size: size, bleed: bleed)
    if let known = decoded, known.key == key { return known.value }
    let value = PosterPictures(layout, page: size, bleed: bleed)
    decoded = (key, value)
    return value
  }

  private struct PictureKey: Equatable {
    var background: Background
    var emblem: Emblem
    var size: PixelSize
    var bleed: Double
  }

  /// The pictures of the poster as they are shown.
  var pictures: PosterPictures { decoded?.value ?? .none }

  private var decoded: (key: PictureKey, value: PosterPictures)?

  private func show() {
    setNeedsUpdate()
    session.onChange()
  }

  // MARK: Pointer

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard let position = draft.layout.position(at: onPage(event.point)) ?? emptyPosition else { return false }
    session.showsGround = false
    if !draft.isTyping { draft.beginTyping(at: onPage(event.point)) }
    if event.modifiers.contains(.shift) {
      draft.move(to: position, selecting: true)
      dragged = (.character, draft.selection.anchor..<draft.selection.anchor)
    } else {
      let unit: PosterDraft.Unit = event.clicks == 1 ? .character : event.clicks == 2 ? .word : .line
      draft.select(unit, at: position)
      dragged = (unit, draft.selection.range)
    }
    show()
    return true
  }

  private var emptyPosition: TextPosition? {
    draft.poster.lines.isEmpty ? TextPosition(line: 0, offset: 0) : nil
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let dragged, let position = draft.layout.position(at: onPage(event.point)) else { return }
    let here: Range<TextPosition>
    switch dragged.unit {
    case .word: here = draft.wordRange(at: position)
    case .line:
      here =
        TextPosition(
          line: position.line, offset: 0)..<draft.edited.text.clamped(
          TextPosition(line: position.line, offset: .max))
    default: here = position..<position
    }
    // What was pressed first stays selected as a whole.
    let isBefore = here.lowerBound < dragged.from.lowerBound
    let (anchor, caret) =
      isBefore ? (dragged.from.upperBound, here.lowerBound) : (dragged.from.lowerBound, here.upperBound)
    draft.move(to: anchor, selecting: false)
    draft.move(to: caret, selecting: true)
    show()
  }

  override func pointerUp(_ event: PointerEvent) { dragged = nil }

  override func pointerMoved(_ event: PointerEvent) {
    let line = draft.layout.position(at: onPage(event.point))?.line
    // Beside the page only the handles' own side counts.
    let isNear = event.point.x < page.maxX && page.minY < event.point.y && event.point.y < page.maxY
    let wanted = isNear ? line : nil
    guard wanted != hoveredLine else { return }
    hoveredLine = wanted
    if !draft.isTyping { setNeedsUpdate() }
  }

  override func pointerCancelled(at time: Double) { dragged = nil }

  // MARK: Keys

  /// Puts a caret into the text, at a point of the page in fractions of that, or where it was last.
  func beginTyping(at place: Point?) {
    let size = draft.layout.page.size
    draft.beginTyping(at: place.map { Point($0.x * size.width, $0.y * size.height) })
    show()
  }

  /// Ends typing; the poster stays as it is.
  func endTyping() {
    draft.endTyping()
    show()
  }

  /// Selects the first line, to be typed over.
  func selectFirstLine() {
    draft.beginTyping()
    draft.select(.line, at: TextPosition(line: 0, offset: 0))
    show()
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard draft.isTyping else {
      guard event.modifiers.isEmpty, event.key == .enter || event.key == .function(2) else { return false }
      beginTyping(at: nil)
      return true
    }
    guard typed(event) else { return false }
    show()
    return true
  }

  private func typed(_ event: KeyEvent) -> Bool {
    let selecting = event.modifiers.contains(.shift)
    let isControl = event.modifiers.contains(.control)
    guard event.modifiers.subtracting([.shift, .control]).isEmpty else { return false }
    switch event.key {
    case .left, .right:
      let towardRight = event.key == .right
      if isControl {
        let isRightToLeft =
          draft.layout.lines.first { $0.index == draft.selection.caret.line }?.isRightToLeft ?? false
        draft.move(.word, forward: towardRight != isRightToLeft, selecting: selecting)
      } else {
        draft.move(towardRight: towardRight, selecting: selecting)
      }
    case .up where !isControl: draft.move(towardBottom: false, selecting: selecting)
    case .down where !isControl: draft.move(towardBottom: true, selecting: selecting)
    case .home: draft.move(isControl ? .everything : .line, forward: false, selecting: selecting)
    case .end: draft.move(isControl ? .everything : .line, forward: true, selecting: selecting)
    case _ where [.backspace, .delete, .enter].contains(event.key) && !session.mayChange(): break
    case .backspace: draft.delete(isControl ? .word : .character, forward: false)
    case .delete: draft.delete(isControl ? .word : .character, forward: true)
    case .enter where !isControl: if !draft.breakLine() { sayFull() }
    case .escape: draft.endTyping()
    default: return false
    }
    return true
  }

  override func insert(_ text: String, at time: Double) -> Bool {
    guard session.mayChange() else { return true }
    if !draft.isTyping { draft.beginTyping() }
    if !draft.insert(text) { sayFull() }
    show()
    return true
  }

  override func compose(_ composition: Input.Composition, at time: Double) -> Bool {
    guard draft.isTyping, session.mayChange() else { return false }
    draft.compose(composition)
    show()
    return true
  }

  private func sayFull() {
    host?.say(
      "A poster takes up to \(Poster.mostLines) lines of \(Poster.Line.longest) characters; the rest was left out"
    )
  }

  // MARK: Drag and drop

  override func proposal(for event: DropEvent) -> DropProposal? { drops.proposal(for: event, on: page) }

  override func dragMoved(_ event: DropEvent) {
    if let interface = host?.interface { drops.move(event, on: page, interface) }
  }

  override func dragLeft() { drops.leave() }

  override func drop(_ event: DropEvent) { drops.drop(event, on: page, of: self) }

  // MARK: Commands

  override var commands: [Command] {
    let hasSelection = draft.isTyping && !draft.selection.isEmpty
    return [
      Command("edit.cut", "Cut", .control("x"), group: "Text", isEnabled: hasSelection) { [unowned self] _ in
        copy()
        guard session.mayChange() else { return }
        draft.delete(.character, forward: true)
        show()
      },
      Command("edit.copy", "Copy", .control("c"), group: "Text", isEnabled: hasSelection) {
        [unowned self] _ in
        copy()
      },
      Command("edit.paste", "Paste", .control("v"), group: "Text", isEnabled: true) { [unowned self] time in
        paste(at: time)
      },
      Command("edit.select-all", "Select line, then all", .control("a"), group: "Text") { [unowned self] _ in
        if !draft.isTyping { draft.beginTyping() }
        draft.selectMore()
        show()
      },
    ]
  }

  private func copy() { session.clipboard.write(draft.edited.text.selectedText) }

  /// Told of a picture or a drawing that was pasted.
  var onPaste: (PastedPicture) -> Void = { _ in }

  /// Puts in the text of the clipboard; a drawing becomes the crown, and a picture the ground.
  private func paste(at time: Double) {
    let text = session.clipboard.read().flatMap { $0.isEmpty ? nil : $0 }
    if let text, !PastedPicture.isDrawing(text) {
      _ = insert(text, at: time)
      host?.tellOfMissingFont(for: text)
      return
    }
    guard session.mayChange() else { return }
    let fetch = session.clipboard.fetch
    session.tasks.run({ try PastedPicture(text, from: fetch) }) { [unowned self] result in
      switch result {
      case .success(let picture?): onPaste(picture)
      case .success(nil): session.say("There is nothing on the clipboard that a poster takes")
      case .failure(let fault): session.say(fault.description)
      }
    }
  }

  // MARK: Assistive tools

  override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(role: .group, label: label, frame: frame, isFocused: isFocused)
    node.children = draft.edited.text.lines.indices.map(lineNode)
    return node
  }

  private func lineNode(_ index: Int) -> AccessibilityNode {
    let boxes = draft.layout.lines.filter { $0.index == index }.map(\.bounds)
    let box = boxes.dropFirst().reduce(boxes.first ?? .zero) { $0.union($1) }
    let isCaretHere = draft.isTyping && draft.selection.caret.line == index
    var node = AccessibilityNode(
      role: .textField, label: "Line \(index + 1)", value: draft.edited.text.lines[index].text,
      actions: [.setValue, .focus], frame: onCanvas(box).offset(by: frame.origin - .zero),
      isFocused: isFocused && isCaretHere)
    node.id = "line \(index + 1)"
    node.states = [.editable]
    node.characterFrames = characterFrames(ofLine: index).map { $0.offset(by: frame.origin - .zero) }
    if isCaretHere {
      let range = draft.selection.range
      let count = draft.edited.text.lines[index].text.count
      let lower = range.lowerBound.line < index ? 0 : range.lowerBound.offset
      let upper = range.upperBound.line > index ? count : range.upperBound.offset
      node.text = .init(caret: draft.selection.caret.offset, selection: lower..<upper)
    }
    return node
  }

  /// Returns where the characters of a stored line stand on the canvas; those that are not shown, without a size.
  private func characterFrames(ofLine index: Int) -> [Rect] {
    draft.edited.text.lines[index].text.indices.enumerated().map { offset, _ in
      let start = TextPosition(line: index, offset: offset)
      let boxes = draft.layout.selection(start..<start.advanced(by: 1))
      guard let first = boxes.first else { return .zero }
      return onCanvas(boxes.dropFirst().reduce(first) { $0.union($1) })
    }
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard let index = part.flatMap({ Int($0.dropFirst("line ".count)) }).map({ $0 - 1 }),
      draft.edited.text.lines.indices.contains(index)
    else { return false }
    let start = TextPosition(line: index, offset: 0)
    switch action {
    case .focus:
      host?.setFocus(self, byKeyboard: true)
      draft.beginTyping()
      draft.move(to: start, selecting: false)
    case .selectText(let range):
      draft.beginTyping()
      draft.select(start.advanced(by: range.lowerBound)..<start.advanced(by: range.upperBound))
    case .setText(let text):
      guard session.mayChange() else { return false }
      draft.changeLines(.typing) { lines in
        lines.select(start..<lines.clamped(TextPosition(line: index, offset: .max)))
        lines.insert(text)
      }
    default: return false
    }
    show()
    return true
  }
}
