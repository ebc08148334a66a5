public import Colors
public import Geometry
public import Input
public import Scene
public import Workers

/// A window filled with one tree of controls.
///
/// ```swift
/// let window = ControlWindow(root: PalettePanel(), interface: interface)
/// ```
open class ControlWindow: WindowContent, ControlHostDelegate {
  /// The layers of the window, and the animations in them.
  public let tree = LayerTree()
  /// Routes input to the controls and shows their overlays.
  public let host: ControlHost

  /// The window's background work.
  public let work: WorkGroup?

  open var isFinished = false

  /// The program's commands in this window.
  public var program = ProgramCommands()

  /// Creates a window filled with a control.
  ///
  /// F10 opens its menu, Ctrl+W closes it, Ctrl+Q ends the program, F1 shows the shortcuts, Ctrl+Shift+P shows the
  /// command palette, and Ctrl+Shift+N the notices so far.
  ///
  /// - Parameters:
  ///   - root: The control that fills the window.
  ///   - interface: The theme, the scale and the language, such as those of `WindowEnvironment`.
  ///   - clipboard: The clipboard, such as that of `WindowEnvironment`; a private one by default.
  ///   - work: The background work that closing the window ends, or nil.
  public init(
    root: Control, interface: Interface, clipboard: Clipboard = .local(), work: WorkGroup? = nil
  ) {
    self.work = work
    host = ControlHost(root: root, interface: interface, clipboard: clipboard)
    tree.root.addSublayer(host.layer)
    host.delegate = self
  }

  /// The commands of the window, available with any focus.
  open var commonCommands: [Command] { host.commonCommands(program) { [unowned self] in close() } }

  /// The window's own groups of commands, listed first in its menu.
  open var menuCommands: [[Command]] { [] }

  /// The menu opened by the menu button and F10.
  open var primaryMenu: Menu { host.primaryMenu(menuCommands, program) { [unowned self] in close() } }

  open var noticeRoom: Rect? { nil }

  public var controlHost: ControlHost? { host }

  open var rememberedState: String? { nil }

  open func restore(_ state: String) {}

  open func open(_ item: String, at time: Double) {}

  open var hints: [Hint] { [] }

  /// The window's root layer.
  public var layer: Layer { tree.root }
  /// The theme, language, scale and text measurement for all controls of the window.
  public var interface: Interface { host.interface }

  open var background: RGBA { interface.theme.window }

  open func layOut(size: Size, scale: Double) {
    interface.scale = scale
    layer.frame = Rect(origin: .zero, size: size)
    host.layOut(size: size)
    host.refresh()
  }

  open func handle(_ event: InputEvent, at time: Double) {
    tree.advance(to: time)
    host.handle(event, at: time)
  }

  open func advance(to time: Double) -> Double? {
    tree.advance(to: time)
    return host.advance(to: time)
  }

  open func receiveMail(at time: Double) {}

  open var windowTitle: String? { nil }

  open var cursor: CursorShape { host.cursor }

  /// Closes the window, after committing the text being edited.
  public final func close() {
    host.commitEdit()
    end()
  }

  /// Ends the window, or asks first; called when it is closed, after text being edited was committed.
  open func end() { isFinished = true }

  open var accessibility: AccessibilityNode { host.accessibility() }

  /// Performs an assistive tool's request on a node; subclasses wrap it with the work they do around input.
  ///
  /// - Parameters:
  ///   - action: The request.
  ///   - id: The id of the node.
  ///   - time: The time in seconds.
  /// - Returns: Whether it was done.
  @discardableResult open func perform(_ action: AccessibilityAction, on id: String, at time: Double) -> Bool
  {
    tree.advance(to: time)
    return host.perform(action, on: id, at: time)
  }

  /// Changes the theme.
  open func setTheme(_ theme: Theme) {
    interface.theme = theme
    host.refresh()
  }

  /// Whether changes are shown without animation.
  open var reducesMotion: Bool {
    get { interface.reducesMotion }
    set {
      interface.reducesMotion = newValue
      host.refresh()
    }
  }
}
