import Geometry

/// A `viewBox` with its `preserveAspectRatio`.
struct ViewBox {
  var rect: Rect
  private var isStretched = false
  private var alignX = 0.5
  private var alignY = 0.5
  private var covers = false

  /// Returns nil without a valid viewBox.
  init?(_ viewBox: String?, preserveAspectRatio: String?) {
    guard let viewBox else { return nil }
    var scanner = AttributeScanner(viewBox)
    let values = scanner.numbers()
    guard values.count == 4, scanner.isAtEnd, values[2] > 0, values[3] > 0 else { return nil }
    rect = Rect(x: values[0], y: values[1], width: values[2], height: values[3])
    align(preserveAspectRatio ?? "")
  }

  /// Creates the view box of a drawing with a size of its own.
  init(_ rect: Rect, preserveAspectRatio: String?) {
    self.rect = rect
    align(preserveAspectRatio ?? "")
  }

  private mutating func align(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).filter { $0 != "defer" }
    guard let first = words.first else { return }
    if first == "none" {
      isStretched = true
      return
    }
    let shares = ["Min": 0.0, "Mid": 0.5, "Max": 1.0]
    guard first.utf8.count == 8, first.hasPrefix("x"),
      let x = shares[String(first.dropFirst().prefix(3))], first.dropFirst(4).hasPrefix("Y"),
      let y = shares[String(first.suffix(3))]
    else { return }
    (alignX, alignY) = (x, y)
    covers = words.count > 1 && words[1] == "slice"
  }

  /// Whether the content is scaled to cover the viewport, so that some of it lies outside.
  var isSlice: Bool { covers && !isStretched }

  /// Returns the mapping from the view box to a viewport at the origin.
  func transform(into size: Size) -> AffineTransform {
    var x = size.width / rect.width
    var y = size.height / rect.height
    if !isStretched {
      let scale = covers ? max(x, y) : min(x, y)
      (x, y) = (scale, scale)
    }
    let restX = isStretched ? 0 : (size.width - rect.width * x) * alignX
    let restY = isStretched ? 0 : (size.height - rect.height * y) * alignY
    return AffineTransform(a: x, b: 0, c: 0, d: y, tx: restX - rect.minX * x, ty: restY - rect.minY * y)
  }
}
