import Glibc

/// The order of texts that people of a place expect: in German “Ö” is beside “O”, in Swedish it comes after “Z”.
///
/// The order is that of the C library, for whose locale it has to be installed; without one, texts are ordered by their
/// characters, whether capital or small.
///
/// ```swift
/// let albums = language.collation.sorted(albums, by: \.name)
/// ```
public struct Collation: Hashable, Sendable {
  private let locale: LocaleName?

  /// The order of a locale, or that of no language.
  public init(_ locale: LocaleName?) { self.locale = locale }

  /// The order of no language: by characters, whether capital or small.
  public static let plain = Collation(nil)

  /// Returns values in the order of their texts, of which the first 200 characters count; equal ones keep their order.
  public func sorted<Value>(_ values: [Value], by text: (Value) throws -> String) rethrows -> [Value] {
    let keys = keys(of: try values.map(text))
    return values.indices.sorted { a, b in
      keys[a] == keys[b] ? a < b : keys[a].lexicographicallyPrecedes(keys[b])
    }
    .map { values[$0] }
  }

  /// Returns bytes that are in the order of the texts.
  private func keys(of texts: [String]) -> [[UInt8]] {
    let texts = texts.map { String($0.prefix(200)) }
    return locale?.withInstalled { locale in texts.map { Self.key(of: $0, locale) } }
      ?? texts.map { Array($0.lowercased().utf8) }
  }

  private static func key(of text: String, _ locale: locale_t) -> [UInt8] {
    let length = strxfrm_l(nil, text, 0, locale)
    var key = [CChar](repeating: 0, count: length + 1)
    _ = strxfrm_l(&key, text, key.count, locale)
    return key.prefix(length).map { UInt8(bitPattern: $0) }
  }
}

extension LocaleName {
  /// Returns the name of the locale that the environment has for a purpose, such as `LC_COLLATE`; nil for none.
  static func name(for purpose: String, _ environment: (String) -> String?) -> String? {
    ["LC_ALL", purpose, "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
  }

  /// Creates the locale that the environment has for a purpose, such as `LC_COLLATE`; nil for none.
  init?(for purpose: String, _ environment: (String) -> String?) {
    guard let name = Self.name(for: purpose, environment) else { return nil }
    self.init(name)
  }

  /// Passes the locale of the C library for texts in UTF-8; returns nil if it is not installed.
  func withInstalled<Result>(_ body: (locale_t) -> Result) -> Result? {
    let place = territory.map { "_\($0)" } ?? ""
    let name = "\(language)\(place).UTF-8" + (modifier.map { "@\($0)" } ?? "")
    let parts = LC_CTYPE_MASK | LC_COLLATE_MASK | LC_NUMERIC_MASK
    guard let locale = newlocale(parts, name, nil) else { return nil }
    defer { freelocale(locale) }
    return body(locale)
  }
}

extension Language {
  /// Adopts the order of texts and the decimal separator of the person's environment (`LC_COLLATE`, `LC_NUMERIC`), whatever
  /// language the texts have.
  public mutating func adoptConventions(_ environment: (String) -> String?) {
    collation = Collation(LocaleName(for: "LC_COLLATE", environment))
    let numbers = LocaleName(for: "LC_NUMERIC", environment)
    let separator = numbers?.withInstalled { locale in
      nl_langinfo_l(nl_item(RADIXCHAR), locale).map { String(cString: $0) } ?? "."
    }
    // Only these two can be typed.
    decimalSeparator = separator == "," ? "," : "."
  }

  /// Returns a number as people of the place write it, from one with a decimal point.
  public func shown(number: String) -> String {
    decimalSeparator == "." ? number : number.replacing(".", with: decimalSeparator)
  }
}
