import Foundation
import Geometry

/// An icon as `peers.py` reads it.
private struct ExportedIcon: Encodable {
  var id: String
  var box: [Double]
  var verbs: String
  var coordinates: [Double]
  /// The exact coverage, in base 64, with its width, by the larger side.
  var areas: [String: Area] = [:]

  struct Area: Encodable {
    var width: Int
    var pixels: String
  }
}

/// Writes the icons and their exact coverage for programs in other languages.
func export(_ icons: [ReferenceIcon], to file: String) throws {
  let all = icons.map { icon in
    let path = CairoPath(icon.path)
    var exported = ExportedIcon(
      id: icon.id, box: [icon.viewBox.minX, icon.viewBox.minY, icon.viewBox.width, icon.viewBox.height],
      verbs: String(decoding: path.verbs.map { UInt8(bitPattern: $0) }, as: UTF8.self),
      coordinates: path.coordinates)
    for size in [64, 256] {
      guard let area = icon.area(size: size) else { continue }
      exported.areas["\(size)"] = ExportedIcon.Area(
        width: area.width, pixels: Data(area.pixels).base64EncodedString())
    }
    return exported
  }
  try JSONEncoder().encode(all).write(to: URL(filePath: file))
}
