import Controls
import Input
import Localization

/// Other sources of a picker's colours: the screen, and pictures. Sources that are nil are not offered.
final class ColorSources {
  /// Picks a colour from the screen.
  var pickFromScreen: (() -> Void)?

  /// Shows a picture to pick a colour from; without a path, asks for a file.
  var openPicture: ((_ path: String?) -> Void)?

  private let language: Language

  private(set) lazy var eyedropperButton: Button = {
    let button = Button(language.localized("Take a colour from the screen"), icon: .eyedropper, kind: .plain)
    {
      [unowned self] _ in pickFromScreen?()
    }
    button.shortcutText = Shortcut.control("e").text
    return button
  }()

  init(_ language: Language) { self.language = language }

  /// The visible buttons.
  var controls: [Control] { pickFromScreen == nil ? [] : [eyedropperButton] }

  var commands: [Command] {
    [
      Command(
        "picker.eyedropper", language.localized("Take a colour from the screen"), .control("e"),
        group: language.localized("Colour"), isEnabled: pickFromScreen != nil
      ) { [unowned self] _ in pickFromScreen?() },
      Command(
        "picker.picture", language.localized("Take a colour from a picture…"), .control("o"),
        group: language.localized("Colour"), isEnabled: openPicture != nil
      ) { [unowned self] _ in openPicture?(nil) },
    ]
  }
}
