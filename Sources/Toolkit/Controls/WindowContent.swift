import Colors
public import Geometry
import Input
public import Localization
import Scene
import Synchronization
public import Workers

/// The content of a window: a layer tree that responds to input and time.
///
/// It is drawn when the display list of `layer` differs from the last drawn one, so changes need no notification.
public protocol WindowContent: AnyObject {
  /// The window's root layer.
  var layer: Layer { get }

  /// The background colour.
  var background: RGBA { get }

  /// Lays out everything for a window of `size` points at `scale` pixels per point.
  func layOut(size: Size, scale: Double)

  /// Handles an input event at `time`, in seconds.
  func handle(_ event: InputEvent, at time: Double)

  /// Advances animations to `time`; returns when the next frame is needed, or nil when nothing moves.
  ///
  /// - Parameter time: The time of the frame, in seconds; never earlier than the last one.
  /// - Returns: The time of the next call: the same time for the next frame, a later one for a timer, or nil to wait
  ///   for input.
  func advance(to time: Double) -> Double?

  /// Receives messages from other threads. It is called once per iteration, before `advance`, with the time in
  /// seconds.
  func receiveMail(at time: Double)

  /// The window's background work; nil without such work.
  var work: WorkGroup? { get }

  /// The window's title, or nil for the program's title.
  var windowTitle: String? { get }

  /// Whether changes are shown without animation, because the person prefers reduced motion.
  var reducesMotion: Bool { get set }

  /// Follows a change of the desktop's appearance or contrast.
  func setTheme(_ theme: Theme)

  /// Follows a change of anything in the window's appearance; by default, it sets the theme and `reducesMotion`.
  func setAppearance(_ appearance: WindowAppearance)

  /// The place of the pointer in points of the window, or nil while it is outside; shader fills may read it.
  var pointer: Point? { get }

  /// The place where text is typed, for the desktop's input method; nil while keys are no text.
  var textInput: TextInput? { get }

  /// The shape of the pointer at its current position.
  var cursor: CursorShape { get }

  /// Whether the window should close.
  var isFinished: Bool { get }

  /// Called when the person closes the window from outside.
  func close()

  /// The window's description for assistive tools, without its title.
  var accessibility: AccessibilityNode { get }

  /// The program's commands in this window; the program sets them.
  var program: ProgramCommands { get set }

  /// The host of the window's controls, for the program's own overlays; nil for a window without controls.
  var controlHost: ControlHost? { get }

  /// The window's state as a line of text, to be restored when the window next opens; nil for none.
  var rememberedState: String? { get }

  /// Restores the last state of a window of this kind; called before the first frame.
  func restore(_ state: String)

  /// Opens an item from another window of the program.
  ///
  /// - Parameters:
  ///   - item: A name that both windows know.
  ///   - time: The time in seconds.
  func open(_ item: String, at time: Double)

  /// The hints for a person who sees the window for the first time: three short ones.
  var hints: [Hint] { get }

  /// Performs an assistive tool's request.
  ///
  /// - Parameters:
  ///   - action: The request.
  ///   - id: The id of the node.
  ///   - time: The time in seconds.
  /// - Returns: Whether it was done.
  @discardableResult func perform(_ action: AccessibilityAction, on id: String, at time: Double) -> Bool
}

extension WindowContent {
  public var program: ProgramCommands {
    get { ProgramCommands() }
    set {}
  }

  public var controlHost: ControlHost? { nil }

  public var rememberedState: String? { nil }

  public func restore(_ state: String) {}

  public func open(_ item: String, at time: Double) {}

  public var hints: [Hint] { [] }

  public func receiveMail(at time: Double) {}

  public var work: WorkGroup? { nil }

  /// Waits for background work, receives its results and follows them, until no more arrive.
  ///
  /// Scripts use it, so that what they show does not depend on how long such work takes.
  ///
  /// - Parameter time: The time in seconds.
  /// - Returns: Whether any results arrived, and when the next frame is needed then.
  @discardableResult public func settle(at time: Double) -> (isNew: Bool, nextFrame: Double?) {
    var result: (isNew: Bool, nextFrame: Double?) = (false, nil)
    // Content that requests work endlessly is not waited for.
    var rounds = 0
    while rounds < 1000, work?.finish() == true {
      receiveMail(at: time)
      result = (true, advance(to: time))
      rounds += 1
    }
    return result
  }

  /// Advances the content to a time in seconds and then settles, as scripts do.
  ///
  /// - Returns: When the next frame is needed, in seconds; nil when nothing moves.
  public func advanceAndSettle(to time: Double) -> Double? {
    let due = advance(to: time)
    let (isNew, next) = settle(at: time)
    return isNew ? next : due
  }

  public var windowTitle: String? { nil }

  /// Returns the window's description for assistive tools; `title` is the program's title.
  public func accessibility(titled title: String) -> AccessibilityNode {
    var window = accessibility
    window.label = windowTitle ?? title
    return window
  }

  public func setTheme(_ theme: Theme) {}

  public func setAppearance(_ appearance: WindowAppearance) {
    setTheme(appearance.theme)
    reducesMotion = appearance.reducesMotion
  }

  public var pointer: Point? {
    // As it is seen, since display lists are.
    controlHost.flatMap { host in host.pointerPlace.map(host.reflected) }
  }

  public var textInput: TextInput? { controlHost?.textInput }

  @discardableResult public func perform(_ action: AccessibilityAction, on id: String, at time: Double)
    -> Bool
  { false }
}

/// A place where text is typed, as an input method knows it.
public struct TextInput {
  /// The object that takes the text. A change to another one ends a composition.
  public var receiver: AnyObject

  /// The caret in points of the window, beside which candidates are shown; nil where it is not known.
  public var caret: Rect?

  /// Creates a place where text is typed.
  ///
  /// - Parameters:
  ///   - receiver: The object that takes the text, such as a layer.
  ///   - caret: The caret in points of the window, or nil.
  public init(in receiver: AnyObject, caret: Rect?) {
    self.receiver = receiver
    self.caret = caret
  }
}

/// The clipboard, shared with other programs.
public struct Clipboard {
  /// Returns the last copied text; nil without one.
  public var read: () -> String?
  /// Copies a text.
  public var write: (String) -> Void
  /// Offers one item in several formats, from which other programs choose, instead of a text.
  ///
  /// `report` receives the reason for a failure, or nil; it may be called on another thread.
  public var offer: Offering

  /// A function that offers one item in several formats.
  public typealias Offering =
    @Sendable (_ kinds: [Offer], _ report: @escaping @Sendable (_ fault: Message?) -> Void) -> Void

  /// Returns the first of some media types in which another program has copied something; nil for none.
  ///
  /// It may take seconds, and is called on a background thread.
  public var fetch: Fetching

  /// A function that looks for media types on the clipboard, called on a background thread.
  public typealias Fetching = @Sendable (_ kinds: [String]) -> Offer?

  /// One format of an offered item.
  public struct Offer: Hashable, Sendable {
    /// The media type, such as `image/png`; that of plain text is `text/plain`, in UTF-8.
    public let kind: String
    /// The data, in the format of its media type.
    public let bytes: [UInt8]

    /// Creates one format of an offered item.
    ///
    /// - Parameters:
    ///   - kind: The media type, such as `image/png`.
    ///   - bytes: The data in that format.
    public init(_ kind: String, _ bytes: [UInt8]) {
      self.kind = kind
      self.bytes = bytes
    }
  }

  /// Creates a clipboard from functions that read and write it.
  public init(
    read: @escaping () -> String?, write: @escaping (String) -> Void,
    offer: @escaping Offering = { _, report in report(Message("only text can be copied here")) },
    fetch: @escaping Fetching = { _ in nil }
  ) {
    self.read = read
    self.write = write
    self.offer = offer
    self.fetch = fetch
  }

  /// Creates a private clipboard that is not shared.
  public static func local() -> Clipboard {
    final class Box: Sendable { let kinds = Mutex<[Offer]>([]) }
    let box = Box()
    return Clipboard(
      read: { box.kinds.withLock { $0.text } },
      write: { text in box.kinds.withLock { $0 = [Offer("text/plain", Array(text.utf8))] } },
      offer: { kinds, report in
        box.kinds.withLock { $0 = kinds }
        report(nil)
      },
      fetch: { wanted in box.kinds.withLock { $0 }.first(of: wanted) })
  }
}

extension [Clipboard.Offer] {
  /// The plain text among the formats, or nil.
  public var text: String? {
    first { $0.kind == "text/plain" }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Returns the first of some media types that is among these; nil for none.
  public func first(of kinds: [String]) -> Clipboard.Offer? {
    kinds.lazy.compactMap { kind in first { $0.kind == kind } }.first
  }
}
