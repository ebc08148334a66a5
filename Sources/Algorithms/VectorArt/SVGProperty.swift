import Colors
import Text

/// A CSS property that affects a silhouette.
struct SVGProperty: Sendable {
  /// Whether children inherit the value by default.
  var isInherited = false
  /// Whether an attribute of the same name sets it (SVG 2 §6.6).
  var isAttribute = true
  /// Whether a value is valid; an invalid one is dropped in favour of the previous declaration.
  let accepts: @Sendable (String) -> Bool

  /// The CSS-wide keywords (CSS Cascade 5 §7.3).
  static let wideWords: Set<String> = ["inherit", "initial", "unset", "revert", "revert-layer"]

  /// All properties by name.
  static let all: [String: SVGProperty] = {
    let length = SVGProperty { Length($0) != nil }
    let lengthOrAuto = SVGProperty { Length($0) != nil || $0.keyword == "auto" }
    let width = SVGProperty(isInherited: true) { Length($0).map { !$0.isNegative } ?? false }
    let paint = SVGProperty(isInherited: true) { Paint($0, current: Color(.black), scheme: .light) != nil }
    let opacity = SVGProperty { Paint.opacity($0) != nil }
    let inheritedOpacity = SVGProperty(isInherited: true) { Paint.opacity($0) != nil }
    let rule = SVGProperty(isInherited: true) { Style.rule($0) != nil }
    let effect = SVGProperty { $0.keyword == "none" || CSSReader($0).beginsFunction }
    let marker = SVGProperty(isInherited: true) { $0.keyword == "none" || Link.functionID($0) != nil }
    let color = { @Sendable (text: String) in
      Paint.color(text, current: Color(.black), scheme: .light) != nil
    }
    func words(inherited: Bool = false, attribute: Bool = true, _ words: String...) -> SVGProperty {
      let known = Set(words)
      return SVGProperty(isInherited: inherited, isAttribute: attribute) {
        $0.keyword.map(known.contains) ?? false
      }
    }
    return [
      "fill": paint, "stroke": paint, "fill-opacity": inheritedOpacity, "stroke-opacity": inheritedOpacity,
      "fill-rule": rule, "clip-rule": rule, "color": SVGProperty(isInherited: true, accepts: color),
      "color-scheme": SVGProperty(isInherited: true, isAttribute: false) { Style.scheme($0) != nil },
      "stroke-width": width, "stroke-dashoffset": SVGProperty(isInherited: true) { Length($0) != nil },
      "stroke-dasharray": SVGProperty(isInherited: true) { Style.dashes($0) != nil },
      "stroke-linecap": SVGProperty(isInherited: true) { Style.cap($0) != nil },
      "stroke-linejoin": SVGProperty(isInherited: true) { Style.join($0) != nil },
      "stroke-miterlimit": SVGProperty(isInherited: true) { Style.miterLimit($0) != nil },
      "font-size": SVGProperty(isInherited: true) { Style().size($0) != nil },
      "visibility": words(inherited: true, "visible", "hidden", "collapse"),
      "marker-start": marker, "marker-mid": marker, "marker-end": marker,
      "display": SVGProperty { !$0.isEmpty }, "opacity": opacity, "stop-opacity": opacity,
      "stop-color": SVGProperty(accepts: color),
      "clip-path": effect, "mask": effect, "filter": effect,
      "mask-type": words("alpha", "luminance"),
      "overflow": words("visible", "hidden", "scroll", "auto", "clip"),
      "vector-effect": SVGProperty { !$0.isEmpty },
      "transform": SVGProperty { TransformList.parse($0) != nil },
      "transform-origin": SVGProperty { !$0.isEmpty },
      "d": SVGProperty { ShapeOutlines.pathData($0) != nil },
      "x": length, "y": length, "cx": length, "cy": length, "r": length, "rx": lengthOrAuto,
      "ry": lengthOrAuto, "width": lengthOrAuto, "height": lengthOrAuto,
    ]
  }()

  /// Unsupported properties that would change a silhouette, each with the values that have no effect.
  static let unsupported: [String: Set<String>] = [
    "translate": ["none"], "rotate": ["none"], "scale": ["none"], "offset-path": ["none"], "offset": ["none"],
    "transform-box": ["view-box"], "perspective": ["none"], "clip": ["auto"], "mask-image": ["none"],
    "zoom": ["1", "normal"], "content-visibility": ["visible"], "animation": ["none"],
    "animation-name": ["none"],
  ]

  /// Returns the longhands of a declaration, with their values.
  static func longhands(_ name: String, _ value: String) -> [(name: String, value: String)] {
    switch name {
    case "marker": ["marker-start", "marker-mid", "marker-end"].map { ($0, value) }
    case "all": all.keys.sorted().map { ($0, value) }
    default: [(name, value)]
    }
  }
}

extension CSSReader {
  /// Whether a function or an address is next.
  fileprivate var beginsFunction: Bool {
    switch next {
    case .function, .url: true
    default: false
    }
  }
}

extension String {
  /// The keyword that is the whole text, in lower case; nil for anything else.
  var keyword: String? {
    var reader = CSSReader(self)
    guard case .word(let word) = reader.next else { return nil }
    reader.advance()
    return reader.next == .end ? word : nil
  }

  /// The text without leading and trailing white space.
  var trimmed: String {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !AttributeScanner.isSpace($0) }),
      let last = bytes.lastIndex(where: { !AttributeScanner.isSpace($0) })
    else { return "" }
    if first == bytes.startIndex && bytes.index(after: last) == bytes.endIndex { return self }
    return String(self[first...last])
  }
}
