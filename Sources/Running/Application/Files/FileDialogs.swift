public import Workers
public import Controls
public import Files
public import Localization
import Bus

/// Asks the person for files and folders, in the desktop's file chooser if available, otherwise in a panel within the
/// window.
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
  /// The current request and its callback; a new request replaces it.
  private var question: (number: Int, request: FileRequest, then: ([String]) -> Void)?
  private var asked = 0

  private struct Answer: Sendable {
    let number: Int
    let value: FileChooser.Answer
  }

  /// Creates file dialogs for a window; with a script or without a window, the desktop's file chooser is not used.
  ///
  /// - Parameters:
  ///   - environment: The environment of the window.
  ///   - host: Returns the host of the window's controls.
  public convenience init(_ environment: WindowEnvironment, host: @escaping () -> ControlHost?) {
    self.init(
      folders: environment.folders, usesDesktop: !environment.isOffscreen && !environment.isScripted,
      writesFiles: environment.writesFiles, language: environment.interface.language, work: environment.work,
      host: host)
  }

  /// Creates file dialogs for a window.
  ///
  /// - Parameters:
  ///   - folders: The person's folders, which the dialogs list as places.
  ///   - usesDesktop: Whether the desktop's file chooser is preferred.
  ///   - writesFiles: Whether a file may be saved; otherwise a notice says that no file is written.
  ///   - language: The language of the dialogs.
  ///   - work: The window's background work, such as reading folders.
  ///   - host: Returns the host of the window's controls.
  public init(
    folders: UserFolders, usesDesktop: Bool, writesFiles: Bool = true, language: Language = .english,
    work: WorkGroup, host: @escaping () -> ControlHost?
  ) {
    (self.folders, self.usesDesktop, self.work, self.host) = (folders, usesDesktop, work, host)
    (self.writesFiles, self.language) = (writesFiles, language)
    answers = Mailbox(wake: work.wake)
  }

  /// Shows a file dialog; `then` is called on the frame loop with absolute paths, or never if the person cancels.
  public func ask(_ request: FileRequest, then: @escaping ([String]) -> Void) {
    if case .save = request.kind, !writesFiles {
      host()?.say(language.localized("Without a window no file is written."))
      return
    }
    asked += 1
    question = (asked, request, then)
    guard usesDesktop else { return showPanel() }
    chooser.ask(request) { [answers, asked] in answers.send(Answer(number: asked, value: $0)) }
  }

  /// Receives answers.
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
        host()?.say(
          language.localized("The desktop’s file dialog chose a file that is not on this computer."))
      case .unavailable: showPanel()
      }
    }
  }

  private func showPanel() {
    guard let (_, request, then) = question, let host = host() else { return }
    question = nil
    let panel = FilePanel(
      request, folders: folders, language: language, clipboard: host.clipboard, work: work, then: then)
    host.showDialog(panel)
    host.setFocus(panel.firstFocus, byKeyboard: true)
  }
}
