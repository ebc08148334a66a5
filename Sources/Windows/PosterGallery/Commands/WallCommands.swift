import Controls

/// The commands for what is seen of the wall: what is selected, searched for, how large posters are and in which order.
final class WallCommands: CommandFamily {
  let session: GallerySession

  init(_ session: GallerySession) { self.session = session }

  func deselect() { session.wall.selection.clear() }

  /// Begins to search with what was typed.
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

  /// What is found on the wall, and how large.
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
      var command = command("order-\(order.rawValue)", order.name) { me, _ in
        me.session.dataSource.filter.order = order
      }
      command.section = language.localized("Order")
      command.isChecked = session.dataSource.filter.order == order
      return command
    }
  }

  /// The orders in which posters may hang.
  var orderMenu: Menu {
    var menu = Menu(groups: [orders])
    menu.highlighted = PosterOrder.allCases.firstIndex(of: session.dataSource.filter.order)
    return menu
  }
}
