import Colors
import Controls
import Geometry
import Input
import Localization
import Scene

/// The albums as drop targets, shown while posters are dragged.
final class AlbumTray: Control {
  private let dataSource: any PosterDataSource
  private let actions: GalleryCommands
  private var targets: [(target: Target, frame: Rect)] = []

  /// A drop target.
  private enum Target: Hashable {
    case favorites
    case album(Album)
    case new

    var name: Message {
      switch self {
      case .favorites: Message("Favourites")
      case .album(let album): Message(verbatim: album.name)
      case .new: Message("New album")
      }
    }

    var icon: Icon {
      switch self {
      case .favorites: .star
      case .album: .album
      case .new: .plus
      }
    }
  }

  private static let chipHeight = 40.0
  private static let gap = 8.0
  private static let mostRows = 3

  init(_ dataSource: any PosterDataSource, _ commands: GalleryCommands) {
    self.dataSource = dataSource
    actions = commands
    super.init(label: commands.session.language.localized("Albums"))
    layer.name = "albums"
    isHidden = true
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Places the targets in rows of a width; returns their total height.
  func arrange(width: Double, _ interface: Interface) -> Double {
    targets = []
    var (x, y) = (Theme.margin, Self.gap)
    let all: [Target] = [.favorites] + dataSource.albums.map(Target.album) + [.new]
    for target in all {
      let words = interface.line(interface.language.localized(target.name), style: Theme.body).width
      let wide = min(max(words + 48, 96), 220, width - 2 * Theme.margin).rounded(.up)
      if x > Theme.margin, x + wide > width - Theme.margin {
        (x, y) = (Theme.margin, y + Self.chipHeight + Self.gap)
      }
      guard y < Double(Self.mostRows) * (Self.chipHeight + Self.gap) else { break }
      targets.append((target, Rect(x: x, y: y, width: wide, height: Self.chipHeight)))
      x += wide + Self.gap
    }
    return y + Self.chipHeight + Self.gap
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.backgroundColor = theme.window
    layer.shadow = theme.shadow(elevation: 1)
    for (target, frame) in targets {
      let chip = Layer(frame, fill: nil)
      chip.setSurface(theme.raised, radius: Theme.fieldRadius, interface)
      chip.addSublayer(
        Layer(target.icon, in: Rect(x: 8, y: 0, width: 24, height: frame.height), color: theme.secondaryInk))
      let room = Rect(x: 38, y: 0, width: max(frame.width - 46, 1), height: frame.height)
      let name = interface.language.localized(target.name)
      chip.addSublayer(
        Layer(name, style: Theme.body, color: theme.ink, in: room, isElastic: true, interface))
      layer.addSublayer(chip)
    }
  }

  private func target(at point: Point) -> (target: Target, frame: Rect)? {
    targets.first { $0.frame.contains(point) }
  }

  override func proposal(for event: DropEvent) -> DropProposal? {
    guard let ids = WallControl.posters(in: event.content) else { return nil }
    guard let (target, frame) = target(at: event.point) else {
      let words = actions.session.language.localized("Drop on an album")
      return DropProposal(words, frame: bounds, isAccepted: false)
    }
    return DropProposal(
      actions.session.language.localized(Self.proposal(for: target, count: ids.count)), frame: frame)
  }

  private static func proposal(for target: Target, count: Int) -> Message {
    switch target {
    case .favorites:
      Message(
        "Make {count} poster a favourite", plural: "Make {count} posters favourites", count: count)
    case .album(let album):
      Message(
        "Add {count} poster to “{album}”", plural: "Add {count} posters to “{album}”", count: count,
        ["album": album.name])
    case .new:
      Message(
        "New album with {count} poster", plural: "New album with {count} posters", count: count)
    }
  }

  override func drop(_ event: DropEvent) {
    guard let ids = WallControl.posters(in: event.content), let target = target(at: event.point)?.target
    else { return }
    switch target {
    case .favorites: actions.posters.setFavorite(ids, true)
    case .album(let album): actions.albums.add(ids, to: album)
    case .new: actions.albums.createAlbum(of: ids)
    }
  }
}
