import Catalog
import Controls
import Files
import Geometry
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
  private var favoriteTitle: String { areFavorites ? "Remove from favourites" : "Add to favourites" }

  /// A description of crowns within a sentence.
  private static func words(_ items: [CrownItem]) -> String {
    items.count == 1 ? "“\(items[0].name)”" : "\(items.count) crowns"
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
      items, as: kind, color: session.grid.color, to: session.clipboard,
      "Copied \(Self.words(items)) as \(kind == .drawing ? "SVG" : "a \(kind.title)")")
    note(items)
  }

  /// Drags the selected crowns, which other programs receive as SVG files.
  func drag() {
    let (items, color) = (items, session.grid.color)
    guard let first = items.first else { return }
    let title = items.count == 1 ? "\(first.name).svg" : "\(items.count) crowns as SVG"
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
        "\(Self.words(items)) came with Regalia and stay\(items.count == 1 ? "s" : ""); only your own crowns can be removed"
      )
    }
    session.editor.apply(.remove(ids: own.map(\.id), name: Self.words(own)))
  }

  func toggleFavorite() {
    let items = items
    guard !items.isEmpty else { return }
    let isFavorite = !areFavorites
    let changed = items.filter { $0.isFavorite != isFavorite }
    session.editor.apply(.favor(ids: changed.map(\.id), name: Self.words(changed), isFavorite: isFavorite))
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
      Command(id, "Copy as SVG", .control("c"), group: "Crown", icon: .copies, isEnabled: hasSelection) {
        [unowned self] _ in copy(as: kind)
      }
    case .path:
      Command(id + "-path", "Copy as path", .controlShift("c"), group: "Crown", isEnabled: hasSelection) {
        [unowned self] _ in copy(as: kind)
      }
    case .picture:
      Command(id + "-picture", "Copy as picture", group: "Crown", isEnabled: hasSelection) {
        [unowned self] _ in copy(as: kind)
      }
    }
  }

  private var exportCommand: Command {
    Command(
      "crown.export", "Save as SVG", .control("e"), group: "Crown", icon: .export, isEnabled: hasSelection
    ) { [unowned self] _ in export() }
  }

  var favoriteCommand: Command {
    Command(
      "crown.favorite", favoriteTitle, .control("b"), .control("d"), group: "Crown",
      icon: areFavorites ? .star : .hollowStar, isEnabled: !items.isEmpty
    ) { [unowned self] _ in toggleFavorite() }
  }

  private var posterCommand: Command {
    Command(
      "crown.poster", "Use on a poster", .control("u"), group: "Crown", isEnabled: canUseOnPoster
    ) { [unowned self] _ in useOnPoster() }
  }

  var removeCommand: Command {
    Command("crown.remove", "Remove", Shortcut(.delete), group: "Crown", icon: .bin) { [unowned self] _ in
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
