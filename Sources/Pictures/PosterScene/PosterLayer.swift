import Colors
import Geometry
import Posters
import Scene

/// The layers of a poster's lines and crown, kept for the next version of it: whoever types changes one line, and the
/// others stay the same figures.
package final class PosterLayerCache {
  private struct Entry {
    let path: Path
    let color: RGBA
    let layer: Layer
  }

  private var entries: [Entry?] = []
  private var next = 0

  package init() {}

  /// Begins with the marks of another version, in their order.
  func begin() { next = 0 }

  /// Returns a layer of the same path in the same colour as the mark in this place had before, or a new one.
  func layer(_ path: Path, _ color: RGBA, on sheet: Rect, name: String, hasOverlaps: Bool) -> Layer {
    defer { next += 1 }
    if next < entries.count, let known = entries[next], known.color == color, known.layer.bounds == sheet,
      known.path == path
    {
      // Where a motion had it, it belongs no longer.
      known.layer.position = sheet.origin
      known.layer.transform = .identity
      known.layer.opacity = 1
      known.layer.isMoving = false
      return known.layer
    }
    let layer = Layer(ink: Figure(path, hasOverlaps: hasOverlaps), color, on: sheet, name: name)
    while entries.count <= next { entries.append(nil) }
    entries[next] = Entry(path: path, color: color, layer: layer)
    return layer
  }
}

extension Layer {
  /// Creates a layer of `size` that shows a poster; what is drawn is a function of its layout alone.
  ///
  /// The page fills the layer, whose shape should be the page's. With a bleed, in points of the layout, the layer
  /// is the page and so much more on each side, which the background fills too. With a cache the layers of marks that
  /// have not changed are taken from the version that was made with it before, which loses them.
  package convenience init(
    poster layout: PosterLayout, size: Size, pictures: PosterPictures = .none, bleed: Double = 0,
    cache: PosterLayerCache? = nil
  ) {
    self.init(frame: Rect(origin: .zero, size: size))
    name = "poster"
    layoutDirection = .leftToRight
    let sheet = layout.page.outset(by: bleed)
    let content = Layer()
    content.bounds = sheet
    content.anchorPoint = .zero
    content.transform = .scale(x: size.width / sheet.width, y: size.height / sheet.height)
    for layer in layout.backgroundLayers(on: sheet, pictures.background) { content.addSublayer(layer) }
    for layer in layout.markLayers(on: sheet, pictures, cache ?? PosterLayerCache()) {
      content.addSublayer(layer)
    }
    // Nothing of a crown is seen beyond the sheet, as in print.
    content.masksToBounds =
      layout.emblem.map { !sheet.contains($0.bounds) } ?? false
      || layout.elements.contains { !sheet.contains($0.frame) }
    addSublayer(content)
  }
}

extension PosterLayout {
  /// Returns what fills the sheet: paper, colours or picture, and the dark over it.
  func backgroundLayers(on sheet: Rect, _ bitmap: SharedBitmap?) -> [Layer] {
    let ground = Layer(filling: sheet, name: "background")
    switch paint(on: sheet) {
    case .color(let color): ground.backgroundColor = color
    case .linear(let stops, let start, let end):
      ground.contents = .gradient(
        Gradient(
          stops: stops.map { Gradient.Stop($0.color, at: $0.location) }, start: sheet.fraction(start),
          end: sheet.fraction(end)))
    case .radial(let stops, let center, let radius):
      let reach = Point.zero.distance(to: Point(sheet.width, sheet.height)) / 2
      ground.contents = .gradient(
        Gradient(
          stops: stops.map { Gradient.Stop($0.color, at: $0.location) }, center: sheet.fraction(center),
          radius: radius / reach))
    case .picture(let picture):
      ground.backgroundColor = bitmap == nil ? background.meanColor : .white
      guard let bitmap else { break }
      let image = Layer(filling: sheet, name: "picture")
      // Paper is visible until it is drawn, which would flash.
      image.contents = .image(ImageContents(bitmap, canWait: false))
      ground.addSublayer(image)
      guard picture.dimming > 0 else { break }
      let shade = Layer(filling: sheet, name: "dimming")
      shade.backgroundColor = .black
      shade.opacity = picture.dimming
      ground.addSublayer(shade)
    }
    return [ground]
  }

  /// Returns what lies on the ground; each group is drawn together once, so that a thin ink does not show where
  /// its parts touch.
  fileprivate func markLayers(
    on sheet: Rect, _ pictures: PosterPictures, _ cache: PosterLayerCache
  ) -> [Layer] {
    cache.begin()
    var bitmaps = pictures.marks[...]
    return markGroups.map { group in
      let all = Layer(filling: sheet, name: "ink")
      all.opacity = group.opacity
      all.reserveSublayers(group.marks.count)
      for mark in group.marks {
        let isEmblem = if case .path(let path, _) = mark { emblem == .path(path) } else { false }
        let layers = mark.layers(
          on: sheet, &bitmaps, cache, name: isEmblem ? "emblem" : "letter",
          hasOverlaps: group.name != nil || emblemHasOverlaps || !isEmblem)
        for layer in layers { all.addSublayer(layer) }
      }
      return all
    }
  }
}

extension PosterLayout {
  /// Draws the codes anew in a layer that was made of this poster, for a page of so many pixels, on which modules begin and
  /// end; nil draws them in their exact places.
  package func alignCodes(in poster: Layer, toPixels size: Size?) {
    guard let content = poster.sublayers.first else { return }
    let shown = size.map { size in
      aligned(to: DeviceGrid(sheet: page, width: size.width, height: size.height))
    }
    // The background comes first.
    for (group, layer) in zip((shown ?? self).markGroups, content.sublayers.dropFirst()) {
      guard case .code(let code) = group.marks.first else { continue }
      for (part, own) in zip(code.parts, layer.sublayers) {
        own.contents = .path(PathContents(Figure(part.path, hasOverlaps: false), color: part.color))
      }
    }
  }
}

extension PosterLayout.Mark {
  /// Returns the layers of a mark; a path has a name, and may have overlaps. The first of the bitmaps is that of a picture.
  func layers(
    on sheet: Rect, _ bitmaps: inout ArraySlice<SharedBitmap?>, _ cache: PosterLayerCache, name: String,
    hasOverlaps: Bool
  ) -> [Layer] {
    switch self {
    case .path(let path, let color):
      return [cache.layer(path, color, on: sheet, name: name, hasOverlaps: hasOverlaps)]
    case .line(let line, let part, let color):
      return [cache.layer(part.path, color, on: sheet, name: line.setting.text, hasOverlaps: false)]
    case .code(let code):
      return code.parts.map {
        cache.layer($0.path, $0.color, on: sheet, name: "code", hasOverlaps: false)
      }
    case .picture(_, let rect):
      return (bitmaps.popFirst() ?? nil).map { [Layer(picture: $0, in: rect)] } ?? []
    case .tinted(_, let rect, let color):
      return (bitmaps.popFirst() ?? nil).map { [Layer(picture: $0.tinted(color), in: rect)] } ?? []
    }
  }
}

extension SharedBitmap {
  /// Returns a colour that is as opaque at each pixel as this bitmap.
  fileprivate func tinted(_ color: RGBA) -> SharedBitmap {
    let (red, green, blue, _) = color.bytes8
    var bytes = bytes
    for index in stride(from: 0, to: bytes.count, by: 4) {
      (bytes[index], bytes[index + 1], bytes[index + 2]) = (red, green, blue)
    }
    return SharedBitmap(size: size, bytes: bytes)
  }
}

extension Layer {
  /// Creates a layer that lies on a part of its superlayer and has the same coordinates.
  convenience init(filling rect: Rect, name: String) {
    self.init()
    self.name = name
    bounds = rect
    anchorPoint = .zero
    position = rect.origin
  }

  fileprivate convenience init(picture bitmap: SharedBitmap, in rect: Rect) {
    self.init(filling: rect, name: "picture")
    contents = .image(ImageContents(bitmap, canWait: false))
  }

  fileprivate convenience init(ink figure: Figure, _ color: RGBA, on sheet: Rect, name: String) {
    self.init(filling: sheet, name: name)
    contents = .path(PathContents(figure, color: color))
  }
}

extension Rect {
  /// Returns a place as fractions of the rectangle.
  fileprivate func fraction(_ point: Point) -> Point {
    Point((point.x - minX) / width, (point.y - minY) / height)
  }
}
