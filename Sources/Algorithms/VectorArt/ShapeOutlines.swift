import Geometry
import Localization
import Text

/// The outlines of a document's shapes.
struct ShapeOutlines {
  /// The parsed paths, by element.
  private var read: [Int: Path] = [:]

  /// Returns a shape's path; that of a `path` is parsed once, however often it is drawn.
  mutating func outline(
    of index: Int, _ state: Interpreter.State, in document: inout StyledDocument
  ) -> Path {
    guard document.elements[index].name == "path" else { return outline(index, state, in: &document) }
    if let path = read[index] { return path }
    let path = outline(index, state, in: &document)
    read[index] = path
    return path
  }

  /// Returns the path with a shape's vertices, in which each arc is one curve.
  func vertices(of index: Int, _ state: Interpreter.State, in document: inout StyledDocument) -> Path {
    outline(index, state, in: &document, joinsArcs: true)
  }

  /// Returns a shape's path in its own coordinates; empty if nothing is drawn.
  private func outline(
    _ index: Int, _ state: Interpreter.State, in document: inout StyledDocument, joinsArcs: Bool = false
  ) -> Path {
    switch document.elements[index].name {
    case "path": return pathOutline(index, state, in: &document, joinsArcs: joinsArcs)
    case "rect": return rectOutline(index, state, in: &document, joinsArcs: joinsArcs)
    case "circle":
      guard let r = document.length("r", .other, index, state) else { return Path() }
      return ellipse(index, state, r, r, in: &document, joinsArcs: joinsArcs)
    case "ellipse":
      let rx = document.length("rx", .horizontal, index, state).flatMap { $0 >= 0 ? $0 : nil }
      let ry = document.length("ry", .vertical, index, state).flatMap { $0 >= 0 ? $0 : nil }
      return ellipse(index, state, rx ?? ry ?? 0, ry ?? rx ?? 0, in: &document, joinsArcs: joinsArcs)
    case "line":
      var path = Path()
      path.move(
        to: Point(
          document.length("x1", .horizontal, index, state) ?? 0,
          document.length("y1", .vertical, index, state) ?? 0))
      path.line(
        to: Point(
          document.length("x2", .horizontal, index, state) ?? 0,
          document.length("y2", .vertical, index, state) ?? 0))
      return path
    default: return polygonOutline(index, in: &document)
    }
  }

  /// Returns the path data in a value of the property `d`; nil if it has none.
  static func pathData(_ text: String) -> String? {
    if text.keyword == "none" { return "" }
    var reader = CSSReader(text)
    guard reader.next == .function("path") else { return nil }
    reader.advance()
    guard case .string(let data) = reader.next else { return nil }
    reader.advance()
    guard reader.next == .end || reader.skip(")"), reader.next == .end else { return nil }
    return data
  }

  private func pathOutline(
    _ index: Int, _ state: Interpreter.State, in document: inout StyledDocument, joinsArcs: Bool
  ) -> Path {
    guard var text = document.value("d", index, state.style.variables) else { return Path() }
    // Path data begins with M.
    if text.utf8.first.map({ $0 | 0x20 != UInt8(ascii: "m") }) ?? false { text = Self.pathData(text) ?? text }
    let (path, isFaulty) = PathData.parse(text, joinsArcs: joinsArcs)
    if isFaulty { document.warn(Message("the path data has a fault; it is drawn up to there"), index) }
    return path
  }

  private func ellipse(
    _ index: Int, _ state: Interpreter.State, _ rx: Double, _ ry: Double, in document: inout StyledDocument,
    joinsArcs: Bool
  ) -> Path {
    guard rx > 0, ry > 0 else { return Path() }
    let center = Point(
      document.length("cx", .horizontal, index, state) ?? 0,
      document.length("cy", .vertical, index, state) ?? 0)
    return Path(
      ellipse: center, radii: Vector(rx, ry),
      tolerance: joinsArcs ? .infinity : max(rx, ry) * EllipticalArc.precision)
  }

  private func rectOutline(
    _ index: Int, _ state: Interpreter.State, in document: inout StyledDocument, joinsArcs: Bool
  ) -> Path {
    guard let width = document.length("width", .horizontal, index, state), width > 0,
      let height = document.length("height", .vertical, index, state), height > 0
    else { return Path() }
    let x = document.length("x", .horizontal, index, state) ?? 0
    let y = document.length("y", .vertical, index, state) ?? 0
    let wantedX = document.length("rx", .horizontal, index, state).flatMap { $0 >= 0 ? $0 : nil }
    let wantedY = document.length("ry", .vertical, index, state).flatMap { $0 >= 0 ? $0 : nil }
    let rx = min(wantedX ?? wantedY ?? 0, width / 2)
    let ry = min(wantedY ?? wantedX ?? 0, height / 2)
    let rect = Rect(x: x, y: y, width: width, height: height)
    guard rx > 0, ry > 0 else { return Path(rect: rect) }
    var path = Path()
    func corner(_ start: Point, _ end: Point) {
      if path.isEmpty { path.move(to: start) } else if path.currentPoint != start { path.line(to: start) }
      let arc = EllipticalArc(
        start: start, end: end, rx: rx, ry: ry, rotation: 0, isLarge: false, isSweep: true)
      path.append(arc, asOneCurve: joinsArcs)
    }
    path.move(to: Point(rect.minX + rx, rect.minY))
    corner(Point(rect.maxX - rx, rect.minY), Point(rect.maxX, rect.minY + ry))
    corner(Point(rect.maxX, rect.maxY - ry), Point(rect.maxX - rx, rect.maxY))
    corner(Point(rect.minX + rx, rect.maxY), Point(rect.minX, rect.maxY - ry))
    corner(Point(rect.minX, rect.minY + ry), Point(rect.minX + rx, rect.minY))
    path.close()
    return path
  }

  private func polygonOutline(_ index: Int, in document: inout StyledDocument) -> Path {
    guard let text = document.elements[index].attribute("points") else { return Path() }
    var scanner = AttributeScanner(text)
    let numbers = scanner.numbers()
    if !scanner.isAtEnd || numbers.count % 2 == 1 {
      document.warn(Message("the list of points has a fault; it is drawn up to there"), index)
    }
    var path = Path()
    guard numbers.count >= 4 else { return path }
    for pair in stride(from: 0, to: numbers.count - 1, by: 2) {
      let point = Point(numbers[pair], numbers[pair + 1])
      if path.isEmpty { path.move(to: point) } else { path.line(to: point) }
    }
    if document.elements[index].name == "polygon" { path.close() }
    return path
  }
}

extension Path {
  /// Adds an arc to a path that ends at its start; optionally as one curve with the same directions at its ends.
  mutating func append(_ arc: EllipticalArc, asOneCurve: Bool) {
    guard asOneCurve, let start = currentPoint else { return arc.append(to: &self) }
    var piece = Path()
    piece.move(to: start)
    arc.append(to: &piece)
    if case .cubic(let control1, _, _) = piece.elements.dropFirst().first,
      case .cubic(_, let control2, let end) = piece.elements.last
    {
      cubic(to: end, control1: control1, control2: control2)
    } else {
      for element in piece.elements.dropFirst() { append(element) }
    }
  }
}
