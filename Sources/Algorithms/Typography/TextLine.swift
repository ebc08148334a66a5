import Geometry

/// One line of shaped text: its measures, and where its characters are.
///
/// Coordinates are points from the left end of the baseline, y down. Characters are counted as `String` counts
/// them, so boundary `n` stands after the first `n` characters.
public struct TextLine: Hashable, Sendable {
  /// What was set; hand it to the typesetter again for a mask or an outline.
  public let setting: TextSetting

  /// The measures of the first font of the line, whatever its text: a field never changes its height.
  public let metrics: FontMetrics

  /// How far the line advances.
  public let width: Double

  /// The smallest rectangle around what is drawn, or nil when nothing is.
  public let inkBounds: Rect?

  /// Whether the line as a whole runs from right to left.
  public let isRightToLeft: Bool

  /// Whether an ellipsis stands for the end of the text.
  public let isTruncated: Bool

  /// How many glyphs the line is made of.
  public let glyphCount: Int

  /// Characters that no installed font can draw; each is shown as an empty box.
  public let missingCharacters: [Unicode.Scalar]

  let characters: CharacterBoxes

  /// How far the font reaches above the baseline, in points.
  public var ascent: Double { metrics.ascent }
  /// How far the font reaches below the baseline, in points.
  public var descent: Double { metrics.descent }

  /// The width of the line and the height of its font.
  public var size: Size { Size(width, metrics.height) }

  /// How many characters have a place in the line: all of them, unless the text is absurdly long.
  public var characterCount: Int { characters.boxes.count }

  /// Returns whether a character runs from right to left.
  public func isRightToLeft(at index: Int) -> Bool {
    characters.boxes.indices.contains(index) ? characters.boxes[index].isRightToLeft : isRightToLeft
  }

  /// Returns the caret at a boundary, 0 before the first character.
  public func caret(at index: Int) -> Caret { characters.caret(before: index) }

  /// Returns the boundary that is meant by a press at `x`.
  public func index(at x: Double) -> Int { characters.index(nearest: x) }

  /// Returns the boundary whose caret is the next one on the left of that at `index`, or `index` at the edge.
  public func index(leftOf index: Int) -> Int { characters.index(beside: index, towardRight: false) }

  /// Returns the boundary whose caret is the next one on the right of that at `index`, or `index` at the edge.
  public func index(rightOf index: Int) -> Int { characters.index(beside: index, towardRight: true) }

  /// Returns the rectangles that a selection of `range` covers, from left to right; several where directions mix.
  public func selection(_ range: Range<Int>) -> [Rect] {
    characters.stretches(of: range).map {
      Rect(x: $0.lowerBound, y: -ascent, width: $0.upperBound - $0.lowerBound, height: metrics.height)
    }
  }
}
