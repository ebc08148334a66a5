public import Colors
public import Geometry
public import Localization
public import Scene
import Text
public import Typography

/// The environment in which controls lay themselves out: theme, language, scale and text measurement.
public final class Interface {
  /// The colours and type; refresh the host after a change.
  public var theme: Theme

  /// The language of all texts.
  public let language: Language

  /// Whether windows are laid out from right to left, as the language is written.
  ///
  /// Positions are set as from left to right in every language: the layers of a host, and the input that reaches its
  /// controls, are reflected.
  public var isMirrored: Bool { language.isRightToLeft }

  /// Physical pixels per point.
  public var scale: Double

  /// Whether changes are shown without animation, because the person prefers reduced motion.
  public var reducesMotion = false

  /// Whether assistive tools are in use; if so, controls that appear with the pointer stay visible.
  public var isAssisted = false

  /// Measures and shapes text.
  public let typesetter: Typesetter

  /// Creates an interface; the scale is in physical pixels per point.
  ///
  /// - Parameters:
  ///   - typesetter: Sets texts.
  ///   - theme: The colours.
  ///   - scale: The physical pixels per point, above 0.
  ///   - language: The language of texts.
  public init(typesetter: Typesetter, theme: Theme, scale: Double, language: Language = .english) {
    self.typesetter = typesetter
    self.theme = theme
    self.language = language
    self.scale = scale
  }

  /// One physical pixel, in points.
  public var hairline: Double { 1 / scale }

  /// Returns a text as one shaped line.
  public func line(_ text: String, style: Font) -> TextLine {
    typesetter.line(text, font: style)
  }

  /// Breaks a text into lines of at most `width` points, between words or within a word that is wider.
  public func wrapped(_ text: String, style: Font, width: Double) -> [String] {
    var lines: [String] = []
    var rest = text.split(separator: " ").joined(separator: " ")[...]
    while !rest.isEmpty {
      let end = lineEnd(in: rest, style: style, width: width)
      lines.append(String(rest[..<end]))
      rest = rest[end...].drop { $0 == " " }
    }
    return lines
  }

  /// Returns the end of the first line of at most `width` points: before a space if possible, and after at least one
  /// character.
  private func lineEnd(in text: Substring, style: Font, width: Double) -> Substring.Index {
    func fits(_ end: Substring.Index) -> Bool {
      line(String(text[..<end]), style: style).width <= width
    }
    let whole = line(String(text), style: style)
    guard whole.width > width else { return text.endIndex }
    // Set alone, a line is about as wide as within a longer one.
    var reach = 0.0
    let count = whole.characterStretches.prefix { stretch in
      reach += stretch.upperBound - stretch.lowerBound
      return reach <= width
    }.count
    func longest(_ ends: [Substring.Index]) -> Substring.Index? {
      let guess = text.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex) ?? text.endIndex
      var place = ends.firstIndex { $0 > guess } ?? ends.endIndex
      while place < ends.endIndex, fits(ends[place]) { place += 1 }
      while place > 0, !fits(ends[place - 1]) { place -= 1 }
      return place > 0 ? ends[place - 1] : nil
    }
    let spaces = text.indices.filter { text[$0] == " " }
    if let end = longest(spaces) { return end }
    let word = text.indices.dropFirst().prefix { text[text.index(before: $0)] != " " }
    return longest(Array(word)) ?? word.first ?? text.endIndex
  }

  /// Returns the frame of each character of a text whose lines, as `wrapped` returns them, are set below each other.
  ///
  /// The spaces at line breaks have no width and are placed at the ends of the lines. `origin` is the upper left of the
  /// first line.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - lines: Its lines, as `wrapped` returns them.
  ///   - style: The font.
  ///   - origin: The top left corner of the first line, in points.
  ///   - lineHeight: The distance between lines, in points.
  public func characterFrames(
    of text: String, in lines: [String], style: Font, at origin: Point, lineHeight: Double
  ) -> [Rect] {
    var result: [Rect] = []
    var rest = text[...]
    for (index, line) in lines.enumerated() {
      let top = origin.y + lineHeight * Double(index)
      let frames = self.line(line, style: style).characterStretches.map {
        Rect(x: origin.x + $0.lowerBound, y: top, width: $0.upperBound - $0.lowerBound, height: lineHeight)
      }
      let end = Rect(x: frames.last?.maxX ?? origin.x, y: top, width: 0, height: lineHeight)
      result += frames
      rest = rest.dropFirst(frames.count)
      while rest.first == " ", index + 1 < lines.count {
        rest.removeFirst()
        result.append(end)
      }
    }
    return result
  }

  /// Returns the baseline that centres capitals in a box of some height.
  ///
  /// - Parameters:
  ///   - style: The font.
  ///   - height: The height of the box, in points.
  /// - Returns: The distance of the baseline below the top of the box, in points.
  public func baseline(of style: Font, inHeight height: Double) -> Double {
    ((height + Interface.capHeight * style.size) / 2 * scale).rounded() / scale
  }

  /// The height of Inter's capitals in ems.
  public static let capHeight = 0.727
}

/// The horizontal alignment of text.
public enum HorizontalAlignment: Hashable, Sendable {
  /// At the left, or at the right in a mirrored window.
  case leading
  /// In the middle.
  case center
  /// At the right, or at the left in a mirrored window.
  case trailing
}

extension Interface {
  /// The distance between the lines of a caption or title, in points.
  public static let lineHeight = 16.0

  /// Returns the height of words that are wrapped at a width, in points; 0 for one line, which any control has.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - style: The font, of at most 13 points.
  ///   - width: The width of the lines, in points.
  ///   - margin: The space above and below the lines together, in points.
  public func height(of words: String, style: Font, wrappedAt width: Double, margin: Double = 10) -> Double {
    let lines = wrapped(words, style: style, width: max(width, 1)).count
    return lines > 1 ? Double(lines) * Self.lineHeight + margin : 0
  }
}

extension Layer {
  /// Adds a text in as many lines as it needs, in the middle of a rectangle; if that is too low, the last line ends with
  /// an ellipsis.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: The font, of at most 13 points.
  ///   - color: The ink.
  ///   - frame: The place of the lines, in points of this layer.
  ///   - alignment: The place of shorter lines.
  ///   - isElastic: Whether an ellipsis is meant: the text is a person's own, or a tooltip holds it.
  ///   - interface: The interface that measures the text.
  public func addWrapped(
    _ text: String, style: Font, color: RGBA, in frame: Rect, alignment: HorizontalAlignment = .leading,
    isElastic: Bool = false, _ interface: Interface
  ) {
    var lines = [text]
    if interface.line(text, style: style).width > frame.width + 0.01 {
      let most = max(Int(frame.height / Interface.lineHeight), 1)
      lines = interface.wrapped(text, style: style, width: max(frame.width, 1))
      if lines.count > most {
        lines = Array(lines.prefix(most - 1)) + [lines[(most - 1)...].joined(separator: " ")]
      }
    }
    let height = lines.count == 1 ? frame.height : Interface.lineHeight
    let top = frame.midY - height * Double(lines.count) / 2
    let first = Rect(x: frame.minX, y: top, width: frame.width, height: height)
    addLines(
      lines, style: style, color: color, in: first, pitch: height, alignment: alignment,
      isElastic: isElastic, interface)
  }

  /// Adds lines below each other.
  ///
  /// - Parameters:
  ///   - lines: The lines, as `Interface.wrapped` returns them.
  ///   - style: The font.
  ///   - color: The ink.
  ///   - frame: The place of the first line, in points of this layer.
  ///   - pitch: The distance between lines, in points.
  ///   - alignment: The place of shorter lines.
  ///   - isElastic: Whether an ellipsis is meant: the text is a person's own, or a tooltip holds it.
  ///   - interface: The interface that measures the text.
  /// - Returns: The lower edge of the last line, in points of this layer.
  @discardableResult public func addLines(
    _ lines: [String], style: Font, color: RGBA, in frame: Rect, pitch: Double,
    alignment: HorizontalAlignment = .leading, isElastic: Bool = false, _ interface: Interface
  ) -> Double {
    for (index, line) in lines.enumerated() {
      let room = frame.offset(by: Vector(0, pitch * Double(index)))
      addSublayer(
        Layer(
          line, style: style, color: color, in: room, alignment: alignment, isElastic: isElastic, interface))
    }
    return frame.maxY + pitch * Double(lines.count - 1)
  }

  /// Creates a layer with one line of text, whose capitals are vertically centred.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: The font.
  ///   - color: The ink.
  ///   - frame: The place of the line, in points of the superlayer; a longer line ends with an ellipsis.
  ///   - alignment: The place of a shorter line.
  ///   - isElastic: Whether the ellipsis of a longer line is meant: it is a person's own text, or a tooltip holds it.
  ///   - interface: The interface that measures the text.
  public convenience init(
    _ text: String, style: Font, color: RGBA, in frame: Rect,
    alignment: HorizontalAlignment = .leading, isElastic: Bool = false, _ interface: Interface
  ) {
    self.init()
    setText(
      text, style: style, color: color, in: frame, alignment: alignment, isElastic: isElastic, interface)
  }

  /// Shows one line of text in the layer, with its capitals vertically centred.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - style: The font.
  ///   - color: The ink.
  ///   - frame: The place of the line, in points of the superlayer; a longer line ends with an ellipsis.
  ///   - alignment: The place of a shorter line.
  ///   - isElastic: Whether the ellipsis of a longer line is meant: it is a person's own text, or a tooltip holds it.
  ///   - interface: The interface that measures the text.
  public func setText(
    _ text: String, style: Font, color: RGBA, in frame: Rect, alignment: HorizontalAlignment = .leading,
    isElastic: Bool = false, _ interface: Interface
  ) {
    let width = interface.line(text, style: style).width
    let isTooWide = width > frame.width + 0.01
    let room = isTooWide ? 0 : frame.width - width
    let start: Double =
      switch alignment {
      case .leading: 0
      case .center: room / 2
      case .trailing: room
      }
    // As wide as the line: a mirrored layer has its text at its left edge, too.
    self.frame = Rect(x: frame.minX + start, y: frame.minY, width: frame.width - room, height: frame.height)
    contents = .text(
      TextContents(
        text, font: style, color: color, baseline: interface.baseline(of: style, inHeight: frame.height),
        maximumWidth: isTooWide ? frame.width : nil, isElastic: isElastic))
  }

  /// Gives the layer a background with a hairline around it.
  ///
  /// - Parameters:
  ///   - fill: The background colour; nil for none.
  ///   - radius: The radius of the corners, in points.
  ///   - elevation: The height above the window, from which a shadow falls: 1 for a popover, nil for no shadow.
  ///   - interface: The look of the window.
  public func setSurface(_ fill: RGBA?, radius: Double, elevation: Double? = nil, _ interface: Interface) {
    backgroundColor = fill
    cornerRadius = radius
    borderWidth = interface.hairline
    borderColor = interface.theme.hairline
    shadow = elevation.map { interface.theme.shadow(elevation: $0) }
  }

  /// Creates a filled rectangle.
  ///
  /// - Parameters:
  ///   - frame: The frame in the superlayer, in points.
  ///   - fill: The colour.
  ///   - radius: The radius of the corners, in points.
  public convenience init(_ frame: Rect, fill: RGBA?, radius: Double = 0) {
    self.init(frame: frame)
    backgroundColor = fill
    cornerRadius = radius
  }
}

extension TextLine {
  /// The horizontal extent of each character; one without width, such as a combining mark, is at its caret.
  var characterStretches: [ClosedRange<Double>] {
    (0..<characterCount).map { index in
      guard let box = selection(index..<index + 1).first else {
        let x = caret(at: index).x
        return x...x
      }
      return box.minX...box.maxX
    }
  }
}
