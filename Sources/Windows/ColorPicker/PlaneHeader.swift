import Colors
import Controls
import Localization
import Scene

/// What stands over the plane: which plane it is, and which lines run through it, each with a menu.
final class PlaneHeader {
  weak var delegate: (any PickerPlaneDelegate)?
  private let language: Language

  private(set) lazy var planeButton = makeButton(language.localized("Plane")) { $0.planeMenu }
  private(set) lazy var linesButton = makeButton(language.localized("Lines")) { $0.linesMenu }

  static let height = 24.0

  init(_ settings: PlaneSettings, _ language: Language) {
    self.language = language
    show(settings)
  }

  /// Names the plane and the lines as they are.
  func show(_ settings: PlaneSettings) {
    planeButton.title = settings.plane.shortHeading(in: language)
    linesButton.title =
      switch settings.contrast {
      case .wcag: "WCAG"
      case .apca: "APCA"
      case nil: language.localized("Lines")
      }
    if let vision = settings.vision, let kind = ColorVision.kinds.first(where: { $0.name == vision.name }) {
      linesButton.title = language.localized(kind.shortTitle)
    }
    linesButton.isOn = settings.contrast != nil || settings.press != nil || settings.vision != nil
  }

  private func makeButton(_ label: String, menu: @escaping (any PickerPlaneDelegate) -> Menu) -> Button {
    let button = Button(label, kind: .quiet, menu: { [unowned self] in delegate.map(menu) ?? Menu() })
    button.label = label
    return button
  }
}
