import Controls
import Geometry
import Scene

/// The field that edits the title of a poster, below the poster on the wall.
///
/// It is visible only while a poster is being renamed and its cell is visible.
final class TitleEditor {
  private(set) lazy var field = TextField(
    label: interface.language.localized("Title"), alignment: .leading, clipboard: clipboard,
    delegate: .init(
      edited: { [unowned self] text, phase in
        if phase == .final { take(text) }
        return nil
      },
      restored: { [unowned self] in
        wall.renamed = nil
        onRestore()
      }))
  /// Called when the field is left without a change.
  var onRestore: () -> Void = {}
  private let wall: PosterWall
  private let dataSource: any PosterDataSource
  private let interface: Interface
  private let clipboard: Clipboard
  private let commands: PosterCommands

  /// Creates an editor that applies new titles by commands.
  init(
    on wall: PosterWall, _ dataSource: any PosterDataSource, _ interface: Interface,
    _ clipboard: Clipboard, _ commands: PosterCommands
  ) {
    self.wall = wall
    self.dataSource = dataSource
    self.interface = interface
    self.clipboard = clipboard
    self.commands = commands
    field.isHidden = true
  }

  private func take(_ text: String) {
    guard let id = wall.renamed, let card = dataSource.index(of: id).flatMap(dataSource.card) else {
      return
    }
    let title = String(text.drop { $0 == " " })
    if title != card.title { commands.rename(id, to: title) }
  }

  /// Begins with the current title of a poster; returns false if the poster is not available.
  func begin(_ id: PosterCard.ID, at time: Double) -> Bool {
    guard let index = dataSource.index(of: id), let card = dataSource.card(at: index) else {
      return false
    }
    wall.places.reveal(index, at: time)
    wall.renamed = id
    field.begin(with: card.title)
    field.setNeedsUpdate()
    return true
  }

  func end(commits: Bool) {
    guard wall.renamed != nil else { return }
    if commits { field.commit() } else { field.restore() }
    wall.renamed = nil
    field.isHidden = true
  }

  /// Keeps the field below its poster.
  func show(at time: Double) {
    guard let id = wall.renamed, let index = dataSource.index(of: id) else {
      field.isHidden = true
      return
    }
    let box = wall.places.inWindow(wall.places.grid.box(at: index), at: time)
    field.isHidden = !wall.opening.intersects(box) || wall.recession.progress > 0
    let width = max(box.width, 120)
    let place = Rect(x: box.midX - width / 2, y: box.maxY, width: width, height: PosterGrid.gutter)
      .pixelAligned(scale: interface.scale)
    guard place != field.frame else { return }
    field.frame = place
  }
}
