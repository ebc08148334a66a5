import Colors
import Controls
import Geometry
import Posters

/// A colour of the poster on a button that opens the picker beside it; what is picked is seen at once.
struct ColorWell {
  let swatch: ColorButton

  /// Creates a button for a colour; each gesture in the picker is a step of the given kind.
  ///
  /// `color` returns what is shown now, `set` changes it.
  init(
    _ label: String, _ session: EditorSession, hasAlpha: Bool = false, step: PosterEdit,
    color: @escaping () -> RGBA, set: @escaping (inout Poster, RGBA) -> Void
  ) {
    weak var owner: ColorButton?
    let swatch = ColorButton(label, color: color()) { _ in
      guard let owner, let host = owner.host, session.mayChange() else { return }
      let before = color()
      let (pickers, folder) = (session.colorPickers, session.folders.state)
      let request = ColorPickerFactory.Request(
        color: before, hasAlpha: hasAlpha,
        isCompact: host.size.width < 1100 || host.size.height < 720,
        recentColors: pickers.recentColors(folder))
      guard let panel = pickers.make(request, session.interface, session.clipboard) else { return }
      func put(_ color: RGBA, _ phase: ChangePhase) {
        session.change(step, phase) { set(&$0, color) }
      }
      panel.onChange = { put($0, $1) }
      panel.onFinish = { [weak host, unowned panel] accepted in
        if let accepted {
          pickers.keep(accepted, folder)
        } else if panel.shownColor != before {
          put(before, .final)
        }
        host?.close(panel)
      }
      host.showPopover(panel, at: owner.frameInWindow, beside: Self.page(below: host.root), owner: owner)
    }
    owner = swatch
    self.swatch = swatch
  }

  /// Returns where in the window the page is, which the picker should not cover.
  private static func page(below control: Control) -> Rect? {
    if let canvas = control as? PosterCanvas {
      let origin = canvas.originInWindow
      return canvas.pageFrame.offset(by: Vector(origin.x, origin.y))
    }
    return control.children.lazy.compactMap(page).first
  }
}
