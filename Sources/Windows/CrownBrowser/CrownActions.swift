import Catalog
import Controls
import Files
import Geometry
import Localization
import Scene

/// Actions on the selected crowns.
final class CrownActions {
  private let session: BrowserSession
  private var recent: RecentCrowns
  /// Receives the identifier of a crown that was used.
  var onUsed: ((_ id: String) -> Void)?
  /// Creates a poster with a crown; nil if that is not possible.
  var onPoster: ((CrownItem) -> Void)? {
    didSet { showButtons() }
  }

  init(_ session: BrowserSession, recent: RecentCrowns) {
    self.session = session
    self.recent = recent
  }

  private var items: [CrownItem] { session.grid.selections }
  private var hasSelection: Bool { session.grid.selection != nil }
  private var canUseOnPoster: Bool { items.count == 1 && onPoster != nil }
  private var areFavorites: Bool { !items.isEmpty && items.allSatisfy(\.isFavorite) }
  private var language: Language { session.language }
  private var group: String { language.localized("Crown") }
  private var favoriteTitle: String {
    areFavorites ? language.localized("Remove from favourites") : language.localized("Add to favourites")
  }

  /// Updates the action buttons.
  func showButtons() {
    let buttons = session.panel.actions
    buttons.copy.isEnabled = !items.isEmpty
    buttons.favorite.isEnabled = !items.isEmpty
    buttons.favorite.icon = areFavorites ? .star : .hollowStar
    buttons.favorite.title = favoriteTitle
    buttons.poster.isEnabled = canUseOnPoster
  }

  // MARK: Copying and dragging

  private func copy(as kind: CrownCopyKind) {
    let items = items
    guard !items.isEmpty else { return }
    session.loader.copy(
      items, as: kind, color: session.grid.color, to: session.clipboard, kind.copied(items))
    note(items)
  }

  /// Drags the selected crowns, which other programs receive as SVG files.
  func drag() {
    let (items, color) = (items, session.grid.color)
    guard let first = items.first else { return }
    let title =
      items.count == 1
      ? "\(first.name).svg"
      : language.localized("{count} crown as SVG", plural: "{count} crowns as SVG", count: items.count)
    let source = session.loader.source
    var kinds: [Clipboard.Offer] = []
    // A single crown is converted immediately; many would delay the drag.
    if items.count == 1, let bytes = try? CrownSheet(items).bytes(as: .drawing, color: color) {
      kinds = CrownCopyKind.drawing.mediaTypes.filter { $0 != "text/plain" }.map {
        Clipboard.Offer($0, bytes)
      }
    }
    let offer = DragOffer(title, kinds: kinds) { folder in
      var names = FileNames()
      return try items.map { item in
        // Untranslated: the name of a file.
        let path = "\(folder)/\(names.next(item.name, orElse: "Crown")).svg"
        try AtomicFile.write(try source.copy([item], .drawing, color), to: path)
        return path
      }
    }
    session.host?.beginDrag(
      .items(kind: "crowns", ids: items.map(\.id)), preview: preview(of: first), offer: offer
    ) { [unowned self] in note(items) }
  }

  private func preview(of item: CrownItem) -> Layer {
    let holder = Layer()
    guard let theme = session.host?.interface.theme else { return holder }
    let card = Layer(
      Rect(x: 10, y: 10, width: 72, height: 72), fill: session.grid.ground(theme), radius: Theme.fieldRadius)
    card.shadow = theme.shadow(elevation: 2)
    let figure = Figure(item.outline(), hasOverlaps: false, bounds: item.bounds)
    if let drawing = Layer(figure, fittedIn: card.bounds.inset(by: 8), color: session.grid.color) {
      card.addSublayer(drawing)
    }
    holder.addSublayer(card)
    return holder
  }

  private func export() {
    let items = items
    guard !items.isEmpty else { return }
    session.loader.export(items, color: session.grid.color)
    note(items)
  }

  /// Records that crowns were used.
  private func note(_ items: [CrownItem]) {
    for item in items.reversed() {
      recent.add(item.id)
      onUsed?(item.id)
    }
    session.search.setRecent(recent.ids)
  }

  // MARK: Changing crowns

  private func remove() {
    let items = items
    let own = items.filter(\.isOwn)
    guard !own.isEmpty else {
      guard !items.isEmpty else { return }
      return session.say(
        language.localized(
          "“{name}” is part of Regalia; only your own crowns can be removed",
          plural: "These crowns are part of Regalia; only your own crowns can be removed", count: items.count,
          ["name": items[0].name]))
    }
    session.editor.apply(.remove(ids: own.map(\.id), name: own[0].name))
  }

  func toggleFavorite() {
    let items = items
    guard !items.isEmpty else { return }
    let isFavorite = !areFavorites
    let changed = items.filter { $0.isFavorite != isFavorite }
    guard let first = changed.first else { return }
    session.editor.apply(.favor(ids: changed.map(\.id), name: first.name, isFavorite: isFavorite))
  }

  func useOnPoster() {
    guard let item = session.grid.selection, let onPoster else { return }
    note([item])
    onPoster(item)
  }

  // MARK: Commands

  private func copyCommand(_ kind: CrownCopyKind) -> Command {
    let id = "crown.copy"
    return switch kind {
    case .drawing:
      Command(
        id, language.localized("Copy as SVG"), .control("c"), group: group, icon: .copies,
        isEnabled: hasSelection
      ) {
        [unowned self] _ in copy(as: kind)
      }
    case .path:
      Command(
        id + "-path", language.localized("Copy as path"), .controlShift("c"), group: group,
        isEnabled: hasSelection
      ) {
        [unowned self] _ in copy(as: kind)
      }
    case .picture:
      Command(id + "-picture", language.localized("Copy as picture"), group: group, isEnabled: hasSelection) {
        [unowned self] _ in copy(as: kind)
      }
    }
  }

  private var exportCommand: Command {
    Command(
      "crown.export", language.localized("Save as SVG"), .control("e"), group: group, icon: .export,
      isEnabled: hasSelection
    ) { [unowned self] _ in export() }
  }

  var favoriteCommand: Command {
    Command(
      "crown.favorite", favoriteTitle, .control("b"), .control("d"), group: group,
      icon: areFavorites ? .star : .hollowStar, isEnabled: !items.isEmpty
    ) { [unowned self] _ in toggleFavorite() }
  }

  private var posterCommand: Command {
    Command(
      "crown.poster", language.localized("Use in poster"), .control("u"), group: group,
      isEnabled: canUseOnPoster
    ) { [unowned self] _ in useOnPoster() }
  }

  var removeCommand: Command {
    Command("crown.remove", language.localized("Remove"), Shortcut(.delete), group: group, icon: .bin) {
      [unowned self] _ in
      remove()
    }
  }

  /// The commands available everywhere in the window.
  var commands: [Command] { copyCommands + [favoriteCommand, posterCommand] }

  /// The commands to copy and save the selected crowns.
  private var copyCommands: [Command] { CrownCopyKind.allCases.map(copyCommand) + [exportCommand] }

  var copyMenu: Menu { Menu(groups: [CrownCopyKind.allCases.map(copyCommand), [exportCommand]]) }

  /// The commands in the window's menu, including those that add crowns.
  func menuCommands(adding: [Command]) -> [Command] {
    [posterCommand] + adding + [favoriteCommand, copyCommand(.drawing), exportCommand]
  }

  /// The context menu of the selected crowns.
  func menu(fill: Command, design: Command, rename: Command) -> Menu? {
    let items = items
    guard !items.isEmpty else { return nil }
    let own = items.allSatisfy(\.isOwn)
    return Menu(groups: [
      items.count == 1 ? [posterCommand, fill] : [], [favoriteCommand], copyCommands,
      items.count == 1 && items[0].design != nil ? [design] : [],
      own ? (items.count == 1 ? [rename] : []) + [removeCommand] : [],
    ])
  }
}
