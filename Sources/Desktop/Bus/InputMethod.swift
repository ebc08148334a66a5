import Files
package import Geometry
import Glibc
package import Input

/// The desktop's input method, through which people write what their keyboard has no keys for.
///
/// IBus (its portal, else its own bus) and Fcitx 5 are spoken to over D-Bus, each about one key at a time. What they
/// compose and commit is told in the order in which they say it, before the answer about the key that led to it. Without
/// either, dead keys and Compose work as X11 has them.
package final class InputMethod: Sendable {
  /// Which one it is.
  package enum Kind: Hashable, Sendable {
    case ibus
    case fcitx

    /// Returns the one that the person's session is set up for, or nil.
    package static func ofEnvironment(_ variable: (String) -> String? = UserFolders.variable) -> Kind? {
      for name in ["XMODIFIERS", "GTK_IM_MODULE", "QT_IM_MODULE"] {
        let words = variable(name)?.lowercased() ?? ""
        if words.contains("ibus") { return .ibus }
        if words.contains("fcitx") { return .fcitx }
      }
      // There IBus needs no variable.
      return variable("WAYLAND_DISPLAY") != nil && variable("XMODIFIERS") == nil ? .ibus : nil
    }
  }

  /// What the input method says.
  package enum Message: Hashable, Sendable {
    /// Text to put in at the caret.
    case text(String)
    /// What is being composed there now.
    case composition(Composition)
  }

  private let thread: BusThread
  private let link: InputMethodLink

  /// Connects on a thread of its own, on which `tell` is called.
  package init(_ kind: Kind, tell: @escaping @Sendable (Message) -> Void) {
    thread = BusThread(name: "input method")
    link = InputMethodLink(tell: tell)
    thread.run { [link] in link.connect(kind) }
  }

  /// Asks about a key; `answer` is told on another thread whether the input method takes it.
  package func ask(
    keysym: UInt32, keycode: UInt32, state: UInt32, isPress: Bool,
    _ answer: @escaping @Sendable (Bool) -> Void
  ) {
    thread.run { [link] in
      link.ask(keysym: keysym, keycode: keycode, state: state, isPress: isPress, answer)
    }
  }

  /// Text is typed from now on.
  package func focus() { thread.run { [link] in link.focus() } }

  /// No text is typed any more; what was being composed is forgotten.
  package func blur() { thread.run { [link] in link.blur() } }

  /// Tells where the caret is, in pixels of the screen, for the candidates.
  package func setCaret(_ rect: Rect) { thread.run { [link] in link.setCaret(rect) } }

  /// Lets X11 keep what it has read of the thousands of sequences that compose letters, which takes it as long as to connect
  /// to the display: else it reads them anew at each start. To be called before there are threads that read the environment.
  package static func keepSequences(in folders: UserFolders) {
    guard let folder = sequenceFolder(in: folders), Folder.make(folder, permissions: 0o700) else { return }
    setenv("XCOMPOSECACHE", folder, 0)
  }

  /// Returns where X11 is to keep the sequences; nil where it is told so already, or would not.
  static func sequenceFolder(
    in folders: UserFolders, _ variable: (String) -> String? = UserFolders.variable,
    isSuperuser: Bool = geteuid() == 0
  ) -> String? {
    guard variable("DISPLAY") != nil, variable("XCOMPOSECACHE") == nil, !isSuperuser else { return nil }
    // A person's own place for it, with which X11 begins.
    if let home = variable("HOME"), access(home + "/.compose-cache", F_OK) == 0 { return nil }
    return folders.composeCache
  }

  /// Does something, such as opening the display, while X11's own way to input methods is shut: keys would come
  /// through both.
  package static func withoutX11<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard Kind.ofEnvironment() != nil else { return try body() }
    let before = UserFolders.variable("XMODIFIERS")
    // X11 composes dead keys by itself then.
    setenv("XMODIFIERS", "@im=none", 1)
    defer {
      if let before { setenv("XMODIFIERS", before, 1) } else { unsetenv("XMODIFIERS") }
    }
    return try body()
  }
}
