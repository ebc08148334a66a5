public import Colors
import Localization

/// A palette that the picker offers beside the recent colours.
public struct PickerPalette: Hashable, Sendable {
  /// A colour of a palette, and its name.
  public struct Item: Hashable, Sendable {
    /// The colour itself.
    public var color: RGBA
    /// The name in the palette; empty without one.
    public var name: String

    /// Creates a colour of a palette.
    public init(_ color: RGBA, name: String = "") { (self.color, self.name) = (color, name) }

    /// The name, if any, and the colour as text.
    var words: String {
      name.isEmpty ? Color(color).hexAndName : "\(name) \(Color(color).text(as: .hex))"
    }
  }

  /// The palette's name.
  public var name: String
  /// The colours in order.
  public var items: [Item]

  /// Creates a palette.
  public init(name: String, items: [Item]) { (self.name, self.items) = (name, items) }

  /// Returns the description of a colour that looks like another one.
  static func likeness(in language: Language) -> String { language.localized("looks like another one") }

  /// Returns the indices of the colours, among the first `count`, that cannot be distinguished from another one: ΔE2000
  /// below 3 (Sharma, Wu and Dalal 2005).
  func indistinguishable(amongFirst count: Int, _ vision: ColorVision?) -> Set<Int> {
    let seen = items.prefix(count).map { Color(vision?.seen($0.color) ?? $0.color) }
    var result: Set<Int> = []
    for first in seen.indices {
      for second in seen.indices where second > first {
        if difference2000(seen[first], seen[second]) < 3 { result.formUnion([first, second]) }
      }
    }
    return result
  }
}
