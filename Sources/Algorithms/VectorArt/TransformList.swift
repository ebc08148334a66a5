import Geometry

/// The `transform` attribute and the CSS property of that name.
enum TransformList {
  /// Returns nil when the text is not a list of transforms; `none` and nothing are the identity.
  static func parse(_ text: String) -> AffineTransform? {
    var scanner = AttributeScanner(text)
    var result = AffineTransform.identity
    scanner.skipSpace()
    if text.trimmed == "none" { return .identity }
    while !scanner.isAtEnd {
      let name = scanner.word()
      scanner.skipSpace()
      guard !name.isEmpty, scanner.take("("), let values = arguments(&scanner),
        let step = transform(name, values)
      else { return nil }
      result = step.concatenating(result)
      scanner.skipSeparator()
    }
    return result.isFinite ? result : nil
  }

  private static func arguments(_ scanner: inout AttributeScanner) -> [Double]? {
    var values: [Double] = []
    scanner.skipSpace()
    while !scanner.take(")") {
      guard values.count < 7, let value = scanner.number() else { return nil }
      switch scanner.unit() {
      case "", "px", "deg": values.append(value)
      case "rad": values.append(value * 180 / .pi)
      case "turn": values.append(value * 360)
      case "grad": values.append(value * 0.9)
      default: return nil
      }
      scanner.skipSeparator()
    }
    return values
  }

  private static func transform(_ name: String, _ values: [Double]) -> AffineTransform? {
    let radians = Double.pi / 180
    switch (name, values.count) {
    case ("matrix", 6):
      return AffineTransform(
        a: values[0], b: values[1], c: values[2], d: values[3], tx: values[4], ty: values[5])
    case ("translate", 1): return .translation(x: values[0], y: 0)
    case ("translate", 2): return .translation(x: values[0], y: values[1])
    case ("translateX", 1): return .translation(x: values[0], y: 0)
    case ("translateY", 1): return .translation(x: 0, y: values[0])
    case ("scale", 1): return .scale(values[0])
    case ("scale", 2): return .scale(x: values[0], y: values[1])
    case ("scaleX", 1): return .scale(x: values[0], y: 1)
    case ("scaleY", 1): return .scale(x: 1, y: values[0])
    case ("rotate", 1): return .rotation(values[0] * radians)
    case ("rotate", 3):
      return AffineTransform.translation(x: -values[1], y: -values[2])
        .concatenating(.rotation(values[0] * radians))
        .concatenating(.translation(x: values[1], y: values[2]))
    case ("skewX", 1): return .skew(x: values[0] * radians, y: 0)
    case ("skewY", 1): return .skew(x: 0, y: values[0] * radians)
    case ("skew", 1): return .skew(x: values[0] * radians, y: 0)
    case ("skew", 2): return .skew(x: values[0] * radians, y: values[1] * radians)
    default: return nil
    }
  }
}
