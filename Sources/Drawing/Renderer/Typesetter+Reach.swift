import Geometry
import Scene
import Typography

extension Typesetter {
  /// Returns what a line of text touches, in points of the view; nil where that may be anything.
  func reach(
    of text: TextContents, at point: Point, _ item: DisplayList.Item, scale: Double
  ) -> Rect? {
    guard item.transform.planeAffine != nil else { return nil }
    let line = line(text.text, font: text.font, maximumWidth: text.maximumWidth)
    guard let ink = line.inkBounds else { return .zero }
    // Hinting and steps of a quarter pixel move letters by less than a pixel and a half.
    let box = item.transform.boundingBox(of: ink.offset(by: Vector(point.x, point.y))).outset(by: 1.5 / scale)
    return item.clip.map { box.intersection($0) ?? .zero } ?? box
  }

  /// Returns what an item touches, a group with all that is in it, in points of the view; nil where that may be anything.
  func reach(ofItemAt index: Int, in items: [DisplayList.Item], scale: Double) -> Rect? {
    switch items[index].shape {
    case .text(let text, let point):
      return reach(of: text, at: point, items[index], scale: scale)
    case .beginGroup(let cut, _, nil):
      let inside = reach(inGroupAt: index, of: items, scale: scale)
      guard let inside, let cut else { return inside }
      return inside.intersection(items[index].transform.boundingBox(of: cut)) ?? .zero
    default:
      guard let reach = items.reach(at: index), reach.isFinite else { return nil }
      return reach
    }
  }

  /// Returns what lies in a group, up to its mask.
  private func reach(inGroupAt start: Int, of items: [DisplayList.Item], scale: Double) -> Rect? {
    var all: Rect?
    var depth = 0
    for index in (start + 1)..<items.count {
      switch items[index].shape {
      case .beginGroup:
        depth += 1
        continue
      case .endGroup where depth > 0:
        depth -= 1
        continue
      case .beginMask where depth > 0: continue
      case .endGroup, .beginMask: return all ?? .zero
      default: break
      }
      guard let reach = reach(ofItemAt: index, in: items, scale: scale) else { return nil }
      all = all?.union(reach) ?? reach
    }
    return all ?? .zero
  }
}
