import Controls
import Exchange
import Windowing

/// The connections of a session's windows to the outside: the clipboard, drags from and to other programs, and
/// touchscreens.
final class Surroundings {
  /// The clipboard of the windows.
  let clipboard: Clipboard
  /// The clipboard of X11; nil under another window system.
  private let selection: SelectionOwner?
  /// What is dragged to other programs; files that were made for them are there as long as the session.
  let outwardDrag = OutwardDrag()
  /// What other programs drag over windows.
  let inwardDrag = InwardDrag()
  /// The display's touchscreens, asked for when the first windows have been drawn: nobody has touched these before.
  private lazy var touches = TouchWatch()

  /// Creates what lies beyond the windows of a loop.
  init(_ loop: EventLoop) {
    switch loop.system {
    case .x11:
      let selection = SelectionOwner()
      self.selection = selection
      clipboard = selection.clipboard
    case .wayland:
      selection = nil
      // Only who has the keyboard may copy: it is the program's own connection that does.
      clipboard = Clipboard(
        read: { [unowned loop] in loop.copiedText },
        write: { [unowned loop] in loop.copiedText = $0 },
        offer: { [offers = loop.offers] kinds, report in
          offers.send(ClipboardOffer(kinds.map { ClipboardOffer.Kind($0.kind, $0.bytes) }, report: report))
        },
        fetch: { [copied = loop.copied] kinds in
          copied(kinds).map { Clipboard.Offer($0.kind, $0.bytes) }
        })
    }
  }

  /// Whether a finger is on a touchscreen now.
  var isTouched: Bool { touches?.isTouched ?? false }

  /// Takes in what has been told of touches, which else would wait for the next question.
  func takeTouches() { touches?.takeEvents() }

  /// Leaves what was copied to the desktop before the program ends, which may take a second.
  func leave() { selection?.handOver() }
}
