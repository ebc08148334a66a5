import Controls
import Files
import Geometry
import Input
import Publishing
import Scene

/// The controls of a gallery: the wall below a bar, and flying posters over both.
final class GalleryPanel: Control {
  let wall: WallControl
  let stage: StageControl
  let bar: GalleryBar
  /// The bar over the open poster.
  let posterBar: PosterBar
  private let tray: AlbumTray
  let title: TitleEditor
  let editing: WallEditor
  private let placeholder: WallPlaceholder
  private let gallery: GalleryCommands
  private let session: GallerySession
  private var dataSource: any PosterDataSource { session.dataSource }
  let progress: GalleryProgress
  private var shownVersion: DataSourceVersion?
  private var pointer: Point?
  private var isKeyboardUsed = false

  init(
    _ session: GallerySession, _ wall: WallControl, _ stage: StageControl, _ bar: GalleryBar,
    _ posterBar: PosterBar, _ tray: AlbumTray, _ title: TitleEditor, _ placeholder: WallPlaceholder,
    _ editing: WallEditor, _ commands: GalleryCommands
  ) {
    self.session = session
    self.wall = wall
    self.stage = stage
    self.bar = bar
    self.posterBar = posterBar
    self.tray = tray
    self.title = title
    self.placeholder = placeholder
    self.editing = editing
    gallery = commands
    progress = GalleryProgress(session)
    super.init(label: session.language.localized("Posters"))
    layer.name = "gallery"
    // From back to front; Tab order is the order of the children.
    let layers = (0..<8).map { _ in Layer() }
    for part in layers { layer.addSublayer(part) }
    addChild(wall, in: layers[0])
    addChild(stage, in: layers[5])
    addChild(posterBar, in: layers[6])
    addChild(title.field, in: layers[4])
    addChild(bar, in: layers[3])
    addChild(tray, in: layers[2])
    addChild(placeholder, in: layers[1])
    addChild(editing, in: layers[7])
    stage.stage.onChange = { [unowned self] in
      refreshHover()
      self.posterBar.refresh()
    }
    title.onRestore = { [unowned self] in self.placeFocus() }
    stage.stage.onCurrent = { [unowned self] in self.placeFocus() }
    stage.onTab = { [unowned self] isBackward, time in
      self.posterBar.wake(at: time)
      self.posterBar.isHidden = false
      self.posterBar.enter(fromBehind: isBackward)
    }
    posterBar.isReplaced = { [unowned self] in self.editing.isShown }
    posterBar.onLeave = { [unowned self] in self.host?.setFocus(self.stage) }
    placeholder.onLeave = { [unowned self] in leavePlaceholder() }
    wall.wall.onSelect = { [unowned self] in self.bar.refresh() }
    wall.onDrag = { [unowned self] isDragging in
      self.tray.isHidden = !isDragging
      self.setNeedsLayout()
    }
    stage.onShow = { [unowned self] time in
      self.bar.recede(to: max(2 * self.wall.wall.recession.presence - 1, 0))
      self.title.show(at: time)
    }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  // Text typed into a poster must not trigger a command of the wall.
  override var commands: [Command] { editing.open == nil ? gallery.all : [] }
  override func reacts(to button: PointerButton) -> Bool { button == .back }

  private var now: Double { host?.now ?? 0 }

  override func layOut(_ interface: Interface) {
    bar.frame = Rect(x: 0, y: 0, width: bounds.width, height: GalleryBar.height)
    posterBar.frame = Rect(x: 0, y: 0, width: bounds.width, height: PosterBar.height)
    let trayHeight = tray.arrange(width: bounds.width, interface)
    tray.frame = Rect(x: 0, y: GalleryBar.height, width: bounds.width, height: trayHeight)
    tray.setNeedsUpdate()
    wall.dragTop = tray.frame.maxY
    for part in [wall, placeholder, stage, editing] as [Control] {
      part.frame = bounds
      part.setNeedsLayout()
    }
  }

  // MARK: Input

  /// Handles an event before it is dispatched.
  func willHandle(_ event: InputEvent, at time: Double) {
    editing.settle(at: time)
    switch event {
    case .pointerMoved(let point, _) where point != pointer: posterBar.wake(at: time)
    case .pointerDown, .key, .wheel: posterBar.wake(at: time)
    default: break
    }
    switch event {
    case .pointerDown(let point, _, _, _):
      pointer = point
      isKeyboardUsed = false
      editing.finishLeaving()
    case .pointerMoved(let point, _), .pointerUp(let point, _, _), .wheel(let point, _, _):
      pointer = point
    case .pointerLeft: pointer = nil
    case .key: isKeyboardUsed = true
    default: break
    }
  }

  /// Updates the state after an event immediately, so that it does not depend on the time of the next frame.
  func didHandle(_ event: InputEvent, at time: Double) {
    switch event {
    case .pointerDown, .pointerMoved, .pointerUp, .pointerLeft, .wheel: refreshHover()
    default: break
    }
    settle(at: time)
  }

  /// Updates the state after an assistive tool's request.
  func didPerform(at time: Double) {
    isKeyboardUsed = true
    settle(at: time)
  }

  private func settle(at time: Double) {
    takeChanges(at: time)
    showCursor()
    holdPosterBar(at: time)
    stage.stage.retarget(at: time)
    if wall.wall.isAboutToMove { wall.wall.show(at: time) }
  }

  /// Keeps the bar over a poster visible while it is used.
  private func holdPosterBar(at time: Double) {
    guard let host else { return }
    let isUnderPointer = pointer.flatMap(host.target)?.isInside(posterBar) == true
    let isUsed = isUnderPointer || host.focus?.isInside(posterBar) == true || host.isBlocked
    posterBar.hold(stage.stage.current != nil && isUsed, at: time)
  }

  /// Moves the focus to the open poster, or else to the wall if no other control has it. It is called when another
  /// poster becomes current, or none, and when the focus has moved.
  func placeFocus() {
    guard let host else { return }
    if wall.wall.renamed != nil, host.focus !== title.field { title.end(commits: true) }
    // A menu has the focus temporarily.
    if let focus = host.focus, !focus.isInside(self) { return }
    if let open = editing.open {
      if host.focus?.isInside(editing) != true { host.setFocus(open.firstFocus) }
      return
    }
    if stage.stage.current != nil {
      if host.focus !== stage, host.focus?.isInside(posterBar) != true { host.setFocus(stage) }
    } else if host.focus?.isInside(posterBar) == true {
      host.setFocus(wall)
    } else if host.focus == nil || host.focus === stage
      || wall.wall.renamed == nil && host.focus === title.field
    {
      host.setFocus(wall)
    }
    showCursor()
  }

  /// Marks the keyboard's current poster while the wall has the focus.
  private func showCursor() {
    // A menu has the focus temporarily.
    guard let host, host.focus?.isInside(self) != false else { return }
    wall.wall.showsCursor = isKeyboardUsed && host.focus === wall
  }

  /// Passes the pointer's position to the wall, unless another control is under it.
  private func refreshHover() {
    guard let host else { return }
    let time = host.now
    let hit = pointer.flatMap(host.target)
    let isOverWall = hit === wall || hit === stage && stage.stage.current == nil
    if wall.isFree { wall.wall.scroll.indicator.hover(hit === wall ? pointer : nil, at: time) }
    // During a drag of posters, the pointer belongs to the drag, and the tray of albums is visible.
    let isFree = isOverWall && wall.isFree && tray.isHidden && !wall.wall.scroll.indicator.isHovered
    wall.wall.movePointer(to: isFree ? pointer : nil, at: time)
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    if editing.open != nil { editing.leave(at: event.time) } else { stage.goBack(at: event.time) }
    return false
  }

  /// Behind a returning poster, the wall has its context menu.
  override func contextMenu(for event: PointerEvent) -> Menu? {
    stage.stage.current == nil && wall.wall.opening.contains(event.point) ? wall.contextMenu(for: event) : nil
  }

  override func wheel(_ event: WheelEvent) -> Bool {
    stage.stage.current == nil && wall.wheel(event)
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    if title.field.isFocused, [.enter, .tab, .escape].contains(event.key) {
      title.end(commits: event.key != .escape)
      host?.setFocus(wall)
      return true
    }
    return event.key == .escape && wall.isFocused && escape(at: event.time)
  }

  /// Performs one step back on the wall; returns false if nothing is left to cancel.
  private func escape(at time: Double) -> Bool {
    if stage.stage.holdsPoster || stage.stage.isWaiting {
      stage.goBack(at: time)
    } else if session.hideNotice() {
      return true
    } else if !wall.wall.selection.isEmpty {
      wall.wall.selection.clear()
    } else if !dataSource.filter.words.isEmpty {
      bar.search.clear()
    } else {
      return false
    }
    return true
  }

  func beginRename(_ id: PosterCard.ID, at time: Double) {
    guard stage.stage.current == nil, title.begin(id, at: time) else { return }
    title.show(at: time)
    host?.setFocus(title.field, byKeyboard: true)
  }

  override func proposal(for event: DropEvent) -> DropProposal? {
    guard case .files(let paths) = event.content else { return nil }
    let table = Merge.table(among: paths)
    guard stage.stage.current == nil else {
      if let table {
        return DropProposal(
          session.language.localized("Fill the poster from “{name}”", ["name": FilePath(table).name]),
          frame: bounds)
      }
      return DropProposal(
        session.language.localized(DroppedPosters.refusalOverPoster(paths)), frame: bounds, isAccepted: false)
    }
    if let table, paths.count == 1 {
      return DropProposal(
        session.language.localized(
          "Open a poster, and drop “{name}” there to fill it", ["name": FilePath(table).name]),
        frame: wall.wall.opening, isAccepted: false)
    }
    return DropProposal(
      session.language.localized(DroppedPosters.proposal(paths)), frame: wall.wall.opening)
  }

  override func drop(_ event: DropEvent) {
    guard case .files(let paths) = event.content else { return }
    if stage.stage.current != nil, let table = Merge.table(among: paths) {
      return gallery.opening.edit(.table(table))
    }
    gallery.posters.readPosters(paths)
  }

  // MARK: Searching

  func search(_ text: String) {
    guard dataSource.filter.words != text else { return }
    dataSource.filter.words = text
    wall.wall.scroll.goToTop(at: now)
    wall.wall.selection.clear()
    bar.setNeedsUpdate()
  }

  /// Moves the focus from the search field to the wall.
  func leaveSearch(forFirst: Bool) {
    host?.setFocus(wall)
    if forFirst { wall.step(.first, KeyEvent(.home, time: now)) }
  }

  /// Performs the action of the placeholder's button.
  private func leavePlaceholder() {
    switch dataSource.state {
    case .failed(_, _, .repair): dataSource.repair()
    case .failed: dataSource.retry()
    case .ready where dataSource.filter.isEmpty: gallery.posters.createPoster()
    case .ready:
      bar.search.clear()
      dataSource.filter = PosterFilter(order: dataSource.filter.order)
    case .loading: break
    }
  }

  // MARK: Time

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    takeChanges(at: time)
    // When the editor closes, the poster bar stays if the pointer rests on it.
    holdPosterBar(at: time)
    return [posterBar.show(at: time), progress.advance(to: time)].compactMap { $0 }.min()
  }

  /// Receives the data source's messages and changes.
  private func takeChanges(at time: Double) {
    // An answer may cause a request that is answered immediately.
    while takeMessages(at: time) {}
    editing.settle(at: time)
  }

  /// Receives the pending messages; returns whether there were any.
  private func takeMessages(at time: Double) -> Bool {
    let messages = dataSource.takeMessages()
    let version = dataSource.version
    if version != shownVersion {
      wall.wall.setNeedsPlacement()
      if version.listing != shownVersion?.listing { takeListing(at: time) }
      shownVersion = version
    }
    if !stage.stage.takeAwaited(at: time) { gallery.opening.sayUnreadable() }
    for message in messages {
      switch message {
      case .notice(let message): host?.say(session.language.localized(message))
      case .damaged(let message):
        let repair = Notice.Action(session.language.localized("Repair")) { [unowned self] _ in
          dataSource.repair()
        }
        host?.say(session.language.localized(message), repair)
      case .performed(let number, let result):
        session.editor.take(result, number: number)
        // A failed request does not list posters again.
        wall.wall.release()
      case .exported(let message, let folder):
        let show = Notice.Action(session.language.localized("Show")) { [unowned self] _ in
          showFolder(folder)
        }
        host?.say(session.language.localized(message), show)
      case .progress(let progress): self.progress.show(progress, at: time)
      case .read(let posters, let panel): session.window?.show(posters, in: panel)
      case .opened(let id, let document):
        if let fault = editing.take(document, of: id) { host?.say(fault) }
      }
    }
    return !messages.isEmpty
  }

  private func takeListing(at time: Double) {
    wall.wall.listChanged(at: time)
    wall.wall.selection.keep { dataSource.index(of: $0) != nil }
    stage.stage.dropLost()
    stage.stage.retarget(at: time)
    bar.refresh()
    posterBar.refresh()
    editAwaited()
  }

  /// The area for notices: the wall or the edited poster, without their bars.
  var noticeRoom: Rect { editing.open?.noticeRoom ?? wall.wall.opening }

  // MARK: State

  /// The order and the position of the wall, as one text.
  var rememberedState: String {
    // Untranslated: stored, and read by `restore`.
    "order=\(dataSource.filter.order.rawValue) wall=\(wall.wall.places.rememberedPlace(at: now))"
  }

  func restore(_ state: String) {
    for part in state.split(separator: " ") {
      let words = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard words.count == 2 else { continue }
      switch words[0] {
      case "order": if let order = PosterOrder(rawValue: words[1]) { dataSource.filter.order = order }
      case "wall": wall.wall.places.restore(place: words[1])
      default: break
      }
    }
  }

  /// The poster that will be edited as soon as it is listed.
  private var awaited: PosterCard.ID?

  /// Edits a poster that was created elsewhere, as soon as it is listed.
  func editWhenListed(_ id: PosterCard.ID) {
    awaited = id
    if !dataSource.filter.isEmpty {
      bar.search.clear()
      dataSource.filter = PosterFilter(order: dataSource.filter.order)
    }
    editAwaited()
  }

  private func editAwaited() {
    guard let id = awaited, dataSource.index(of: id) != nil else { return }
    if editing.open != nil { editing.leave(at: now) }
    editing.finishLeaving()
    awaited = nil
    gallery.opening.open(id)
    // Another poster may be open until this one can be drawn.
    editing.edit(id, .firstLine)
  }

  /// Opens a folder in the desktop's file manager.
  var showFolder: (String) -> Void = { _ in }
}

/// The progress of an operation on posters, shown only when it takes a while.
final class GalleryProgress {
  private let session: GallerySession
  private var task: (progress: PosterProgress, began: Double, panel: ProgressPanel?)?

  init(_ session: GallerySession) { self.session = session }

  /// The progress of the current operation, or nil.
  var current: PosterProgress? { task?.progress }

  /// Updates the progress; nil ends it.
  func show(_ progress: PosterProgress?, at time: Double) {
    guard let progress else {
      if let panel = task?.panel { session.window?.host.close(panel) }
      task = nil
      return
    }
    task = (progress, task?.began ?? time, task?.panel)
    refresh()
  }

  private func refresh() {
    guard let task, let panel = task.panel else { return }
    let (done, count) = (task.progress.done, task.progress.count)
    let words =
      count > 1
      ? session.language.localized("{done} of {count}", ["done": "\(done)", "count": "\(count)"]) : ""
    panel.show(Double(done) / Double(max(count, 1)), words)
  }

  /// Shows a long operation; returns when to call it again.
  func advance(to time: Double) -> Double? {
    guard let task, task.panel == nil else { return nil }
    let due = task.began + ProgressPanel.patience
    guard time >= due, let host = session.window?.host else { return due }
    let panel = ProgressPanel(session.language.localized(task.progress.title)) { [unowned session] in
      session.dataSource.cancelExport()
    }
    self.task?.panel = panel
    refresh()
    host.showDialog(panel)
    return nil
  }
}
