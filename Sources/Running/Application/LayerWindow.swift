public import Colors
public import Controls
public import Geometry
public import Input
import Files
public import Scene

/// A window that shows a tree of layers and nothing else.
public final class LayerWindow: WindowContent {
  /// What a person does in a window of layers.
  public final class InputSource {
    fileprivate var take: (InputEvent, Double) -> Void = { _, _ in }
    fileprivate var resize: (Size) -> Void = { _ in }

    /// Sets what is called for each event, with its time in seconds.
    public func onEvent(_ take: @escaping (_ event: InputEvent, _ time: Double) -> Void) { self.take = take }

    /// Sets what is called before the first frame, and whenever the window has another size in points.
    public func onResize(_ resize: @escaping (_ size: Size) -> Void) { self.resize = resize }
  }

  /// The layers, and the animations in them.
  public let tree = LayerTree()
  /// The colour behind the layers.
  public var background: RGBA
  /// The shape of the pointer.
  public var cursor = CursorShape.arrow
  /// Whether the window should close.
  public var isFinished = false
  /// Whether the person wants no motion.
  public var reducesMotion = false
  /// What assistive tools are told of the window: its name alone, unless more is set here.
  public var accessibility = AccessibilityNode(role: .window, label: "", frame: .zero)

  private let input = InputSource()

  /// Creates a window whose layers `build` adds to the tree.
  public init(background: RGBA = .white, _ build: (_ tree: LayerTree, _ input: InputSource) -> Void) {
    self.background = background
    build(tree, input)
  }

  /// The layer that holds all others.
  public var layer: Layer { tree.root }

  /// Makes the root layer as large as the window.
  public func layOut(size: Size, scale: Double) {
    layer.frame = Rect(origin: .zero, size: size)
    accessibility.frame = layer.frame
    input.resize(size)
  }

  /// Hands an event on.
  public func handle(_ event: InputEvent, at time: Double) {
    tree.advance(to: time)
    input.take(event, time)
  }

  /// Brings the animations to a time; returns when the next frame is needed.
  public func advance(to time: Double) -> Double? {
    tree.advance(to: time)
    return tree.nextFrameTime(after: time)
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
  ///   - build: Adds layers to the tree, and says what is done with the input.
  /// - Throws: `WindowError` where there is no display or nothing to draw with, and what fails while it draws.
  public static func run(
    _ title: String, size: Size, background: RGBA = .white,
    _ build: @escaping (_ tree: LayerTree, _ input: LayerWindow.InputSource) -> Void
  ) throws {
    _ = try run(title, size: size) { _ in LayerWindow(background: background, build) }
  }
}

extension WindowProgram {
  /// Opens a window with a content, and returns that when the window has been closed.
  ///
  /// - Parameters:
  ///   - title: The title of the window.
  ///   - size: The size at which it opens, in points.
  ///   - make: Makes the content, with the typesetter, the theme and the clipboard of the window.
  /// - Throws: `WindowError` where there is no display or nothing to draw with, and what fails while it draws.
  @discardableResult
  public static func run(
    _ title: String, size: Size, _ make: @escaping (_ environment: WindowEnvironment) throws -> Content
  ) throws -> Content {
    let program = ProgramIdentity()
    var settings = WindowSettings(
      title: title, size: size, minimumSize: Size(64, 64), folders: UserFolders(program: program.windowClass))
    settings.program = program
    return try WindowProgram(settings, make: make).run()
  }
}
