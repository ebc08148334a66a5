import Colors
import Controls
import Geometry
import Scene

/// What is seen of posters that are dragged: where they would hang, and themselves below the pointer.
final class DraggedPosters {
  private let places: WallPlaces
  private let dataSource: any PosterDataSource
  private let interface: Interface
  private let content: Layer
  private let insertion = Layer()

  init(
    on places: WallPlaces, _ dataSource: any PosterDataSource, _ interface: Interface, in content: Layer
  ) {
    self.places = places
    self.dataSource = dataSource
    self.interface = interface
    self.content = content
    insertion.name = "insertion"
  }

  /// Shows where posters that are dragged over the wall would hang; nil shows nothing. `clear` is the part of the window
  /// in which nothing lies over the wall.
  func showInsertion(_ gap: Rect?, within clear: Rect = .zero, at time: Double = 0) {
    let gap = gap.flatMap { gap -> Rect? in
      places.inWindow(gap, at: time).intersection(clear).map {
        Rect(origin: places.onWall($0.origin, at: time), size: $0.size)
      }
    }
    insertion.isHidden = gap == nil
    guard let gap else { return }
    insertion.frame = gap.pixelAligned(scale: interface.scale)
    insertion.backgroundColor = interface.theme.highlight
    insertion.cornerRadius = 1.5
    if insertion.superlayer == nil { content.addSublayer(insertion) }
  }

  private func pageSize(of id: PosterCard.ID) -> Size {
    dataSource.index(of: id).map { places.frame(at: $0).size } ?? places.grid.box
  }

  /// How large a poster is seen while it is dragged, below and to the right of the pointer.
  func previewSize(of id: PosterCard.ID) -> Size {
    PosterGrid.fitting(pageSize(of: id), in: Size(84, 110), scale: interface.scale)
  }

  /// Returns what is seen of a poster while it is dragged: itself, small, with the number of those that come along.
  func preview(of id: PosterCard.ID, count: Int) -> Layer {
    let holder = Layer()
    let index = dataSource.index(of: id)
    let page = pageSize(of: id)
    let size = previewSize(of: id)
    for place in (0..<min(count, 3)).reversed() {
      let offset = Double(place) * 4
      let sheet = Layer(
        Rect(x: 10 + offset, y: 10 + offset, width: size.width, height: size.height),
        fill: index.flatMap(dataSource.card)?.cover ?? .white, radius: PosterCell.cornerRadius)
      sheet.shadow = interface.theme.shadow(elevation: 2)
      if place == 0 {
        let pixels = PixelSize(page, scale: interface.scale)
        if let picture = dataSource.picture(of: id, size: pixels) {
          sheet.contents = .image(ImageContents(picture))
        }
      }
      sheet.opacity = 0.9
      holder.addSublayer(sheet)
    }
    guard count > 1 else { return holder }
    let words = "\(count)"
    let width = max(interface.line(words, style: Theme.strong).width + 14, 24)
    let badge = Layer(
      Rect(x: size.width, y: 0, width: width, height: 24), fill: interface.theme.highlight, radius: 12)
    badge.addSublayer(
      Layer(
        words, style: Theme.strong, color: .white, in: Rect(x: 0, y: 0, width: width, height: 24),
        alignment: .center, interface))
    holder.addSublayer(badge)
    return holder
  }
}
