import ColorPicker
import Colors
import Controls
import Localization

extension PicturePanel {
  /// Shows a picture from which the window of palettes takes colours.
  static func showing(
    _ picture: Bitmap, _ name: String, _ language: Language, _ onTake: @escaping (RGBA) -> Void
  ) -> Control {
    PicturePanel(picture, name: name, language: language, onTake: onTake)
  }
}
