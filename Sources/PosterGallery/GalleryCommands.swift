import Controls
import Geometry
import PosterEditor
import Posters
import Scene

/// What can be done with posters: the commands of which shortcuts and menus are made.
final class GalleryCommands {
  private let dataSource: any PosterDataSource
  private let wall: PosterWall
  private let stage: OpenPosterTransition
  private let editor: PosterUndoQueue
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
    /// Opens a new poster and edits it as soon as it is on the wall, from which no filter may keep it then.
    var editWhenListed: (PosterCard.ID) -> Void
    /// Asks for files that become posters.
    var chooseFiles: () -> Void
    /// Shows what a new poster may begin with.
    var chooseTemplate: () -> Void
    /// Gives the keyboard to the search field, with a letter that was typed already.
    var search: (_ typed: String?) -> Void
    /// Asks for a name: a title, the name to begin with, and the button that takes it.
    var askForName: (String, String, String, @escaping (String) -> Void) -> Void
    /// Opens a menu below the middle of the upper edge.
    var showMenu: (Menu) -> Void
    /// The present time.
    var now: () -> Double
  }

  init(
    _ dataSource: any PosterDataSource, _ wall: PosterWall, _ stage: OpenPosterTransition,
    _ editor: PosterUndoQueue,
    view: View
  ) {
    self.dataSource = dataSource
    self.wall = wall
    self.stage = stage
    self.editor = editor
    self.view = view
  }

  /// How many posters are selected on the wall.
  var selectionCount: Int { wall.selection.ids.count }

  /// Whether all of the posters that are selected are favourites, as far as a few of them tell.
  var selectedFavorites: Amount {
    // A few tell, where there may be thousands.
    let cards = wall.selection.ids.prefix(50).compactMap(card)
    return !cards.isEmpty && cards.allSatisfy(\.isFavorite) ? .all : .fewer
  }

  enum Amount: Hashable {
    case all, fewer
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
      guard stage.current == nil, let id = result.ids.first else { return }
      view.editWhenListed(id)
    }
  }

  /// Adds the posters of files that were dropped.
  func readPosters(_ paths: [String]) {
    guard !paths.isEmpty, stage.current == nil else { return }
    perform(.read(paths)) { [unowned self] result in
      show(result.ids)
      let rest = result.refusals.map { "; \($0)" } ?? ""
      say("Added \(name(result.ids))\(rest)")
    }
  }

  func duplicate() {
    let ids = chosen
    guard !ids.isEmpty else { return }
    perform(.duplicate(ids)) { [unowned self] made in
      if stage.current == nil { show(made.ids) }
      say("Duplicated \(name(ids))")
    }
  }

  func toggleFavorite() { toggleFavorite(chosen) }

  func toggleFavorite(_ ids: [PosterCard.ID]) {
    if !ids.isEmpty { setFavorite(ids, ids.contains { card($0)?.isFavorite != true }) }
  }

  func setFavorite(_ ids: [PosterCard.ID], _ isFavorite: Bool) {
    let subject = name(ids)
    let verb = ids.count == 1 ? "is" : "are"
    perform(.setFavorite(ids, isFavorite)) { [unowned self] result in
      guard result.inverse != nil else { return }
      let words = ids.count == 1 ? "favourite" : "favourites"
      say(
        isFavorite
          ? "\(subject) \(verb) \(ids.count == 1 ? "a " : "")\(words)"
          : "\(subject) \(verb) no \(words) any more")
    }
  }

  /// Says what was done, with a button that takes it back.
  private func say(_ words: String) { view.say(words, .undo { [unowned self] _ in undo() }) }

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
      say("Deleted \(subject)")
    }
  }

  /// Hides what was said last; returns whether it was still shown.
  @discardableResult
  func hideNotice() -> Bool { view.hideNotice() }

  func rename(_ id: PosterCard.ID, to title: String) {
    perform(.rename(id, to: title)) { [unowned self] _ in
      say(title.isEmpty ? "The poster has no title any more" : "Renamed to “\(title)”")
    }
  }

  /// Moves posters behind another one, or to the beginning of the wall.
  func move(_ ids: [PosterCard.ID], after place: PosterCard.ID?) {
    perform(.move(ids, after: place)) { [unowned self] result in
      if result.inverse != nil { say("Moved \(name(ids))") }
    }
  }

  // MARK: Albums

  private var album: Album? {
    dataSource.filter.album.flatMap { id in dataSource.albums.first { $0.id == id } }
  }

  /// What is shown, in words: the album, favourites, or all.
  var shownName: String { album?.name ?? (dataSource.filter.favoritesOnly ? "Favourites" : "All posters") }

  func add(_ ids: [PosterCard.ID], to album: Album) {
    let subject = name(ids)
    perform(.addToAlbum(ids, album.id)) { [unowned self] result in
      if result.inverse == nil {
        view.say("\(subject) \(ids.count == 1 ? "is" : "are") in “\(album.name)” already", nil)
      } else {
        say("Added \(subject) to “\(album.name)”")
      }
    }
  }

  private func take(_ ids: [PosterCard.ID], from album: Album) {
    let subject = name(ids)
    perform(.takeFromAlbum(ids, album.id)) { [unowned self] _ in
      say("Took \(subject) out of “\(album.name)”")
    }
  }

  /// Makes an album of posters under a name that is asked for.
  func createAlbum(of ids: [PosterCard.ID]) {
    view.askForName("New album", "", "Make") { [unowned self] name in
      perform(.createAlbum(name, ids)) { [unowned self] result in
        if ids.isEmpty, let album = result.album { show(album: album) }
        say(ids.isEmpty ? "Made the album “\(name)”" : "Made the album “\(name)” of \(self.name(ids))")
      }
    }
  }

  private func rename(_ album: Album) {
    view.askForName("Rename album", album.name, "Rename") { [unowned self] name in
      perform(.renameAlbum(album.id, to: name)) { [unowned self] _ in say("Renamed the album to “\(name)”") }
    }
  }

  private func remove(_ album: Album) {
    perform(.removeAlbum(album.id)) { [unowned self] _ in
      say("Deleted the album “\(album.name)”; its posters stay on the wall")
    }
  }

  /// Shows all posters.
  func showAll() {
    dataSource.filter.favoritesOnly = false
    dataSource.filter.album = nil
  }

  private func showFavorites() {
    var filter = dataSource.filter
    (filter.album, filter.favoritesOnly) = (nil, true)
    dataSource.filter = filter
  }

  private func show(album: Album.ID) {
    var filter = dataSource.filter
    (filter.album, filter.favoritesOnly) = (album, false)
    dataSource.filter = filter
  }

  func deselect() { wall.selection.clear() }

  // MARK: Printing

  /// Looks for printers; the posters are printed on the one that there is, or on the one that is chosen then.
  func print() {
    toPrint = chosen
    guard !toPrint.isEmpty else { return view.say("Select the posters to print first", nil) }
    dataSource.findPrinters()
  }

  private var toPrint: [PosterCard.ID] = []

  /// Takes the printers that were found.
  func takePrinters(_ names: [String]) {
    let ids = toPrint
    guard !ids.isEmpty else { return }
    view.showMenu(
      Menu(
        [.heading("Print \(name(ids)) on")]
          + names.map { name in
            .command(
              Command("gallery.print.\(name)", name) { [unowned self] _ in dataSource.print(ids, on: name) })
          }))
  }

  /// Lets the desktop's own panel print, where there is no CUPS to be asked.
  func printThroughDesktop() {
    guard !toPrint.isEmpty else { return }
    view.say("The desktop’s print panel opens", nil)
    dataSource.printThroughDesktop(toPrint)
  }

  // MARK: Others

  func export(_ kind: ExportKind) {
    let ids = chosen
    guard !ids.isEmpty else { return view.say("Select the posters to export first", nil) }
    dataSource.export(ids, as: kind)
  }

  /// Begins to search with what was typed.
  func search(for text: String) { view.search(text) }

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

  private var addFiles: Command {
    command("add", "Add posters…", [.control("o")], isEnabled: stage.current == nil) { me, _ in
      me.view.chooseFiles()
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
    let isFavorite = stage.current.map { card($0.id)?.isFavorite == true } ?? (selectedFavorites == .all)
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
      create, addFiles, duplicateChosen, favorite, openChosen, editChosen, renameChosen, back, delete,
      selectEverything,
      undoLast,
      redoLast,
    ] + exports + [
      printChosen,
      command("deselect", "Select nothing", [.controlShift("a")]) { me, _ in
        me.deselect()
      },
      command("new-album", "New album", []) { me, _ in me.createAlbum(of: []) },
    ] + views + orders + [
      command("slow", "Slow flights", [Shortcut(.function(8))]) { me, _ in me.toggleSlowness() }
    ]
  }

  /// What is found on the wall, and how large.
  private var views: [Command] {
    [
      command(
        "search", "Search", [.control("f"), Shortcut(.character("/"))],
        isEnabled: stage.current == nil
      ) { me, _ in me.view.search(nil) },
      command("larger", "Larger posters", [.control("+"), .control("=")], repeats: true) {
        me, time in
        me.wall.zoom(by: 1.15, at: time)
      },
      command("smaller", "Smaller posters", [.control("-")], repeats: true) { me, time in
        me.wall.zoom(by: 1 / 1.15, at: time)
      },
      command("usual-size", "Usual size", [.control("0")]) { me, time in me.wall.resetZoom(at: time)
      },
    ]
  }

  private var printChosen: Command {
    command("print", "Print", [.control("p")]) { me, _ in me.print() }
  }

  private var orders: [Command] {
    PosterOrder.allCases.map { order in
      var command = command("order-\(order.rawValue)", order.name, []) { me, _ in
        me.dataSource.filter.order = order
      }
      command.isChecked = dataSource.filter.order == order
      return command
    }
  }

  // MARK: Menus

  /// The menu of the wall where there is no poster.
  var wallMenu: Menu {
    var menu = Menu(groups: [[create, addFiles], [selectEverything], [undoLast, redoLast]])
    menu.items += [.separator, .submenu("Order", orderMenu), .submenu("Show", filterMenu)]
    return menu
  }

  /// The menu of the posters that are selected, or of the one that fills the window.
  var posterMenu: Menu {
    var (open, edit, rename) = (openChosen, editChosen, renameChosen)
    if chosen.count != 1 { (open.isEnabled, edit.isEnabled, rename.isEnabled) = (false, false, false) }
    let first = stage.current == nil ? [open, edit, rename] : [edit, back]
    var menu = Menu(groups: [first + [duplicateChosen, favorite], exports + [printChosen], [delete]])
    menu.items.insert(.submenu("Add to album", albumMenu), at: first.count + 2)
    if let album {
      let ids = chosen
      menu.items.insert(
        .command(
          command("take-from-album", "Take out of “\(album.name)”", []) { me, _ in me.take(ids, from: album) }
        ),
        at: first.count + 3)
    }
    return menu
  }

  /// What the window's menu has of the gallery.
  var menuGroups: [[Command]] {
    stage.current == nil
      ? [[create, addFiles, selectEverything], views, [undoLast, redoLast]] : [[editChosen, back]]
  }

  /// The orders in which posters may hang.
  var orderMenu: Menu {
    var menu = Menu(groups: [orders])
    menu.highlighted = PosterOrder.allCases.firstIndex(of: dataSource.filter.order)
    return menu
  }

  /// What can be shown: all posters, favourites, an album.
  var filterMenu: Menu {
    let filter = dataSource.filter
    func choice(
      _ id: String, _ title: String, _ isChosen: Bool, _ action: @escaping (GalleryCommands) -> Void
    )
      -> Command
    {
      var command = command("show-\(id)", title, []) { me, _ in action(me) }
      command.isChecked = isChosen
      return command
    }
    let fixed = [
      choice("all", "All posters", filter.album == nil && !filter.favoritesOnly) { $0.showAll() },
      choice("favourites", "Favourites", filter.favoritesOnly) { $0.showFavorites() },
    ]
    let albums = dataSource.albums.map { album in
      choice("album-\(album.id.rawValue)", "\(album.name)  (\(album.count))", filter.album == album.id) {
        $0.show(album: album.id)
      }
    }
    var others = [command("new-album", "New album…", []) { me, _ in me.createAlbum(of: []) }]
    if let album {
      others += [
        command("rename-album", "Rename “\(album.name)”…", []) { me, _ in me.rename(album) },
        command("delete-album", "Delete “\(album.name)”", []) { me, _ in me.remove(album) },
      ]
    }
    var menu = Menu(groups: [fixed, albums, others])
    menu.highlighted = menu.items.firstIndex {
      if case .command(let command) = $0 { command.isChecked == true } else { false }
    }
    return menu
  }

  /// The albums that the chosen posters can be put into.
  var albumMenu: Menu {
    let ids = chosen
    let albums = dataSource.albums.map { album in
      command("add-to-\(album.id.rawValue)", album.name, []) { me, _ in me.add(ids, to: album) }
    }
    return Menu(
      groups: [albums, [command("new-album-of", "New album…", []) { me, _ in me.createAlbum(of: ids) }]])
  }

  /// The kinds of files that the chosen posters can be written as.
  var exportMenu: Menu {
    Menu(groups: [exports])
  }
}
