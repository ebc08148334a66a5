import Workers
public import Controls
import Files
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
  private let isImmediate: Bool
  private let wake: @Sendable () -> Void
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
      folders: environment.folders, isImmediate: environment.isOffscreen || environment.isScripted,
      wake: environment.wake, host: host)
  }

  /// Creates what asks in a window.
  ///
  /// - Parameters:
  ///   - isImmediate: Whether the panel opens at once and reads folders without a thread.
  ///   - wake: Called on another thread when there is an answer.
  ///   - host: Returns what shows the controls of the window.
  public init(
    folders: UserFolders, isImmediate: Bool, wake: @escaping @Sendable () -> Void,
    host: @escaping () -> ControlHost?
  ) {
    (self.folders, self.isImmediate, self.wake, self.host) = (folders, isImmediate, wake, host)
    answers = Mailbox(wake: wake)
  }

  /// Asks; `then` is called on the frame loop with absolute paths, or never when the person leaves.
  public func ask(_ request: FileChooser.Request, then: @escaping ([String]) -> Void) {
    asked += 1
    question = (asked, request, then)
    guard !isImmediate else { return showPanel() }
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
      request, folders: folders, clipboard: host.clipboard, isImmediate: isImmediate, wake: wake, then: then)
    host.showDialog(panel)
    host.setFocus(panel.firstFocus, byKeyboard: true)
  }
}
