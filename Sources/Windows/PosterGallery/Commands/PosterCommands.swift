import Controls
import Localization
import Posters

/// The commands that make, change and export posters.
final class PosterCommands: CommandFamily {
  let session: GallerySession

  init(_ session: GallerySession) { self.session = session }

  // MARK: New posters

  /// Lets a person choose the template of a new poster.
  func createPoster() {
    if !session.isOpen { session.window?.chooseTemplate() }
  }

  /// Adds a new poster, opens it and edits it with its first line selected.
  func hang(_ poster: Poster) {
    let selection = session.wall.selection
    session.perform(.create(poster, after: selection.cursor ?? selection.anchor)) {
      [unowned session] result in
      session.show(result.ids)
      guard !session.isOpen, let id = result.ids.first else { return }
      session.window?.editWhenListed(id)
    }
  }

  /// Adds posters from dropped files.
  func readPosters(_ paths: [String]) {
    guard !paths.isEmpty, !session.isOpen else { return }
    session.perform(.read(paths, language: language.locale?.tag)) { [unowned session] result in
      session.show(result.ids)
      session.report(Self.words(of: result, session))
    }
  }

  private static func words(of result: PosterChangeResult, _ session: GallerySession) -> String {
    guard let refusals = result.refusals else {
      return session.sentence(about: result.ids) {
        Message("Added “{name}”", ["name": $0])
      } _: {
        Message("Added {count} poster", plural: "Added {count} posters", count: $0)
      }
    }
    return session.sentence(about: result.ids) {
      Message("Added “{name}”; {refusals}", ["name": $0], parts: ["refusals": refusals])
    } _: {
      Message(
        "Added {count} poster; {refusals}", plural: "Added {count} posters; {refusals}", count: $0,
        parts: ["refusals": refusals])
    }
  }

  func duplicate() {
    let ids = session.chosen
    guard !ids.isEmpty else { return }
    session.perform(.duplicate(ids, language)) { [unowned session] made in
      if !session.isOpen { session.show(made.ids) }
      session.report(
        session.sentence(about: ids) {
          Message("Duplicated “{name}”", ["name": $0])
        } _: {
          Message("Duplicated {count} poster", plural: "Duplicated {count} posters", count: $0)
        })
    }
  }

  // MARK: Favourites

  /// The number of selected posters.
  var selectionCount: Int { session.wall.selection.ids.count }

  /// Whether all selected posters are favourites, judged by at most 50 of them.
  var selectedFavorites: Amount {
    // A sample is enough, since thousands may be selected.
    let cards = session.wall.selection.ids.prefix(50).compactMap(session.card)
    return !cards.isEmpty && cards.allSatisfy(\.isFavorite) ? .all : .fewer
  }

  enum Amount: Hashable {
    case all, fewer
  }

  func toggleFavorite() { toggleFavorite(session.chosen) }

  func toggleFavorite(_ ids: [PosterCard.ID]) {
    if !ids.isEmpty { setFavorite(ids, ids.contains { session.card($0)?.isFavorite != true }) }
  }

  func setFavorite(_ ids: [PosterCard.ID], _ isFavorite: Bool) {
    let words = session.sentence(about: ids) { name in
      isFavorite
        ? Message("“{name}” is a favourite", ["name": name])
        : Message("“{name}” is no favourite any more", ["name": name])
    } _: { count in
      isFavorite
        ? Message(
          "{count} poster is a favourite", plural: "{count} posters are favourites", count: count)
        : Message(
          "{count} poster is no favourite any more", plural: "{count} posters are no favourites any more",
          count: count)
    }
    session.perform(.setFavorite(ids, isFavorite)) { [unowned session] result in
      if result.inverse != nil { session.report(words) }
    }
  }

  // MARK: Other changes

  func remove() {
    let ids = session.chosen
    guard !ids.isEmpty else { return }
    let words = session.sentence(about: ids) {
      Message("Moved “{name}” to the bin", ["name": $0])
    } _: {
      Message("Moved {count} poster to the bin", plural: "Moved {count} posters to the bin", count: $0)
    }
    if session.isOpen { session.stage.goBack(at: session.now) }
    leave(ids, by: .remove(ids)) { [unowned session] _ in session.report(words) }
  }

  /// Makes a change after which posters are not shown any more, and selects the next one.
  private func leave(
    _ ids: [PosterCard.ID], by change: PosterChange, then done: @escaping (PosterChangeResult) -> Void
  ) {
    let index = ids.first.flatMap(session.dataSource.index) ?? 0
    session.perform(change) { [unowned session] result in
      session.wall.selection.clear()
      let source = session.dataSource
      if source.count > 0 { session.wall.selection.move(to: source.id(at: min(index, source.count - 1))) }
      done(result)
    }
  }

  // MARK: The bin

  /// Moves the selected posters from the bin back to their places in the gallery.
  func restore() {
    let ids = session.selected
    guard session.showsBin, !ids.isEmpty else { return }
    let words = session.sentence(about: ids) {
      Message("Restored “{name}”", ["name": $0])
    } _: {
      Message("Restored {count} poster", plural: "Restored {count} posters", count: $0)
    }
    leave(ids, by: .restore(ids)) { [unowned session] _ in session.report(words) }
  }

  /// Asks whether posters in the bin are to be deleted for good.
  private func askToDelete(_ ids: [PosterCard.ID]) {
    guard session.showsBin, !ids.isEmpty else { return }
    let question = session.sentence(about: ids) {
      Message("Delete “{name}” permanently?", ["name": $0])
    } _: {
      Message("Delete {count} poster permanently?", plural: "Delete {count} posters permanently?", count: $0)
    }
    let words = session.sentence(about: ids) {
      Message("Deleted “{name}”", ["name": $0])
    } _: {
      Message("Deleted {count} poster", plural: "Deleted {count} posters", count: $0)
    }
    session.window?.host.ask(
      question, language.localized("This cannot be undone."),
      answers: [
        .init(language.localized("Delete permanently")) { [unowned self] _ in
          leave(ids, by: .deleteFromBin(ids)) { [unowned session] _ in session.say(words) }
        }, .init(language.localized("Cancel"), isDefault: true),
      ])
  }

  var restoreChosen: Command {
    command(
      "restore", language.localized("Restore"), isEnabled: session.showsBin && !session.selected.isEmpty
    ) { me, _ in me.restore() }
  }

  var emptyBin: Command {
    let source = session.dataSource
    return command(
      "empty-bin", language.localized("Empty the bin…"), isEnabled: session.showsBin && source.count > 0
    ) { me, _ in me.askToDelete((0..<source.count).map(source.id)) }
  }

  func rename(_ id: PosterCard.ID, to title: String) {
    session.perform(.rename(id, to: title)) { [unowned self] _ in
      session.report(
        title.isEmpty
          ? language.localized("The poster has no title any more")
          : language.localized("Renamed to “{title}”", ["title": title]))
    }
  }

  /// Moves posters after another one, or to the beginning of the gallery.
  func move(_ ids: [PosterCard.ID], after place: PosterCard.ID?) {
    session.perform(.move(ids, after: place)) { [unowned session] result in
      guard result.inverse != nil else { return }
      session.report(
        session.sentence(about: ids) {
          Message("Moved “{name}”", ["name": $0])
        } _: {
          Message("Moved {count} poster", plural: "Moved {count} posters", count: $0)
        })
    }
  }

  private func export(_ kind: ExportKind) {
    let ids = session.chosen
    guard !ids.isEmpty else {
      return session.say(language.localized("Select the posters to export first"))
    }
    session.dataSource.export(ids, as: kind)
  }

  // MARK: Commands

  var create: Command {
    command("new", language.localized("New poster"), [.control("n")], isEnabled: !session.isOpen) { me, _ in
      me.createPoster()
    }
  }

  var addFiles: Command {
    command("add", language.localized("Add posters…"), [.control("o")], isEnabled: !session.isOpen) { me, _ in
      me.session.window?.chooseFiles()
    }
  }

  var undoLast: Command {
    let editor = session.editor
    return command("undo", editor.undoTitle, [.control("z")], isEnabled: editor.canUndo, repeats: true) {
      me, _ in me.session.undo()
    }
  }

  var redoLast: Command {
    let editor = session.editor
    return command(
      "redo", editor.redoTitle, [.controlShift("z"), .control("y")], isEnabled: editor.canRedo, repeats: true
    ) { me, _ in me.session.redo() }
  }

  var renameChosen: Command {
    let target = session.wall.selection.target
    return command(
      "rename", language.localized("Rename"), [Shortcut(.function(2))],
      isEnabled: !session.isOpen && target != nil && !session.showsBin
    ) { me, time in
      if let target { me.session.window?.beginRename(target, at: time) }
    }
  }

  var duplicateChosen: Command {
    command(
      "duplicate", language.localized("Duplicate"), [.control("d")], isEnabled: !session.chosen.isEmpty
    ) { me, _ in
      me.duplicate()
    }
  }

  var favorite: Command {
    let isFavorite =
      session.stage.current.map { session.card($0.id)?.isFavorite == true } ?? (selectedFavorites == .all)
    let title = isFavorite ? language.localized("No favourite any more") : language.localized("Favourite")
    return command("favourite", title, [.control("b")], isEnabled: !session.chosen.isEmpty) { me, _ in
      me.toggleFavorite()
    }
  }

  var exports: [Command] {
    ExportKind.allCases.map { kind in
      command(
        "export-\(kind)",
        kind == .pngWithoutBleed
          ? language.localized("Export as PNG without bleed")
          : language.localized("Export as {format}", ["format": kind.rawValue]),
        kind == .pdf ? [.control("e")] : []
      ) { me, _ in me.export(kind) }
    }
  }

  /// Writes all outputs of an export set for the selected posters.
  var exportSet: Command {
    command(
      "export-set", language.localized("Export set…"), [.controlShift("e")],
      isEnabled: !session.chosen.isEmpty
    ) { me, _ in me.session.dataSource.read(me.session.chosen, for: .outputs) }
  }

  /// Copies the selected poster as a picture.
  var copyChosen: Command {
    command(
      "copy-picture", language.localized("Copy as picture"), [.control("c")],
      isEnabled: session.chosen.count == 1
    ) { me, _ in
      guard let id = me.session.chosen.first else { return }
      me.session.dataSource.copyPicture(of: id, to: me.session.clipboard.offer)
    }
  }

  /// Attaches the selected posters to a new message.
  var sendChosen: Command {
    command("send", language.localized("Send…"), isEnabled: !session.chosen.isEmpty) { me, _ in
      me.session.dataSource.send(me.session.chosen)
    }
  }

  /// Saves the selected poster as a template of the person's own, after asking for its title.
  var saveTemplate: Command {
    command("template", language.localized("Save as template…"), isEnabled: session.chosen.count == 1) {
      me, _ in me.session.dataSource.read(me.session.chosen, for: .template)
    }
  }

  /// The menu of exports of the selected posters.
  var exportMenu: Menu { Menu(groups: [exports, [exportSet], [copyChosen, sendChosen]]) }

  var delete: Command {
    let isBin = session.showsBin
    return command(
      "delete", isBin ? language.localized("Delete permanently…") : language.localized("Delete"),
      [Shortcut(.delete)], isEnabled: !session.selected.isEmpty
    ) { me, _ in
      if isBin { me.askToDelete(me.session.selected) } else { me.remove() }
    }
  }
}
