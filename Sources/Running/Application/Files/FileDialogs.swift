public import Workers
public import Controls
public import Files
public import Localization
import Bus

/// Asks the person for files and folders: through a window of the desktop's own where there is one, else through a
/// panel in the window.
///
/// ```swift
/// files.ask(.init(.open, title: "Picture behind the letters")) { paths in show(paths[0]) }
/// // once a turn
/// files.receiveMail()
/// ```
public final class FileDialogs {
  private let chooser = FileChooser()
  private let folders: UserFolders
  private let usesDesktop: Bool
  private let work: WorkGroup
  private let writesFiles: Bool
  private let language: Language
  private let host: () -> ControlHost?
  private let answers: Mailbox<Answer>
  /// What was asked last, and who waits for it; whoever asks anew no longer waits for the answer before.
  private var question: (number: Int, request: FileChooser.Request, then: ([String]) -> Void)?
  private var asked = 0

  private struct Answer: Sendable {
    let number: Int
    let value: FileChooser.Answer
  }

  /// Creates what asks in a window; where a script is played or nothing is seen, the desktop is left alone.
  ///
  /// - Parameter host: Returns what shows the controls of the window.
  public convenience init(_ environment: WindowEnvironment, host: @escaping () -> ControlHost?) {
    self.init(
      folders: environment.folders, usesDesktop: !environment.isOffscreen && !environment.isScripted,
      writesFiles: environment.writesFiles, language: environment.interface.language, work: environment.work,
      host: host)
  }

  /// Creates what asks in a window.
  ///
  /// - Parameters:
  ///   - usesDesktop: Whether the desktop's own window is asked first.
  ///   - writesFiles: Whether a place for a file may be chosen; otherwise it is said that none is written.
  ///   - work: The group of work beside the frame loop, such as reading folders.
  ///   - host: Returns what shows the controls of the window.
  public init(
    folders: UserFolders, usesDesktop: Bool, writesFiles: Bool = true, language: Language = .english,
    work: WorkGroup, host: @escaping () -> ControlHost?
  ) {
    (self.folders, self.usesDesktop, self.work, self.host) = (folders, usesDesktop, work, host)
    (self.writesFiles, self.language) = (writesFiles, language)
    answers = Mailbox(wake: work.wake)
  }

  /// Asks; `then` is called on the frame loop with absolute paths, or never when the person leaves.
  public func ask(_ request: FileChooser.Request, then: @escaping ([String]) -> Void) {
    if case .save = request.kind, !writesFiles {
      host()?.say(language.localized("Without a window no file is written."))
      return
    }
    asked += 1
    question = (asked, request, then)
    guard usesDesktop else { return showPanel() }
    chooser.ask(request) { [answers, asked] in answers.send(Answer(number: asked, value: $0)) }
  }

  /// Takes the answers that have come.
  public func receiveMail() {
    for answer in answers.takeAll() where answer.number == question?.number {
      switch answer.value {
      case .files(let paths):
        let then = question?.then
        question = nil
        then?(paths)
      case .cancelled: question = nil
      case .unreadable:
        question = nil
        host()?.say("What the desktop’s panel answered names no file on this computer")
      case .unavailable: showPanel()
      }
    }
  }

  private func showPanel() {
    guard let (_, request, then) = question, let host = host() else { return }
    question = nil
    let panel = FilePanel(
      request, folders: folders, clipboard: host.clipboard, work: work, then: then)
    host.showDialog(panel)
    host.setFocus(panel.firstFocus, byKeyboard: true)
  }
}
