import Controls

/// What can be done with posters: the commands of which shortcuts and menus are made, family by family.
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
      posters.undoLast, posters.redoLast,
    ] + posters.exports + [printing.printChosen, wall.selectNothing, albums.create] + wall.views + wall.orders
      + [opening.slow]
  }

  // MARK: Menus

  /// The menu of the wall where there is no poster.
  var wallMenu: Menu {
    var menu = Menu(groups: [
      [posters.create, posters.addFiles], [wall.selectEverything], [posters.undoLast, posters.redoLast],
    ])
    menu.items += [
      .separator, .submenu(session.language.localized("Order"), wall.orderMenu),
      .submenu(session.language.localized("Show"), albums.filterMenu),
    ]
    return menu
  }

  /// The menu of the posters that are selected, or of the one that fills the window.
  var posterMenu: Menu {
    var (open, edit, rename) = (opening.openChosen, opening.editChosen, posters.renameChosen)
    if session.chosen.count != 1 {
      (open.isEnabled, edit.isEnabled, rename.isEnabled) = (false, false, false)
    }
    let first = session.isOpen ? [edit, opening.back] : [open, edit, rename]
    var menu = Menu(groups: [
      first + [posters.duplicateChosen, posters.favorite], posters.exports + [printing.printChosen],
      [posters.delete],
    ])
    menu.items.insert(
      .submenu(session.language.localized("Add to album"), albums.albumMenu), at: first.count + 2)
    if let take = albums.takeFromShown { menu.items.insert(.command(take), at: first.count + 3) }
    return menu
  }

  /// What the window's menu has of the gallery.
  var menuGroups: [[Command]] {
    session.isOpen
      ? [[opening.editChosen, opening.back]]
      : [
        [posters.create, posters.addFiles, wall.selectEverything], wall.views,
        [posters.undoLast, posters.redoLast],
      ]
  }
}
