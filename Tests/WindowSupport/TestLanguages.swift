import Foundation
public import Localization

extension Language {
  /// A language in which every text stands in brackets, so that texts that are not translated are seen.
  public static let bracketed = Language(tag: "x-brackets") { message in
    "⟦\(message.count == 1 ? message.text : message.plural ?? message.text)⟧"
  }
}

/// The languages in which windows are laid out by tests.
public enum TestLanguages {
  /// The languages with a catalogue that `Scripts/translations build` has compiled, by their names, and a pseudo-locale
  /// with long words.
  public static let all: [(name: String, language: Language)] =
    catalogs.map { name, catalog in
      (name, Language(tag: name.replacing("_", with: "-"), catalog: catalog))
    } + [("en_XA", .lengthened)]

  private static let catalogs: [(String, MessageCatalog)] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Assets/locale")
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    return names.filter { $0.hasSuffix(".po") }.map { String($0.dropLast(3)) }.sorted().compactMap { name in
      let file = folder.appending(path: "\(name)/LC_MESSAGES/regalia.mo")
      guard let bytes = try? Data(contentsOf: file), let catalog = try? MessageCatalog([UInt8](bytes)) else {
        return nil
      }
      return (name, catalog)
    }
  }()
}
