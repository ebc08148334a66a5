import Colors
public import Controls
import Geometry
import Scene
import Typography

/// A demonstration of a window: its content, its size, and scripted input.
///
/// Recordings and benchmarks use the same scenes, which depend neither on the clock nor on a person's settings.
public struct DemoScene: Sendable {
  /// The name on the command line.
  public let name: String

  /// A summary in a few words.
  public let summary: String

  /// A size that shows it well, in points.
  public let size: Size
  /// The minimum size of the window, in points.
  public let minimumSize: Size

  /// The duration of the script including the animations after it, in seconds.
  public let duration: Double

  /// Makes its colour pickers.
  public var colorPickers = ColorPickerFactory.none

  private let appearance: Appearance
  private let make: @Sendable (WindowEnvironment) throws -> any WindowContent
  private let script: @Sendable (any WindowContent) -> InputScript

  package init(
    _ name: String, _ summary: String, size: Size, minimumSize: Size, duration: Double,
    appearance: Appearance = .light,
    make: @escaping @Sendable (WindowEnvironment) throws -> any WindowContent,
    script: @escaping @Sendable (any WindowContent) -> InputScript = { _ in InputScript() }
  ) {
    self.name = name
    self.summary = summary
    self.size = size
    self.minimumSize = minimumSize
    self.duration = duration
    self.appearance = appearance
    self.make = make
    self.script = script
  }

  /// Creates the content and lays it out.
  ///
  /// - Parameters:
  ///   - typesetter: Shapes its texts.
  ///   - size: Its size in points.
  ///   - scale: The pixels per point.
  /// - Throws: Errors of the content.
  public func content(_ typesetter: Typesetter, size: Size, scale: Double) throws -> any WindowContent {
    let content = try make(
      WindowEnvironment(
        offscreen: typesetter, appearance: appearance, scale: scale, writesFiles: false,
        colorPickers: colorPickers))
    content.layOut(size: size, scale: scale)
    return content
  }

  /// Returns the input script for a laid-out content of this scene.
  public func script(for content: any WindowContent) -> InputScript { script(content) }
}

extension AccessibilityNode {
  /// Returns the frame of the first control with a label; an empty one if it is missing.
  package func frame(labelled label: String) -> Rect {
    var pending = [self]
    while let node = pending.popLast() {
      if node.label == label, node.role != .text { return node.frame }
      pending += node.children.reversed()
    }
    return .zero
  }
}

extension Rect {
  /// Returns the point at fractions of the sides, rightward and down.
  package func point(_ x: Double, _ y: Double) -> Point {
    Point(minX + x * width, minY + y * height)
  }
}
