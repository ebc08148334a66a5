import Foundation
import Geometry
import TestSupport

/// An icon of the reference set whose picture consists only of filled paths.
struct ReferenceIcon: Sendable {
  let id: String
  let path: Path
  let viewBox: Rect
  let areaFiles: [String: String]

  static let isPresent = Reference.file("svg/icons/index.json") != nil

  static let all: [ReferenceIcon] = {
    guard let index = Reference.file("svg/icons/index.json"),
      let data = FileManager.default.contents(atPath: index),
      let entries = try? JSONDecoder().decode([Entry].self, from: data)
    else { return [] }
    return entries.compactMap(ReferenceIcon.init)
  }()

  private struct Entry: Decodable {
    let id: String
    let svg: String
    let stroke: Bool
    let png: [String: String]
  }

  private init?(_ entry: Entry) {
    guard !entry.stroke, let file = Reference.file("svg/icons/" + entry.svg),
      let text = try? String(contentsOfFile: file, encoding: .utf8)
    else { return nil }
    let others = ["<circle", "<rect", "<g", "<use", "transform=", "stroke", "evenodd", "clip", "opacity"]
    if others.contains(where: text.contains) { return nil }
    let numbers = ReferenceIcon.values(of: "viewBox", in: text).joined().split(separator: " ")
    let box = numbers.compactMap { Double($0) }
    guard box.count == 4 else { return nil }
    id = entry.id
    viewBox = Rect(x: box[0], y: box[1], width: box[2], height: box[3])
    path = Path { all in
      for data in ReferenceIcon.values(of: " d", in: text) { all.append(PathData.path(data)) }
    }
    areaFiles = entry.png
  }

  private static func values(of attribute: String, in text: String) -> [String] {
    text.components(separatedBy: attribute + "=\"").dropFirst().compactMap {
      String($0.prefix { $0 != "\"" })
    }
  }

  /// The mapping from the view box to a picture `size` pixels on its longer side.
  func transform(size: Int) -> Geometry.AffineTransform {
    let scale = Double(size) / max(viewBox.width, viewBox.height)
    let toCorner = Geometry.AffineTransform.translation(x: -viewBox.minX, y: -viewBox.minY)
    return toCorner.concatenating(.scale(scale))
  }

  /// The reference's coverage at 64 or 256 pixels.
  func area(size: Int) -> GreyPNG? {
    guard let name = areaFiles["\(size)"], let file = Reference.file("svg/icons/" + name),
      let data = FileManager.default.contents(atPath: file)
    else { return nil }
    return GreyPNG(Array(data))
  }
}
