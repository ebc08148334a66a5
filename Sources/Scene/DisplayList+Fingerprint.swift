import Colors
import Geometry

extension DisplayList {
  /// A number that tells lists apart and is the same on every machine and in every build (64-bit FNV-1a).
  ///
  /// Rasters count by their pixels.
  public var fingerprint: UInt64 {
    var hash = Fingerprint()
    for item in items {
      hash.combine(item.transform)
      hash.combine(item.opacity)
      if let clip = item.clip { hash.combine(clip) }
      item.shape.combine(into: &hash)
      if item.isMoving { hash.combine(UInt8(11)) }
    }
    return hash.value
  }
}

/// A running FNV-1a hash.
private struct Fingerprint {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  mutating func combine(_ number: Double) {
    // 0 and −0 draw the same.
    var bits = (number == 0 ? 0 : number).bitPattern
    for _ in 0..<8 {
      combine(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }

  mutating func combine(_ text: String) { for byte in text.utf8 { combine(byte) } }

  mutating func combine(_ point: Point) {
    combine(point.x)
    combine(point.y)
  }

  mutating func combine(_ rect: Rect) {
    combine(rect.origin)
    combine(rect.width)
    combine(rect.height)
  }

  mutating func combine(_ color: RGBA) {
    for part in [color.red, color.green, color.blue, color.alpha] { combine(part) }
  }

  mutating func combine(_ transform: Transform3D) {
    let rows = transform.rows
    for row in [rows.0, rows.1, rows.2, rows.3] { for index in 0..<4 { combine(row[index]) } }
  }
}

extension DisplayList.Shape {
  fileprivate func combine(into hash: inout Fingerprint) {
    switch self {
    case .box(let rect, let radius, let fill, let borderWidth, let borderColor):
      hash.combine(UInt8(1))
      hash.combine(rect)
      hash.combine(radius)
      if let fill { hash.combine(fill) }
      hash.combine(borderWidth)
      hash.combine(borderColor)
    case .shadow(let shadow, let rect, let radius):
      hash.combine(UInt8(2))
      hash.combine(rect)
      hash.combine(radius)
      hash.combine(shadow.color)
      hash.combine(Point(shadow.offset.dx, shadow.offset.dy))
      hash.combine(shadow.blur)
      hash.combine(shadow.spread)
    case .image(let image, let rect, let radius):
      hash.combine(UInt8(3))
      hash.combine(rect)
      hash.combine(radius)
      if let source = image.source { hash.combine(source) }
      for byte in image.raster.bytes { hash.combine(byte) }
    case .gradient(let gradient, let rect, let radius):
      hash.combine(UInt8(4))
      hash.combine(rect)
      hash.combine(radius)
      switch gradient.shape {
      case .linear(let start, let end):
        hash.combine(start)
        hash.combine(end)
      case .radial(let center, let radius):
        hash.combine(UInt8(12))
        hash.combine(center)
        hash.combine(radius)
      }
      for stop in gradient.stops {
        hash.combine(stop.color)
        hash.combine(stop.location)
      }
    case .plane(.hsb(let hue), let rect):
      hash.combine(UInt8(5))
      hash.combine(rect)
      hash.combine(hue)
    case .text(let text, let point):
      hash.combine(UInt8(6))
      hash.combine(point)
      hash.combine(text.text)
      hash.combine(text.style.family)
      hash.combine(text.style.size)
      hash.combine(Double(text.style.weight))
      hash.combine(text.color)
      if let width = text.maximumWidth { hash.combine(width) }
    case .path(let contents):
      hash.combine(UInt8(7))
      hash.combine(contents.color)
      hash.combine(contents.rule.rawValue)
      for element in contents.path.elements { element.combine(into: &hash) }
    case .beginGroup(let cut, let radius, let area):
      hash.combine(UInt8(8))
      if let cut { hash.combine(cut) }
      hash.combine(radius)
      if let area { hash.combine(area) }
    case .beginMask: hash.combine(UInt8(9))
    case .endGroup: hash.combine(UInt8(10))
    }
  }
}

extension Path.Element {
  fileprivate func combine(into hash: inout Fingerprint) {
    switch self {
    case .move(let point):
      hash.combine(UInt8(1))
      hash.combine(point)
    case .line(let point):
      hash.combine(UInt8(2))
      hash.combine(point)
    case .quad(let control, let end):
      hash.combine(UInt8(3))
      hash.combine(control)
      hash.combine(end)
    case .cubic(let control1, let control2, let end):
      hash.combine(UInt8(4))
      hash.combine(control1)
      hash.combine(control2)
      hash.combine(end)
    case .close: hash.combine(UInt8(5))
    }
  }
}
