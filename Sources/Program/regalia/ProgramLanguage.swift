import Terminal
import Files
import Glibc
import Localization

/// The language that a person's environment asks for, as far as there are translations beside the program.
enum ProgramLanguage {
  /// Returns a text in the person's language; `{name}` stands for the value of that name.
  static func localized(_ text: StaticString, _ values: [String: String] = [:]) -> String {
    language.localized(text, values)
  }

  /// The language of messages, read once: a command may print thousands of them.
  private static let language = preferred()

  /// Returns the language of all texts; a catalogue that cannot be used is complained of, and left out.
  static func preferred() -> Language {
    let locales = self.locales
    guard !locales.isEmpty else { return .english }
    let folders = self.folders
    return Language.preferred(
      locales, catalog: { catalog(of: $0, in: folders) },
      report: { name, error in complain(name, "\(error)") })
  }

  /// The locales that the environment names, the preferred one first.
  private static var locales: [LocaleName] { LocaleName.preferred { UserFolders.variable($0) } }

  /// The language that new posters are in, as BCP 47 has it: that of the locale, or none where it has none.
  static var ofPosters: String? { locales.first?.tag }

  /// The folders that may hold catalogues: in `share` beside the `lib` that the program was installed to, or in the
  /// `Assets` of the checkout that it was built in.
  private static var folders: [FilePath] {
    Folder.places(aboveProgram: ["share/locale", "Assets/locale"])
  }

  private static func catalog(of name: String, in folders: [FilePath]) -> [UInt8]? {
    folders.lazy.compactMap { folder -> [UInt8]? in
      let path = folder.appending("\(name)/LC_MESSAGES/regalia.mo").text
      guard access(path, F_OK) == 0 else { return nil }
      do throws(FileBytes.Failure) {
        return try FileBytes.read(path, atMost: MessageCatalog.longestFile)
      } catch {
        complain(name, error.message)
        return nil
      }
    }.first
  }

  private static func complain(_ name: String, _ reason: String) {
    // There is no other language yet.
    StandardOutput.complain(
      Language.english.localized(
        "the translations into {name} cannot be used: {reason}", ["name": name, "reason": reason]))
  }
}
