public import Colors
import Localization

/// A palette that the picker offers beside the recent colours.
public struct PickerPalette: Hashable, Sendable {
  /// A colour of it, and what it is called.
  public struct Item: Hashable, Sendable {
    /// The colour itself.
    public var color: RGBA
    /// The palette's name; empty without one.
    public var name: String

    /// Creates a colour of a palette.
    public init(_ color: RGBA, name: String = "") { (self.color, self.name) = (color, name) }

    /// The name, where it has one, and the colour as text.
    var words: String {
      name.isEmpty ? Color(color).hexAndName : "\(name) \(Color(color).text(as: .hex))"
    }
  }

  /// What people call the palette.
  public var name: String
  /// The colours in their order.
  public var items: [Item]

  /// Creates a palette.
  public init(name: String, items: [Item]) { (self.name, self.items) = (name, items) }

  /// The description of a colour that looks like another one.
  static func likeness(in language: Language) -> String { language.localized("looks like another one") }

  /// Returns the places of the colours that somebody cannot tell from another one of the first so many: ΔE2000 below 3
  /// (Sharma, Wu and Dalal 2005).
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
