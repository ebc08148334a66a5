import Geometry

extension ControlHost {
  /// What can be done with every window; `close` closes this one.
  public func commonCommands(_ program: ProgramCommands, close: @escaping () -> Void) -> [Command] {
    let group = "Window"
    let own = [
      Command("window.menu", "Menu", Shortcut(.function(10)), group: group, icon: .menu) { [unowned self] _ in
        showPrimaryMenu()
      },
      Command("window.commands", "Find a command", .controlShift("p"), group: group) { [unowned self] _ in
        showCommandPalette()
      },
      Command("window.notices", "Messages so far", .controlShift("n"), group: group) { [unowned self] _ in
        showNotices()
      },
      Command(
        "window.shortcuts", "Keyboard shortcuts", Shortcut(.function(1)), .control("?"), group: group
      ) { [unowned self] _ in showShortcuts() },
      Command("window.close", "Close window", .control("w"), group: group) { [unowned self] _ in
        // What lies in front is closed first, as Escape does it.
        if !closeFront() { close() }
      },
      Command("window.quit", "Quit", .control("q"), group: group) { time in
        if let quit = program.quit { quit(time) } else { close() }
      },
    ]
    return program.windows + program.others + own
  }

  /// The menu of a window: what it can do itself, all else that can be done in it under the names of the groups, the
  /// other windows, and what is the same everywhere. No command is missing there.
  public func primaryMenu(
    _ own: [[Command]], _ program: ProgramCommands, close: @escaping () -> Void
  ) -> Menu {
    let common = commonCommands(program, close: close).filter { command in
      command.id != "window.menu" && !program.windows.contains { $0.id == command.id }
    }
    func isLast(_ command: Command) -> Bool { ["window.close", "window.quit"].contains(command.id) }
    let listed = Set((own.flatMap(\.self) + program.windows + common).map(\.id)).union(["window.menu"])
    let rest = Menu(grouping: listedCommands.filter { !listed.contains($0.id) })
    var menu = Menu(groups: own)
    for part in [
      rest, Menu(groups: [program.windows, common.filter { !isLast($0) }, common.filter(isLast)]),
    ]
    where !part.isEmpty {
      if !menu.isEmpty { menu.items.append(.separator) }
      menu.items += part.items
    }
    return menu
  }

  /// Opens the menu of the window below its button, or in the corner where that is not seen.
  public func showPrimaryMenu() {
    guard !isBlocked else { return }
    let menu = makePrimaryMenu()
    if let button = menuButton(below: root) {
      showMenu(menu, below: button)
    } else {
      showMenu(menu, at: Point(size.width, 0))
    }
  }

  private func menuButton(below control: Control) -> Control? {
    guard !control.isHidden, control.layer.opacity > 0 else { return nil }
    if control.id == Button.primaryMenuID, !control.frame.isEmpty { return control }
    for child in control.children {
      if let button = menuButton(below: child) { return button }
    }
    return nil
  }
}

extension Button {
  static let primaryMenuID = "window.menu"

  /// Creates the button with three lines that opens the menu of the window, wherever it is placed.
  public static func primaryMenu() -> Button {
    let button = Button(
      "Menu", icon: .menu, kind: .quiet, pressed: { button, _ in button.host?.showPrimaryMenu() })
    button.id = primaryMenuID
    button.shortcutText = Shortcut(.function(10)).text
    return button
  }
}
