import Colors
import Controls
import Localization
import Scene

/// What stands over the plane: which plane it is, and which lines run through it, each with a menu.
final class PlaneHeader {
  private unowned let panel: PickerPanel

  private(set) lazy var planeButton: Button = makeButton(language.localized("Plane")) {
    ($0.planeButton, $0.planeMenu)
  }
  private(set) lazy var linesButton: Button = makeButton(language.localized("Lines")) {
    ($0.linesButton, $0.linesMenu)
  }

  static let height = 24.0

  private var language: Language { panel.interface.language }

  init(panel: PickerPanel) {
    self.panel = panel
    show()
  }

  /// Names the plane and the lines as they are.
  func show() {
    planeButton.title = panel.settings.plane.shortHeading(in: language)
    linesButton.title =
      switch panel.settings.contrast {
      case .wcag: "WCAG"
      case .apca: "APCA"
      case nil: language.localized("Lines")
      }
    if let vision = panel.settings.vision,
      let kind = ColorVision.kinds.first(where: { $0.name == vision.name })
    {
      linesButton.title = language.localized(kind.shortTitle)
    }
    linesButton.isOn =
      panel.settings.contrast != nil || panel.settings.press != nil || panel.settings.vision != nil
  }

  private func makeButton(_ label: String, menu: @escaping (PlaneHeader) -> (Button, Menu)) -> Button {
    let button = Button(label, kind: .quiet) { [unowned self] _ in
      let (owner, menu) = menu(self)
      panel.host?.showMenu(menu, below: owner)
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
    return [
      .submenu(
        language.localized("What a press prints"), Menu(groups: [[first], Array(commands.dropFirst())]))
    ]
  }

  var linesMenu: Menu {
    let edges = panel.settings.plane.exceedsSRGB ? panel.edgeCommands : []
    return Menu(
      (edges.isEmpty ? [] : edges.map(Menu.Item.command) + [.separator])
        + [.heading(language.localized("Contrast"))] + panel.contrastCommands.map(Menu.Item.command)
        + [.separator, .heading(language.localized("On", context: "ground"))]
        + panel.groundCommands.map(Menu.Item.command)
        + [
          .separator,
          .submenu(language.localized("Nearest colour that passes"), Menu(groups: [panel.passingCommands])),
        ] + pressItems + [
          .submenu(
            language.localized("As others see it"),
            Menu(groups: [panel.visionCommands, panel.severityCommands])),
          .submenu(language.localized("Copy as"), Menu(groups: [panel.copyCommands])),
        ])
  }
}
