import Controls
import Geometry
import Localization
import Publishing

/// The gallery's commands for shortcuts and menus, in families.
final class GalleryCommands {
  let session: GallerySession
  let posters: PosterCommands
  let albums: AlbumCommands
  let printing: PrintCommands
  let wall: WallCommands
  let opening: OpeningCommands

  init(_ session: GallerySession) {
    self.session = session
    posters = PosterCommands(session)
    albums = AlbumCommands(session)
    printing = PrintCommands(session)
    wall = WallCommands(session)
    opening = OpeningCommands(session)
  }

  /// All commands of the window.
  var all: [Command] {
    [
      posters.create, posters.addFiles, posters.duplicateChosen, posters.favorite, opening.openChosen,
      opening.editChosen, posters.renameChosen, opening.back, posters.delete, wall.selectEverything,
      posters.restoreChosen, posters.emptyBin, posters.undoLast, posters.redoLast,
    ] + posters.exports + [
      posters.exportSet, posters.copyChosen, posters.sendChosen, posters.saveTemplate, printing.printChosen,
      wall.selectNothing, albums.create,
    ] + views + wall.orders
      + [opening.slow]
  }

  /// The commands for the size of posters in the gallery, or for the zoom of the open one, which have the same keys.
  private var views: [Command] { session.isOpen ? session.window?.zoomCommands ?? [] : wall.views }

  // MARK: Menus

  /// The context menu of the gallery's empty area.
  var wallMenu: Menu {
    var menu = Menu(groups: [
      session.showsBin ? [posters.emptyBin] : [posters.create, posters.addFiles], [wall.selectEverything],
      [posters.undoLast, posters.redoLast],
    ])
    menu.items += [
      .separator, .submenu(session.language.localized("Order"), wall.orderMenu),
      .submenu(session.language.localized("Show"), albums.filterMenu),
    ]
    return menu
  }

  /// The context menu of the selected posters, or of the open one.
  var posterMenu: Menu {
    if session.showsBin {
      return Menu(groups: [[posters.restoreChosen], [posters.delete, posters.emptyBin]])
    }
    var (open, edit, rename) = (opening.openChosen, opening.editChosen, posters.renameChosen)
    if session.chosen.count != 1 {
      (open.isEnabled, edit.isEnabled, rename.isEnabled) = (false, false, false)
    }
    let first = session.isOpen ? [edit, opening.back] : [open, edit, rename]
    let album = Menu.Item.submenu(session.language.localized("Add to album"), albums.albumMenu)
    let formats = Menu.Item.submenu(
      session.language.localized("Export"), Menu(groups: [posters.exports, [posters.exportSet]]))
    func commands(_ commands: Command?...) -> [Menu.Item] {
      commands.compactMap { $0.map(Menu.Item.command) }
    }
    let groups: [[Menu.Item]] = [
      first.map(Menu.Item.command),
      commands(posters.favorite) + [album]
        + commands(albums.takeFromShown, posters.duplicateChosen, posters.saveTemplate),
      commands(posters.copyChosen) + [formats] + commands(posters.sendChosen, printing.printChosen),
      commands(posters.delete),
    ]
    return Menu(Array(groups.joined(separator: [.separator])))
  }

  /// The gallery's own groups of commands in the window's menu.
  var menuGroups: [[Command]] {
    session.isOpen
      ? [[opening.editChosen, opening.back], views]
      : [
        [posters.create, posters.addFiles, wall.selectEverything], wall.views,
        [posters.undoLast, posters.redoLast],
      ]
  }
}

/// Printing: the posters are read first, then the print panel shows them.
final class PrintCommands: CommandFamily {
  let session: GallerySession

  init(_ session: GallerySession) { self.session = session }

  /// Reads the selected posters, and opens the print panel with them.
  func print() {
    let ids = session.chosen
    guard !ids.isEmpty else { return session.say(language.localized("Select the posters to print first")) }
    session.dataSource.read(ids, for: .printing)
  }

  var printChosen: Command {
    command("print", language.localized("Print"), [.control("p")]) { me, _ in me.print() }
  }
}

/// Commands for the view of the gallery: selection, search, poster size and order.
final class WallCommands: CommandFamily {
  let session: GallerySession

  init(_ session: GallerySession) { self.session = session }

  func deselect() { session.wall.selection.clear() }

  /// Begins a search with typed text.
  func search(for text: String) { session.window?.search(text) }

  private func selectAll() {
    guard !session.isOpen else { return }
    let source = session.dataSource
    session.wall.selection.set((0..<source.count).map(source.id))
  }

  // MARK: Commands

  var selectEverything: Command {
    command(
      "select-all", language.localized("Select all"), [.control("a")],
      isEnabled: session.dataSource.count > 0 && !session.isOpen
    ) { me, _ in me.selectAll() }
  }

  var selectNothing: Command {
    command("deselect", language.localized("Select nothing"), [.controlShift("a")]) { me, _ in me.deselect() }
  }

  /// The search and the size of posters.
  var views: [Command] {
    [
      command(
        "search", language.localized("Search"), [.control("f"), Shortcut(.character("/"))],
        isEnabled: !session.isOpen
      ) { me, _ in me.session.window?.search(nil) },
      command("larger", language.localized("Larger posters"), [.control("+"), .control("=")], repeats: true) {
        me, time in me.session.wall.zoom(by: 1.15, at: time)
      },
      command("smaller", language.localized("Smaller posters"), [.control("-")], repeats: true) { me, time in
        me.session.wall.zoom(by: 1 / 1.15, at: time)
      },
      command("usual-size", language.localized("Usual size"), [.control("0")]) { me, time in
        me.session.wall.resetZoom(at: time)
      },
    ]
  }

  var orders: [Command] {
    PosterOrder.allCases.map { order in
      var command = command("order-\(order.rawValue)", language.localized(order.name)) { me, _ in
        me.session.dataSource.filter.order = order
      }
      command.section = language.localized("Order")
      command.isChecked = session.dataSource.filter.order == order
      return command
    }
  }

  /// The menu of sort orders.
  var orderMenu: Menu {
    var menu = Menu(groups: [orders])
    menu.highlighted = PosterOrder.allCases.firstIndex(of: session.dataSource.filter.order)
    return menu
  }
}

/// Commands that open, edit and close a poster.
final class OpeningCommands: CommandFamily {
  let session: GallerySession
  private var stage: OpenPosterTransition { session.stage }

  init(_ session: GallerySession) { self.session = session }

  func open(_ id: PosterCard.ID) {
    guard !session.showsBin else { return session.say(language.localized("Restore the poster to open it")) }
    if !stage.open(id, at: session.now) { sayUnreadable() }
  }

  /// Edits the open poster, or opens the selected one for editing.
  func edit(_ start: TypingStart) {
    let target = session.showsBin ? nil : session.wall.selection.target
    if stage.current == nil, let target { open(target) }
    if let id = stage.current?.id ?? (stage.isWaiting ? target : nil) { session.window?.edit(id, start) }
  }

  func turnPage(by step: Int) {
    if !stage.turnPage(by: step, at: session.now) { sayUnreadable() }
  }

  func showPage(at index: Int) {
    if !stage.showPage(at: index, time: session.now) { sayUnreadable() }
  }

  /// Reports that the poster to be opened cannot be read.
  func sayUnreadable() { session.say(language.localized("This poster cannot be read")) }

  private func toggleSlowness() {
    session.say(
      stage.toggleSlowness(at: session.now)
        ? language.localized("Posters fly ten times slower now")
        : language.localized("Posters fly as fast as they should"))
  }

  // MARK: Commands

  var openChosen: Command {
    let target = session.wall.selection.target
    return command(
      "open", language.localized("Open"), [Shortcut(.enter)],
      isEnabled: !session.isOpen && target != nil && !session.showsBin
    ) { me, _ in
      if let target { me.open(target) }
    }
  }

  var editChosen: Command {
    let isOpen = session.isOpen
    return command(
      "edit", language.localized("Edit"),
      isOpen ? [Shortcut(.enter), Shortcut(.function(2))] : [Shortcut(.enter, .shift)],
      isEnabled: isOpen || session.wall.selection.target != nil && !session.showsBin
    ) { me, _ in me.edit(.typing) }
  }

  var back: Command {
    command("back", language.localized("Back to the gallery"), [Shortcut(.escape)], isEnabled: session.isOpen)
    {
      me, time in me.stage.goBack(at: time)
    }
  }

  var slow: Command {
    command("slow", language.localized("Slow flights"), [Shortcut(.function(8))]) { me, _ in
      me.toggleSlowness()
    }
  }
}

/// Commands for albums and filters.
final class AlbumCommands: CommandFamily {
  let session: GallerySession

  init(_ session: GallerySession) { self.session = session }

  private var filter: PosterFilter { session.dataSource.filter }

  /// The current album, or nil.
  private var shown: Album? {
    filter.album.flatMap { id in session.dataSource.albums.first { $0.id == id } }
  }

  /// The name of the current filter: the album, favourites, or all.
  var shownName: String {
    if filter.isBin { return language.localized("Bin") }
    return shown?.name
      ?? (filter.favoritesOnly ? language.localized("Favourites") : language.localized("All posters"))
  }

  // MARK: Changes

  func add(_ ids: [PosterCard.ID], to album: Album) {
    let isThere = session.sentence(about: ids) {
      Message("“{name}” is in “{album}” already", ["name": $0, "album": album.name])
    } _: {
      Message(
        "{count} poster is in “{album}” already", plural: "{count} posters are in “{album}” already",
        count: $0, ["album": album.name])
    }
    let isAdded = session.sentence(about: ids) {
      Message("Added “{name}” to “{album}”", ["name": $0, "album": album.name])
    } _: {
      Message(
        "Added {count} poster to “{album}”", plural: "Added {count} posters to “{album}”", count: $0,
        ["album": album.name])
    }
    session.perform(.addToAlbum(ids, album.id)) { [unowned session] result in
      if result.inverse == nil { session.say(isThere) } else { session.report(isAdded) }
    }
  }

  private func take(_ ids: [PosterCard.ID], from album: Album) {
    let words = session.sentence(about: ids) {
      Message("Took “{name}” out of “{album}”", ["name": $0, "album": album.name])
    } _: {
      Message(
        "Took {count} poster out of “{album}”", plural: "Took {count} posters out of “{album}”", count: $0,
        ["album": album.name])
    }
    session.perform(.takeFromAlbum(ids, album.id)) { [unowned session] _ in session.report(words) }
  }

  /// Creates an album of posters after asking for its name.
  func createAlbum(of ids: [PosterCard.ID]) {
    ask(language.localized("New album"), "", language.localized("Make")) { [unowned self] name in
      session.perform(.createAlbum(name, ids)) { [unowned self] result in
        if ids.isEmpty, let album = result.album { show(album: album) }
        session.report(
          ids.isEmpty
            ? language.localized("Made the album “{album}”", ["album": name])
            : session.sentence(about: ids) {
              Message("Made the album “{album}” of “{name}”", ["album": name, "name": $0])
            } _: {
              Message(
                "Made the album “{album}” of {count} poster",
                plural: "Made the album “{album}” of {count} posters", count: $0, ["album": name])
            })
      }
    }
  }

  private func rename(_ album: Album) {
    ask(language.localized("Rename album"), album.name, language.localized("Rename")) { [unowned self] name in
      session.perform(.renameAlbum(album.id, to: name)) { [unowned self] _ in
        session.report(language.localized("Renamed the album to “{album}”", ["album": name]))
      }
    }
  }

  private func remove(_ album: Album) {
    session.perform(.removeAlbum(album.id)) { [unowned self] _ in
      session.report(
        language.localized(
          "Deleted the album “{album}”; its posters stay in the gallery", ["album": album.name])
      )
    }
  }

  private func ask(_ title: String, _ name: String, _ button: String, accept: @escaping (String) -> Void) {
    session.window?.host.askForName(title, name: name, button: button, accept: accept)
  }

  // MARK: Filters

  private func show(album: Album.ID? = nil, favoritesOnly: Bool = false, isBin: Bool = false) {
    var filter = filter
    (filter.album, filter.favoritesOnly, filter.isBin) = (album, favoritesOnly, isBin)
    session.wall.selection.clear()
    session.dataSource.filter = filter
  }

  // MARK: Commands

  var create: Command {
    command("new-album", language.localized("New album")) { me, _ in me.createAlbum(of: []) }
  }

  /// Removes the selected posters from the current album; nil without one.
  var takeFromShown: Command? {
    shown.map { album in
      let ids = session.chosen
      let title = language.localized("Take out of “{album}”", ["album": album.name])
      return command("take-from-album", title) { me, _ in me.take(ids, from: album) }
    }
  }

  /// The menu of filters: all posters, favourites, an album.
  var filterMenu: Menu {
    func choice(
      _ id: String, _ title: String, _ isChosen: Bool, _ action: @escaping (AlbumCommands) -> Void
    ) -> Command {
      var command = command("show-\(id)", title) { me, _ in action(me) }
      command.isChecked = isChosen
      return command
    }
    let fixed = [
      choice(
        "all", language.localized("All posters"),
        filter.album == nil && !filter.favoritesOnly && !filter.isBin
      ) {
        $0.show()
      },
      choice("favourites", language.localized("Favourites"), filter.favoritesOnly) {
        $0.show(favoritesOnly: true)
      },
    ]
    let albums = session.dataSource.albums.map { album in
      choice("album-\(album.id.rawValue)", "\(album.name)  (\(album.count))", filter.album == album.id) {
        $0.show(album: album.id)
      }
    }
    var others = [command("new-album", language.localized("New album…")) { me, _ in me.createAlbum(of: []) }]
    if let shown {
      others += [
        command("rename-album", language.localized("Rename “{album}”…", ["album": shown.name])) { me, _ in
          me.rename(shown)
        },
        command("delete-album", language.localized("Delete “{album}”", ["album": shown.name])) { me, _ in
          me.remove(shown)
        },
      ]
    }
    let binTitle = language.localized("Bin  ({count})", ["count": "\(session.dataSource.binCount)"])
    let bin = choice("bin", binTitle, filter.isBin) { $0.show(isBin: true) }
    var menu = Menu(groups: [fixed, albums, others, [bin]])
    menu.highlighted = menu.items.firstIndex {
      if case .command(let command) = $0 { command.isChecked == true } else { false }
    }
    return menu
  }

  /// The menu of albums to which the selected posters can be added.
  var albumMenu: Menu {
    let ids = session.chosen
    let albums = session.dataSource.albums.map { album in
      command("add-to-\(album.id.rawValue)", album.name) { me, _ in me.add(ids, to: album) }
    }
    let new = command("new-album-of", language.localized("New album…")) { me, _ in me.createAlbum(of: ids) }
    return Menu(groups: [albums, [new]])
  }
}
