import Geometry
import Text

extension Layer {
  /// Returns the tree as it is seen at a time, as JSON for tools; numbers are points, angles are in matrices.
  public func json(at time: Double) -> String { value(at: time).text }

  private func value(at time: Double) -> JSONValue {
    let values = presentation(at: time)
    let bounds = values.bounds
    let corners = projectedCorners(at: time).map { JSONValue.array($0.map { .numbers([$0.x, $0.y]) }) }
    return [
      "name": .string(name), "bounds": .numbers([bounds.minX, bounds.minY, bounds.width, bounds.height]),
      "position": .numbers([values.position.x, values.position.y]), "zPosition": .number(values.zPosition),
      "anchorPoint": .numbers([values.anchorPoint.x, values.anchorPoint.y]),
      "transform": .numbers(values.transform.numbers),
      "sublayerTransform": .numbers(values.sublayerTransform.numbers), "opacity": .number(values.opacity),
      "hidden": .bool(values.isHidden), "corners": corners ?? .null,
      "sublayers": .array(sublayers.map { $0.value(at: time) }),
    ]
  }

  /// Returns the tree for a person: a line a layer, and what an animation bends beside the value it comes from.
  public func outline(at time: Double) -> String {
    var lines: [String] = []
    addOutline(at: time, indent: "", to: &lines)
    return lines.joined(separator: "\n")
  }

  private func addOutline(at time: Double, indent: String, to lines: inout [String]) {
    let seen = presentation(at: time)
    var words = [indent + (name.isEmpty ? "layer" : name)]
    func add(_ label: String, _ model: String, _ shown: String) {
      words.append(model == shown ? "\(label) \(shown)" : "\(label) \(shown) (model \(model))")
    }
    add("bounds", model.bounds.brief, seen.bounds.brief)
    add("position", model.position.brief, seen.position.brief)
    if seen.opacity != 1 || model.opacity != 1 {
      add("opacity", model.opacity.text(.rounded(to: 3)), seen.opacity.text(.rounded(to: 3)))
    }
    if seen.zPosition != 0 {
      add("z", model.zPosition.text(.rounded(to: 3)), seen.zPosition.text(.rounded(to: 3)))
    }
    if seen.transform != .identity || model.transform != .identity {
      add("transform", model.transform.brief, seen.transform.brief)
    }
    if seen.sublayerTransform != .identity { words.append("sublayers \(seen.sublayerTransform.brief)") }
    if seen.isHidden { words.append("hidden") }
    let corners = projectedCorners(at: time)
    words.append("corners " + (corners.map { $0.map(\.brief).joined(separator: " ") } ?? "behind the eye"))
    if !animationKeys.isEmpty { words.append("animations " + animationKeys.joined(separator: ", ")) }
    lines.append(words.joined(separator: "  "))
    for sublayer in sublayers { sublayer.addOutline(at: time, indent: indent + "  ", to: &lines) }
  }
}

extension Transform3D {
  /// The sixteen numbers, row by row.
  fileprivate var numbers: [Double] {
    let rows = self.rows
    return [rows.0, rows.1, rows.2, rows.3].flatMap { row in (0..<4).map { row[$0] } }
  }

  fileprivate var brief: String {
    guard let plane = affine else {
      return "[" + numbers.map { $0.text(.rounded(to: 3)) }.joined(separator: " ") + "]"
    }
    return "["
      + [plane.a, plane.b, plane.c, plane.d, plane.tx, plane.ty].map { $0.text(.rounded(to: 3)) }.joined(
        separator: " ")
      + "]"
  }
}

extension Point {
  fileprivate var brief: String { "\(x.text(.rounded(to: 3))),\(y.text(.rounded(to: 3)))" }
}

extension Rect {
  fileprivate var brief: String {
    "\(origin.brief) \(width.text(.rounded(to: 3)))x\(height.text(.rounded(to: 3)))"
  }
}
