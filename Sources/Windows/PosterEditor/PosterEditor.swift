public import Colors
public import Controls
public import Geometry
import Input
import Posters
public import Application
public import Publishing

/// A window that edits one poster by typing on it.
public final class PosterEditor: ControlWindow {
  let open: OpenPoster

  /// Whether a document from standard input is printed at the end: not if the edit was cancelled.
  public private(set) var isAccepted = true

  /// The minimum size of the window, in points.
  public static let minimumSize = Size(width: 320, height: 320)
  /// The initial size of the window, in points.
  public static let defaultSize = Size(width: 1120, height: 820)

  /// Opens a document; `crowns` makes the crown editable.
  public init(
    _ document: EditedDocument, _ environment: WindowEnvironment, crowns: CrownTools? = nil
  ) {
    open = OpenPoster(document, environment, crowns: crowns)
    super.init(
      root: open.panel, interface: environment.interface,
      clipboard: environment.clipboard, work: environment.work)
    open.moreCommands = { [unowned self] in open.isStream ? streamCommands : [] }
    open.beginHere()
  }

  /// The background of the gallery, on which the poster lies.
  public override var background: RGBA { interface.theme.wall }

  public override var noticeRoom: Rect? { open.noticeRoom }

  /// The poster as it is now.
  public var poster: Poster { open.poster }

  public override var windowTitle: String? {
    let name = poster.title
    return open.session.localized(
      "{title} – Regalia", ["title": name.isEmpty ? open.session.localized("Poster") : name])
  }

  public override func advance(to time: Double) -> Double? {
    let next = super.advance(to: time)
    return [next, open.advance(to: time)].compactMap { $0 }.min()
  }

  public override func receiveMail(at time: Double) { open.receiveMail(at: time) }

  public override func end() {
    if !open.asksToStop(then: { [unowned self] in close() }), open.finish() != nil { isFinished = true }
  }

  private var streamCommands: [Command] {
    [
      Command(
        "file.save", open.session.localized("Print the document and close"), .control("s"),
        group: open.session.localized("Poster")
      ) {
        [unowned self] _ in isFinished = true
      },
      Command(
        "window.give-up", open.session.localized("Close without printing"), Shortcut(.escape),
        group: open.session.localized("Window")
      ) {
        [unowned self] _ in
        isAccepted = false
        isFinished = true
      },
    ]
  }
}
