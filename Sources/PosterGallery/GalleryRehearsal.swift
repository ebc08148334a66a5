import Controls
import Geometry
import PosterEditor
import Posters
import Studio

/// What a gallery may show next and that takes long to be drawn for the first time.
enum GalleryRehearsal {
  /// The editor, where a poster fills the window or a new one is being made.
  case editor
  /// What a new poster may begin with, where there is none yet.
  case templates(TemplateLayouts)

  /// Which of them it is.
  enum Kind: Hashable {
    case editor, templates
  }

  /// Returns what a window of a size shows in the middle of its coming.
  func rehearsal(_ environment: WindowEnvironment, size: Size) -> Rehearsal {
    switch self {
    case .editor:
      let window = EditorWindow(environment)
      window.layOut(size: size, scale: environment.interface.scale)
      window.poster.arrive(from: Rect(origin: .zero, size: size), at: 0)
      window.poster.begin(.typing, at: 0)
      window.host.setFocus(window.poster.canvas)
      return Rehearsal(of: window, at: 0.1)
    case .templates(let layouts):
      let window = ControlWindow(root: Control(label: "Posters"), interface: environment.interface)
      window.layOut(size: size, scale: environment.interface.scale)
      window.host.showDialog(TemplateChooser(layouts, copied: nil) { _, _ in })
      return Rehearsal(of: window, at: 0.06)
    }
  }

  /// A poster that is edited alone.
  private final class EditorWindow: ControlWindow {
    let poster: OpenPoster

    init(_ environment: WindowEnvironment) {
      poster = OpenPoster(
        EditedDocument(Poster(lines: [Poster.Line("")]), home: .stream), environment,
        back: OpenPoster.Back("Poster") { _ in })
      super.init(root: poster.control, interface: environment.interface)
    }
  }
}
