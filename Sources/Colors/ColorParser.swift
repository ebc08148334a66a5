/// Reads one colour after the grammar of CSS Color 4.
struct ColorParser {
  private var tokens: ColorTokens

  init(_ text: String) {
    tokens = ColorTokens(text)
  }

  mutating func color() throws(ColorSyntaxError) -> Color {
    let first = tokens.next
    let color: Color
    switch first.kind {
    case .end: throw ColorSyntaxError(message: "there is no colour here", offset: 0)
    case .hash(let digits):
      color = try hexadecimal(digits)
      tokens.advance()
    case .word(let word):
      color = try named(word, at: first.start)
      tokens.advance()
    case .function(let name):
      color = try function(name, at: first.start)
    default:
      throw tokens.fault(
        "a colour begins with a name, # or a function such as rgb(), not like this", at: first.start)
    }
    guard tokens.next.kind == .end else {
      throw tokens.fault("nothing may follow the colour", at: tokens.next.start)
    }
    return color
  }

  private func named(_ word: String, at start: Int) throws(ColorSyntaxError) -> Color {
    if word == "transparent" { return Color(.clear) }
    if let color = NamedColor.named(word) { return Color(color.rgba) }
    if let color = SystemColor.named(word) { return Color(color) }
    if word == "currentcolor" {
      throw tokens.fault("currentcolor depends on its surroundings; there are none here", at: start)
    }
    if ColorNotation.named(word) != nil || word == "color" {
      throw tokens.fault("\(word) needs its values in parentheses: \(word)(…)", at: start)
    }
    throw tokens.fault("no colour has this name; write #rrggbb, rgb(…), oklch(…) or a name of CSS", at: start)
  }

  private func hexadecimal(_ digits: Range<Int>) throws(ColorSyntaxError) -> Color {
    var values: [UInt8] = []
    for index in digits.prefix(9) {
      guard let value = Character(Unicode.Scalar(tokens.bytes[index])).hexDigitValue else {
        throw tokens.fault("this is not a hexadecimal digit", at: index)
      }
      values.append(UInt8(value))
    }
    switch values.count {
    case 3, 4: values = values.map { $0 * 17 }
    case 6, 8: values = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    default:
      throw tokens.fault(
        "3, 4, 6 or 8 hexadecimal digits follow a number sign, not \(digits.count)",
        at: min(digits.upperBound, digits.lowerBound + 8))
    }
    return Color(RGBA(bytes: values[0], values[1], values[2], values.count == 4 ? values[3] : 255))
  }

  private mutating func function(_ name: String, at start: Int) throws(ColorSyntaxError) -> Color {
    var notation = ColorNotation.named(name)
    guard notation != nil || name == "color" else {
      throw tokens.fault("no colour is written with a function of this name", at: start)
    }
    tokens.advance()
    if name == "color" {
      notation = try predefined()
    }
    guard let notation else { throw tokens.fault("no such colour space", at: start) }
    return try arguments(of: notation)
  }

  /// Reads the space's name in `color()`.
  private mutating func predefined() throws(ColorSyntaxError) -> ColorNotation {
    guard case .word(let word) = tokens.next.kind else {
      throw tokens.fault("color() begins with the name of a space, such as display-p3", at: tokens.next.start)
    }
    guard let notation = ColorNotation.predefined(word) else {
      throw tokens.fault("color() knows no space of this name", at: tokens.next.start)
    }
    tokens.advance()
    return notation
  }

  private mutating func arguments(of notation: ColorNotation) throws(ColorSyntaxError) -> Color {
    var components = SIMD4<Double>.zero
    var numbers = SIMDMask<SIMD4<Double.SIMDMaskScalar>>(repeating: false)
    var first: Argument?
    var usesCommas = false
    for (index, channel) in notation.channels.enumerated() {
      if tokens.next.kind == .comma, index > 0 {
        if index == 1, let first {
          usesCommas = true
          try checkCommas(first, channel: notation.channels[0], first: first, notation)
        } else if !usesCommas {
          throw tokens.fault("commas and spaces do not mix", at: tokens.next.start)
        }
        tokens.advance()
      } else if usesCommas, tokens.next.kind.beginsValue {
        throw tokens.fault("a comma is missing before the \(channel.label)", at: tokens.next.start)
      }
      let argument = try argument(channel.label)
      if usesCommas, let first { try checkCommas(argument, channel: channel, first: first, notation) }
      components[index] = try component(argument, of: channel)
      numbers[index] = argument.kind == .number
      first = first ?? argument
    }
    let alpha = try alpha(usesCommas: usesCommas)
    try close(
      otherwise: usesCommas || tokens.next.kind != .comma
        ? "\(notation.channels.count) values and an alpha stand here; the parenthesis should close"
        : "commas and spaces do not mix")
    if notation.hasSharesOrPercentages { components = percentagesAsShares(components, numbers: numbers) }
    return Color(
      in: notation.space, components.x, components.y, components.z, components.w, alpha: alpha)
  }

  /// Steps over a closing parenthesis; the end of the text closes all that are open (CSS Syntax 3 §5.4.9).
  private mutating func close(otherwise message: String) throws(ColorSyntaxError) {
    switch tokens.next.kind {
    case .close: tokens.advance()
    case .end: return
    default: throw tokens.fault(message, at: tokens.next.start)
    }
  }

  /// Returns inks between 0 and 1: as soon as one plain number is above 1, all plain ones are percentages.
  private func percentagesAsShares(
    _ inks: SIMD4<Double>, numbers: SIMDMask<SIMD4<Double.SIMDMaskScalar>>
  ) -> SIMD4<Double> {
    let isPercent = any(numbers .& (inks .> 1))
    let shares = inks.replacing(with: inks / 100, where: isPercent ? numbers : .init(repeating: false))
    return shares.clamped(lowerBound: .zero, upperBound: .one)
  }

  /// Reads what stands after the last component: alpha behind a comma or a slash, or nothing.
  private mutating func alpha(usesCommas: Bool) throws(ColorSyntaxError) -> Double {
    guard tokens.next.kind == (usesCommas ? .comma : .slash) else { return 1 }
    tokens.advance()
    let argument = try argument("alpha")
    if usesCommas, argument.kind == .none {
      throw tokens.fault("none does not stand between commas", at: argument.start)
    }
    return try component(argument, of: .init(label: "alpha", range: 0...1))
  }

  /// One value between the parentheses.
  private struct Argument {
    enum Kind { case number, percentage, angle, none }
    let kind: Kind
    let value: Double
    let start: Int
  }

  private mutating func argument(_ label: String) throws(ColorSyntaxError) -> Argument {
    let token = tokens.next
    if token.kind == .word("none") {
      tokens.advance()
      return Argument(kind: .none, value: 0, start: token.start)
    }
    let quantity: ColorMath.Quantity
    switch token.kind {
    case .number, .percentage, .dimension: quantity = try ColorMath.literal(&tokens)
    case .function(let name) where ColorMath.isFunction(name): quantity = try ColorMath.value(&tokens)
    case .end: throw tokens.fault("the text ends before the \(label)", at: token.start)
    case .close, .comma, .slash: throw tokens.fault("the \(label) is missing", at: token.start)
    case .function: throw tokens.fault("the \(label) has to be a number or calc()", at: token.start)
    default: throw tokens.fault("the \(label) has to be a number", at: token.start)
    }
    let kind: Argument.Kind =
      switch quantity.unit {
      case .number: .number
      case .percentage: .percentage
      case .angle: .angle
      }
    return Argument(kind: kind, value: quantity.value, start: token.start)
  }

  /// Returns an argument as a component of the space, clamped as CSS does when it reads.
  private func component(
    _ argument: Argument, of channel: ColorNotation.Channel
  ) throws(ColorSyntaxError) -> Double {
    if channel.isHue {
      guard argument.kind != .percentage else {
        throw tokens.fault("a hue is a number or an angle, not a percentage", at: argument.start)
      }
      return turned(argument.value)
    }
    guard argument.kind != .angle else {
      throw tokens.fault("the \(channel.label) is not an angle", at: argument.start)
    }
    let value =
      argument.kind == .percentage ? argument.value / 100 * channel.full : argument.value / channel.divisor
    return min(max(value, channel.range.lowerBound), channel.range.upperBound)
  }

  /// Refuses what CSS allows between spaces only.
  private func checkCommas(
    _ argument: Argument, channel: ColorNotation.Channel, first: Argument, _ notation: ColorNotation
  ) throws(ColorSyntaxError) {
    guard argument.kind != .none else {
      throw tokens.fault("none does not stand between commas", at: argument.start)
    }
    switch notation.commas {
    case .none: throw tokens.fault("spaces, not commas, stand between the values here", at: tokens.next.start)
    case .uniform where argument.kind != first.kind:
      throw tokens.fault("numbers and percentages do not mix between commas", at: argument.start)
    case .percentages where argument.kind != .percentage && !channel.isHue:
      throw tokens.fault("between commas the \(channel.label) has to be a percentage", at: argument.start)
    case .uniform, .percentages, .anything: return
    }
  }
}
