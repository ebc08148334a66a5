import Controls
import Geometry

/// A text as AT-SPI counts in it: by Unicode scalars, where controls count characters.
struct AccessibleText: Hashable, Sendable {
  let text: String
  private let scalars: [Unicode.Scalar]

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  var count: Int { scalars.count }

  /// Returns the part between two offsets; a negative end is that of the text.
  func part(_ start: Int, _ end: Int) -> String {
    let end = min(max(end < 0 ? count : end, 0), count)
    let start = min(max(start, 0), end)
    var part = String.UnicodeScalarView()
    part.append(contentsOf: scalars[start..<end])
    return String(part)
  }

  func scalar(at offset: Int) -> UInt32 { scalars.indices.contains(offset) ? scalars[offset].value : 0 }

  // MARK: Characters

  /// Returns the offset at which a character begins.
  func offset(ofCharacter character: Int) -> Int {
    text.prefix(max(character, 0)).unicodeScalars.count
  }

  /// Returns the character that an offset is in.
  func character(at offset: Int) -> Int {
    var (passed, characters) = (0, 0)
    for character in text {
      passed += character.unicodeScalars.count
      if passed > offset { break }
      characters += 1
    }
    return offset >= count ? text.count : characters
  }

  // MARK: Units

  /// The unit by which a text is read; the raw values are those of `AtspiTextGranularity`.
  enum Unit: UInt32 {
    case character = 0
    case word = 1
    case sentence = 2
    case line = 3
    case paragraph = 4

    /// Creates the unit of an `AtspiTextBoundaryType`, by which older tools ask.
    init?(boundary: UInt32) {
      switch boundary {
      case 0: self = .character
      case 1, 2: self = .word
      case 3, 4: self = .sentence
      case 5, 6: self = .line
      default: return nil
      }
    }
  }

  /// Returns the unit that an offset is in, with the spaces behind it.
  func range(of unit: Unit, at offset: Int) -> Range<Int> {
    let starts = starts(of: unit)
    let offset = min(max(offset, 0), count)
    let lower = starts.last { $0 <= offset } ?? 0
    return lower..<(starts.first { $0 > lower } ?? count)
  }

  /// Returns the unit before or behind the one that an offset is in; empty at the ends.
  func range(of unit: Unit, beside offset: Int, by step: Int) -> Range<Int> {
    let own = range(of: unit, at: offset)
    if step < 0 { return own.lowerBound == 0 ? 0..<0 : range(of: unit, at: own.lowerBound - 1) }
    return own.upperBound >= count ? count..<count : range(of: unit, at: own.upperBound)
  }

  /// Where units begin, in order.
  private func starts(of unit: Unit) -> [Int] {
    scalars.indices.filter { index in
      guard index > 0 else { return true }
      let (before, own) = (scalars[index - 1], scalars[index])
      switch unit {
      case .character: return true
      case .word: return before.properties.isWhitespace && !own.properties.isWhitespace
      case .line, .paragraph: return before == "\n"
      case .sentence:
        guard before.properties.isWhitespace, !own.properties.isWhitespace else { return false }
        let last = scalars[..<index].last { !$0.properties.isWhitespace }
        return before == "\n" || last.map { ".!?…".unicodeScalars.contains($0) } == true
      }
    }
  }
}

extension AccessibleTree.Object {
  /// The text that can be read in the object, or nil where there is only its name.
  var text: AccessibleText? {
    switch node.role {
    case .textField: AccessibleText(node.value ?? "")
    case .text: AccessibleText(node.value ?? node.label)
    case .heading, .notification: AccessibleText(node.label)
    default: nil
    }
  }

  /// Where the caret stands, as AT-SPI counts; −1 without one.
  var caret: Int {
    guard let text, let own = node.text else { return -1 }
    return text.offset(ofCharacter: own.caret)
  }

  /// The selection, as AT-SPI counts; nil for none.
  var selection: Range<Int>? {
    guard let text, let own = node.text?.selection, !own.isEmpty else { return nil }
    return text.offset(ofCharacter: own.lowerBound)..<text.offset(ofCharacter: own.upperBound)
  }

  /// Returns the rectangle around a part of the text, as AT-SPI counts, in points of the window; nil where its characters
  /// have no places.
  func frame(ofText range: Range<Int>) -> Rect? {
    guard let text, !node.characterFrames.isEmpty else { return nil }
    let (first, last) = (
      text.character(at: range.lowerBound), text.character(at: max(range.upperBound - 1, 0))
    )
    // Behind the last character there is the caret's place.
    guard node.characterFrames.indices.contains(first) else {
      return node.characterFrames.last.map { Rect(x: $0.maxX, y: $0.minY, width: 0, height: $0.height) }
    }
    let frames = node.characterFrames[first...min(max(first, last), node.characterFrames.count - 1)]
      .filter { $0.height > 0 }
    return frames.first.map { frames.dropFirst().reduce($0) { $0.union($1) } }
  }

  /// Returns the offset of the character at a point of the window, in points; −1 without a character there.
  func offset(at point: Point) -> Int {
    guard let text, let index = node.characterFrames.firstIndex(where: { $0.contains(point) }) else {
      return -1
    }
    return text.offset(ofCharacter: index)
  }

  var name: String { node.label }

  /// The description besides its name.
  var description: String {
    // Numbers, texts and states are reported as values instead.
    let isTold = node.range != nil || text != nil || node.role == .toggle
    return node.description ?? (isTold ? "" : node.value ?? "")
  }

  /// The value of a slider.
  var amount: Double? { node.range == nil ? nil : node.number }

  /// The actions besides taking the focus and setting a value.
  var actions: [AccessibilityNode.Action] {
    node.actions.filter { [.press, .increment, .decrement, .showMenu].contains($0) }
  }
}
