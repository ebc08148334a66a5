import Controls
import Localization

/// The commands about albums, and about which posters are shown.
final class AlbumCommands: CommandFamily {
  let session: GallerySession

  init(_ session: GallerySession) { self.session = session }

  private var filter: PosterFilter { session.dataSource.filter }

  /// The album that is shown, or nil.
  private var shown: Album? {
    filter.album.flatMap { id in session.dataSource.albums.first { $0.id == id } }
  }

  /// What is shown, in words: the album, favourites, or all.
  var shownName: String {
    shown?.name
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

  /// Makes an album of posters under a name that is asked for.
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
        language.localized("Deleted the album “{album}”; its posters stay on the wall", ["album": album.name])
      )
    }
  }

  private func ask(_ title: String, _ name: String, _ button: String, accept: @escaping (String) -> Void) {
    session.window?.host.askForName(title, name: name, button: button, accept: accept)
  }

  // MARK: What is shown

  private func show(album: Album.ID? = nil, favoritesOnly: Bool = false) {
    var filter = filter
    (filter.album, filter.favoritesOnly) = (album, favoritesOnly)
    session.dataSource.filter = filter
  }

  // MARK: Commands

  var create: Command {
    command("new-album", language.localized("New album")) { me, _ in me.createAlbum(of: []) }
  }

  /// Takes the chosen posters out of the album that is shown; nil where none is.
  var takeFromShown: Command? {
    shown.map { album in
      let ids = session.chosen
      let title = language.localized("Take out of “{album}”", ["album": album.name])
      return command("take-from-album", title) { me, _ in me.take(ids, from: album) }
    }
  }

  /// What can be shown: all posters, favourites, an album.
  var filterMenu: Menu {
    func choice(
      _ id: String, _ title: String, _ isChosen: Bool, _ action: @escaping (AlbumCommands) -> Void
    ) -> Command {
      var command = command("show-\(id)", title) { me, _ in action(me) }
      command.isChecked = isChosen
      return command
    }
    let fixed = [
      choice("all", language.localized("All posters"), filter.album == nil && !filter.favoritesOnly) {
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
    var menu = Menu(groups: [fixed, albums, others])
    menu.highlighted = menu.items.firstIndex {
      if case .command(let command) = $0 { command.isChecked == true } else { false }
    }
    return menu
  }

  /// The albums that the chosen posters can be put into.
  var albumMenu: Menu {
    let ids = session.chosen
    let albums = session.dataSource.albums.map { album in
      command("add-to-\(album.id.rawValue)", album.name) { me, _ in me.add(ids, to: album) }
    }
    let new = command("new-album-of", language.localized("New album…")) { me, _ in me.createAlbum(of: ids) }
    return Menu(groups: [albums, [new]])
  }
}
