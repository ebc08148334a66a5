import Foundation
import Geometry
import TestSupport

/// A polygon of the reference's fuzz sets, with the area of its non-zero fill.
struct FuzzRecord: Sendable {
  let id: String
  let contours: [[Point]]
  let area: Double

  static let isPresent = Reference.file("svg/fuzz/rand.txt") != nil

  var path: Path { Path(polygons: contours) }

  /// The reference's areas are good to this much.
  var areaError: Double { 0.001 * area + 0.3 }

  /// Reads a set: `id contours area`, then for each contour a line `n x y x y …`.
  static func all(in set: String) -> [FuzzRecord] {
    guard let file = Reference.file("svg/fuzz/\(set).txt"),
      let text = try? String(contentsOfFile: file, encoding: .utf8)
    else { return [] }
    var records: [FuzzRecord] = []
    var lines = text.split(separator: "\n").dropFirst()
    while let head = lines.popFirst()?.split(separator: " "), head.count == 3 {
      let contours = (0..<(Int(head[1]) ?? 0)).map { _ in
        let numbers = (lines.popFirst() ?? "").split(separator: " ").compactMap { Double($0) }
        return stride(from: 1, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
      }
      records.append(FuzzRecord(id: String(head[0]), contours: contours, area: Double(head[2]) ?? 0))
    }
    return records
  }
}
