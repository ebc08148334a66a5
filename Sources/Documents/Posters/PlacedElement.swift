public import Colors
public import Geometry
import Glibc
public import Localization
import Text

extension PosterLayout {
  /// A code, picture or drawing at its place on the page.
  public struct PlacedElement: Hashable, Sendable {
    /// The shape of an element.
    public enum Content: Hashable, Sendable {
      /// A code.
      case code(PlacedCode)
      /// A picture or drawing.
      case figure(PlacedEmblem)
      /// Nothing, because the contents cannot be shown.
      case nothing
    }

    /// The index of the element in the poster.
    public let index: Int
    /// The box of the element in points; that of a code includes its quiet zone.
    public let frame: Rect
    /// The shape.
    public fileprivate(set) var content: Content
    /// The name for people who do not see the element: the contents of a code, or the name of a picture.
    public let name: String
    /// The reason why the element must not be printed in this state, or nil.
    public fileprivate(set) var fault: ElementFault?
  }

  /// A code at its place on the page.
  public struct PlacedCode: Hashable, Sendable {
    /// The colours of a code.
    enum Look: Hashable {
      /// Dark modules in the ink on the ground.
      case inked(RGBA)
      /// A plate in the ink, which the dark modules leave open.
      case open(RGBA)
      /// Dark modules on a plate.
      case plated(dark: RGBA, light: RGBA)
    }

    /// The modules.
    public let matrix: CodeMatrix
    /// The box with the quiet zone, in points.
    public let frame: Rect
    let hasPlate: Bool
    fileprivate(set) var look: Look
    /// The grid of pixels on which modules begin and end; nil where the output has none.
    fileprivate(set) var grid: DeviceGrid?

    /// The filled shapes and their colours, from back to front.
    public var parts: [(path: Path, color: RGBA)] {
      switch look {
      case .inked(let ink): [(outline(ofDark: true), ink)]
      case .open(let ink): [(outline(ofDark: false), ink)]
      case .plated(let dark, let light):
        [(Path(rect: Rect(edge(0), edge(matrix.fullSide))), light), (outline(ofDark: true), dark)]
      }
    }

    /// Whether the code is blended with the ground as the ink is.
    var usesGround: Bool { if case .plated = look { false } else { true } }

    private func outline(ofDark isDark: Bool) -> Path {
      matrix.outline(ofDark: isDark, x: { edge($0).x }, y: { edge($0).y })
    }

    /// Returns the corner between modules in the diagonal from the upper left, on the grid of pixels if there is one.
    private func edge(_ index: Int) -> Point {
      let share = Double(index) / Double(matrix.fullSide)
      let place = Point(frame.minX + share * frame.width, frame.minY + share * frame.height)
      return grid?.nearest(to: place) ?? place
    }
  }

  /// The pixels of an output, as a grid on the page.
  public struct DeviceGrid: Hashable, Sendable {
    /// The upper left corner of a pixel, in points of the page.
    let origin: Point
    /// The number of pixels per point across and down.
    let density: Vector

    /// Creates the grid of a sheet, in points of the page, that is drawn on so many pixels.
    public init(sheet: Rect, width: Double, height: Double) {
      origin = sheet.origin
      density = Vector(width / max(sheet.width, 1e-9), height / max(sheet.height, 1e-9))
    }

    /// Returns the corner of a pixel that is nearest to a place.
    func nearest(to place: Point) -> Point {
      func rounded(_ value: Double, _ origin: Double, _ density: Double) -> Double {
        density > 0 ? ((value - origin) * density).rounded() / density + origin : value
      }
      return Point(
        rounded(place.x, origin.x, density.dx), rounded(place.y, origin.y, density.dy))
    }
  }

  /// Returns the layout for an output with pixels, on whose edges the modules of codes begin and end.
  public func aligned(to grid: DeviceGrid) -> PosterLayout {
    var layout = self
    for index in elements.indices {
      guard case .code(var code) = elements[index].content else { continue }
      code.grid = grid
      layout.elements[index].content = .code(code)
    }
    return layout
  }
}

// Placing.
extension PosterLayout {
  /// The smallest module that is printed, in millimetres: the smallest that GS1 allows for codes that phones read
  /// (General Specifications 24.0, 5.12.3), five dots of a printer with 300 dots per inch.
  public static let leastModule = 0.4

  /// The least difference of lightness between dark and light modules, in L* of CIE Lab, 0…100.
  static let leastDifference = 40.0

  /// Places the elements of a poster over everything else.
  mutating func placeElements(of poster: Poster) {
    for (index, element) in poster.elements.prefix(Poster.Element.most).enumerated() {
      let widths = Poster.Element.widths
      let share =
        element.width.isFinite
        ? min(max(element.width, widths.lowerBound), widths.upperBound) : Poster.Element.usualWidth
      func kept(_ share: Double) -> Double { share.isFinite ? min(max(share, 0), 1) : 0.5 }
      let center = Point(
        page.minX + kept(element.center.x) * page.width, page.minY + kept(element.center.y) * page.height)
      let width = share * page.width
      switch element.content {
      case .code(let code):
        elements.append(placed(code, at: Rect(center: center, size: Size(width, width)), index))
      case .figure(let emblem, let isTinted):
        let symbol = Symbol(emblem, isTinted: isTinted, field: "elements[\(index)].data")
        warnings += symbol.warnings
        let frame = Rect(center: center, size: Size(width, width / (symbol.aspect ?? 1)))
        let name = emblem.source.isEmpty ? Message("Picture").english : emblem.name
        elements.append(
          PlacedElement(
            index: index, frame: frame, content: symbol.placed(in: frame).map { .figure($0) } ?? .nothing,
            name: name))
      }
    }
    refuseCovered()
    if refusal == nil, let element = elements.first(where: { $0.fault != nil }), let fault = element.fault {
      refusal = PosterError(field: "elements[\(element.index)]", message: fault.message)
    }
  }

  private func placed(_ code: Barcode, at frame: Rect, _ index: Int) -> PlacedElement {
    let text = code.content.encoded
    // A name that is read aloud is short; readers get the whole contents from the code itself.
    let name = "\(code.kind.name.english): \(code.content.summary.prefix(200))"
    var element = PlacedElement(index: index, frame: frame, content: .nothing, name: name)
    do throws(CodeFault) {
      let matrix = try CodeMatrix(text, kind: code.kind, level: code.level)
      var placed = PlacedCode(
        matrix: matrix, frame: frame, hasPlate: code.hasPlate, look: .inked(ink), grid: nil)
      element.fault = chooseLook(of: &placed)
      element.content = .code(placed)
      let module = frame.width / Double(matrix.fullSide) / Page.pointsPerMillimetre
      if module < Self.leastModule - 1e-6 {
        element.fault = try Self.smallModules(module, of: text, code, matrix, frame)
      }
    } catch {
      element.fault = .code(error)
    }
    if !page.outset(by: 1e-6).contains(frame) { element.fault = element.fault ?? .outsidePage }
    return element
  }

  private static func smallModules(
    _ module: Double, of text: String, _ code: Barcode, _ matrix: CodeMatrix, _ frame: Rect
  ) throws(CodeFault) -> ElementFault {
    let most = Int(frame.width / Page.pointsPerMillimetre / leastModule + 1e-6)
    return .smallModules(
      module: module, width: Double(matrix.fullSide) * leastModule, count: text.count,
      fitting: try CodeMatrix.fittingCount(of: text, kind: code.kind, level: code.level, atMost: most),
      lower: CodeMatrix.highestLevel(for: text, kind: code.kind, below: code.level, atMost: most))
  }

  /// Chooses the colours of a code for the ink and the ground behind it; returns the fault of a low contrast.
  private func chooseLook(of code: inout PlacedCode) -> ElementFault? {
    let colors = code.hasPlate ? [] : groundColors(in: code.frame)
    guard !colors.isEmpty else {
      // On a plate there is always enough contrast: the ink is nearer to the other end.
      let isLight = Self.lightness(ink) >= 50
      code.look = isLight ? .plated(dark: .black, light: ink) : .plated(dark: ink, light: .white)
      return nil
    }
    var seen = ink
    seen.alpha = inkOpacity
    let inked = colors.map { Self.lightness(seen.composited(over: $0)) }
    let bare = colors.map(Self.lightness)
    let isLight = inked.reduce(0, +) > bare.reduce(0, +)
    code.look = isLight ? .open(ink) : .inked(ink)
    // The faintest place of the one against the faintest place of the other.
    let (light, dark) = isLight ? (inked, bare) : (bare, inked)
    let difference = (light.min() ?? 0) - (dark.max() ?? 100)
    return difference < Self.leastDifference ? .faint(difference: max(difference, 0)) : nil
  }

  /// Returns colours of the ground in a rectangle, close enough to each other to include the lightest and the darkest;
  /// empty for a picture.
  private func groundColors(in frame: Rect) -> [RGBA] {
    let paint = paint(on: page)
    if case .color(let color) = paint { return [color] }
    let steps = 16
    return (0...steps).flatMap { row in
      (0...steps).compactMap { column in
        paint.color(
          at: Point(
            frame.minX + frame.width * Double(column) / Double(steps),
            frame.minY + frame.height * Double(row) / Double(steps)))
      }
    }
  }

  private static func lightness(_ color: RGBA) -> Double {
    let luminance = wcagLuminance(color.clipped)
    // CIE 15:2018, 8.2.1.
    return luminance > 216.0 / 24389 ? 116 * cbrt(luminance) - 16 : luminance * 24389 / 27
  }

  /// Refuses codes that letters, the crown or other elements cover.
  private mutating func refuseCovered() {
    for index in elements.indices {
      guard elements[index].fault == nil, case .code = elements[index].content else { continue }
      let frame = elements[index].frame.inset(by: 0.01)
      if let line = lines.first(where: { $0.bounds.intersects(frame) }) {
        elements[index].fault = .coveredByLine(line.setting.text)
      } else if let emblem, emblem.bounds.intersects(frame) {
        elements[index].fault = .coveredByCrown
      } else if elements.contains(where: { $0.index != elements[index].index && $0.frame.intersects(frame) })
      {
        elements[index].fault = .coveredByElement
      }
    }
  }

  /// Chooses the colours of all codes anew, after ink and ground have changed.
  mutating func recolorCodes() {
    for index in elements.indices {
      guard case .code(var code) = elements[index].content else { continue }
      _ = chooseLook(of: &code)
      elements[index].content = .code(code)
    }
  }

  /// The groups of marks of the elements, from back to front.
  var elementGroups: [MarkGroup] {
    elements.compactMap { element in
      func group(_ mark: Mark, _ opacity: Double) -> MarkGroup {
        MarkGroup(marks: [mark], opacity: opacity, name: element.name, owners: [.element(element.index)])
      }
      switch element.content {
      case .nothing: return nil
      case .code(let code): return group(.code(code), code.usesGround ? inkOpacity : 1)
      case .figure(.path(let path)): return group(.path(path, ink), inkOpacity)
      case .figure(.tinted(let bytes, let rect)): return group(.tinted(bytes: bytes, rect, ink), inkOpacity)
      case .figure(.picture(let bytes, let rect)): return group(.picture(bytes: bytes, rect), 1)
      }
    }
  }
}

extension PosterLayout.Paint {
  /// Returns the colour at a point of the page; nil for a picture.
  fileprivate func color(at point: Point) -> RGBA? {
    switch self {
    case .color(let color): return color
    case .linear(let stops, let start, let end):
      let way = end - start
      let length = way.dx * way.dx + way.dy * way.dy
      let from = point - start
      return Self.color(of: stops, at: (from.dx * way.dx + from.dy * way.dy) / max(length, 1e-12))
    case .radial(let stops, let center, let radius):
      return Self.color(of: stops, at: center.distance(to: point) / max(radius, 1e-12))
    case .picture: return nil
    }
  }

  private static func color(of stops: [Background.Stop], at place: Double) -> RGBA? {
    guard let after = stops.firstIndex(where: { $0.location > place }) else { return stops.last?.color }
    guard after > 0 else { return stops.first?.color }
    let (a, b) = (stops[after - 1], stops[after])
    let share = (place - a.location) / max(b.location - a.location, 1e-12)
    return RGBA(
      red: a.color.red + (b.color.red - a.color.red) * share,
      green: a.color.green + (b.color.green - a.color.green) * share,
      blue: a.color.blue + (b.color.blue - a.color.blue) * share)
  }
}

/// The reason why an element must not be printed, and the remedy.
public enum ElementFault: Hashable, Sendable {
  /// The contents cannot become a code.
  case code(CodeFault)
  /// The modules have a width in millimetres that is too small; the code needs at least a width, or no more characters
  /// than fit, or a lower level.
  case smallModules(module: Double, width: Double, count: Int, fitting: Int, lower: CodeMatrix.Level?)
  /// The light and the dark modules differ by this much in lightness, 0…100.
  case faint(difference: Double)
  /// The code or its quiet zone extends beyond the page.
  case outsidePage
  /// Letters of a line cover the code or its quiet zone.
  case coveredByLine(String)
  /// The crown covers the code or its quiet zone.
  case coveredByCrown
  /// Another element covers the code or its quiet zone.
  case coveredByElement

  /// The text for a person.
  public var message: Message {
    switch self {
    case .code(let fault): fault.message
    case .smallModules(let module, let width, let count, let fitting, let lower):
      Self.smallModules(module, width, count, fitting, lower)
    case .faint(let difference):
      Message(
        "The ink is too near to the ground for a code: they differ by {difference} % in lightness, and readers need {least} %; change a colour, or give the code a plate",
        [
          "difference": String(Int(difference)), "least": String(Int(PosterLayout.leastDifference)),
        ])
    case .outsidePage:
      Message("The code or the border that it needs is outside the page; move it inside, or make it smaller")
    case .coveredByLine(let text):
      Message(
        "The letters “{text}” cover the code or the border that it needs; move the code",
        ["text": String(text.prefix(40))])
    case .coveredByCrown: Message("The crown covers the code or the border that it needs; move one of them")
    case .coveredByElement:
      Message("Another element covers the code or the border that it needs; move one of them")
    }
  }

  private static func smallModules(
    _ module: Double, _ width: Double, _ count: Int, _ fitting: Int, _ lower: CodeMatrix.Level?
  ) -> Message {
    func number(_ length: Double, _ rule: FloatingPointRoundingRule) -> String {
      ((length * 100).rounded(rule) / 100).text(.rounded(to: 2))
    }
    let (module, least) = (number(module, .down), PosterLayout.leastModule.text())
    let width = ((width * 10).rounded(.up) / 10).text(.rounded(to: 1))
    let (length, fitting) = (String(count), String(fitting))
    if let lower {
      return Message(
        "The modules of the code are {module} mm wide, and less than {least} mm does not print well; make it {width} mm wide, choose level {level}, or shorten its {length} characters to {fitting}",
        [
          "module": module, "least": least, "width": width, "level": lower.rawValue, "length": length,
          "fitting": fitting,
        ])
    }
    return Message(
      "The modules of the code are {module} mm wide, and less than {least} mm does not print well; make it {width} mm wide, or shorten its {length} characters to {fitting}",
      ["module": module, "least": least, "width": width, "length": length, "fitting": fitting])
  }
}
