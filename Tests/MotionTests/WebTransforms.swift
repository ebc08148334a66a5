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
    let property = row["property"] as? String ?? ""
    if property == "perspective", values.contains("none") || row["noInterpolation"] != nil {
      return "the keyword none of the perspective property, whose distances are plain numbers here"
    }
    if property == "transform-origin" || property == "perspective-origin",
      values.contains("unset") || values.contains("initial")
    {
      return "an initial value that depends on the page's layout"
    }
    return nil
  }

  /// Reads `rotate(45deg) translate(1px, 50%)`; percentages are of 100 points, an em is 16.
  static func list(_ text: String) throws -> TransformList {
    if ["none", "initial", "unset"].contains(text) { return TransformList() }
    var functions: [TransformFunction] = []
    for match in text.matches(of: /([a-zA-Z0-9]+)\(([^()]*)\)/) {
      let words = match.2.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      functions.append(try function(String(match.1).lowercased(), try words.map(number)))
    }
    return TransformList(functions)
  }

  private static func function(_ name: String, _ n: [Double]) throws -> TransformFunction {
    func at(_ index: Int, _ fallback: Double = 0) -> Double { index < n.count ? n[index] : fallback }
    switch name {
    case "translate": return .translate(x: at(0), y: at(1))
    case "translatex": return .translate(x: at(0), y: 0)
    case "translatey": return .translate(x: 0, y: at(0))
    case "translatez": return .translate(x: 0, y: 0, z: at(0))
    case "translate3d": return .translate(x: at(0), y: at(1), z: at(2))
    case "scale": return .scale(x: at(0), y: at(1, at(0)))
    case "scalex": return .scale(x: at(0), y: 1)
    case "scaley": return .scale(x: 1, y: at(0))
    case "scalez": return .scale(x: 1, y: 1, z: at(0))
    case "scale3d": return .scale(x: at(0), y: at(1), z: at(2))
    case "rotate", "rotatez": return .rotate(angle: at(0))
    case "rotatex": return .rotate(angle: at(0), x: 1, y: 0, z: 0)
    case "rotatey": return .rotate(angle: at(0), x: 0, y: 1, z: 0)
    case "rotate3d": return .rotate(angle: at(3), x: at(0), y: at(1), z: at(2))
    case "skew": return .skew(x: at(0), y: at(1))
    case "skewx": return .skewX(at(0))
    case "skewy": return .skewY(at(0))
    case "perspective": return .perspective(distance: at(0))
    case "matrix":
      return .matrix(
        Transform3D(AffineTransform(a: at(0), b: at(1), c: at(2), d: at(3), tx: at(4), ty: at(5))))
    case "matrix3d":
      return .matrix(
        Transform3D(
          rows: (
            SIMD4(at(0), at(1), at(2), at(3)), SIMD4(at(4), at(5), at(6), at(7)),
            SIMD4(at(8), at(9), at(10), at(11)), SIMD4(at(12), at(13), at(14), at(15))
          )))
    default: throw Unreadable(text: name)
    }
  }

  struct Unreadable: Error { let text: String }

  /// Reads a number with its unit.
  static func number(_ text: some StringProtocol) throws -> Double {
    let text = String(text)
    if text == "none" { return .infinity }
    let units: [(String, Double)] = [
      ("deg", .pi / 180), ("grad", .pi / 200), ("rad", 1), ("turn", 2 * .pi), ("px", 1), ("%", 1), ("em", 16),
    ]
    let places = ["left": 0.0, "top": 0, "center": 25, "right": 50, "bottom": 50]
    if let place = places[text] { return place }
    for (unit, factor) in units where text.hasSuffix(unit) {
      if let value = Double(text.dropLast(unit.count)) { return value * factor }
    }
    guard let value = Double(text) else { throw Unreadable(text: text) }
    return value
  }

  /// Reads lengths such as `10px 50% calc(2px - 1%)`.
  static func numbers(_ text: String) throws -> [Double] {
    var values: [Double] = []
    for match in text.matches(of: /calc\(([^()]*)\)|([^ ]+)/) {
      if let sum = match.1 {
        let words = sum.split(separator: " ")
        var total = try number(words[0])
        for index in stride(from: 1, to: words.count - 1, by: 2) {
          total += (words[index] == "-" ? -1 : 1) * (try number(words[index + 1]))
        }
        values.append(total)
      } else if let word = match.2 {
        values.append(try number(word))
      }
    }
    return values
  }

  /// Reads the value of a property that is one transform function.
  static func single(_ text: String, property: String) throws -> TransformList {
    if ["none", "initial", "unset"].contains(text) { return TransformList() }
    if property == "rotate" { return TransformList([try rotation(text)]) }
    let n = try numbers(text)
    func at(_ index: Int, _ fallback: Double) -> Double { index < n.count ? n[index] : fallback }
    if property == "scale" { return TransformList([.scale(x: at(0, 1), y: at(1, at(0, 1)), z: at(2, 1))]) }
    return TransformList([.translate(x: at(0, 0), y: at(1, 0), z: at(2, 0))])
  }

  private static func rotation(_ text: String) throws -> TransformFunction {
    let words = text.split(separator: " ")
    let axes: [Substring: SIMD3<Double>] = ["x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, 1]]
    let angle = try number(words[words.count - 1])
    if words.count == 1 { return .rotate(angle: angle) }
    if let axis = axes[words[0]] { return .rotate(angle: angle, x: axis.x, y: axis.y, z: axis.z) }
    let n = try words.dropLast().map(number)
    return .rotate(angle: angle, x: n[0], y: n[1], z: n[2])
  }
}
