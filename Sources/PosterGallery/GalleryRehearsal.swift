import Controls
import Geometry
import PosterEditor
import Posters
import Application

/// What a gallery may show next and that takes long to be drawn for the first time.
enum GalleryRehearsal: Hashable {
  /// The editor, where a poster fills the window or a new one is being made.
  case editor
  /// What a new poster may begin with, where there is none yet.
  case templates

  /// Returns the editor in a window of a size, in the middle of its coming.
  static func ofEditor(_ environment: WindowEnvironment, size: Size) -> Rehearsal {
    let window = EditorWindow(environment)
    window.layOut(size: size, scale: environment.interface.scale)
    window.poster.arrive(from: Rect(origin: .zero, size: size), at: 0)
    window.poster.begin(.typing, at: 0)
    window.host.setFocus(window.poster.canvas)
    return Rehearsal(of: window, at: 0.1)
  }

  /// Returns templates that were laid out in a window of a size, in the middle of their coming.
  static func of(_ layouts: TemplateLayouts, _ environment: WindowEnvironment, size: Size) -> Rehearsal {
    let window = ControlWindow(root: Control(label: "Posters"), interface: environment.interface)
    window.layOut(size: size, scale: environment.interface.scale)
    window.host.showDialog(TemplateChooser(layouts, copied: nil) { _, _ in })
    return Rehearsal(of: window, at: 0.06)
  }

  /// A poster that is edited alone.
  private final class EditorWindow: ControlWindow {
    let poster: OpenPoster

    /// With as many lines as most posters have, and something in the place of a crown.
    private static let sample = Poster(
      emblem: .path(Path(rect: Rect(x: 0, y: 0, width: 1, height: 1)), source: "Crown"),
      lines: (0..<5).map { _ in Poster.Line("O") })

    init(_ environment: WindowEnvironment) {
      poster = OpenPoster(
        EditedDocument(Self.sample, home: .stream), environment,
        back: OpenPoster.Back("Poster") { _ in })
      super.init(root: poster.control, interface: environment.interface)
    }
  }
}
