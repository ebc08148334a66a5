public import Geometry
import Typography

/// A caret position between two characters of a poster's text.
public struct TextPosition: Hashable, Comparable, Sendable {
  /// The index of the stored line.
  public var line: Int
  /// The number of the line's stored characters before it.
  public var offset: Int

  /// Creates a position from a line's index and an offset into its stored characters, both from 0.
  public init(line: Int, offset: Int) {
    self.line = line
    self.offset = offset
  }

  public static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.line, a.offset) < (b.line, b.offset)
  }
}

/// Carets and selections, in points from the upper left of the page, by the rules of Pango.
///
/// A stored line is one visible line, or several when wrapped. Offsets count stored characters, even if others are
/// shown: ß is set as SS, and no caret is between them.
extension PosterLayout {
  /// Returns the position at a point; outside of lines it is that of the nearest line. Nil without any line.
  public func position(at point: Point) -> TextPosition? {
    let distance = { (line: PlacedLine) in
      let (box, point) = (line.caretBox, line.straight(point))
      let across = max(box.minY - point.y, point.y - box.maxY, 0)
      // Columns may stand above a footer.
      return line.isColumn ? across + max(box.minX - point.x, point.x - box.maxX, 0) : across
    }
    guard let number = lines.indices.min(by: { distance(lines[$0]) < distance(lines[$1]) }) else {
      return nil
    }
    return position(onVisibleLine: number, atX: lines[number].straight(point).x)
  }

  /// Returns the position at `x` on a visible line, or on the straight one that was curved.
  ///
  /// At a break without a space, the end of a line equals the start of the next; a point at the end is before the last
  /// character.
  private func position(onVisibleLine number: Int, atX x: Double) -> TextPosition {
    let line = lines[number]
    return TextPosition(line: line.index, offset: min(line.offset(atX: x), lastOffset(ofVisibleLine: number)))
  }

  /// Returns the last offset whose caret is on a visible line.
  private func lastOffset(ofVisibleLine number: Int) -> Int {
    let line = lines[number]
    let goesOn = lines.indices.contains(number + 1) && lines[number + 1].index == line.index
    return goesOn
      ? min(line.lastOffset, max(line.range.lowerBound, line.range.upperBound - 1)) : line.range.upperBound
  }

  /// Returns the box of the caret at a position; nil if the line is not shown.
  public func caret(at position: TextPosition) -> Rect? { caretArea(at: position)?.bounds }

  /// Returns the caret at a position, as high as the capitals and with zero width; nil if the line is not shown.
  public func caretArea(at position: TextPosition) -> TextArea? {
    guard let line = visibleLine(at: position) else { return nil }
    let height = line.capHeight * line.scale(ofTypingAt: position.offset)
    let rect = Rect(
      x: line.x(ofCaretAt: position.offset), y: line.caretBox.maxY - height, width: 0, height: height)
    return TextArea(rect: rect, course: line.course)
  }

  /// Returns the boxes of a selection, as `selectionAreas(_:)`.
  public func selection(_ range: Range<TextPosition>) -> [Rect] { selectionAreas(range).map(\.bounds) }

  /// Returns the areas of a selection, line by line, and in each from left to right; mixed directions and sizes cause
  /// several.
  public func selectionAreas(_ range: Range<TextPosition>) -> [TextArea] {
    lines.flatMap { line -> [TextArea] in
      let start = TextPosition(line: line.index, offset: line.range.lowerBound)
      let end = TextPosition(line: line.index, offset: line.range.upperBound)
      let (lower, upper) = (max(range.lowerBound, start), min(range.upperBound, end))
      guard lower < upper else { return [] }
      return line.selection(lower.offset..<upper.offset).map { TextArea(rect: $0, course: line.course) }
    }
  }

  /// Returns the position one character to the left or right in visual order; past the end of a visible line it is on
  /// the next or previous one.
  public func position(beside position: TextPosition, towardRight: Bool) -> TextPosition {
    guard let number = number(ofLineAt: position) else { return position }
    let line = lines[number]
    if let next = line.offset(beside: position.offset, towardRight: towardRight) {
      return TextPosition(line: line.index, offset: next)
    }
    let goesOn = towardRight != line.isRightToLeft
    guard let other = goesOn ? lines.dropFirst(number + 1).first : lines[..<number].last else {
      return position
    }
    if other.index == line.index {
      // The end of a part equals the start of the next: skip the character between them.
      let offset = position.offset + (goesOn ? 1 : -1)
      return TextPosition(
        line: line.index, offset: min(max(offset, other.range.lowerBound), other.range.upperBound))
    }
    return TextPosition(line: other.index, offset: goesOn ? other.range.lowerBound : other.range.upperBound)
  }

  /// Returns the position nearest to a place along the next visible line or the one before: to `x` on the page, or to
  /// `y` on columns. A caret keeps its place while it passes shorter lines. On the first and last line it is the start
  /// and the end.
  public func position(from position: TextPosition, towardNext: Bool, place: Double) -> TextPosition {
    guard let number = number(ofLineAt: position) else { return position }
    let next = number + (towardNext ? 1 : -1)
    guard lines.indices.contains(next) else {
      let line = lines[number]
      return TextPosition(
        line: line.index, offset: towardNext ? line.range.upperBound : line.range.lowerBound)
    }
    return self.position(onVisibleLine: next, atX: lines[next].course?.straightX(place) ?? place)
  }

  /// Returns the stored characters of the visible line at a position.
  public func visibleRange(at position: TextPosition) -> Range<TextPosition>? {
    guard let number = number(ofLineAt: position) else { return nil }
    let line = lines[number]
    let start = TextPosition(line: line.index, offset: line.range.lowerBound)
    return start..<TextPosition(line: line.index, offset: lastOffset(ofVisibleLine: number))
  }

  /// Returns the box of a visible line from end to end, as high as its capitals; that of a curved line is straight.
  public func box(ofVisibleLine number: Int) -> Rect {
    let line = lines[number]
    return line.isColumn ? TextArea(rect: line.caretBox, course: line.course).bounds : line.caretBox
  }

  private func number(ofLineAt position: TextPosition) -> Int? {
    lines.lastIndex { $0.index == position.line && $0.range.lowerBound <= position.offset }
      ?? lines.firstIndex { $0.index == position.line }
  }

  private func visibleLine(at position: TextPosition) -> PlacedLine? {
    number(ofLineAt: position).map { lines[$0] }
  }
}

extension PosterLayout.PlacedLine {
  /// Returns the point of the straight line that is at a point of the page.
  fileprivate func straight(_ point: Point) -> Point { course?.straight(point) ?? point }

  /// The box of the straight line from its start to its end, as high as its capitals.
  var caretBox: Rect {
    // The lower half of the stroke is below the baseline.
    let bottom = origin.y + stroke / 2
    return Rect(x: origin.x, y: bottom - capHeight, width: advance, height: capHeight)
  }

  /// The offset after the last shown character.
  var lastOffset: Int { (sources.last ?? range.lowerBound - 1) + 1 }

  /// Returns the boundary of the shown text at an offset of the stored one.
  private func shownIndex(at offset: Int) -> Int {
    sources.firstIndex { $0 >= offset } ?? sources.count
  }

  private func storedOffset(at index: Int) -> Int {
    sources.indices.contains(index) ? sources[index] : lastOffset
  }

  func x(ofCaretAt offset: Int) -> Double {
    let x = shaped.caret(at: shownIndex(at: offset)).x + origin.x
    // Spaces at the end are not shown, but the caret has to move past them during typing.
    let spaces = Double(max(0, offset - lastOffset)) * space
    return x + (isRightToLeft ? -spaces : spaces)
  }

  /// Returns the size of letters typed at an offset, as a multiple of the line's.
  fileprivate func scale(ofTypingAt offset: Int) -> Double {
    setting.scale(ofCharacter: max(shownIndex(at: offset) - 1, 0))
  }

  func offset(atX x: Double) -> Int { storedOffset(at: shaped.index(at: x - origin.x)) }

  /// Returns the parts of a range of shown characters whose letters have one size.
  private func stretchesOfOneSize(
    in range: Range<Int>
  ) -> [(characters: Range<Int>, scale: Double)] {
    var result: [(characters: Range<Int>, scale: Double)] = []
    for index in range {
      let scale = setting.scale(ofCharacter: index)
      if let last = result.last, last.scale == scale {
        result[result.count - 1].characters = last.characters.lowerBound..<index + 1
      } else {
        result.append((index..<index + 1, scale))
      }
    }
    return result
  }

  /// Returns the offset of the next caret on one side, or nil at the line's edge.
  func offset(beside offset: Int, towardRight: Bool) -> Int? {
    let goesOn = towardRight != isRightToLeft
    if offset > lastOffset || (offset == lastOffset && goesOn && space > 0) {
      let next = offset + (goesOn ? 1 : -1)
      return range.contains(next) || next == range.upperBound ? next : nil
    }
    var index = shownIndex(at: offset)
    while true {
      let next = towardRight ? shaped.index(rightOf: index) : shaped.index(leftOf: index)
      guard next != index else { return nil }
      index = next
      if storedOffset(at: index) != offset { return storedOffset(at: index) }
    }
  }

  func selection(_ offsets: Range<Int>) -> [Rect] {
    let (start, end) = (shownIndex(at: offsets.lowerBound), shownIndex(at: offsets.upperBound))
    let box = caretBox
    var rects = stretchesOfOneSize(in: start..<max(start, end)).flatMap { stretch in
      let height = box.height * stretch.scale
      return shaped.selection(stretch.characters).map {
        Rect(x: $0.minX + origin.x, y: box.maxY - height, width: $0.width, height: height)
      }
    }
    let from = max(offsets.lowerBound, lastOffset)
    if space > 0, from < offsets.upperBound {
      let (a, b) = (x(ofCaretAt: from), x(ofCaretAt: offsets.upperBound))
      rects.append(Rect(x: min(a, b), y: box.minY, width: abs(b - a), height: box.height))
    }
    return rects
  }
}
