public import Colors
public import Geometry
public import Input
public import Scene
public import Workers

/// A window that is filled with one tree of controls.
///
/// ```swift
/// let window = ControlWindow(root: PalettePanel(), interface: interface)
/// ```
open class ControlWindow: WindowContent, ControlHostDelegate {
  /// The layers of the window, and the animations in them.
  public let tree = LayerTree()
  /// What routes input to the controls and shows what lies over them.
  public let host: ControlHost

  /// The group of work beside the frame loop.
  public let work: WorkGroup?

  open var isFinished = false

  /// What the program can do from this window.
  public var program = ProgramCommands()

  /// Creates a window that is filled with `root`; F10 opens its menu, Ctrl and W closes it, Ctrl and Q ends the program,
  /// F1 shows the shortcuts, Ctrl, Shift and P lists everything that can be done, and Ctrl, Shift and N what has been
  /// said.
  public init(
    root: Control, interface: Interface, clipboard: Clipboard = .local(), work: WorkGroup? = nil
  ) {
    self.work = work
    host = ControlHost(root: root, interface: interface, clipboard: clipboard)
    tree.root.addSublayer(host.layer)
    host.delegate = self
  }

  /// What can be done with the window, wherever the focus is.
  open var commonCommands: [Command] { host.commonCommands(program) { [unowned self] in close() } }

  /// What can be done in this window and is not found in its menu otherwise; groups of it stand first there.
  open var menuCommands: [[Command]] { [] }

  /// What the button with three lines and F10 open.
  open var primaryMenu: Menu { host.primaryMenu(menuCommands, program) { [unowned self] in close() } }

  open var noticeRoom: Rect? { nil }

  public var controlHost: ControlHost? { host }

  open var rememberedState: String? { nil }

  open func restore(_ state: String) {}

  open func open(_ item: String, at time: Double) {}

  open var hints: [Hint] { [] }

  /// The layer that holds all others of the window.
  public var layer: Layer { tree.root }
  /// What all controls of the window lay themselves out with.
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

  /// Closes the window; what is being typed into a field is taken first.
  public final func close() {
    host.commitEdit()
    end()
  }

  /// Ends the window, or asks first; called when it is closed and no text is being typed any more.
  open func end() { isFinished = true }

  open var accessibility: AccessibilityNode { host.accessibility() }

  /// Does what an assistive tool asks of a node; what a person does at the window is done around it.
  @discardableResult open func perform(_ action: AccessibilityAction, on id: String, at time: Double) -> Bool
  {
    tree.advance(to: time)
    return host.perform(action, on: id, at: time)
  }

  /// Shows other colours from now on.
  open func setTheme(_ theme: Theme) {
    interface.theme = theme
    host.refresh()
  }

  /// Whether changes are seen at once.
  open var reducesMotion: Bool {
    get { interface.reducesMotion }
    set {
      interface.reducesMotion = newValue
      host.refresh()
    }
  }
}
