import Controls
import Localization
import Posters

extension ChoiceButton {
  /// Creates a button that shows the language of a text, and opens a menu of those that change how one is set.
  convenience init(
    languageFor label: String, _ session: EditorSession, none: Message, chosen: @escaping () -> String?,
    choose: @escaping (String?) -> Void
  ) {
    self.init(label) {
      let (tag, language) = (chosen(), session.interface.language)
      var tags = TextLanguage.common.map(\.tag)
      if let tag, !tags.contains(tag) { tags.insert(tag, at: 0) }
      return [
        Choice(language.localized(none), isChosen: tag == nil) { if session.mayChange() { choose(nil) } }
      ]
        + tags.map { other in
          Choice(TextLanguage.name(of: other, in: language), isChosen: other == tag) {
            if session.mayChange() { choose(other) }
          }
        }
    }
  }
}

/// The languages that people choose among for the text of a poster.
enum TextLanguage {
  /// Languages by their tags of BCP 47, those of which fonts or capitals take note among them.
  static let common: [(tag: String, name: Message)] = [
    ("ar", Message("Arabic")), ("az", Message("Azerbaijani")), ("bg", Message("Bulgarian")),
    ("ca", Message("Catalan")), ("zh-HK", Message("Chinese (Hong Kong)")),
    ("zh-CN", Message("Chinese (mainland)")), ("zh-TW", Message("Chinese (Taiwan)")),
    ("cs", Message("Czech")), ("da", Message("Danish")), ("nl", Message("Dutch")),
    ("en", Message("English")), ("fi", Message("Finnish")), ("fr", Message("French")),
    ("de", Message("German")), ("el", Message("Greek")), ("he", Message("Hebrew")), ("hi", Message("Hindi")),
    ("hu", Message("Hungarian")), ("it", Message("Italian")), ("ja", Message("Japanese")),
    ("ko", Message("Korean")), ("la", Message("Latin")), ("lt", Message("Lithuanian")),
    ("mk", Message("Macedonian")), ("mr", Message("Marathi")), ("nb", Message("Norwegian")),
    ("fa", Message("Persian")), ("pl", Message("Polish")), ("pt", Message("Portuguese")),
    ("ro", Message("Romanian")), ("ru", Message("Russian")), ("sr", Message("Serbian")),
    ("es", Message("Spanish")), ("sv", Message("Swedish")), ("th", Message("Thai")),
    ("tr", Message("Turkish")), ("uk", Message("Ukrainian")), ("ur", Message("Urdu")),
    ("vi", Message("Vietnamese")),
  ]

  /// Returns the everyday name of the language of a tag, or a message without a tag.
  static func name(of tag: String?, orElse none: Message, in language: Language) -> String {
    tag.map { name(of: $0, in: language) } ?? language.localized(none)
  }

  /// Returns what people call the language of a tag; a tag with more than a known language has itself beside the name.
  static func name(of tag: String, in language: Language) -> String {
    if let known = common.first(where: { $0.tag == tag }) { return language.localized(known.name) }
    let primary = String(tag.prefix { $0 != "-" }).lowercased()
    guard let known = common.first(where: { $0.tag == primary }) else { return tag }
    return language.localized(
      "{language} ({tag})", ["language": language.localized(known.name), "tag": tag])
  }
}
