import Colors
import Controls
import Scene

/// What stands over the plane: which plane it is, and which lines run through it, each with a menu.
final class PlaneHeader {
  private unowned let panel: PickerPanel

  private(set) lazy var planeButton = makeButton("Plane") { $0.planeMenu }
  private(set) lazy var linesButton = makeButton("Lines") { $0.linesMenu }

  static let height = 24.0

  init(panel: PickerPanel) {
    self.panel = panel
    show()
  }

  /// Names the plane and the lines as they are.
  func show() {
    planeButton.title = panel.settings.plane.shortHeading
    linesButton.title =
      switch panel.settings.contrast {
      case .wcag: "WCAG"
      case .apca: "APCA"
      case nil: "Lines"
      }
    if let vision = panel.settings.vision {
      linesButton.title = vision.name.prefix(1).uppercased() + vision.name.dropFirst()
    }
    linesButton.isOn =
      panel.settings.contrast != nil || panel.settings.press != nil || panel.settings.vision != nil
  }

  private func makeButton(_ label: String, menu: @escaping (PlaneHeader) -> Menu) -> Button {
    let button = Button(label, kind: .quiet) { [unowned self] _ in
      let owner = label == "Plane" ? planeButton : linesButton
      panel.host?.showMenu(menu(self), below: owner)
    }
    button.label = label
    button.opensMenu = true
    return button
  }

  private var planeMenu: Menu {
    var menu = Menu(groups: [panel.planeCommands])
    menu.highlighted = ColorPlane.all.firstIndex(of: panel.settings.plane)
    return menu
  }

  /// What a press prints: a choice of presses, or why there is none.
  private var pressItems: [Menu.Item] {
    let commands = panel.pressCommands
    guard let first = commands.first else { return [] }
    guard commands.count > 1 else { return [.command(first)] }
    return [.submenu("What a press prints", Menu(groups: [[first], Array(commands.dropFirst())]))]
  }

  var linesMenu: Menu {
    let edges = panel.settings.plane.exceedsSRGB ? panel.edgeCommands : []
    return Menu(
      (edges.isEmpty ? [] : edges.map(Menu.Item.command) + [.separator])
        + [.heading("Contrast")] + panel.contrastCommands.map(Menu.Item.command)
        + [.separator, .heading("On")] + panel.groundCommands.map(Menu.Item.command)
        + [
          .separator, .submenu("Nearest colour that passes", Menu(groups: [panel.passingCommands])),
        ] + pressItems + [
          .submenu("As others see it", Menu(groups: [panel.visionCommands, panel.severityCommands])),
          .submenu("Copy as", Menu(groups: [panel.copyCommands])),
        ])
  }
}
