import Geometry
import Typography

/// Letters that were measured and thickened, kept for the next layout: whoever types lays a poster out at every key,
/// and only one line is new.
///
/// What is kept does not depend on the size that lines come out at. A cache belongs to one thread.
public final class LetterCache {
  private struct Key: Hashable {
    let setting: TextSetting
    let stroke: Double
  }

  private var boxes: [Key: Rect?] = [:]
  private var outlines: [Key: Path] = [:]
  private let capacity: Int

  /// Creates a cache that starts anew when it has so many lines of either kind.
  public init(capacity: Int = 1024) { self.capacity = max(1, capacity) }

  func box(of setting: TextSetting, stroke: Double, _ make: () -> Rect?) -> Rect? {
    let key = Key(setting: setting, stroke: stroke)
    if let known = boxes[key] { return known }
    if boxes.count >= capacity { boxes = [:] }
    let made = make()
    boxes[key] = .some(made)
    return made
  }

  func outline(of setting: TextSetting, stroke: Double, _ make: () -> Path) -> Path {
    let key = Key(setting: setting, stroke: stroke)
    if let known = outlines[key] { return known }
    if outlines.count >= capacity { outlines = [:] }
    let made = make()
    outlines[key] = made
    return made
  }
}
