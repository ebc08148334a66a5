import ColorPicker
import FlipClock
import PosterGallery
import Application

extension DemoScene {
  /// The scene of a name among those of all windows, or nil.
  static func named(_ name: String) -> DemoScene? {
    ([.picker, .pickerDrag, .clock] + galleryScrolls).first { $0.name == name }
  }
}
