import GPU
public import Geometry
public import Scene

/// What of a picture has to be drawn again.
public enum Damage: Hashable, Sendable {
  /// Only these pixels can differ, perhaps none.
  case part(PixelRect)
  /// Any pixel can differ.
  case everything

  /// Whether drawing the part by itself is worth while: what is drawn has to be copied, too.
  package func isSmall(in size: PixelSize) -> Bool {
    guard case .part(let area) = self else { return false }
    return area.width * area.height * 2 <= size.width * size.height
  }
}

extension Renderer {
  /// Finds the pixels in which the pictures of two lists can differ; the size, scale and background of both are the same.
  public func damage(
    from old: DisplayList, to new: DisplayList, size: PixelSize, scale: Double
  ) -> Damage {
    var damage = DamagedArea(size: size, scale: scale)
    let (before, after) = (old.items, new.items)
    if before.count == after.count {
      for index in before.indices where before[index] != after[index] {
        guard add(before[index], to: &damage), add(after[index], to: &damage) else {
          return .everything
        }
      }
      return .part(damage.area)
    }
    let shorter = min(before.count, after.count)
    let start = (0..<shorter).first { before[$0] != after[$0] } ?? shorter
    var end = 0
    while end < shorter - start, before[before.count - 1 - end] == after[after.count - 1 - end] { end += 1 }
    for items in [before[start..<before.count - end], after[start..<after.count - end]] {
      var depth = 0
      for item in items {
        // A group of which one end is the same as before holds other things now.
        if case .beginGroup = item.shape { depth += 1 }
        if case .endGroup = item.shape { depth -= 1 }
        if case .beginMask = item.shape, depth <= 0 { return .everything }
        guard depth >= 0, add(item, to: &damage) else { return .everything }
      }
      guard depth == 0 else { return .everything }
    }
    return .part(damage.area)
  }

  /// Adds what an item touches; false where that may be anything.
  private func add(_ item: DisplayList.Item, to damage: inout DamagedArea) -> Bool {
    if case .text(let text, let point) = item.shape {
      guard let box = box(of: text, at: point, item, scale: damage.scale) else { return false }
      damage.add(item.clip.map { box.intersection($0) ?? .zero } ?? box)
      return true
    }
    guard let reach = item.reach, reach.isFinite else { return false }
    damage.add(reach)
    return true
  }

  /// Returns what a line of text touches, in points of the view.
  private func box(
    of text: TextContents, at point: Point, _ item: DisplayList.Item, scale: Double
  ) -> Rect? {
    guard item.transform.planeAffine != nil else { return nil }
    let line = typesetter.line(text.text, font: text.font, maximumWidth: text.maximumWidth)
    guard let ink = line.inkBounds else { return .zero }
    // Hinting and steps of a quarter pixel move letters by less than a pixel and a half.
    return item.transform.boundingBox(of: ink.offset(by: Vector(point.x, point.y))).outset(by: 1.5 / scale)
  }
}

/// Pixels that gather what changed.
private struct DamagedArea {
  let size: PixelSize
  let scale: Double
  private(set) var area = PixelRect(x: 0, y: 0, width: 0, height: 0)

  init(size: PixelSize, scale: Double) {
    self.size = size
    self.scale = scale
  }

  /// Adds a rectangle of the view, and a pixel around it for soft edges.
  mutating func add(_ rect: Rect) {
    guard !rect.isEmpty else { return }
    guard
      let pixels = PixelRect(rect.outset(by: 1 / scale), .scale(scale))?.outset(by: 1)
        .intersection(PixelRect(size))
    else {
      area = PixelRect(size)
      return
    }
    guard pixels.width > 0, pixels.height > 0 else { return }
    guard area.width > 0, area.height > 0 else {
      area = pixels
      return
    }
    let (left, top) = (min(area.x, pixels.x), min(area.y, pixels.y))
    area = PixelRect(
      x: left, y: top, width: max(area.x + area.width, pixels.x + pixels.width) - left,
      height: max(area.y + area.height, pixels.y + pixels.height) - top)
  }
}
