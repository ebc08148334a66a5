public import Colors
public import Geometry

/// The items to draw, back to front: a value that the same tree at the same time always gives.
public struct DisplayList: Sendable {
  /// One thing to draw.
  public struct Item: Hashable, Sendable {
    /// The shape to draw.
    public var shape: Shape

    /// The mapping from the layer's own coordinates to points of the view.
    public var transform: Transform3D

    /// How much of it is seen, 0…1.
    public var opacity: Double

    /// The rectangle that clips it, in points of the view, or nil.
    public var clip: Rect?

    /// Whether an animation or a hand is moving the layer, so that the next frame will show it elsewhere. Only paths
    /// are marked, which are drawn in another way while they move.
    public var isMoving = false
  }

  /// A thing that a renderer knows how to draw, in the layer's own coordinates.
  public enum Shape: Hashable, Sendable {
    /// A filled rounded rectangle with a border inside its edge.
    case box(Rect, radius: Double, fill: RGBA?, borderWidth: Double, borderColor: RGBA)
    /// A shadow under a rounded rectangle.
    case shadow(Shadow, under: Rect, radius: Double)
    /// A bitmap in a rounded rectangle.
    case image(ImageContents, in: Rect, radius: Double)
    /// A gradient in a rounded rectangle.
    case gradient(Gradient, in: Rect, radius: Double)
    /// A rectangle painted by a shader of its own.
    case shader(ShaderFill, in: Rect)
    /// A line of text that starts at the point on its baseline.
    case text(TextContents, at: Point)
    /// A filled path.
    case path(PathContents)
    /// The items up to the matching `endGroup` are drawn as one picture first. The picture then shows with the item's
    /// opacity, and inside the rounded rectangle if given. The area, in points of the view, holds all of it; nil is
    /// the whole view.
    case beginGroup(cutTo: Rect?, radius: Double, area: Rect?)
    /// The items up to `endGroup` are the mask of the group: their alpha decides how much of it is visible.
    case beginMask
    /// The group that began last is whole, with its mask.
    case endGroup
  }

  /// The items, back to front.
  public internal(set) var items: [Item] = []

  /// Storage that is reused from frame to frame and says nothing about the picture.
  private var recorder = DisplayRecorder()

  /// Whether a shader fill in the list reads the time, so that the next frame differs even without animations.
  public var readsTime: Bool { recorder.readsTime }

  /// Creates an empty list.
  public init() {}

  /// Replaces the items by those of `root` as it is seen at `time`, reusing the storage.
  ///
  /// Without a time it shows the model values.
  ///
  /// - Parameters:
  ///   - root: The topmost layer.
  ///   - time: The time whose animated values are drawn, in seconds; nil draws the model values.
  ///   - pointer: The pointer's place in points of the view, which shader fills may read; nil outside of the view.
  public mutating func record(_ root: Layer, at time: Double? = nil, pointer: Point? = nil) {
    items.removeAll(keepingCapacity: true)
    recorder.append(root, at: time, pointer: pointer, to: &items)
  }

  /// Returns the same with everything moved in the view.
  public func moved(by way: Vector) -> DisplayList {
    var result = self
    let shift = Transform3D.translation(x: way.dx, y: way.dy)
    for index in result.items.indices {
      result.items[index].transform = items[index].transform.concatenating(shift)
      result.items[index].clip = items[index].clip?.offset(by: way)
      if case .beginGroup(let cut, let radius, let area?) = items[index].shape {
        result.items[index].shape = .beginGroup(cutTo: cut, radius: radius, area: area.offset(by: way))
      }
    }
    return result
  }
}

extension DisplayList: Hashable {
  public static func == (a: DisplayList, b: DisplayList) -> Bool { a.items == b.items }

  public func hash(into hasher: inout Hasher) { hasher.combine(items) }
}
