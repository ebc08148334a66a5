/// The text that an input method is composing, before it is committed.
public struct Composition: Hashable, Sendable {
  /// The composed text, drawn underlined; empty when there is no composition.
  public var text: String

  /// Where the caret stands within the text, in characters.
  public var caret: Int

  /// The part that is being converted, in characters; empty without one.
  public var selection: Range<Int>

  /// Creates a composition.
  ///
  /// - Parameters:
  ///   - text: The text that is being composed.
  ///   - caret: The offset of the caret in characters, clamped to the text; nil is its end.
  ///   - selection: The offsets of the selected characters, clamped to the text.
  public init(_ text: String, caret: Int? = nil, selection: Range<Int> = 0..<0) {
    let count = text.count
    self.text = text
    self.caret = min(max(caret ?? count, 0), count)
    self.selection = selection.clamped(to: 0..<count)
  }

  /// No text being composed.
  public static let none = Composition("")

  /// Whether nothing is being composed.
  public var isEmpty: Bool { text.isEmpty }
}
