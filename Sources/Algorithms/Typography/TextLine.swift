import Geometry

/// One line of shaped text, with its measures and the positions of its characters.
///
/// Coordinates are points from the left end of the baseline, y down. Characters are counted as in `String`, so that
/// boundary `n` follows the first `n` characters.
public struct TextLine: Hashable, Sendable {
  /// The setting of the line; pass it to the typesetter for a mask or an outline.
  public let setting: TextSetting

  /// The measures of the line's first font, whatever its text, so that a field keeps its height.
  public let metrics: FontMetrics

  /// The advance of the line.
  public let width: Double

  /// The ink bounds, or nil without ink.
  public let inkBounds: Rect?

  /// Whether the line as a whole runs from right to left.
  public let isRightToLeft: Bool

  /// Whether an ellipsis replaces the end of the text.
  public let isTruncated: Bool

  /// The number of glyphs in the line.
  public let glyphCount: Int

  /// Characters that no installed font has; each is shown as an empty box.
  public let missingCharacters: [Unicode.Scalar]

  let characters: CharacterBoxes

  /// The fallback fonts of display type, in the order of the text.
  public let matchedFonts: [MatchedFont]

  /// The font's ascent, in points.
  public var ascent: Double { metrics.ascent }
  /// The font's descent, in points.
  public var descent: Double { metrics.descent }

  /// The width of the line and the height of its font.
  public var size: Size { Size(width, metrics.height) }

  /// The number of characters with a position in the line: all of them, unless the text is extremely long.
  public var characterCount: Int { characters.boxes.count }

  /// Returns whether the character at an index runs from right to left; the line's direction for an invalid index.
  public func isRightToLeft(at index: Int) -> Bool {
    characters.boxes.indices.contains(index) ? characters.boxes[index].isRightToLeft : isRightToLeft
  }

  /// Returns the middle of the character at an index, in points from the left end; that of the line for an invalid
  /// index.
  public func middle(ofCharacter index: Int) -> Double {
    guard characters.boxes.indices.contains(index) else { return width / 2 }
    return (characters.boxes[index].minX + characters.boxes[index].maxX) / 2
  }

  /// Returns the caret before the character at an index, in 0…count.
  public func caret(at index: Int) -> Caret { characters.caret(before: index) }

  /// Returns the boundary nearest to a press at `x`.
  ///
  /// - Parameter x: The distance from the left end of the line, in points.
  public func index(at x: Double) -> Int { characters.index(nearest: x) }

  /// Returns the index of the next caret to the left of the one at `index`, or `index` at the edge.
  public func index(leftOf index: Int) -> Int { characters.index(beside: index, towardRight: false) }

  /// Returns the index of the next caret to the right of the one at `index`, or `index` at the edge.
  public func index(rightOf index: Int) -> Int { characters.index(beside: index, towardRight: true) }

  /// Returns the rectangles that select the characters in `range`, from left to right; several in mixed directions.
  public func selection(_ range: Range<Int>) -> [Rect] {
    characters.stretches(of: range).map {
      Rect(x: $0.lowerBound, y: -ascent, width: $0.upperBound - $0.lowerBound, height: metrics.height)
    }
  }
}
