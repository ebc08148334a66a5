import Controls
import Posters
import Publishing

extension EditorSession {
  /// Asks for a title, and saves the poster as a template of the person's own.
  func saveAsTemplate() {
    guard let folder = TemplateFolder(folders) else {
      return say(localized("There is no home folder, and so no place for templates; set HOME"))
    }
    guard writesFiles else { return say(localized("No file is written here")) }
    host?.askForName(localized("Save as template"), name: poster.title, button: localized("Save")) {
      [unowned self] title in
      let poster = poster
      change(folder, { () throws(TemplateFolder.Refusal) in try folder.saving(poster, titled: title) }) {
        [unowned self] change in
        host?.say(
          localized("Saved as the template “{title}”; New poster offers it", ["title": title]),
          .undo { [unowned self] _ in
            self.change(folder, { () throws(TemplateFolder.Refusal) in change.inverse }) { [unowned self] _ in
              say(localized("The template “{title}” is removed again", ["title": title]))
            }
          })
      }
    }
  }

  /// Changes a template in the background; `done` receives the change that was made.
  private func change(
    _ folder: TemplateFolder,
    _ make: @escaping @Sendable () throws(TemplateFolder.Refusal) -> TemplateFolder.Change,
    then done: @escaping (TemplateFolder.Change) -> Void
  ) {
    tasks.run {
      Result { () throws(TemplateFolder.Refusal) in
        let change = try make()
        try folder.make(change)
        return change
      }
    } then: { [unowned self] result in
      switch result {
      case .success(.success(let change)): done(change)
      case .success(.failure(let refusal)): say(interface.language.localized(refusal.message))
      case .failure(let fault): say("\(fault)")
      }
    }
  }
}
