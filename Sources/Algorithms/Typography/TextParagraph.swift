import Geometry

/// A text set on several lines: its measures, and where its characters are.
///
/// Coordinates are points; x counts from the left edge of the block, y downward from the first baseline.
public struct TextParagraph: Hashable, Sendable {
  /// A line of a paragraph.
  public struct Line: Hashable, Sendable {
    /// The characters that stand on the line, counted through the whole text.
    public let range: Range<Int>

    /// Where the line's baseline begins.
    public let origin: Point

    /// How far the line advances, in points.
    public let width: Double
    /// How far the line reaches above its baseline, in points.
    public let ascent: Double
    /// How far the line reaches below its baseline, in points.
    public let descent: Double
    /// Whether the line as a whole runs from right to left.
    public let isRightToLeft: Bool

    let isLast: Bool
    let characters: CharacterBoxes

    /// A line without characters, as high as its font.
    static func empty(metrics: FontMetrics) -> Line {
      Line(
        range: 0..<0, origin: .zero, width: 0, ascent: metrics.ascent, descent: metrics.descent,
        isRightToLeft: false, isLast: true, characters: .empty)
    }
  }

  /// What was set; hand it to the typesetter again for a mask or an outline.
  public let setting: TextSetting

  /// The lines from top to bottom; there is at least one.
  public let lines: [Line]

  /// The measures of the paragraph's first font.
  public let metrics: FontMetrics

  /// The width and height that the lines take, from the top of the first to the bottom of the last.
  public let size: Size

  /// How far the first baseline is below the top.
  public let firstBaseline: Double

  /// The smallest rectangle around what is drawn, or nil when nothing is.
  public let inkBounds: Rect?

  /// Whether an ellipsis stands for the end of the text.
  public let isTruncated: Bool

  /// How many glyphs the paragraph is made of.
  public let glyphCount: Int

  /// Characters that no installed font can draw; each is shown as an empty box.
  public let missingCharacters: [Unicode.Scalar]

  /// Returns the number of the line on which the caret at a boundary stands.
  public func line(at index: Int) -> Int {
    lines.lastIndex { $0.range.lowerBound <= index } ?? 0
  }

  /// Returns the upright stroke of the caret at a boundary, without width.
  public func caret(at index: Int) -> Rect {
    let line = lines[self.line(at: index)]
    let x = line.characters.caret(before: index - line.range.lowerBound).x
    return Rect(x: x, y: line.origin.y - line.ascent, width: 0, height: line.ascent + line.descent)
  }

  /// Returns the boundary that is meant by a press at `point`.
  public func index(at point: Point) -> Int {
    let line = lines.first { point.y < $0.origin.y + $0.descent } ?? lines[lines.count - 1]
    let index = line.range.lowerBound + line.characters.index(nearest: point.x)
    // The boundary after a line's last character is shown at the start of the next line.
    return line.isLast ? index : min(index, max(line.range.lowerBound, line.range.upperBound - 1))
  }

  /// Returns the rectangles that a selection of `range` covers, line by line.
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
