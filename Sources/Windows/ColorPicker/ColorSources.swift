import Controls
import Input
import Localization

/// Where else a picker takes colours from: the screen, and pictures. What is not set is not offered.
final class ColorSources {
  /// Takes a colour from the screen.
  var pickFromScreen: (() -> Void)?

  /// Shows a picture from which a colour is taken: that in a file, or where there is none one that is asked for.
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

  /// The buttons to be seen.
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
