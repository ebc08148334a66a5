import Application
import Controls
import Localization
import Posters
import Publishing
import Workers

/// Saves posters as templates of the person's own: asks for a title, writes the file in the background, and offers to undo
/// it.
package final class TemplateSaving {
  /// A change that was made or refused.
  private enum Delivery: Sendable {
    case saved(TemplateFolder.Change, title: String)
    case removed(title: String)
    case refused(Message)
  }

  private let folder: TemplateFolder?
  private let writesFiles: Bool
  private let language: Language
  /// The host of the window, which shows the dialog and the notices, or nil.
  private let host: () -> ControlHost?
  private let worker: Worker<Void>
  private let mail: Mailbox<Delivery>

  /// Creates the services of a window.
  package init(_ environment: WindowEnvironment, host: @escaping () -> ControlHost?) {
    folder = TemplateFolder(environment.folders)
    writesFiles = environment.writesFiles
    language = environment.interface.language
    self.host = host
    worker = Worker(name: "template", in: environment.work)
    mail = Mailbox(wake: environment.work.wake)
  }

  /// Asks for a title, and saves a poster as a template.
  package func save(_ poster: Poster) {
    guard let folder else {
      return say(Message("There is no home folder, and so no place for templates; set HOME"))
    }
    guard writesFiles else { return say(Message("No file is written here")) }
    host()?.askForName(
      language.localized("Save as template"), name: poster.title, button: language.localized("Save")
    ) { [unowned self] title in
      run { () throws(TemplateFolder.Refusal) in
        let change = try folder.saving(poster, titled: title)
        try folder.make(change)
        return .saved(change, title: title)
      }
    }
  }

  private func run(_ change: @escaping @Sendable () throws(TemplateFolder.Refusal) -> Delivery) {
    worker.run { [mail] in
      do throws(TemplateFolder.Refusal) {
        mail.send(try change())
      } catch {
        mail.send(.refused(error.message))
      }
    }
  }

  private func say(_ words: Message) { host()?.say(language.localized(words)) }

  /// Says what has been done; the owner of the frame loop calls it once per turn.
  package func receiveMail() {
    for delivery in mail.takeAll() {
      switch delivery {
      case .saved(let change, let title):
        host()?.say(
          language.localized("Saved as the template “{title}”; New poster offers it", ["title": title]),
          .undo { [unowned self] _ in undo(change, title: title) })
      case .removed(let title):
        say(Message("The template “{title}” is removed again", ["title": title]))
      case .refused(let reason): say(reason)
      }
    }
  }

  private func undo(_ change: TemplateFolder.Change, title: String) {
    guard let folder else { return }
    run { () throws(TemplateFolder.Refusal) in
      try folder.make(change.inverse)
      return .removed(title: title)
    }
  }
}
