import Geometry
import Text

/// A text that describes a tree of layers at a time.
public struct LayerInspection {
  private let root: Layer
  private let time: Double

  /// Creates a description of a layer and its sublayers, as seen at a time.
  ///
  /// - Parameters:
  ///   - root: The layer.
  ///   - time: The time whose animated values count, in seconds.
  public init(of root: Layer, at time: Double) {
    self.root = root
    self.time = time
  }

  /// The tree as JSON for tools; numbers are points, angles are in matrices.
  public var json: String { value(of: root).text }

  private func value(of layer: Layer) -> JSONValue {
    let values = layer.presentation(at: time)
    let bounds = values.bounds
    let corners = layer.projectedCorners(at: time).map { JSONValue.array($0.map { .numbers([$0.x, $0.y]) }) }
    return [
      "name": .string(layer.name),
      "bounds": .numbers([bounds.minX, bounds.minY, bounds.width, bounds.height]),
      "position": .numbers([values.position.x, values.position.y]), "zPosition": .number(values.zPosition),
      "anchorPoint": .numbers([values.anchorPoint.x, values.anchorPoint.y]),
      "transform": .numbers(values.transform.numbers),
      "sublayerTransform": .numbers(values.sublayerTransform.numbers), "opacity": .number(values.opacity),
      "hidden": .bool(values.isHidden), "corners": corners ?? .null,
      "sublayers": .array(layer.sublayers.map(value)),
    ]
  }

  /// The tree for a person: a line a layer, and what an animation bends beside the value it comes from.
  public var outline: String {
    var lines: [String] = []
    addOutline(of: root, indent: "", to: &lines)
    return lines.joined(separator: "\n")
  }

  private func addOutline(of layer: Layer, indent: String, to lines: inout [String]) {
    let (model, seen) = (layer.model, layer.presentation(at: time))
    var words = [indent + (layer.name.isEmpty ? "layer" : layer.name)]
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
    let corners = layer.projectedCorners(at: time)
    // Untranslated: a description for developers.
    words.append("corners " + (corners.map { $0.map(\.brief).joined(separator: " ") } ?? "behind the eye"))
    if !layer.animationKeys.isEmpty {
      words.append("animations " + layer.animationKeys.joined(separator: ", "))
    }
    lines.append(words.joined(separator: "  "))
    for sublayer in layer.sublayers { addOutline(of: sublayer, indent: indent + "  ", to: &lines) }
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
