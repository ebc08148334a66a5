import Controls
import Geometry
import PosterEditor
import Posters
import Scene

/// What can be done with posters: the commands of which shortcuts and menus are made.
final class GalleryCommands {
  private let dataSource: any PosterDataSource
  private let wall: PosterWall
  private let stage: FlightStage
  private let editor: GalleryEditor
  private let view: View

  /// What commands do to the window.
  struct View {
    /// Shows a sentence for a while.
    var say: (String, Notice.Action?) -> Void
    /// Hides what was said; returns whether it was still shown.
    var hideNotice: () -> Bool
    /// Begins to edit the title of a poster.
    var beginRename: (PosterCard.ID, Double) -> Void
    /// Edits the poster that fills the window, or is about to.
    var edit: (PosterCard.ID, OpenPoster.Start) -> Void
    /// Shows what a new poster may begin with.
    var chooseTemplate: () -> Void
    /// Gives the keyboard to the search field.
    var search: () -> Void
    /// Closes the window.
    var close: () -> Void
    /// The present time.
    var now: () -> Double
  }

  init(
    _ dataSource: any PosterDataSource, _ wall: PosterWall, _ stage: FlightStage,
    _ editor: GalleryEditor,
    view: View
  ) {
    self.dataSource = dataSource
    self.wall = wall
    self.stage = stage
    self.editor = editor
    self.view = view
  }

  /// The posters that a command is about, in the order of the wall.
  private var chosen: [PosterCard.ID] {
    if let current = stage.current { return [current.id] }
    let ids = wall.selection.ids
    return ids.count <= 1
      ? Array(ids) : (0..<dataSource.count).map(dataSource.id).filter(ids.contains)
  }

  private func card(_ id: PosterCard.ID) -> PosterCard? {
    dataSource.index(of: id).flatMap(dataSource.card)
  }

  /// Returns what posters are called in a sentence.
  private func name(_ ids: [PosterCard.ID]) -> String {
    guard ids.count == 1 else { return "\(ids.count) posters" }
    return card(ids[0]).map { "“\($0.name)”" } ?? "1 poster"
  }

  private func perform(
    _ change: PosterChange, then done: @escaping (PosterChangeResult) -> Void = { _ in }
  ) {
    editor.perform(change) { [unowned self] result in
      hideNotice()
      done(result)
    }
  }

  /// Selects posters that were made or changed, and scrolls to the first.
  private func show(_ ids: [PosterCard.ID]) {
    let listed = ids.filter { dataSource.index(of: $0) != nil }
    guard let first = listed.first, let index = dataSource.index(of: first), stage.current == nil
    else {
      return
    }
    if ids.count == 1 { wall.selection.select(first) } else { wall.selection.set(listed) }
    wall.reveal(index, at: view.now())
  }

  // MARK: Changes

  func undo() {
    editor.undo { [unowned self] result in
      hideNotice()
      show(result.ids)
    }
  }

  func redo() {
    editor.redo { [unowned self] result in
      hideNotice()
      show(result.ids)
    }
  }

  /// Lets a person choose what a new poster begins with.
  func createPoster() {
    guard stage.current == nil else { return }
    view.chooseTemplate()
  }

  /// Hangs a new poster, opens it and lets it be edited, its first line selected.
  func hang(_ poster: Poster) {
    perform(.create(poster, after: wall.selection.cursor ?? wall.selection.anchor)) { [unowned self] result in
      show(result.ids)
      guard stage.current == nil, let id = result.ids.first, dataSource.index(of: id) != nil else { return }
      open(id)
      edit(.firstLine)
    }
  }

  /// Adds the posters of files that were dropped.
  func readPosters(_ paths: [String]) {
    guard !paths.isEmpty, stage.current == nil else { return }
    perform(.read(paths)) { [unowned self] result in
      show(result.ids)
      let rest = result.refusals.map { "; \($0)" } ?? ""
      view.say("Added \(name(result.ids))\(rest)", .undo { [unowned self] _ in undo() })
    }
  }

  func duplicate() {
    let ids = chosen
    guard !ids.isEmpty else { return }
    perform(.duplicate(ids)) { [unowned self] made in
      if stage.current == nil { show(made.ids) } else { view.say("Duplicated \(name(ids))", nil) }
    }
  }

  func toggleFavorite() {
    let ids = chosen
    guard !ids.isEmpty else { return }
    let isFavorite = ids.contains { card($0)?.isFavorite != true }
    let subject = name(ids)
    perform(.setFavorite(ids, isFavorite)) { [unowned self] _ in
      guard stage.current != nil else { return }
      view.say(
        isFavorite ? "\(subject) is a favourite" : "\(subject) is no favourite any more", nil)
    }
  }

  func remove() {
    let ids = chosen
    guard !ids.isEmpty else { return }
    let subject = name(ids)
    let index = ids.first.flatMap(dataSource.index) ?? 0
    if stage.current != nil { stage.goBack(at: view.now()) }
    perform(.remove(ids)) { [unowned self] _ in
      wall.selection.clear()
      let count = dataSource.count
      if count > 0 { wall.selection.move(to: dataSource.id(at: min(index, count - 1))) }
      view.say("Deleted \(subject)", .undo { [unowned self] _ in undo() })
    }
  }

  /// Hides what was said last; returns whether it was still shown.
  @discardableResult
  func hideNotice() -> Bool { view.hideNotice() }

  func rename(_ id: PosterCard.ID, to title: String) { perform(.rename(id, to: title)) }

  // MARK: Others

  func export(_ kind: ExportKind) {
    let ids = chosen
    guard !ids.isEmpty else { return view.say("Select the posters to export first", nil) }
    dataSource.export(ids, as: kind)
  }

  func selectAll() {
    guard stage.current == nil else { return }
    wall.selection.set((0..<dataSource.count).map(dataSource.id))
  }

  func open(_ id: PosterCard.ID) {
    if !stage.open(id, at: view.now()) { sayUnreadable() }
  }

  /// Edits the poster that fills the window, or else opens the chosen one for that.
  func edit(_ start: OpenPoster.Start) {
    if stage.current == nil, let target = wall.selection.target { open(target) }
    if let id = stage.current?.id ?? (stage.isWaiting ? wall.selection.target : nil) { view.edit(id, start) }
  }

  func turnPage(by step: Int) {
    if !stage.turnPage(by: step, at: view.now()) { sayUnreadable() }
  }

  func showPage(at index: Int) {
    if !stage.showPage(at: index, time: view.now()) { sayUnreadable() }
  }

  /// Says that the poster that was to be opened cannot be read.
  func sayUnreadable() { view.say("This poster cannot be read", nil) }

  func toggleSlowness() {
    let isSlow = stage.toggleSlowness(at: view.now())
    view.say(
      isSlow ? "Posters fly ten times slower now" : "Posters fly as fast as they should", nil)
  }

  // MARK: Commands

  private func command(
    _ id: String, _ title: String, _ shortcuts: [Shortcut], isEnabled: Bool = true,
    repeats: Bool = false,
    _ action: @escaping (GalleryCommands, Double) -> Void
  ) -> Command {
    var command = Command(
      "gallery.\(id)", title, group: "Posters", isEnabled: isEnabled, repeats: repeats
    ) {
      [unowned self] time in action(self, time)
    }
    command.shortcuts = shortcuts
    return command
  }

  private var create: Command {
    command("new", "New poster", [.control("n")], isEnabled: stage.current == nil) { me, _ in
      me.createPoster()
    }
  }

  private var undoLast: Command {
    command("undo", editor.undoTitle, [.control("z")], isEnabled: editor.canUndo, repeats: true) {
      me, _ in
      me.undo()
    }
  }

  private var redoLast: Command {
    command(
      "redo", editor.redoTitle, [.controlShift("z"), .control("y")], isEnabled: editor.canRedo,
      repeats: true
    ) { me, _ in me.redo() }
  }

  private var selectEverything: Command {
    command(
      "select-all", "Select all", [.control("a")],
      isEnabled: dataSource.count > 0 && stage.current == nil
    ) { me, _ in me.selectAll() }
  }

  private var openChosen: Command {
    let target = wall.selection.target
    return command(
      "open", "Open", [Shortcut(.enter)], isEnabled: stage.current == nil && target != nil
    ) { me, _ in
      if let target { me.open(target) }
    }
  }

  private var editChosen: Command {
    let isOpen = stage.current != nil
    return command(
      "edit", "Edit", isOpen ? [Shortcut(.enter), Shortcut(.function(2))] : [Shortcut(.enter, .shift)],
      isEnabled: isOpen || wall.selection.target != nil
    ) { me, _ in me.edit(.typing) }
  }

  private var renameChosen: Command {
    let target = wall.selection.target
    return command(
      "rename", "Rename", [Shortcut(.function(2))], isEnabled: stage.current == nil && target != nil
    ) { me, time in
      if let target { me.view.beginRename(target, time) }
    }
  }

  private var back: Command {
    command("back", "Back to the wall", [Shortcut(.escape)], isEnabled: stage.current != nil) {
      me, time in
      me.stage.goBack(at: time)
    }
  }

  private var duplicateChosen: Command {
    command("duplicate", "Duplicate", [.control("d")]) { me, _ in me.duplicate() }
  }

  private var favorite: Command {
    // A few tell, where there may be thousands.
    let ids = stage.current.map { [$0.id] } ?? Array(wall.selection.ids.prefix(50))
    let isFavorite = !ids.isEmpty && ids.allSatisfy { card($0)?.isFavorite == true }
    return command("favourite", isFavorite ? "No favourite any more" : "Favourite", [.control("b")]) {
      me, _ in me.toggleFavorite()
    }
  }

  private var exports: [Command] {
    ExportKind.allCases.map { kind in
      command(
        "export-\(kind.rawValue.lowercased())", "Export as \(kind.rawValue)",
        kind == .pdf ? [.control("e")] : []
      ) { me, _ in me.export(kind) }
    }
  }

  private var delete: Command {
    command("delete", "Delete", [Shortcut(.delete)]) { me, _ in me.remove() }
  }

  /// All commands of the window.
  var all: [Command] {
    [
      create, duplicateChosen, favorite, openChosen, editChosen, renameChosen, back, delete, selectEverything,
      undoLast,
      redoLast,
    ] + exports + [
      command("deselect", "Select nothing", [.controlShift("a")]) { me, _ in
        me.wall.selection.clear()
      },
      command(
        "search", "Search", [.control("f"), Shortcut(.character("/"))],
        isEnabled: stage.current == nil
      ) { me, _ in me.view.search() },
      command("larger", "Larger posters", [.control("+"), .control("=")], repeats: true) {
        me, time in
        me.wall.zoom(by: 1.15, at: time)
      },
      command("smaller", "Smaller posters", [.control("-")], repeats: true) { me, time in
        me.wall.zoom(by: 1 / 1.15, at: time)
      },
      command("usual-size", "Usual size", [.control("0")]) { me, time in me.wall.resetZoom(at: time)
      },
      command("slow", "Slow flights", [Shortcut(.function(8))]) { me, _ in me.toggleSlowness() },
    ]
  }

  /// The menu of the wall where there is no poster.
  var wallMenu: Menu { Menu(groups: [[create], [selectEverything], [undoLast, redoLast]]) }

  /// The menu of the posters that are selected, or of the one that fills the window.
  var posterMenu: Menu {
    var (open, edit, rename) = (openChosen, editChosen, renameChosen)
    if chosen.count != 1 { (open.isEnabled, edit.isEnabled, rename.isEnabled) = (false, false, false) }
    let first = stage.current == nil ? [open, edit, rename] : [edit, back]
    return Menu(groups: [first + [duplicateChosen, favorite], exports, [delete]])
  }
}
