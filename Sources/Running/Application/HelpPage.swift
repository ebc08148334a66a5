import Bus
public import Files
public import Localization

/// A page of a program's help: HTML that the desktop shows in its viewer, and the same as plain text for terminals.
///
/// The pages are where the desktop's conventions have them: `share/help/LOCALE/PROGRAM/TOPIC.html`. The locale `C` has
/// the English pages, and `index` is the topic of the contents.
public struct HelpPage: Hashable, Sendable {
  /// The folders that may have help, such as `/usr/share/help`, the preferred one first.
  public var folders: [FilePath]
  /// The name of the program in those folders.
  public var program: String
  /// The topic, which is the name of the page's file.
  public var topic: String

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - folders: The folders that may have help, the preferred one first.
  ///   - program: The name of the program in those folders.
  ///   - topic: The topic; the contents by default.
  public init(folders: [FilePath], program: String, topic: String = "index") {
    self.folders = folders
    self.program = program
    self.topic = topic
  }

  /// Returns the page's file in a language, or in English where that language has no pages.
  ///
  /// - Parameters:
  ///   - language: The language of the program.
  ///   - ending: `html`, or `txt` for plain text.
  /// - Throws: An error if there are no pages.
  public func file(in language: Language, ending: String = "html") throws(MissingHelpPage) -> String {
    let locale = LocaleName(language.tag.replacing("-", with: "_"))
    for name in (locale?.catalogNames ?? []) + ["C"] {
      for folder in folders {
        let path = folder.appending("\(name)/\(program)/\(topic).\(ending)")
        if FileBytes.exists(path.text) { return path.text }
      }
    }
    throw MissingHelpPage(topic: topic)
  }

  /// Opens the page in the desktop's viewer, and waits until that has been started.
  ///
  /// - Parameter language: The language of the program.
  /// - Throws: An error if the page is missing or no program opens it.
  public func openAndWait(in language: Language) throws {
    try FolderOpener.openAndWait(file(in: language))
  }

  /// Opens the page in the desktop's viewer without blocking the frame loop; calls `fail` on any thread with an error.
  func open(in language: Language, failing fail: @escaping @Sendable (Message) -> Void) {
    do throws(MissingHelpPage) {
      try FolderOpener.openInBackground(file(in: language), failing: fail)
    } catch {
      fail(error.message)
    }
  }
}

/// A help page that is not installed.
public struct MissingHelpPage: LocalizableError {
  /// The topic of the page.
  public let topic: String

  public var message: Message {
    Message(
      "the help page “{topic}” is missing; install the program again, or run “make build” in its checkout",
      ["topic": topic])
  }
}
