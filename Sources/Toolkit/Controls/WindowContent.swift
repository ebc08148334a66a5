import Colors
import Geometry
import Input
import Scene
import Synchronization
public import Workers

/// What fills a window: a layer tree that follows input and time.
///
/// It is drawn when the display list of `layer` differs from the one drawn last, so nothing needs to be announced.
public protocol WindowContent: AnyObject {
  /// The layer that holds all others of the window.
  var layer: Layer { get }

  /// The colour behind everything.
  var background: RGBA { get }

  /// Lays everything out for a window of `size` points at `scale` pixels a point.
  func layOut(size: Size, scale: Double)

  /// Takes something a person did at `time`, in seconds.
  func handle(_ event: InputEvent, at time: Double)

  /// Brings what moves to `time`; returns when the next frame is needed, or nil when nothing moves.
  func advance(to time: Double) -> Double?

  /// Takes in what other threads have sent; called once a turn, before `advance`.
  func receiveMail(at time: Double)

  /// The group of work beside the frame loop; nil without such work.
  var work: WorkGroup? { get }

  /// What the window is called, or nil for what its program calls it.
  var windowTitle: String? { get }

  /// Whether changes are seen at once, because the person wants no motion.
  var reducesMotion: Bool { get set }

  /// Follows the desktop, which has become light or dark or has changed its contrast.
  func setTheme(_ theme: Theme)

  /// The shape of the pointer where it is now.
  var cursor: CursorShape { get }

  /// Whether the window should close.
  var isFinished: Bool { get }

  /// The person closes the window from outside.
  func close()

  /// The window as assistive tools are told of it, but for its title.
  var accessibility: AccessibilityNode { get }

  /// What the program can do from this window; the program sets it.
  var program: ProgramCommands { get set }

  /// What shows the controls of the window, for what the program itself has to show; nil where there are none.
  var controlHost: ControlHost? { get }

  /// What the window shows and how, in a line of text, so that it is the same when the window opens next; nil for nothing.
  var rememberedState: String? { get }

  /// Shows what a window of this kind showed last; called before the first frame.
  func restore(_ state: String)

  /// Shows what another window of the program hands over, by a name that both know.
  func open(_ item: String, at time: Double)

  /// What someone should be told who sees the window for the first time: three short hints.
  var hints: [Hint] { get }

  /// Does what an assistive tool asks of the node of an id; returns whether it was done.
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

  /// Waits for what was asked for beside the frame loop, takes it and follows it, until nothing more comes of it.
  ///
  /// Scripts do so: what they show does not depend on how long such work takes.
  ///
  /// - Returns: Whether anything came, and when the next frame is needed then.
  @discardableResult public func settle(at time: Double) -> (isNew: Bool, nextFrame: Double?) {
    var result: (isNew: Bool, nextFrame: Double?) = (false, nil)
    // A content that asks for more again and again is not waited for.
    var rounds = 0
    while rounds < 1000, work?.finish() == true {
      receiveMail(at: time)
      result = (true, advance(to: time))
      rounds += 1
    }
    return result
  }

  /// Brings the content to a time and then settles, as scripts do; returns when the next frame is needed.
  public func advanceAndSettle(to time: Double) -> Double? {
    let due = advance(to: time)
    let (isNew, next) = settle(at: time)
    return isNew ? next : due
  }

  public var windowTitle: String? { nil }

  /// Returns the window as assistive tools are told of it, where its program calls it `title`.
  public func accessibility(titled title: String) -> AccessibilityNode {
    var window = accessibility
    window.label = windowTitle ?? title
    return window
  }

  public func setTheme(_ theme: Theme) {}

  @discardableResult public func perform(_ action: AccessibilityAction, on id: String, at time: Double)
    -> Bool
  { false }
}

/// What is shared with other programs by copying.
public struct Clipboard {
  /// Returns the text that was copied last, here or elsewhere; nil without one.
  public var read: () -> String?
  /// Copies a text.
  public var write: (String) -> Void
  /// Offers one thing in several kinds, of which other programs take what they can use, in place of a text.
  ///
  /// `report` is told, perhaps on another thread, why that cannot be, or nil.
  public var offer: Offering

  /// What offers one thing in several kinds.
  public typealias Offering =
    @Sendable (_ kinds: [Offer], _ report: @escaping @Sendable (_ fault: String?) -> Void) -> Void

  /// Returns the first of some kinds, as media types, in which another program has copied something; nil for none.
  ///
  /// It may take seconds, and is called on a thread beside the frame loop.
  public var fetch: Fetching

  /// What looks for kinds on the clipboard, on a thread beside the frame loop.
  public typealias Fetching = @Sendable (_ kinds: [String]) -> Offer?

  /// One kind of what is offered.
  public struct Offer: Hashable, Sendable {
    /// The media type, such as `image/png`; that of plain text is `text/plain`, in UTF-8.
    public let kind: String
    /// What is offered, as its media type has it.
    public let bytes: [UInt8]

    /// Creates one kind of what is offered.
    public init(_ kind: String, _ bytes: [UInt8]) {
      self.kind = kind
      self.bytes = bytes
    }
  }

  /// Creates a clipboard from what reads it and what writes it.
  public init(
    read: @escaping () -> String?, write: @escaping (String) -> Void,
    offer: @escaping Offering = { _, report in report("only text can be copied here") },
    fetch: @escaping Fetching = { _ in nil }
  ) {
    self.read = read
    self.write = write
    self.offer = offer
    self.fetch = fetch
  }

  /// A clipboard of its own, shared with nobody.
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
  /// The plain text among the kinds, or nil.
  public var text: String? {
    first { $0.kind == "text/plain" }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Returns the first of some kinds, as media types, that is among these; nil for none.
  public func first(of kinds: [String]) -> Clipboard.Offer? {
    kinds.lazy.compactMap { kind in first { $0.kind == kind } }.first
  }
}
