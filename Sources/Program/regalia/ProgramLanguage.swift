import Terminal
import Files
import Glibc
import Localization

/// The language of the person's environment, if there are translations beside the program.
enum ProgramLanguage {
  /// Returns a text in the person's language; `{name}` is a placeholder for the value of that name.
  static func localized(_ text: StaticString, _ values: [String: String] = [:]) -> String {
    language.localized(text, values)
  }

  /// Returns a text in the form that the person's language has for a number, which is the value of `{count}`.
  static func localized(
    _ text: StaticString, plural: StaticString, count: Int, _ values: [String: String] = [:]
  ) -> String {
    language.localized(text, plural: plural, count: count, values)
  }

  /// Returns a message in the person's language.
  static func localized(_ message: Message) -> String { language.localized(message) }

  /// Returns the sentence of an error in the person's language.
  static func localized(_ error: any Error) -> String { language.localized(error) }

  /// The language of all texts, read once, since a command may print thousands of them.
  static let language = preferred()

  /// Reads the language of all texts; an unusable catalogue is reported and ignored.
  private static func preferred() -> Language {
    var language = Language.preferred(
      locales, catalog: { catalog(of: $0) }, report: { name, error in complain(name, "\(error)") })
    language.adoptConventions { UserFolders.variable($0) }
    return language
  }

  /// The locales of the environment, the preferred one first.
  private static var locales: [LocaleName] { LocaleName.preferred { UserFolders.variable($0) } }

  /// The language of new posters as a BCP 47 tag: that of the locale, or nil without one.
  static var ofPosters: String? { locales.first?.tag }

  /// The folders that may contain catalogues: `share` beside the `lib` in which the program is installed, or the
  /// `Assets` of the checkout in which it was built.
  private static let folders = Folder.places(aboveProgram: ["share/locale", "Assets/locale"])

  private static func catalog(of name: String) -> [UInt8]? {
    folders.lazy.compactMap { folder -> [UInt8]? in
      let path = folder.appending("\(name)/LC_MESSAGES/regalia.mo").text
      guard access(path, F_OK) == 0 else { return nil }
      do throws(FileBytes.Failure) {
        return try FileBytes.read(path, atMost: MessageCatalog.longestFile)
      } catch {
        complain(name, error.fault.english)
        return nil
      }
    }.first
  }

  private static func complain(_ name: String, _ reason: String) {
    // No other language has been chosen yet.
    StandardOutput.complain(
      Language.english.localized(
        "the translations into {name} cannot be used: {reason}", ["name": name, "reason": reason]))
  }
}
