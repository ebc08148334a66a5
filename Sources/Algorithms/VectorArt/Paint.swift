import Colors
import Text

/// The paint of a fill or stroke.
enum Paint: Equatable {
  case none
  case color(Color)
  case currentColor
  case contextFill
  case contextStroke
  indirect case server(id: String, fallback: Paint?)

  static let black = Paint.color(Color(.black))

  /// Returns nil for a value that is not a paint.
  ///
  /// - Parameters:
  ///   - current: The colour that `currentcolor` stands for inside other colours.
  ///   - scheme: The scheme that selects a colour of `light-dark()`.
  init?(_ text: String, current: Color, scheme: ColorScheme) {
    var reader = CSSReader(text)
    self.init(&reader, current, scheme, isFallback: false)
    guard reader.next == .end else { return nil }
  }

  /// The paints that are a single keyword.
  private static let plain: [String: Paint] = [
    "none": .none, "currentcolor": .currentColor, "context-fill": .contextFill,
    "context-stroke": .contextStroke,
  ]

  private init?(_ reader: inout CSSReader, _ current: Color, _ scheme: ColorScheme, isFallback: Bool) {
    if case .word(let word) = reader.next, let paint = Self.plain[word] {
      reader.advance()
      self = paint
    } else if !isFallback, let address = Link.address(&reader) {
      guard let id = Link.id(address) else { return nil }
      self = .server(
        id: id, fallback: reader.next == .end ? nil : Paint(&reader, current, scheme, isFallback: true))
    } else {
      guard let color = try? Color(reading: &reader, scheme: scheme, currentColor: current) else {
        return nil
      }
      // In SVG 1.1 the same colour in a profile may follow.
      if reader.next == .function("icc-color") { reader.skipComponent() }
      self = .color(color)
    }
  }

  /// Parses a text that is a single colour.
  static func color(_ text: String, current: Color, scheme: ColorScheme) -> Color? {
    switch Paint(text, current: current, scheme: scheme) {
    case .color(let color): color
    case .currentColor: current
    default: nil
    }
  }

  /// Returns an opacity from a number or a percentage, clamped to 0…1.
  static func opacity(_ text: String) -> Double? {
    var reader = CSSReader(text)
    guard let quantity = try? CSSMath().value(&reader), reader.next == .end else { return nil }
    switch quantity.unit {
    case .number: return min(max(quantity.value, 0), 1)
    case .percentage: return min(max(quantity.value / 100, 0), 1)
    case .angle, .length: return nil
    }
  }
}

extension Color {
  /// The key that distinguishes visible colours, regardless of opacity.
  var inkKey: UInt32 {
    let bytes = rgba.clipped.bytes8
    return UInt32(bytes.r) << 16 | UInt32(bytes.g) << 8 | UInt32(bytes.b)
  }
}
