import Heraldry
import Localization
import Posters

extension Emblem {
  /// The identifier of a crown of the library, or nil.
  var crownID: String? { after("crown:") }

  /// The design of a crown that was made in the editor or is in the catalogue; nil otherwise.
  var design: CrownDesign? {
    if let words = after("design:") { return CrownDesign(text: words) }
    guard let id = crownID else { return nil }
    return CrownCatalogue.entry(named: id)?.design
  }

  private func after(_ prefix: String) -> String? {
    source.hasPrefix(prefix) ? String(source.dropFirst(prefix.count)) : nil
  }

  // Untranslated: the source that documents store for a pasted drawing.
  private static let pastedSource = "The pasted drawing"

  /// The display name of a pasted drawing.
  static let pastedName = Message("The pasted drawing")

  /// The same crown with the source of a pasted drawing.
  var asPasted: Emblem {
    switch self {
    case .none: self
    case .path(let path, _): .path(path, source: Self.pastedSource)
    case .picture(let bytes, _): .picture(bytes: bytes, source: Self.pastedSource)
    }
  }

  /// Returns the display name in a language.
  func words(in language: Language) -> String {
    if case .none = self { return language.localized("None", context: "crown") }
    if source.isEmpty { return language.localized("Drawing") }
    if let words = after("design:") {
      let family = CrownDesign(text: words)?.family.message ?? Message("Crown")
      return language.localized("{crown} (your own design)", parts: ["crown": family])
    }
    if source == Self.pastedSource { return language.localized(Self.pastedName) }
    guard let id = crownID else { return source }
    if let design { return design.name(in: language) }
    let text = id.replacing("-", with: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
