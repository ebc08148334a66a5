import Geometry

/// A text set on several lines, with its measures and the positions of its characters.
///
/// Coordinates are points; x counts from the left edge of the block, y downward from the first baseline.
public struct TextParagraph: Hashable, Sendable {
  /// A line of a paragraph.
  public struct Line: Hashable, Sendable {
    /// The characters of the line, counted through the whole text.
    public let range: Range<Int>

    /// The start of the line's baseline.
    public let origin: Point

    /// The advance of the line, in points.
    public let width: Double
    /// The ascent of the line, in points.
    public let ascent: Double
    /// The descent of the line, in points.
    public let descent: Double
    /// Whether the line as a whole runs from right to left.
    public let isRightToLeft: Bool

    let isLast: Bool
    let characters: CharacterBoxes

    /// An empty line with the height of its font.
    static func empty(metrics: FontMetrics) -> Line {
      Line(
        range: 0..<0, origin: .zero, width: 0, ascent: metrics.ascent, descent: metrics.descent,
        isRightToLeft: false, isLast: true, characters: .empty)
    }
  }

  /// The setting of the paragraph; pass it to the typesetter for a mask or an outline.
  public let setting: TextSetting

  /// The lines from top to bottom; at least one.
  public let lines: [Line]

  /// The measures of the paragraph's first font.
  public let metrics: FontMetrics

  /// The size of the lines, from the top of the first to the bottom of the last.
  public let size: Size

  /// The distance from the top to the first baseline.
  public let firstBaseline: Double

  /// The ink bounds, or nil without ink.
  public let inkBounds: Rect?

  /// Whether an ellipsis replaces the end of the text.
  public let isTruncated: Bool

  /// The number of glyphs in the paragraph.
  public let glyphCount: Int

  /// Characters that no installed font has; each is shown as an empty box.
  public let missingCharacters: [Unicode.Scalar]

  /// Returns the index of the line with the caret before the character at `index`.
  public func line(at index: Int) -> Int {
    lines.lastIndex { $0.range.lowerBound <= index } ?? 0
  }

  /// Returns the caret before the character at `index`, as a rectangle without width, in points.
  public func caret(at index: Int) -> Rect {
    let line = lines[self.line(at: index)]
    let x = line.characters.caret(before: index - line.range.lowerBound).x
    return Rect(x: x, y: line.origin.y - line.ascent, width: 0, height: line.ascent + line.descent)
  }

  /// Returns the boundary nearest to a press at `point`.
  public func index(at point: Point) -> Int {
    let line = lines.first { point.y < $0.origin.y + $0.descent } ?? lines[lines.count - 1]
    let index = line.range.lowerBound + line.characters.index(nearest: point.x)
    // The boundary after a line's last character is shown at the start of the next line.
    return line.isLast ? index : min(index, max(line.range.lowerBound, line.range.upperBound - 1))
  }

  /// Returns the rectangles that select the characters in `range`, line by line.
  public func selection(_ range: Range<Int>) -> [Rect] {
    lines.flatMap { line in
      let shifted = range.clamped(to: line.range)
      let local = shifted.lowerBound - line.range.lowerBound..<shifted.upperBound - line.range.lowerBound
      return line.characters.stretches(of: local).map {
        Rect(
          x: $0.lowerBound, y: line.origin.y - line.ascent, width: $0.upperBound - $0.lowerBound,
          height: line.ascent + line.descent)
      }
    }
  }
}
