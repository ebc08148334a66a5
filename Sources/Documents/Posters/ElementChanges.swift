import Geometry
import Localization
public import Typography

/// A change of one code or picture of a poster, such as `code2-level=Q`.
struct ElementChange {
  /// The kind of element that a number counts.
  enum Kind: String {
    case code
    case picture
  }

  let kind: Kind
  /// The index among the elements of the kind.
  let index: Int
  /// The property, or nil for the contents.
  let property: String?
  let name: String

  // Untranslated: identifiers.
  /// All names; the number is that of the code or of the picture, from 1.
  static let names = [
    "code1…", "code1-kind…", "code1-level…", "code1-plate…", "code1-width…", "code1-center…",
    "picture1…", "picture1-tint…", "picture1-width…", "picture1-center…",
  ]

  /// Reads the name of a change; nil for one of something else.
  init?(_ name: String) {
    guard let match = name.firstMatch(of: /^(code|picture)([1-9][0-9]{0,2})(?:-([a-z]+))?$/),
      let kind = Kind(rawValue: String(match.1)), let number = Int(match.2)
    else { return nil }
    property = match.3.map(String.init)
    if let property, !Self.names.contains("\(kind.rawValue)1-\(property)…") { return nil }
    (self.kind, index, self.name) = (kind, number - 1, name)
  }

  /// Returns the indices of all elements of the kind.
  private func places(in poster: Poster) -> [Int] {
    poster.elements.indices.filter { (poster.elements[$0].code != nil) == (kind == .code) }
  }

  /// Finds a place for an element that was added.
  func placeFreely(in poster: inout Poster, keepingWidth: Bool, keepingCenter: Bool) {
    let places = places(in: poster)
    guard places.indices.contains(index) else { return }
    poster.placeFreely(
      places[index], width: keepingWidth ? poster.elements[places[index]].width : nil,
      center: keepingCenter ? poster.elements[places[index]].center : nil, typesetter: Typesetter())
  }

  /// Changes a poster; returns whether an element was added, which needs a place.
  func apply(_ value: String, to poster: inout Poster, from sources: PosterChanges.Sources) throws -> Bool {
    let places = places(in: poster)
    guard let property else { return try setContents(value, at: places, of: &poster, from: sources) }
    guard places.indices.contains(index) else {
      throw fault(
        Message(
          "The poster has {count} of these; add one with {name}=…",
          ["count": String(places.count), "name": "\(kind.rawValue)\(places.count + 1)"]))
    }
    var element = poster.elements[places[index]]
    switch property {
    case "width": element.width = try Self.width(value, on: poster.page, name)
    case "center": element.center = try Self.center(value, name)
    case "kind":
      guard let kind = CodeMatrix.Kind(rawValue: value) else {
        throw fault(CodeMatrix.Kind.refusal(of: value))
      }
      element.code?.kind = kind
    case "level":
      guard let level = CodeMatrix.Level(rawValue: value) else {
        throw fault(CodeMatrix.Level.refusal(of: value))
      }
      element.code?.level = level
    case "plate": element.code?.hasPlate = try PosterChanges.flag(value, name)
    default:
      let isTinted = try PosterChanges.flag(value, name)
      if case .figure(let emblem, _) = element.content {
        element.content = .figure(emblem, isTinted: isTinted)
      }
    }
    poster.elements[places[index]] = element
    return false
  }

  private func setContents(
    _ value: String, at places: [Int], of poster: inout Poster, from sources: PosterChanges.Sources
  ) throws -> Bool {
    guard index <= places.count else {
      throw fault(
        Message(
          "The poster has {count} of these; the next is {name}",
          ["count": String(places.count), "name": "\(kind.rawValue)\(places.count + 1)"]))
    }
    if value == "none" {
      if places.indices.contains(index) { poster.elements.remove(at: places[index]) }
      return false
    }
    let content: Poster.Element.Content
    switch kind {
    case .code:
      var code = places.indices.contains(index) ? poster.elements[places[index]].code : nil
      code?.content = CodeContent(value)
      content = .code(code ?? Barcode(CodeContent(value)))
    case .picture:
      let emblem = try sources.emblem(value)
      content = .figure(emblem, isTinted: sources.isTinted(emblem))
    }
    if places.indices.contains(index) {
      poster.elements[places[index]].content = content
      return false
    }
    poster.elements.append(Poster.Element(content))
    return true
  }

  private func fault(_ message: Message) -> PosterError { PosterError(field: name, message: message) }

  /// Reads a width: a length such as `30mm`, or a fraction of the page's width.
  static func width(_ text: String, on page: Page, _ name: String) throws(PosterError) -> Double {
    let units = [("mm", 1.0), ("cm", 10), ("in", 25.4), ("pt", 25.4 / 72)]
    let unit = units.first { text.hasSuffix($0.0) }
    let range = Poster.Element.widths
    guard let number = Double(text.dropLast(unit?.0.count ?? 0)),
      case let width = unit.map({ number * $0.1 / page.width }) ?? number, range.contains(width)
    else {
      throw PosterError(
        field: name,
        message: Message(
          "{text} is no width; write a length such as 30mm, from {least} to {most} of the page's width",
          ["text": text.excerpt, "least": range.lowerBound.text(), "most": range.upperBound.text()]))
    }
    return width
  }

  /// Reads the place of a middle, such as `0.5,0.9`.
  static func center(_ text: String, _ name: String) throws(PosterError) -> Point {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    guard numbers.count == 2, numbers.allSatisfy((0...1).contains) else {
      throw PosterError(
        field: name,
        message: Message(
          "{text} is no place; write two fractions of the page such as 0.5,0.9", ["text": text.excerpt]))
    }
    return Point(numbers[0], numbers[1])
  }
}

// A place for something new.
extension Poster {
  /// Gives an element a suitable size, and moves it to a place where nothing else is; without one, to the lower right
  /// corner. A given width or middle, in fractions of the page, is kept.
  public mutating func placeFreely(
    _ index: Int, width given: Double? = nil, center: Point? = nil, typesetter: Typesetter
  ) {
    guard elements.indices.contains(index) else { return }
    let page = page.sane
    var shape = Self.shape(of: elements[index], on: page)
    if let given { (shape.width, shape.least) = (given * page.width, given * page.width) }
    elements[index].width = shape.width / page.width
    if let center { return elements[index].center = center }
    let boxes = PosterLayout(self, typesetter: typesetter).boxes(without: index)
    if place(index, from: shape.width, least: shape.least, aspect: shape.aspect, among: boxes) { return }
    let room = page.inset(by: Self.gap(on: page))
    elements[index].center = Point(
      (room.maxX - shape.width / 2) / page.width, (room.maxY - shape.width / shape.aspect / 2) / page.height)
  }

  /// Moves an element to the nearest place where nothing else is on a layout of the poster, and makes it smaller if it has
  /// to be, down to 0.3 of its width. Returns whether there is such a place; without one the element stays.
  mutating func moveToFreePlace(_ index: Int, on layout: PosterLayout) -> Bool {
    let page = layout.page
    let element = elements[index]
    let shape = Self.shape(of: element, on: page)
    let width = element.width * page.width
    let least = element.code != nil ? shape.least : 0.3 * width
    return place(
      index, from: max(width, least), least: least, aspect: shape.aspect, among: layout.boxes(without: index),
      near: Point(element.center.x * page.width, element.center.y * page.height))
  }

  /// Gives an element the largest width from `width` down to `least`, in points, with which it has a place apart from some
  /// boxes: the nearest to a point, or the first. Returns whether there is one.
  private mutating func place(
    _ index: Int, from width: Double, least: Double, aspect: Double, among boxes: [Rect],
    near wanted: Point? = nil
  ) -> Bool {
    let page = page.sane
    let gap = Self.gap(on: page)
    let taken = boxes.map { $0.outset(by: gap) }
    var width = width
    while width >= least {
      let size = Size(width, width / aspect)
      let free = Self.places(of: size, in: page.inset(by: gap)).lazy.filter { center in
        let frame = Rect(center: center, size: size)
        return !taken.contains { $0.intersects(frame) }
      }
      let center =
        if let wanted {
          free.min { $0.distance(to: wanted) < $1.distance(to: wanted) }
        } else {
          free.first
        }
      if let center {
        elements[index].width = width / page.width
        elements[index].center = Point(center.x / page.width, center.y / page.height)
        return true
      }
      width *= 0.9
    }
    return false
  }

  /// The least distance of a new element from the page's edges and from everything else, in points.
  private static func gap(on page: Rect) -> Double { 0.03 * min(page.width, page.height) }

  /// Returns the usual and the least width of an element in points, and its width by height.
  private static func shape(of element: Element, on page: Rect) -> (
    width: Double, least: Double, aspect: Double
  ) {
    switch element.content {
    case .code(let code):
      let side = (try? CodeMatrix(code.content.encoded, kind: code.kind, level: code.level))?.fullSide ?? 33
      let module = PosterLayout.leastModule * Page.pointsPerMillimetre
      let least = Double(side) * module
      return (max(0.16 * page.width, 1.25 * least), least, 1)
    case .figure(let emblem, let isTinted):
      let aspect = Symbol(emblem, isTinted: isTinted).aspect ?? 1
      let width = min(Element.usualWidth * page.width, Element.usualWidth * page.height * aspect)
      return (width, 0.3 * width, aspect)
    }
  }

  /// Returns middles for a size within an area: the corners first, then rows from below.
  private static func places(of size: Size, in room: Rect) -> [Point] {
    guard size.width <= room.width, size.height <= room.height else { return [] }
    let (left, right) = (room.minX + size.width / 2, room.maxX - size.width / 2)
    let (top, bottom) = (room.minY + size.height / 2, room.maxY - size.height / 2)
    let corners = [Point(right, bottom), Point(left, bottom), Point(right, top), Point(left, top)]
    let steps = 24
    let rows = (0...steps).reversed().flatMap { row in
      // From the middle outward.
      (0...steps).sorted { abs($0 - steps / 2) < abs($1 - steps / 2) }.map { column in
        Point(
          left + (right - left) * Double(column) / Double(steps),
          top + (bottom - top) * Double(row) / Double(steps))
      }
    }
    return corners + rows
  }
}

extension PosterLayout {
  /// Returns the boxes of everything on the page but one element.
  func boxes(without index: Int) -> [Rect] {
    lines.map(\.bounds) + (emblem.map { [$0.bounds] } ?? [])
      + elements.indices.filter { $0 != index }.map { elements[$0].frame }
  }
}
