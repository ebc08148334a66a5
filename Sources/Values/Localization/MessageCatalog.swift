// Untranslated file: no language has been chosen yet when a catalogue is refused.

/// Translations of messages, read from a `.mo` file as `msgfmt` writes it.
///
/// All of the file is checked when it is read: sizes and places against the file, the text against UTF-8, and the
/// placeholders of each translation against those of the English text. A translation that cannot be used is left out and
/// listed in `problems`, so that its message is shown in English.
public struct MessageCatalog: Sendable {
  /// The rule for plural forms.
  public let pluralForms: PluralForms

  /// The fields of the header by their names, such as `Language`.
  public let header: [String: String]

  /// The translations that were left out, and why.
  public let problems: [Problem]

  /// How many messages have a translation.
  public var count: Int { translations.count }

  /// A translation that cannot be used.
  public struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// The English text.
    public let text: String
    /// The fault of the translation.
    public let reason: Reason

    /// The possible faults of a translation.
    public enum Reason: Hashable, Sendable {
      /// It is not in UTF-8.
      case encoding
      /// It has another number of plural forms than the catalogue, or one of them is empty.
      case forms
      /// A brace is unmatched, or a name is invalid.
      case syntax
      /// A placeholder is missing.
      case dropped(String)
      /// A placeholder is not in the English text.
      case invented(String)
    }

    public var description: String {
      let cause =
        switch reason {
        case .encoding: "is not in UTF-8"
        case .forms: "lacks a plural form, or has too many"
        case .syntax: "has a brace without its partner"
        case .dropped(let name): "lacks {\(name)}"
        case .invented(let name): "has {\(name)}, which the English text does not have"
        }
      return "the translation of “\(text)” \(cause)"
    }
  }

  /// The translations by the key that the file has for a message: its context, if any, and its English text.
  private let translations: [String: [String]]

  /// The longest file that is read, in bytes.
  public static let longestFile = 16 << 20
  /// The largest number of messages in a file.
  static let mostMessages = 100_000

  /// Reads a catalogue.
  ///
  /// - Parameter bytes: A `.mo` file of either byte order, in UTF-8.
  /// - Throws: ``MessageCatalogError`` that says what is wrong with the file.
  public init(_ bytes: [UInt8]) throws(MessageCatalogError) {
    let file = try File(bytes)
    var header: [String: String] = [:]
    var translations: [String: [String]] = [:]
    var problems: [Problem] = []
    // The empty text has the header as its translation. Files are sorted, but that is not relied on.
    if let place = file.entries.first(where: { $0.original.isEmpty })?.translation {
      header = Self.header(bytes[place])
    }
    let type = header["Content-Type"]?.lowercased() ?? "charset=utf-8"
    guard type.hasSuffix("charset=utf-8") || type.hasSuffix("charset=us-ascii") else {
      throw MessageCatalogError("the text is not in UTF-8 but has the type “\(type.prefix(64))”")
    }
    pluralForms =
      try header["Plural-Forms"].map { text throws(MessageCatalogError) in
        try PluralForms(text)
      } ?? .germanic
    translations.reserveCapacity(file.entries.count)
    for entry in file.entries where !entry.original.isEmpty && !entry.translation.isEmpty {
      switch Self.forms(of: entry, in: bytes, pluralForms) {
      case .success(let (key, forms)): if translations[key] == nil { translations[key] = forms }
      case .failure(let problem): problems.append(problem)
      }
    }
    self.header = header
    self.translations = translations
    self.problems = problems
  }

  /// Returns the translation of a message with its placeholders, or nil without one.
  func translation(of message: Message) -> String? {
    let key = message.context.map { $0 + Self.contextEnd + message.text } ?? message.text
    guard let forms = translations[key] else { return nil }
    // A message without plurals may find one with them, and the other way round; then English is shown.
    guard message.plural != nil else { return forms.count == 1 ? forms[0] : nil }
    let form = pluralForms.form(for: message.count)
    return forms.count == pluralForms.count ? forms[form] : nil
  }

  /// The separator between a context and a text.
  private static let contextEnd = "\u{4}"

  private static func header(_ bytes: ArraySlice<UInt8>) -> [String: String] {
    var fields: [String: String] = [:]
    for line in bytes.split(separator: 10) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self)
      let value = line[(colon + 1)...].drop { $0 <= 32 }
      if fields[name] == nil { fields[name] = String(decoding: value, as: UTF8.self) }
    }
    return fields
  }

  /// Returns the key of an entry and its checked forms.
  private static func forms(
    of entry: File.Entry, in bytes: [UInt8], _ pluralForms: PluralForms
  ) -> Result<(String, [String]), Problem> {
    let originals = bytes[entry.original].split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(decoding: originals[0], as: UTF8.self)
    let text = String(key.split(separator: contextEnd, maxSplits: 1).last ?? "")
    func problem(_ reason: Problem.Reason) -> Result<(String, [String]), Problem> {
      .failure(Problem(text: text, reason: reason))
    }
    let pieces = bytes[entry.translation].split(separator: 0, omittingEmptySubsequences: false)
    let forms = pieces.compactMap { String(validating: $0, as: UTF8.self) }
    guard forms.count == pieces.count, String(validating: originals[0], as: UTF8.self) != nil else {
      return problem(.encoding)
    }
    let isPlural = originals.count > 1
    guard forms.count == (isPlural ? pluralForms.count : 1), !forms.contains("") else {
      return problem(.forms)
    }
    let texts = [text] + originals.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    // English texts with other braces than those of placeholders are not filled, and neither are their translations.
    let named = texts.map { Template.placeholders(in: $0) }
    guard !named.contains(nil) else { return .success((key, forms)) }
    let known = named.reduce(into: Set<String>()) { $0.formUnion($1 ?? []) }
    // “Removed {name}” and “Removed {count} crowns” are the same message; so are “One poster” and “{count} posters”.
    let common = named.reduce(known) { $0.intersection($1 ?? []) }
    let needed = isPlural ? common.subtracting(["count"]) : known
    for form in forms {
      guard let names = Template.placeholders(in: form) else { return problem(.syntax) }
      if let name = needed.subtracting(names).min() { return problem(.dropped(name)) }
      if let name = names.subtracting(known).min() { return problem(.invented(name)) }
    }
    return .success((key, forms))
  }
}

extension MessageCatalog.Problem: Error {}

/// A catalogue of translations that cannot be used.
public struct MessageCatalogError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault, in words.
  public let message: String

  init(_ message: String) { self.message = message }

  public var description: String { message }
}

extension MessageCatalog {
  /// The tables of a file (GNU gettext manual, 10.3), checked against its size.
  private struct File {
    struct Entry {
      let original: Range<Int>
      let translation: Range<Int>
    }

    let entries: [Entry]

    init(_ bytes: [UInt8]) throws(MessageCatalogError) {
      guard bytes.count <= MessageCatalog.longestFile else {
        throw MessageCatalogError("it is longer than \(MessageCatalog.longestFile >> 20) MiB")
      }
      guard bytes.count >= 28 else { throw MessageCatalogError("it is too short") }
      let isBigEndian: Bool
      switch Self.number(bytes, 0, isBigEndian: false) {
      case 0x9504_12de: isBigEndian = false
      case 0xde12_0495: isBigEndian = true
      default: throw MessageCatalogError("it is not a catalogue of messages (.mo)")
      }
      func number(_ place: Int) -> Int { Self.number(bytes, place, isBigEndian: isBigEndian) }
      let version = number(4)
      guard version >> 16 <= 1 else { throw MessageCatalogError("its version is unknown") }
      let count = number(8)
      guard count <= MessageCatalog.mostMessages else {
        throw MessageCatalogError("it has more than \(MessageCatalog.mostMessages) messages")
      }
      let (originals, translations) = (number(12), number(16))
      guard originals + 8 * count <= bytes.count, translations + 8 * count <= bytes.count else {
        throw MessageCatalogError("its tables reach beyond its end")
      }
      var entries: [Entry] = []
      entries.reserveCapacity(count)
      // Strings that share their bytes could make much of little.
      var room = 4 * bytes.count
      func string(_ place: Int) throws(MessageCatalogError) -> Range<Int> {
        let (length, start) = (number(place), number(place + 4))
        guard start + length < bytes.count, bytes[start + length] == 0 else {
          throw MessageCatalogError("a text reaches beyond its end")
        }
        room -= length
        guard room >= 0 else { throw MessageCatalogError("its texts lie over each other") }
        return start..<start + length
      }
      for index in 0..<count {
        entries.append(
          Entry(
            original: try string(originals + 8 * index), translation: try string(translations + 8 * index)))
      }
      self.entries = entries
    }

    /// Returns the number in four bytes, which are inside the file.
    private static func number(_ bytes: [UInt8], _ place: Int, isBigEndian: Bool) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (isBigEndian ? 24 - 8 * $1 : 8 * $1) }
    }
  }
}
