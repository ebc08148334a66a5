public import Colors
public import Controls
public import Geometry
public import Input
public import Scene

/// A window that shows only a tree of layers.
public final class LayerWindow: WindowContent {
  /// The input of a layer window, and its place on the desktop: what the person does and prefers, and what the window
  /// says about itself.
  public final class InputSource {
    fileprivate var take: (InputEvent, Double) -> Void = { _, _ in }
    fileprivate var resize: (Size) -> Void = { _ in }
    fileprivate var frame: (Double) -> Double? = { _ in nil }
    fileprivate var follow: (WindowAppearance) -> Void = { _ in }
    fileprivate var describe: () -> [AccessibilityNode] = { [] }
    fileprivate var perform: (AccessibilityAction, String, Double) -> Bool = { _, _, _ in false }
    fileprivate var isFinished = false

    /// The appearance that the person prefers now.
    public fileprivate(set) var appearance: WindowAppearance

    /// The desktop's clipboard, or a private one without a window.
    public let clipboard: Clipboard

    /// The shape of the pointer.
    public var cursor = CursorShape.arrow

    /// The place where text is typed; nil, as at first, while keys are no text.
    ///
    /// While it is set, the desktop's input method composes text: it arrives as `composition` events that replace each
    /// other, to be drawn underlined at the caret, and then as a `text` event. Set it again when the caret moves, as
    /// the input method shows its candidates there. Another receiver, or nil, ends a composition without an event.
    /// While it is nil, `text` events have the characters of the keyboard.
    ///
    ///     input.textInput = TextInput(in: field, caret: Rect(x: 20, y: 40, width: 1, height: 24))
    public var textInput: TextInput?

    fileprivate init(_ appearance: WindowAppearance, _ clipboard: Clipboard) {
      (self.appearance, self.clipboard) = (appearance, clipboard)
    }

    /// Sets the function that receives each event and its time in seconds.
    public func onEvent(_ take: @escaping (_ event: InputEvent, _ time: Double) -> Void) { self.take = take }

    /// Sets the function that is called before each frame with its time in seconds. The function returns the latest
    /// time of its next call: the same time for a call before every frame, or nil to wait for another change.
    ///
    ///     input.onFrame { time in
    ///       hand.transform = .rotation(time.rounded(.down) * .pi / 30, x: 0, y: 0, z: 1)
    ///       return time.rounded(.down) + 1
    ///     }
    public func onFrame(_ frame: @escaping (_ time: Double) -> Double?) { self.frame = frame }

    /// Sets the function that is called before the first frame, and whenever the window's size in points changes.
    public func onResize(_ resize: @escaping (_ size: Size) -> Void) { self.resize = resize }

    /// Sets the function that follows the appearance that the person prefers. It is called at once, and whenever the
    /// appearance changes, such as at sunset.
    ///
    ///     input.onAppearance { appearance in
    ///       tree.root.backgroundColor = appearance.theme.window
    ///       disc.backgroundColor = appearance.theme.ink
    ///     }
    public func onAppearance(_ follow: @escaping (_ appearance: WindowAppearance) -> Void) {
      self.follow = follow
      follow(appearance)
    }

    /// Sets the function that describes the content of the window to assistive tools, whenever they ask.
    ///
    /// - Parameter describe: Returns nodes with frames in points of the window, each with an id of its own.
    public func onDescribe(_ describe: @escaping () -> [AccessibilityNode]) { self.describe = describe }

    /// Sets the function that performs the requests of assistive tools.
    ///
    /// - Parameter perform: Receives an action, the id of a node, and the time in seconds, and returns whether it
    ///   performed the action.
    public func onRequest(
      _ perform: @escaping (_ action: AccessibilityAction, _ id: String, _ time: Double) -> Bool
    ) { self.perform = perform }

    /// Closes the window.
    public func close() { isFinished = true }
  }

  /// The layers and their animations.
  public let tree = LayerTree()
  /// The background colour.
  public var background: RGBA
  /// The place of the pointer in points of the window, or nil while it is outside.
  public private(set) var pointer: Point?

  private let input: InputSource

  /// Creates a window; `build` adds layers to the tree.
  ///
  /// - Parameters:
  ///   - background: The colour behind the layers.
  ///   - appearance: The appearance that the person prefers at first.
  ///   - clipboard: The clipboard; a private one by default.
  ///   - build: Adds layers to the tree, and sets the functions that handle input.
  public init(
    background: RGBA = .white, appearance: WindowAppearance = WindowAppearance(),
    clipboard: Clipboard = .local(), _ build: (_ tree: LayerTree, _ input: InputSource) -> Void
  ) {
    self.background = background
    input = InputSource(appearance, clipboard)
    build(tree, input)
  }

  /// Creates a window with the appearance and the clipboard of its environment.
  ///
  /// - Parameters:
  ///   - environment: The environment of the window.
  ///   - background: The colour behind the layers.
  ///   - build: Adds layers to the tree, and sets the functions that handle input.
  public convenience init(
    _ environment: WindowEnvironment, background: RGBA = .white,
    _ build: (_ tree: LayerTree, _ input: InputSource) -> Void
  ) {
    self.init(
      background: background, appearance: environment.appearance, clipboard: environment.clipboard, build)
  }

  /// The root layer.
  public var layer: Layer { tree.root }

  /// The shape of the pointer.
  public var cursor: CursorShape { input.cursor }

  /// Whether the window should close.
  public var isFinished: Bool { input.isFinished }

  /// The place where text is typed, or nil.
  public var textInput: TextInput? { input.textInput }

  /// Makes the root layer as large as the window.
  public func layOut(size: Size, scale: Double) {
    layer.frame = Rect(origin: .zero, size: size)
    input.resize(size)
  }

  /// Passes an event on, with its time in seconds.
  public func handle(_ event: InputEvent, at time: Double) {
    tree.advance(to: time)
    switch event {
    case .pointerDown(let point, _, _, _), .pointerMoved(let point, _), .pointerUp(let point, _, _):
      pointer = point
    case .pointerLeft: pointer = nil
    default: break
    }
    input.take(event, time)
  }

  /// Advances the animations to a time in seconds; returns when the next frame is needed.
  public func advance(to time: Double) -> Double? {
    tree.advance(to: time)
    let due = input.frame(time)
    return [due, tree.nextFrameTime(after: time)].compactMap { $0 }.min()
  }

  /// Closes the window.
  public func close() { input.close() }

  // MARK: Appearance

  /// Follows a change of the appearance that the person prefers.
  public func setAppearance(_ appearance: WindowAppearance) {
    guard appearance != input.appearance else { return }
    input.appearance = appearance
    input.follow(appearance)
  }

  /// Whether the person prefers reduced motion.
  public var reducesMotion: Bool {
    get { input.appearance.reducesMotion }
    set {
      var appearance = input.appearance
      appearance.reducesMotion = newValue
      setAppearance(appearance)
    }
  }

  /// Follows a change of the theme.
  public func setTheme(_ theme: Theme) {
    var appearance = input.appearance
    appearance.theme = theme
    setAppearance(appearance)
  }

  // MARK: Assistive tools

  /// The window's description for assistive tools, with the content that `onDescribe` returns.
  public var accessibility: AccessibilityNode {
    AccessibilityNode(role: .window, label: "", frame: layer.frame, children: input.describe())
  }

  /// Passes on the request of an assistive tool; returns whether it was performed.
  @discardableResult public func perform(
    _ action: AccessibilityAction, on id: String, at time: Double
  ) -> Bool {
    tree.advance(to: time)
    return input.perform(action, id, time)
  }
}

extension WindowProgram where Content == LayerWindow {
  /// Opens a window with a tree of layers, and returns when it has been closed.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - size: The size at which it opens, in points.
  ///   - background: The colour behind the layers.
  ///   - build: Adds layers to the tree, and sets the functions that handle input.
  /// - Throws: `WindowError` without a display or a graphics driver, and errors while drawing.
  public static func run(
    _ title: String, size: Size, background: RGBA = .white,
    _ build: @escaping (_ tree: LayerTree, _ input: LayerWindow.InputSource) -> Void
  ) throws {
    _ = try run(title, size: size) { LayerWindow($0, background: background, build) }
  }
}

extension WindowProgram {
  /// Opens a window with a content, and returns the content when the window has been closed.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - size: The size at which it opens, in points.
  ///   - make: Makes the content, with the typesetter, the theme and the clipboard of the window.
  /// - Throws: `WindowError` without a display or a graphics driver, and errors while drawing.
  @discardableResult
  public static func run(
    _ title: String, size: Size, _ make: @escaping (_ environment: WindowEnvironment) throws -> Content
  ) throws -> Content {
    try WindowProgram(Self.settings(title, size: size), make: make).run()
  }
}
