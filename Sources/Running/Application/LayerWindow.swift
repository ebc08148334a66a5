public import Colors
public import Controls
public import Geometry
public import Input
public import Scene

/// A window that shows only a tree of layers.
public final class LayerWindow: WindowContent {
  /// The input of a layer window.
  public final class InputSource {
    fileprivate var take: (InputEvent, Double) -> Void = { _, _ in }
    fileprivate var resize: (Size) -> Void = { _ in }
    fileprivate var frame: (Double) -> Double? = { _ in nil }

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
  }

  /// The layers and their animations.
  public let tree = LayerTree()
  /// The background colour.
  public var background: RGBA
  /// The shape of the pointer.
  public var cursor = CursorShape.arrow
  /// Whether the window should close.
  public var isFinished = false
  /// Whether the person prefers reduced motion.
  public var reducesMotion = false
  /// The window's description for assistive tools; by default, only its name.
  public var accessibility = AccessibilityNode(role: .window, label: "", frame: .zero)

  private let input = InputSource()

  /// Creates a window; `build` adds layers to the tree.
  ///
  /// - Parameters:
  ///   - background: The colour behind the layers.
  ///   - build: Adds layers to the tree, and sets the functions that handle input.
  public init(background: RGBA = .white, _ build: (_ tree: LayerTree, _ input: InputSource) -> Void) {
    self.background = background
    build(tree, input)
  }

  /// The root layer.
  public var layer: Layer { tree.root }

  /// Makes the root layer as large as the window.
  public func layOut(size: Size, scale: Double) {
    layer.frame = Rect(origin: .zero, size: size)
    accessibility.frame = layer.frame
    input.resize(size)
  }

  /// Passes an event on, with its time in seconds.
  public func handle(_ event: InputEvent, at time: Double) {
    tree.advance(to: time)
    input.take(event, time)
  }

  /// Advances the animations to a time in seconds; returns when the next frame is needed.
  public func advance(to time: Double) -> Double? {
    tree.advance(to: time)
    let due = input.frame(time)
    return [due, tree.nextFrameTime(after: time)].compactMap { $0 }.min()
  }

  /// Closes the window.
  public func close() { isFinished = true }
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
    _ = try run(title, size: size) { _ in LayerWindow(background: background, build) }
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
