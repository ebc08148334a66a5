import Localization
public import Text

/// Parses one colour by the grammars of CSS Color 4 and 5.
struct ColorParser {
  private(set) var reader: CSSReader
  private let scheme: ColorScheme
  private let currentColor: Color?

  /// The arithmetic of arguments: in a relative colour, names stand for the channels of its origin.
  private var math = CSSMath()

  /// The deepest nesting of colours.
  private static let deepest = 32

  init(_ reader: CSSReader, scheme: ColorScheme, currentColor: Color?) {
    self.reader = reader
    self.scheme = scheme
    self.currentColor = currentColor
  }

  /// Parses the next colour.
  mutating func color() throws(ColorSyntaxError) -> Color { try specified(depth: 0).color }

  /// Parses the next colour at a nesting depth.
  private mutating func specified(depth: Int) throws(ColorSyntaxError) -> SpecifiedColor {
    let start = reader.start
    guard depth < Self.deepest else {
      throw reader.fault(Message("the colours are nested too deeply"), at: start)
    }
    switch reader.next {
    case .hash(let digits, _):
      let color = try hexadecimal(digits, at: start + 1)
      reader.advance()
      return SpecifiedColor(color)
    case .mark("#"): return SpecifiedColor(try hexadecimal("", at: start + 1))
    case .word(let word):
      let color = try named(word, at: start)
      reader.advance()
      return SpecifiedColor(color)
    case .function("color-mix"): return try mix(depth: depth)
    case .function("light-dark"): return try lightDark(depth: depth)
    case .function("contrast-color"): return try contrastColor(depth: depth)
    case .function(let name): return try function(name, at: start, depth: depth)
    case .end, .mark(")"), .mark(","): throw reader.fault(Message("a colour is missing"), at: start)
    default:
      throw reader.fault(
        Message("a colour begins with a name, # or a function such as rgb()"), at: start)
    }
  }

  private func named(_ word: String, at start: Int) throws(ColorSyntaxError) -> Color {
    if word == "transparent" { return Color(.clear) }
    if let color = NamedColor.named(word) { return Color(color.rgba) }
    if let color = SystemColor.named(word) { return Color(color) }
    if word == "currentcolor" {
      if let currentColor { return currentColor }
      throw reader.fault(Message("currentcolor has no value here"), at: start)
    }
    let isFunction = ["color", "color-mix", "light-dark", "contrast-color"].contains(word)
    if isFunction || ColorNotation.named(word) != nil {
      throw reader.fault(
        Message("the values of {word} must be in parentheses: {word}(…)", ["word": word]), at: start)
    }
    throw reader.fault(
      Message("unknown colour name; write #rrggbb, rgb(…), oklch(…) or a CSS name"), at: start)
  }

  private func hexadecimal(_ digits: String, at start: Int) throws(ColorSyntaxError) -> Color {
    var values: [UInt8] = []
    for (index, digit) in digits.utf8.prefix(9).enumerated() {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else {
        throw reader.fault(Message("this is not a hexadecimal digit"), at: start + index)
      }
      values.append(UInt8(value))
    }
    switch values.count {
    case 3, 4: values = values.map { $0 * 17 }
    case 6, 8: values = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    default:
      throw reader.fault(
        Message(
          "3, 4, 6 or 8 hexadecimal digits must follow a number sign, not {count}",
          ["count": String(digits.utf8.count)]),
        at: start + min(digits.utf8.count, 8))
    }
    return Color(RGBA(bytes: values[0], values[1], values[2], values.count == 4 ? values[3] : 255))
  }

  // MARK: Functions of other colours (CSS Color 5)

  /// Parses `light-dark()`: the first colour in a light scheme, the second in a dark one.
  private mutating func lightDark(depth: Int) throws(ColorSyntaxError) -> SpecifiedColor {
    reader.advance()
    let light = try specified(depth: depth + 1)
    try comma(Message("a comma must separate the light colour from the dark one"))
    let dark = try specified(depth: depth + 1)
    try close(otherwise: Message("a closing parenthesis must follow the two colours"))
    return scheme == .light ? light : dark
  }

  /// Parses `contrast-color()`: white or black, whichever has more contrast with the colour; white in a tie.
  private mutating func contrastColor(depth: Int) throws(ColorSyntaxError) -> SpecifiedColor {
    reader.advance()
    let ground = try specified(depth: depth + 1).color
    try close(otherwise: Message("a closing parenthesis must follow the colour"))
    let white = Contrast(text: Color(.white), background: ground).wcag
    let black = Contrast(text: Color(.black), background: ground).wcag
    return SpecifiedColor(Color(white >= black ? .white : .black))
  }

  /// Parses `color-mix()`: the space, Oklab by default, and the colours with their percentages.
  private mutating func mix(depth: Int) throws(ColorSyntaxError) -> SpecifiedColor {
    reader.advance()
    var (space, arc) = (ColorSpace.oklab, HueArc.shorter)
    if reader.next == .word("in") {
      reader.advance()
      (space, arc) = try interpolationMethod()
      try comma(Message("a comma must separate the colour space from the colours"))
    }
    var parts = [try mixPart(depth: depth)]
    while reader.skip(",") { parts.append(try mixPart(depth: depth)) }
    try close(otherwise: Message("a comma must separate the mixed colours"))

    // CSS Values 5 §6.1: colours without a percentage share the remainder of 100 %.
    let stated = parts.compactMap(\.share).reduce(0, +)
    let rest = Double(parts.count { $0.share == nil })
    let shares = parts.map { $0.share ?? max(1 - stated, 0) / rest }
    let sum = shares.reduce(0, +)
    var (result, weight) = (parts[0].color.converted(to: space), shares[0])
    for (part, share) in zip(parts, shares).dropFirst() {
      weight += share
      let fraction = weight > 0 ? share / weight : 0.5
      result = result.interpolated(to: part.color, at: fraction, in: space, hue: arc)
    }
    result.alpha *= min(sum, 1)
    return result
  }

  private mutating func mixPart(depth: Int) throws(ColorSyntaxError) -> (
    color: SpecifiedColor, share: Double?
  ) {
    let before = try share()
    let color = try specified(depth: depth + 1)
    if let before { return (color, before) }
    return (color, try share())
  }

  /// Parses an optional percentage from 0 to 100, as a fraction of 1.
  private mutating func share() throws(ColorSyntaxError) -> Double? {
    let start = reader.start
    switch reader.next {
    case .percentage, .number, .dimension: break
    case .function(let name) where CSSMath.isFunction(name): break
    default: return nil
    }
    let argument = try argument("share")
    guard argument.kind == .percentage else {
      throw reader.fault(Message("the share of a mixed colour must be a percentage"), at: start)
    }
    guard (0...100).contains(argument.value) else {
      throw reader.fault(Message("a share must be between 0% and 100%"), at: start)
    }
    return argument.value / 100
  }

  /// Parses the interpolation space, and the optional direction of its hue.
  private mutating func interpolationMethod() throws(ColorSyntaxError) -> (ColorSpace, HueArc) {
    guard case .word(let word) = reader.next,
      let space = ColorSpace(rawValue: word) ?? (word == "xyz" ? .xyzD65 : word == "hsv" ? .hsb : nil),
      space != .cmyk
    else {
      throw reader.fault(
        Message("the colour space of the mix is missing, such as oklab, oklch or srgb"), at: reader.start)
    }
    reader.advance()
    guard case .word(let word) = reader.next else { return (space, .shorter) }
    guard let arc = HueArc(rawValue: word), space.hueIndex != nil else {
      throw reader.fault(
        space.hueIndex == nil
          ? Message("{space} has no hue", ["space": space.rawValue])
          : Message("shorter, longer, increasing or decreasing must precede the word “hue”"), at: reader.start
      )
    }
    reader.advance()
    guard reader.next == .word("hue") else {
      throw reader.fault(Message("the word “hue” must follow “{word}”", ["word": word]), at: reader.start)
    }
    reader.advance()
    return (space, arc)
  }

  private mutating func comma(_ message: Message) throws(ColorSyntaxError) {
    guard reader.skip(",") else { throw reader.fault(message, at: reader.start) }
  }

  // MARK: Functions of numbers

  /// Whether the next token can begin a value.
  private var beginsValue: Bool {
    switch reader.next {
    case .number, .percentage, .dimension, .word, .function: true
    default: false
    }
  }

  private mutating func function(
    _ name: String, at start: Int, depth: Int
  ) throws(ColorSyntaxError) -> SpecifiedColor {
    var notation = ColorNotation.named(name)
    guard notation != nil || name == "color" else {
      throw reader.fault(Message("unknown colour function"), at: start)
    }
    reader.advance()
    var origin: SpecifiedColor?
    if reader.next == .word("from") {
      reader.advance()
      origin = try specified(depth: depth + 1)
    }
    if name == "color" {
      notation = try predefined()
    }
    guard let notation else { throw reader.fault(Message("unknown colour space"), at: start) }
    guard let origin else { return try arguments(of: notation) }
    return try relative(to: origin.converted(to: notation.space), notation)
  }

  /// Parses the name of the space in `color()`.
  private mutating func predefined() throws(ColorSyntaxError) -> ColorNotation {
    guard case .word(let word) = reader.next else {
      throw reader.fault(
        Message("color() begins with the name of a colour space, such as display-p3"), at: reader.start)
    }
    guard let notation = ColorNotation.predefined(word) else {
      throw reader.fault(Message("unknown colour space in color()"), at: reader.start)
    }
    reader.advance()
    return notation
  }

  /// Parses the values of a relative colour, in which channel names stand for the components of `origin` (CSS Color 5
  /// §4).
  ///
  /// RGB channels are not clamped here: a relative colour may exceed sRGB.
  private mutating func relative(
    to origin: SpecifiedColor, _ notation: ColorNotation
  ) throws(ColorSyntaxError) -> SpecifiedColor {
    var words = ["alpha": (value: origin.alpha, isMissing: origin.missing.contains(.alpha))]
    for (index, channel) in notation.channels.enumerated() {
      let isMissing = origin.missing.contains(.component(index))
      let value = channel.isHue ? origin.components[index] : origin.components[index] * channel.divisor
      for word in channel.keywords { words[word] = (value, isMissing) }
    }
    // The channel names of a nested origin differ from this one's.
    math.words = words.mapValues(\.value)
    defer { math.words = [:] }

    var components = SIMD4<Double>.zero
    var missing = SpecifiedColor.Missing()
    for (index, channel) in notation.channels.enumerated() {
      let argument = try argument(channel.label, missing: words)
      if argument.kind == .none { missing.insert(.component(index)) }
      let value = try component(argument, of: notation.space.bounds == .srgb ? channel.unbounded : channel)
      components[index] = value
    }
    var alpha = origin.alpha
    if reader.next == .mark("/") {
      reader.advance()
      // Untranslated: CSS's name of the component.
      let argument = try argument("alpha", missing: words)
      if argument.kind == .none { missing.insert(.alpha) }
      alpha = try component(argument, of: .init(label: "alpha", range: 0...1))
    } else if origin.missing.contains(.alpha) {
      missing.insert(.alpha)
    }
    try close(
      otherwise: Message(
        "a closing parenthesis must follow the {count} values and the alpha",
        ["count": String(notation.channels.count)]))
    return SpecifiedColor(in: notation.space, components, alpha: alpha, missing: missing)
  }

  private mutating func arguments(of notation: ColorNotation) throws(ColorSyntaxError) -> SpecifiedColor {
    var components = SIMD4<Double>.zero
    var missing = SpecifiedColor.Missing()
    var numbers = SIMDMask<SIMD4<Double.SIMDMaskScalar>>(repeating: false)
    var first: Argument?
    var usesCommas = false
    for (index, channel) in notation.channels.enumerated() {
      if reader.next == .mark(","), index > 0 {
        if index == 1, let first {
          usesCommas = true
          try checkCommas(first, channel: notation.channels[0], first: first, notation)
        } else if !usesCommas {
          throw reader.fault(Message("commas and spaces cannot be mixed"), at: reader.start)
        }
        reader.advance()
      } else if usesCommas, beginsValue {
        throw reader.fault(
          Message("a comma is missing before the {channel}", ["channel": channel.label]), at: reader.start)
      }
      let argument = try argument(channel.label)
      if usesCommas, let first { try checkCommas(argument, channel: channel, first: first, notation) }
      components[index] = try component(argument, of: channel)
      numbers[index] = argument.kind == .number
      if argument.kind == .none { missing.insert(.component(index)) }
      first = first ?? argument
    }
    let alpha = try alpha(usesCommas: usesCommas)
    if alpha == nil { missing.insert(.alpha) }
    try close(
      otherwise: usesCommas || reader.next != .mark(",")
        ? Message(
          "a closing parenthesis must follow the {count} values and the alpha",
          ["count": String(notation.channels.count)])
        : Message("commas and spaces cannot be mixed"))
    if notation.hasSharesOrPercentages { components = percentagesAsShares(components, numbers: numbers) }
    return SpecifiedColor(in: notation.space, components, alpha: alpha ?? 0, missing: missing)
  }

  /// Consumes a closing parenthesis; the end of the text closes all open ones (CSS Syntax 3 §5.4.9).
  private mutating func close(otherwise message: Message) throws(ColorSyntaxError) {
    guard reader.next == .end || reader.skip(")") else { throw reader.fault(message, at: reader.start) }
  }

  /// Returns inks between 0 and 1: if any plain number is above 1, all plain ones are percentages.
  private func percentagesAsShares(
    _ inks: SIMD4<Double>, numbers: SIMDMask<SIMD4<Double.SIMDMaskScalar>>
  ) -> SIMD4<Double> {
    let isPercent = any(numbers .& (inks .> 1))
    let shares = inks.replacing(with: inks / 100, where: isPercent ? numbers : .init(repeating: false))
    return shares.clamped(lowerBound: .zero, upperBound: .one)
  }

  /// Parses alpha after a comma or a slash, or returns 1 without it; nil for `none`.
  private mutating func alpha(usesCommas: Bool) throws(ColorSyntaxError) -> Double? {
    guard reader.next == .mark(usesCommas ? "," : "/") else { return 1 }
    reader.advance()
    // Untranslated: CSS's name of the component.
    let argument = try argument("alpha")
    if usesCommas, argument.kind == .none {
      throw reader.fault(Message("“none” cannot be used between commas"), at: argument.start)
    }
    let alpha = try component(argument, of: .init(label: "alpha", range: 0...1))
    return argument.kind == .none ? nil : alpha
  }

  /// A value between the parentheses.
  private struct Argument {
    enum Kind { case number, percentage, angle, none }
    let kind: Kind
    let value: Double
    let start: Int
  }

  /// Parses a value. A channel that is missing in the origin counts as `none` if it stands alone.
  private mutating func argument(
    _ label: String, missing words: [String: (value: Double, isMissing: Bool)] = [:]
  ) throws(ColorSyntaxError) -> Argument {
    let start = reader.start
    if case .word(let word) = reader.next, word == "none" || words[word]?.isMissing == true {
      reader.advance()
      return Argument(kind: .none, value: 0, start: start)
    }
    let quantity: CSSMath.Quantity
    switch reader.next {
    case .word(let word):
      guard let number = math.words[word] else {
        throw reader.fault(Message("the {channel} must be a number", ["channel": label]), at: start)
      }
      reader.advance()
      quantity = CSSMath.Quantity(number, .number)
    case .number, .percentage, .dimension: quantity = try math.literal(&reader)
    case .function(let name) where CSSMath.isFunction(name): quantity = try math.value(&reader)
    case .end:
      throw reader.fault(Message("the text ends before the {channel}", ["channel": label]), at: start)
    case .mark(")"), .mark(","), .mark("/"):
      throw reader.fault(Message("the {channel} is missing", ["channel": label]), at: start)
    case .function:
      throw reader.fault(Message("the {channel} must be a number or calc()", ["channel": label]), at: start)
    default: throw reader.fault(Message("the {channel} must be a number", ["channel": label]), at: start)
    }
    let kind: Argument.Kind =
      switch quantity.unit {
      case .number: .number
      case .percentage: .percentage
      case .angle, .length: .angle
      }
    return Argument(kind: kind, value: quantity.value, start: start)
  }

  /// Returns an argument as a component of the space, clamped as CSS requires when parsing.
  private func component(
    _ argument: Argument, of channel: ColorNotation.Channel
  ) throws(ColorSyntaxError) -> Double {
    if channel.isHue {
      guard argument.kind != .percentage else {
        throw reader.fault(
          Message("a hue must be a number or an angle, not a percentage"), at: argument.start)
      }
      return turned(argument.value)
    }
    guard argument.kind != .angle else {
      throw reader.fault(
        Message("the {channel} is not an angle", ["channel": channel.label]), at: argument.start)
    }
    let value =
      argument.kind == .percentage ? argument.value / 100 * channel.full : argument.value / channel.divisor
    return min(max(value, channel.range.lowerBound), channel.range.upperBound)
  }

  /// Rejects values that CSS does not allow with commas.
  private func checkCommas(
    _ argument: Argument, channel: ColorNotation.Channel, first: Argument, _ notation: ColorNotation
  ) throws(ColorSyntaxError) {
    guard argument.kind != .none else {
      throw reader.fault(Message("“none” cannot be used between commas"), at: argument.start)
    }
    switch notation.commas {
    case .none: throw reader.fault(Message("spaces, not commas, must separate the values"), at: reader.start)
    case .uniform where argument.kind != first.kind:
      throw reader.fault(
        Message("numbers and percentages cannot be mixed between commas"), at: argument.start)
    case .percentages where argument.kind != .percentage && !channel.isHue:
      throw reader.fault(
        Message("between commas the {channel} must be a percentage", ["channel": channel.label]),
        at: argument.start)
    case .uniform, .percentages, .anything: return
    }
  }
}

/// CSS system colours, with browsers' default values for a light page.
enum SystemColor {
  /// Returns the system colour of a keyword in lower case, or nil for an unknown one (CSS Color 4 §6.2 and
  /// appendix A).
  static func named(_ word: String) -> RGBA? {
    (colors[word] ?? deprecated[word].flatMap { colors[$0] }).map { RGBA(hex: $0) }
  }

  private static let colors: [String: UInt32] = [
    "accentcolor": 0x0075ff, "accentcolortext": 0xffffff, "activetext": 0xff0000, "buttonborder": 0x767676,
    "buttonface": 0xefefef, "buttontext": 0x000000, "canvas": 0xffffff, "canvastext": 0x000000,
    "field": 0xffffff, "fieldtext": 0x000000, "graytext": 0x757575, "highlight": 0x3367d1,
    "highlighttext": 0xffffff, "linktext": 0x0000ee, "mark": 0xffff00, "marktext": 0x000000,
    "selecteditem": 0x3367d1, "selecteditemtext": 0xffffff, "visitedtext": 0x551a8b,
  ]

  private static let deprecated: [String: String] = [
    "activeborder": "buttonborder", "activecaption": "canvas", "appworkspace": "canvas",
    "background": "canvas", "buttonhighlight": "buttonface", "buttonshadow": "buttonface",
    "captiontext": "canvastext", "inactiveborder": "buttonborder", "inactivecaption": "canvas",
    "inactivecaptiontext": "graytext", "infobackground": "canvas", "infotext": "canvastext",
    "menu": "canvas", "menutext": "canvastext", "scrollbar": "canvas", "threeddarkshadow": "buttonborder",
    "threedface": "buttonface", "threedhighlight": "buttonborder", "threedlightshadow": "buttonborder",
    "threedshadow": "buttonborder", "window": "canvas", "windowframe": "buttonborder",
    "windowtext": "canvastext",
  ]
}

/// A function notation for colours of a space: the allowed arguments and their meaning.
struct ColorNotation {
  /// An argument of a notation.
  struct Channel {
    /// Its name in messages.
    let label: String
    var isHue = false
    /// The plain number that stands for 1 in the component's unit.
    var divisor = 1.0
    /// The component's value for 100 %.
    var full = 1.0
    /// The range to which the component is clamped when parsed.
    var range = -Double.infinity...Double.infinity

    // Untranslated: CSS's name of the component.
    static let hue = Channel(label: "hue", isHue: true)

    /// The keywords for this channel of the origin in a relative colour: its first letter, or k for black.
    var keywords: [String] {
      switch label {
      case "black": ["k"]
      case "brightness": ["b", "v"]
      default: [String(label.prefix(1)).lowercased()]
      }
    }

    /// The same channel without clamping.
    var unbounded: Channel { Channel(label: label, isHue: isHue, divisor: divisor, full: full) }
  }

  /// The arguments allowed with commas.
  enum Commas {
    case none
    /// As in CSS for `rgb()`: all numbers or all percentages.
    case uniform
    /// As in CSS for `hsl()`: percentages, except for the hue.
    case percentages
    /// Anything, in notations outside CSS.
    case anything
  }

  let space: ColorSpace
  let channels: [Channel]
  var commas = Commas.none
  /// Whether plain numbers are fractions of 1 unless one of them exceeds 1, which makes all of them percentages.
  var hasSharesOrPercentages = false

  /// Returns the notation of a function, or nil if it is not a colour function.
  static func named(_ function: String) -> ColorNotation? {
    notations[function]
  }

  /// Returns the notation of a space within `color()`, or nil for an unknown one.
  static func predefined(_ space: String) -> ColorNotation? {
    switch space {
    case "srgb", "srgb-linear", "display-p3", "display-p3-linear", "a98-rgb", "prophoto-rgb", "rec2020":
      ColorSpace(rawValue: space).map { light($0, "red", "green", "blue") }
    case "xyz", "xyz-d65": light(.xyzD65, "X", "Y", "Z")
    case "xyz-d50": light(.xyzD50, "X", "Y", "Z")
    default: nil
    }
  }

  private static func light(_ space: ColorSpace, _ labels: String...) -> ColorNotation {
    ColorNotation(space: space, channels: labels.map { Channel(label: $0) })
  }

  private static let notations: [String: ColorNotation] = {
    func share(_ label: String, _ range: ClosedRange<Double>, divisor: Double = 100) -> Channel {
      Channel(label: label, divisor: divisor, range: range)
    }
    func reach(_ label: String, full: Double, from least: Double = -.infinity) -> Channel {
      Channel(label: label, full: full, range: least...Double.infinity)
    }
    let all = -Double.infinity...Double.infinity
    let rgb = ColorNotation(
      space: .srgb, channels: ["red", "green", "blue"].map { share($0, 0...1, divisor: 255) },
      commas: .uniform)
    let hsl = ColorNotation(
      space: .hsl, channels: [.hue, share("saturation", 0...Double.infinity), share("lightness", all)],
      commas: .percentages)
    let hsb = ColorNotation(
      space: .hsb, channels: [.hue, share("saturation", 0...1), share("brightness", 0...1)], commas: .anything
    )
    let inks = ["cyan", "magenta", "yellow", "black"].map { share($0, 0...1, divisor: 1) }
    let inksOrPercentages = inks.map { share($0.label, 0...Double.infinity, divisor: 1) }
    // Untranslated: CSS's names of the components.
    let labLightness = Channel(label: "lightness", full: 100, range: 0...100)
    let okLightness = Channel(label: "lightness", range: 0...1)
    let okSaturation = share("saturation", 0...1.05, divisor: 1)
    return [
      "rgb": rgb, "rgba": rgb, "hsl": hsl, "hsla": hsl, "hsb": hsb, "hsv": hsb,
      "hwb": ColorNotation(space: .hwb, channels: [.hue, share("whiteness", all), share("blackness", all)]),
      "device-cmyk": ColorNotation(space: .cmyk, channels: inks, commas: .uniform),
      "cmyk": ColorNotation(
        space: .cmyk, channels: inksOrPercentages, commas: .anything, hasSharesOrPercentages: true),
      "lab": ColorNotation(
        space: .lab, channels: [labLightness, reach("a", full: 125), reach("b", full: 125)]),
      "lch": ColorNotation(
        space: .lch, channels: [labLightness, reach("chroma", full: 150, from: 0), .hue]),
      "oklab": ColorNotation(
        space: .oklab, channels: [okLightness, reach("a", full: 0.4), reach("b", full: 0.4)]),
      "oklch": ColorNotation(
        space: .oklch, channels: [okLightness, reach("chroma", full: 0.4, from: 0), .hue]),
      "okhsv": ColorNotation(
        space: .okhsv, channels: [.hue, okSaturation, share("value", 0...1, divisor: 1)], commas: .anything),
      "okhsl": ColorNotation(
        space: .okhsl, channels: [.hue, okSaturation, share("lightness", 0...1, divisor: 1)],
        commas: .anything),
    ]
  }()
}

/// A syntax error in a colour, and its place.
public typealias ColorSyntaxError = CSSSyntaxError
