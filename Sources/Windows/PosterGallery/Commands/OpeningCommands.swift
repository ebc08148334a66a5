import Controls
import Publishing

/// The commands that let a poster fill the window, be edited there, and fly home.
final class OpeningCommands: CommandFamily {
  let session: GallerySession
  private var stage: OpenPosterTransition { session.stage }

  init(_ session: GallerySession) { self.session = session }

  func open(_ id: PosterCard.ID) {
    if !stage.open(id, at: session.now) { sayUnreadable() }
  }

  /// Edits the poster that fills the window, or else opens the chosen one for that.
  func edit(_ start: TypingStart) {
    let target = session.wall.selection.target
    if stage.current == nil, let target { open(target) }
    if let id = stage.current?.id ?? (stage.isWaiting ? target : nil) { session.window?.edit(id, start) }
  }

  func turnPage(by step: Int) {
    if !stage.turnPage(by: step, at: session.now) { sayUnreadable() }
  }

  func showPage(at index: Int) {
    if !stage.showPage(at: index, time: session.now) { sayUnreadable() }
  }

  /// Says that the poster that was to be opened cannot be read.
  func sayUnreadable() { session.say(language.localized("This poster cannot be read")) }

  private func toggleSlowness() {
    session.say(
      stage.toggleSlowness(at: session.now)
        ? language.localized("Posters fly ten times slower now")
        : language.localized("Posters fly as fast as they should"))
  }

  // MARK: Commands

  var openChosen: Command {
    let target = session.wall.selection.target
    return command(
      "open", language.localized("Open"), [Shortcut(.enter)], isEnabled: !session.isOpen && target != nil
    ) { me, _ in
      if let target { me.open(target) }
    }
  }

  var editChosen: Command {
    let isOpen = session.isOpen
    return command(
      "edit", language.localized("Edit"),
      isOpen ? [Shortcut(.enter), Shortcut(.function(2))] : [Shortcut(.enter, .shift)],
      isEnabled: isOpen || session.wall.selection.target != nil
    ) { me, _ in me.edit(.typing) }
  }

  var back: Command {
    command("back", language.localized("Back to the wall"), [Shortcut(.escape)], isEnabled: session.isOpen) {
      me, time in me.stage.goBack(at: time)
    }
  }

  var slow: Command {
    command("slow", language.localized("Slow flights"), [Shortcut(.function(8))]) { me, _ in
      me.toggleSlowness()
    }
  }
}
