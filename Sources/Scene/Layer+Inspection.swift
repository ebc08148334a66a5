import Colors
import Geometry

extension Layer {
  /// Returns the tree as it is seen at a time, as JSON for tools; numbers are points, angles are in matrices.
  public func json(at time: Double) -> String {
    var text = ""
    write(at: time, indent: "", to: &text)
    return text
  }

  private func write(at time: Double, indent: String, to text: inout String) {
    let values = presentation(at: time)
    let inner = indent + "  "
    func list(_ numbers: [Double]) -> String {
      "[" + numbers.map(JSONText.number).joined(separator: ", ") + "]"
    }
    let corners = projectedCorners(at: time).map {
      "[" + $0.map { list([$0.x, $0.y]) }.joined(separator: ", ") + "]"
    }
    let bounds = values.bounds
    let members = [
      "\"name\": \(JSONText.quoted(name))",
      "\"bounds\": \(list([bounds.minX, bounds.minY, bounds.width, bounds.height]))",
      "\"position\": \(list([values.position.x, values.position.y]))",
      "\"zPosition\": \(JSONText.number(values.zPosition))",
      "\"anchorPoint\": \(list([values.anchorPoint.x, values.anchorPoint.y]))",
      "\"transform\": \(list(values.transform.numbers))",
      "\"sublayerTransform\": \(list(values.sublayerTransform.numbers))",
      "\"opacity\": \(JSONText.number(values.opacity))",
      "\"hidden\": \(values.isHidden)",
      "\"corners\": \(corners ?? "null")",
    ]
    text += "{\n" + members.map { inner + $0 }.joined(separator: ",\n") + ",\n\(inner)\"sublayers\": ["
    for (place, sublayer) in sublayers.enumerated() {
      text += (place == 0 ? "\n" : ",\n") + inner + "  "
      sublayer.write(at: time, indent: inner + "  ", to: &text)
    }
    text += (sublayers.isEmpty ? "" : "\n" + inner) + "]\n\(indent)}"
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
    if seen.opacity != 1 || model.opacity != 1 { add("opacity", brief(model.opacity), brief(seen.opacity)) }
    if seen.zPosition != 0 { add("z", brief(model.zPosition), brief(seen.zPosition)) }
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
      return "[" + numbers.map { Scene.brief($0) }.joined(separator: " ") + "]"
    }
    return "["
      + [plane.a, plane.b, plane.c, plane.d, plane.tx, plane.ty].map { Scene.brief($0) }.joined(
        separator: " ")
      + "]"
  }
}

extension Point {
  fileprivate var brief: String { "\(Scene.brief(x)),\(Scene.brief(y))" }
}

extension Rect {
  fileprivate var brief: String { "\(origin.brief) \(Scene.brief(width))x\(Scene.brief(height))" }
}

/// Returns a number with at most three decimals.
private func brief(_ number: Double) -> String {
  let rounded = (number * 1000).rounded() / 1000
  return rounded.magnitude < 1e15 && rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}
