import Foundation
import Geometry
import Motion
import TestSupport
import Testing

/// Rows recorded from the web platform tests of transforms, and CSS text as they write it.
enum WebTransforms {
  typealias Row = [String: Any]

  static let isPresent = Reference.file("wpt_transforms.json") != nil

  static func files() throws -> [String: [Row]] {
    let path = try #require(Reference.file("wpt_transforms.json"))
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any])
    return try #require(root["files"] as? [String: [Row]])
  }

  /// Why a row does not apply, or nil when it does.
  static func reasonToSkip(_ row: Row) -> String? {
    let values = row.values.compactMap { $0 as? String }
    if values.contains("__neutral__") || values.contains("inherit") {
      return "a value of the page's style sheet, which the recording does not hold"
    }
    guard row["property"] as? String == "transform" else { return "a property other than transform" }
    let names = [
      "from", "to", "replaceFrom", "replaceTo", "addFrom", "addTo", "accumulateFrom", "accumulateTo",
      "underlying", "expect",
    ]
    guard names.compactMap({ row[$0] as? String }).allSatisfy({ (try? matrix($0)) ?? nil != nil }) else {
      return "a list of functions; a layer's transform is a matrix"
    }
    return nil
  }

  /// Reads one `matrix()` or `matrix3d()`, or `none`; nil for lists of functions.
  static func matrix(_ text: String) throws -> TransformFrame? {
    if ["none", "initial", "unset"].contains(text) { return TransformFrame(.identity) }
    let functions = text.matches(of: /([a-zA-Z0-9]+)\(([^()]*)\)/)
    guard functions.count == 1, let function = functions.first else { return nil }
    let n = try function.2.split(separator: ",").map { word in
      guard let value = Double(word.trimmingCharacters(in: .whitespaces)) else {
        throw Unreadable(text: text)
      }
      return value
    }
    switch (function.1, n.count) {
    case ("matrix", 6):
      return TransformFrame(
        Transform3D(AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])))
    case ("matrix3d", 16):
      return TransformFrame(
        Transform3D(
          rows: (
            SIMD4(n[0], n[1], n[2], n[3]), SIMD4(n[4], n[5], n[6], n[7]),
            SIMD4(n[8], n[9], n[10], n[11]), SIMD4(n[12], n[13], n[14], n[15])
          )))
    default: return nil
    }
  }

  struct Unreadable: Error { let text: String }
}
