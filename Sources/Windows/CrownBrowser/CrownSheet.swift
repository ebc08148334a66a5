public import Colors
import Geometry
import Images
import Localization
import PosterScene
import Posters
import Text

/// The formats for copying crowns.
public enum CrownCopyKind: Hashable, Sendable, CaseIterable {
  /// An SVG document.
  case drawing
  /// SVG path data.
  case path
  /// A PNG picture on a transparent background.
  case picture

  /// The media types of the clipboard offer, the best first.
  public var mediaTypes: [String] {
    switch self {
    case .drawing: ["image/svg+xml", "text/plain"]
    case .path: ["text/plain"]
    case .picture: ["image/png"]
    }
  }

  /// Returns the notice that crowns were copied as this kind.
  func copied(_ items: [CrownItem]) -> Message {
    let (name, count) = (items.first?.name ?? "", items.count)
    return switch self {
    case .drawing:
      Message("Copied “{name}” as SVG", plural: "Copied {count} crowns as SVG", count: count, ["name": name])
    case .path:
      Message(
        "Copied “{name}” as path", plural: "Copied {count} crowns as path", count: count, ["name": name])
    case .picture:
      Message(
        "Copied “{name}” as picture", plural: "Copied {count} crowns as picture", count: count,
        ["name": name])
    }
  }
}

/// One crown, or several in a row, as one path.
public struct CrownSheet {
  let path: Path
  let box: Rect

  /// Places crowns on a common baseline; several get the same height.
  public init(_ items: [CrownItem]) {
    guard items.count != 1, !items.isEmpty else {
      path = items.first?.outline().path ?? Path()
      box = items.first?.bounds ?? .zero
      return
    }
    var path = Path()
    var x = 0.0
    for item in items where item.bounds.width > 0 && item.bounds.height > 0 {
      let scale = Self.height / item.bounds.height
      let placing = AffineTransform.translation(x: -item.bounds.minX, y: -item.bounds.minY)
        .concatenating(.scale(scale)).concatenating(.translation(x: x, y: 0))
      path.append(item.outline().path.transformed(by: placing))
      x += item.bounds.width * scale + Self.gap
    }
    self.path = path
    box = Rect(x: 0, y: 0, width: max(x - Self.gap, 0), height: Self.height)
  }

  private static let height = 500.0
  private static let gap = 100.0

  /// The height of a picture in pixels, which is reduced for a wide row of crowns.
  private static let pictureHeight = 1024.0
  private static let widestPicture = 8192.0

  /// Returns them in a colour as the bytes of a kind.
  ///
  /// - Throws: `PathPicture.Refusal` if the crowns cannot be drawn as a picture, and `ImageError` if it cannot be
  ///   compressed.
  public func bytes(as kind: CrownCopyKind, color: RGBA) throws -> [UInt8] {
    switch kind {
    case .drawing: return Array(PathDocument.svg(path, box: box, color: color).utf8)
    case .path: return Array(path.svgData(.rounded(to: 2)).utf8)
    case .picture:
      let width = box.height > 0 ? Self.pictureHeight * box.width / box.height : 0
      return try PNG.encoded(
        PathPicture.bitmap(of: path, box: box, width: Int(min(width, Self.widestPicture)), color: color))
    }
  }
}
