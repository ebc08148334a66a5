import Application
import Colors
public import Controls
import Exchange
import Files
public import Geometry
import Images
public import Input
import Scene
public import Workers

/// The colour picker in a window of its own.
public final class PickerWindow: ControlWindow {
  /// The picker itself.
  public let panel: PickerPanel

  /// The eyedropper's results, which arrive on another thread.
  private var eyedropper: Mailbox<ScreenColor.Answer>?

  /// Opened pictures or errors, from another thread.
  private var pictures: Mailbox<OpenedPicture>?
  private var files: FileDialogs?
  private var palettes: PaletteLoader?
  private var onPalettes: ([PickerPalette]) -> Void = { _ in }

  private enum OpenedPicture: Sendable {
    case picture(Bitmap, name: String)
    case fault(String)
  }

  /// Whether a colour is being picked from the screen.
  private var isPickingFromScreen = false

  /// Creates a window with a picker; it closes when picking ends.
  public init(
    options: PickerPanel.Options, interface: Interface, clipboard: Clipboard, work: WorkGroup = WorkGroup()
  ) {
    panel = PickerPanel(options: options, interface: interface, clipboard: clipboard)
    super.init(root: panel, interface: interface, clipboard: clipboard, work: work)
    panel.primaryMenuButton = .primaryMenu()
    host.setFocus(panel.firstFocus)
    panel.onFinish = { [unowned self] _ in isFinished = true }
  }

  public override var noticeRoom: Rect? { panel.plane.square.frameInWindow }

  /// Offers to take colours from pictures.
  func offerPictures(_ environment: WindowEnvironment) {
    let mail = Mailbox<OpenedPicture>(wake: environment.wake)
    let worker = Worker(name: "picture", in: environment.work)
    let files = FileDialogs(environment) { [unowned self] in host }
    (pictures, self.files) = (mail, files)
    let (language, decoder) = (environment.interface.language, environment.pictures)
    func read(_ path: String) {
      worker.run {
        do {
          mail.send(
            .picture(
              try Bitmap(contentsOf: path, fitting: Bitmap.largestShown, by: decoder),
              name: FilePath(path).name))
        } catch {
          mail.send(
            .fault(
              language.localized(
                "No colour can be taken from it: {reason}", ["reason": language.localized(error)])))
        }
      }
    }
    panel.sources.openPicture = { path in
      if let path { return read(path) }
      files.ask(
        .init(
          .open, title: language.localized("Take a colour from a picture"),
          filters: [(language.localized("Pictures"), Bitmap.fileEndings)])
      ) { read($0[0]) }
    }
  }

  /// Shows a picture to pick one colour from.
  private func show(_ picture: Bitmap, named name: String) {
    host.showDialog(
      PicturePanel(picture, name: name, language: interface.language, takesOne: true) { [panel] color in
        panel.takeFromScreen(color)
      })
  }

  /// Enables the outline of a press's gamut.
  func offerPrintable(_ work: WorkGroup) { panel.plane.printable = PrintableRegionLoader(work: work) }

  /// Enables palettes, which `loader` reads; `onPalettes` receives them.
  func offerPalettes(_ loader: PaletteLoader, onPalettes: @escaping ([PickerPalette]) -> Void) {
    (palettes, self.onPalettes) = (loader, onPalettes)
  }

  /// Enables the eyedropper; `pick` starts it, and calls its argument once with the result.
  func offerEyedropper(
    wake: @escaping @Sendable () -> Void,
    _ pick: @escaping (@escaping @Sendable (ScreenColor.Answer) -> Void) -> Void
  ) {
    let mail = Mailbox<ScreenColor.Answer>(wake: wake)
    eyedropper = mail
    panel.onPickFromScreen = { [unowned self] in
      guard !isPickingFromScreen else { return }
      isPickingFromScreen = true
      pick { mail.send($0) }
    }
  }

  public override func handle(_ event: InputEvent, at time: Double) {
    // Not earlier, since reading profiles would delay the first frame.
    panel.plane.printable?.findProfiles()
    super.handle(event, at: time)
  }

  public override func receiveMail(at time: Double) {
    super.receiveMail(at: time)
    if let found = palettes?.take() {
      panel.palettes = found
      onPalettes(found)
    }
    panel.plane.receivePrintable()
    files?.receiveMail()
    for opened in pictures?.takeAll() ?? [] {
      switch opened {
      case .picture(let picture, let name): show(picture, named: name)
      case .fault(let words): host.say(words)
      }
    }
    for answer in eyedropper?.takeAll() ?? [] {
      isPickingFromScreen = false
      switch answer {
      case .color(let color): panel.takeFromScreen(color)
      case .cancelled: break
      case .unavailable(let reason):
        panel.takeFromScreen(
          nil,
          fault: interface.language.localized(
            "No colour can be taken from the screen: {reason}.", parts: ["reason": reason]))
      }
    }
  }

  public override func end() { panel.close() }

  /// The window's description for assistive tools; its value is the colour as text.
  public override var accessibility: AccessibilityNode { host.accessibility(value: panel.text) }
}

/// Reads the picker's palettes in the background, since opening a library takes about as long as opening the window.
final class PaletteLoader {
  private let worker: Worker<Void>
  private let mail: Mailbox<[PickerPalette]>

  /// Begins reading.
  init(work: WorkGroup, read: @escaping @Sendable () -> [PickerPalette]) {
    worker = Worker(name: "palettes", in: work)
    mail = Mailbox(wake: work.wake)
    worker.run { [mail] in mail.send(read()) }
  }

  /// Returns the palettes once, when they have been read.
  func take() -> [PickerPalette]? { mail.takeAll().last }
}
