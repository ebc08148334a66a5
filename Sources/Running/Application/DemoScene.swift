import Colors
public import Controls
import Geometry
import Scene
import Typography

/// A window's content that shows itself: what it is made of, how large it is, and what a person does in it.
///
/// Recordings and measurements take the same scenes. Nothing in them depends on the computer's clock or on what a
/// person has set.
public struct DemoScene: Sendable {
  /// What the command line calls it.
  public let name: String

  /// What is seen, in a few words.
  public let summary: String

  /// The size that shows it well, and the smallest that it can have, in points.
  public let size: Size
  /// The smallest size that the window can have, in points.
  public let minimumSize: Size

  /// How long the script takes, with what comes to rest after it, in seconds.
  public let duration: Double

  /// What makes the colour pickers in it.
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

  /// Makes the content anew and lays it out.
  public func content(_ typesetter: Typesetter, size: Size, scale: Double) throws -> any WindowContent {
    let content = try make(
      WindowEnvironment(
        offscreen: typesetter, appearance: appearance, scale: scale, writesFiles: false,
        colorPickers: colorPickers))
    content.layOut(size: size, scale: scale)
    return content
  }

  /// Returns what is done in a content of this scene as it is laid out.
  public func script(for content: any WindowContent) -> InputScript { script(content) }
}

extension AccessibilityNode {
  /// Returns where the first control of a label stands; a control that is not there has no room.
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
  /// The point so far rightward and down, in fractions of the sides.
  package func point(_ x: Double, _ y: Double) -> Point {
    Point(minX + x * width, minY + y * height)
  }
}
