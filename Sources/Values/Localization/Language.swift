/// A language in which a program speaks: English, or a catalogue of translations from English.
///
/// It is a value that is passed to whatever shows texts. A text without a translation is shown in English.
///
/// ```swift
/// language.localized("Export")
/// language.localized("Delete {name}?", ["name": poster.title])
/// language.localized("{count} poster", plural: "{count} posters", count: posters.count)
/// ```
public struct Language: Sendable {
  /// The language as BCP 47 has it, such as `de` or `pt-BR`.
  public let tag: String

  /// Whether the language is written from right to left; windows are then mirrored.
  public var isRightToLeft: Bool {
    let language = tag.prefix { $0 != "-" }
    return ["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"].contains(language)
  }

  /// The locale that the person prefers, whether or not the texts are in its language; nil where none is known.
  public var locale: LocaleName?

  /// The order of names and titles in lists.
  public var collation = Collation.plain

  /// The decimal separator of numbers that a person reads or types, “.” or “,”; files and the command line have a point.
  public var decimalSeparator = "."

  private let translation: (@Sendable (Message) -> String?)?

  /// English, in which the texts are written.
  public static let english = Language(tag: "en", translation: nil)

  private init(tag: String, translation: (@Sendable (Message) -> String?)?) {
    self.tag = tag
    self.translation = translation
  }

  /// Creates a language from its tag and its translations.
  public init(tag: String, catalog: MessageCatalog) {
    self.init(tag: tag, translation: { catalog.translation(of: $0) })
  }

  /// Creates a language from what translates a message, its placeholders included; nil is English.
  public init(tag: String, translating translation: @escaping @Sendable (Message) -> String?) {
    self.init(tag: tag, translation: translation)
  }

  /// Returns a message in this language, or in English where it has no translation.
  public func localized(_ message: Message) -> String {
    if message.isNumber { return shown(number: message.english) }
    guard let translation = translation?(message) else {
      return message.english(decimalSeparator: decimalSeparator)
    }
    return Template.filled(translation, message.values(in: self))
  }

  /// Returns the sentence of an error in this language, or in the error's own words where it has no message.
  public func localized(_ error: any Error) -> String {
    localized(Message(error))
  }

  /// Returns a text in this language; `{name}` stands for the value of that name.
  public func localized(
    _ text: StaticString, _ values: [String: String] = [:], parts: [String: Message] = [:],
    context: StaticString? = nil
  ) -> String {
    localized(Message(text, values, parts: parts, context: context))
  }

  /// Returns a title as it stands within a sentence: in small letters, unless the language writes nouns with capitals or
  /// the title is an abbreviation.
  public func inSentence(_ title: String) -> String {
    let hasCapitalNouns = tag == "de" || tag.hasPrefix("de-")
    return hasCapitalNouns || title == title.uppercased() ? title : title.lowercased()
  }

  /// Returns a text in the form that this language has for a number.
  ///
  /// - Parameters:
  ///   - text: The English text for exactly one.
  ///   - plural: The English text for every other number.
  ///   - count: The number, which is also the value of `{count}`.
  ///   - values: The values of the other placeholders.
  ///   - context: A word that separates equal texts with different translations.
  public func localized(
    _ text: StaticString, plural: StaticString, count: Int, _ values: [String: String] = [:],
    context: StaticString? = nil
  ) -> String {
    localized(Message(text, plural: plural, count: count, values, context: context))
  }
}

/// The name of a locale, such as `de_AT.UTF-8` or `sr_RS@latin`, without its character set.
public struct LocaleName: Hashable, Sendable {
  /// The language, such as `de`.
  public let language: String
  /// The country or region, such as `AT`, or nil.
  public let territory: String?
  /// The modifier, such as `latin`, or nil.
  public let modifier: String?

  /// Reads a name as environment variables have it; nil where it is none, or stands for no language.
  public init?(_ name: some StringProtocol) {
    func part(_ text: Substring) -> String? {
      let isPlain = text.utf8.allSatisfy { (65...90).contains($0 & 0xdf) || (48...57).contains($0) }
      return isPlain && (1...16).contains(text.utf8.count) ? String(text) : nil
    }
    guard name.utf8.count <= 64 else { return nil }
    let halves = String(name).split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let place = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let names = place.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard let language = part(names[0]), language != "C", language != "POSIX" else { return nil }
    self.language = language
    territory = names.count > 1 ? part(names[1]) : nil
    modifier = halves.count > 1 ? part(halves[1]) : nil
    if names.count > 1, territory == nil { return nil }
    if halves.count > 1, modifier == nil { return nil }
  }

  /// The language as BCP 47 has it; the modifier is left out.
  public var tag: String { territory.map { "\(language)-\($0)" } ?? language }

  /// The names under which catalogues for the locale are looked for, the closest first, as gettext orders them.
  public var catalogNames: [String] {
    let place = territory.map { "_\($0)" }
    let variant = modifier.map { "@\($0)" }
    var names: [String] = []
    for end in [variant, ""] {
      guard let end else { continue }
      if let place { names.append(language + place + end) }
      names.append(language + end)
    }
    return names
  }

  /// Returns the locales that a person prefers for texts, the first one most, by the environment's variables.
  ///
  /// `LC_ALL`, else `LC_MESSAGES`, else `LANG` names the locale. `LANGUAGE` lists several and takes precedence,
  /// unless the locale is explicitly `C` or `POSIX`. Invalid names are skipped, so no locale has to be installed.
  public static func preferred(_ environment: (String) -> String?) -> [LocaleName] {
    let name = name(for: "LC_MESSAGES", environment)
    let locale = name.flatMap { LocaleName($0) }
    if let name, locale == nil, name.hasPrefix("C") || name.hasPrefix("POSIX") { return [] }
    let list = environment("LANGUAGE") ?? ""
    let listed = list.prefix(1024).split(separator: ":").prefix(32).compactMap { LocaleName($0) }
    return listed.isEmpty ? locale.map { [$0] } ?? [] : listed
  }
}

extension Language {
  /// Returns the first of the preferred languages that has a catalogue; English without one.
  ///
  /// `catalog` returns the bytes of the `.mo` file of a name such as `pt_BR`, or nil if it does not exist. `report`
  /// receives catalogues that cannot be used, with the reason; the next name is tried then. `en_XA` and `ar_XB` are
  /// pseudo-locales, which need no catalogue.
  public static func preferred(
    _ locales: [LocaleName], catalog: (_ name: String) -> [UInt8]?,
    report: (_ name: String, _ error: MessageCatalogError) -> Void = { _, _ in }
  ) -> Language {
    var result = Language.english
    search: for locale in locales {
      if let pseudo = Language.pseudo(locale) {
        result = pseudo
        break
      }
      for name in locale.catalogNames {
        guard let bytes = catalog(name) else { continue }
        do {
          result = Language(tag: LocaleName(name)?.tag ?? locale.tag, catalog: try MessageCatalog(bytes))
          break search
        } catch {
          report(name, error)
        }
      }
      // The texts themselves are English.
      if locale.language == "en" { break }
    }
    result.locale = locales.first
    return result
  }
}
