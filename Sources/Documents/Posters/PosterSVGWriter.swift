import Colors
import FoundationEssentials
import Geometry
import Images
import Text
import Typography

#if canImport(Glibc)
  import Glibc
#endif

/// Writes the elements of an SVG document.
struct PosterSVGWriter {
  private var xml = XMLWriter(hasDeclaration: true)
  /// Decodes the pictures.
  private let decoder: any PictureDecoder
  /// Finds the axes of fonts.
  private lazy var typesetter = Typesetter()
  /// The number of masks written so far.
  private var masks = 0

  init(by decoder: any PictureDecoder) { self.decoder = decoder }

  typealias Attributes = XMLWriter.Attributes

  var text: String { xml.text }

  mutating func open(_ name: String, _ attributes: Attributes) { xml.open(name, attributes) }

  mutating func close() { xml.close() }

  mutating func element(_ name: String, _ attributes: Attributes, text content: String? = nil) {
    xml.element(name, attributes, text: content)
  }

  /// Returns a number with up to three decimals, a thousandth of a point.
  func number(_ value: Double) -> String { value.text(Self.thousandths) }

  private static let thousandths = NumberFormat.rounded(to: 3)

  func color(_ color: RGBA) -> String { Color(color).text(as: .hex, clipping: true) }

  func data(_ path: Path) -> String { path.svgData(Self.thousandths) }
}

// The elements of a poster.
extension PosterSVGWriter {
  /// Opens a document that shows an area of a layout.
  ///
  /// - Parameters:
  ///   - layout: The poster.
  ///   - area: The visible area, in points.
  ///   - width: The width in pixels at which browsers show it; nil is the area's in millimetres.
  ///   - title: The title for assistive tools; empty for none.
  ///   - more: Additional attributes.
  mutating func openDocument(
    of layout: PosterLayout, _ area: Rect, width: Int? = nil, title: String, _ more: Attributes = []
  ) {
    let unit = Page.pointsPerMillimetre
    let size =
      width.map { ("\($0)", "\(max(1, Int((Double($0) * area.height / area.width).rounded())))") }
      ?? (number(area.width / unit) + "mm", number(area.height / unit) + "mm")
    let view = [area.minX, area.minY, area.width, area.height].map(number).joined(separator: " ")
    open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("xmlns:xlink", "http://www.w3.org/1999/xlink"),
        ("width", size.0), ("height", size.1), ("viewBox", view),
      ] + more + (layout.statedLanguage.map { [("xml:lang", $0)] } ?? []))
    if !title.isEmpty { element("title", [], text: title) }
  }

  /// Opens a group of marks with a common opacity; one with a name is a picture for assistive tools.
  mutating func openGroup(opacity: Double, name: String?) {
    open(
      "g",
      (opacity < 1 ? [("opacity", number(opacity))] : [])
        + (name.map { [("role", "img"), ("aria-label", $0)] } ?? []))
  }

  mutating func background(_ paint: PosterLayout.Paint, on area: Rect) {
    switch paint {
    case .color(let color): fill(area, self.color(color))
    case .linear(let stops, let start, let end):
      let ends: Attributes = [
        ("x1", number(start.x)), ("y1", number(start.y)), ("x2", number(end.x)), ("y2", number(end.y)),
      ]
      gradient("linearGradient", ends, stops)
      fill(area, "url(#background)")
    case .radial(let stops, let center, let radius):
      gradient(
        "radialGradient", [("cx", number(center.x)), ("cy", number(center.y)), ("r", number(radius))], stops)
      fill(area, "url(#background)")
    case .picture(let picture):
      fill(area, "#ffffff")
      if picture.blur > 0 {
        let bitmap = picture.blurredBitmap(across: Self.blurredSide, sheet: area.size, by: decoder)
        guard let bitmap, let png = try? PNG.encoded(bitmap) else { return }
        image(png, in: area)
        return dim(area, by: picture.dimming)
      }
      // The visible part fills the area; the rest is clipped.
      let crop = picture.crop
      open("svg", box(area) + [("viewBox", words(crop)), ("preserveAspectRatio", "none")])
      image(picture.bytes, in: Rect(x: 0, y: 0, width: 1, height: 1))
      close()
      dim(area, by: picture.dimming)
    }
  }

  /// The longer side of a blurred picture in pixels.
  static let blurredSide = 1600

  private mutating func dim(_ area: Rect, by share: Double) {
    if share > 0 { fill(area, "#000000", [("fill-opacity", number(share))]) }
  }

  private func words(_ rect: Rect) -> String {
    [rect.minX, rect.minY, rect.width, rect.height].map { $0.text() }.joined(separator: " ")
  }

  private func box(_ rect: Rect) -> Attributes {
    [
      ("x", number(rect.minX)), ("y", number(rect.minY)), ("width", number(rect.width)),
      ("height", number(rect.height)),
    ]
  }

  private mutating func fill(_ rect: Rect, _ paint: String, _ more: Attributes = []) {
    element("rect", box(rect) + [("fill", paint)] + more)
  }

  private mutating func gradient(_ name: String, _ place: Attributes, _ stops: [Background.Stop]) {
    open("defs", [])
    open(name, [("id", "background"), ("gradientUnits", "userSpaceOnUse")] + place)
    for stop in stops {
      element("stop", [("offset", stop.location.text()), ("stop-color", color(stop.color))])
    }
    close()
    close()
  }

  mutating func image(_ bytes: [UInt8], in rect: Rect) {
    guard let file = try? PictureFile(bytes) else { return }
    var place = box(rect)
    var (type, data) = ("image/" + file.kind.rawValue, bytes)
    // All SVG readers support these two formats; other formats are converted to PNG. Not all readers apply the Exif
    // orientation, so a JPEG is turned here and its orientation is reset.
    if file.orientation != .upright || (file.kind != .png && file.kind != .jpeg) {
      if let stored = file.jpegAsStored {
        data = stored
        place = [("width", "1"), ("height", "1"), ("transform", matrix(file.orientation, in: rect))]
      } else {
        guard let bitmap = try? Bitmap(encoded: bytes, by: decoder), let png = try? PNG.encoded(bitmap) else {
          return
        }
        (type, data) = ("image/png", png)
      }
    }
    let reference = "data:\(type);base64," + Data(data).base64EncodedString()
    element("image", place + [("preserveAspectRatio", "none"), ("xlink:href", reference)])
  }

  /// Returns the SVG matrix that maps the unit square of stored pixels to a rectangle, upright.
  private func matrix(_ orientation: PictureOrientation, in rect: Rect) -> String {
    let turn = orientation.transform
    let numbers = [
      turn.a * rect.width, turn.b * rect.height, turn.c * rect.width, turn.d * rect.height,
      rect.minX + turn.tx * rect.width, rect.minY + turn.ty * rect.height,
    ]
    return "matrix(" + numbers.map { $0.text() }.joined(separator: " ") + ")"
  }

  mutating func mark(_ mark: PosterLayout.Mark, outlines: Bool, language: String?) {
    switch mark {
    case .path(let path, let color): element("path", [("fill", self.color(color)), ("d", data(path))])
    case .line(let line, let part, let color):
      if outlines {
        element("path", [("fill", self.color(color)), ("d", data(part.path))])
      } else if line.isColumn {
        // Readers differ in the forms and the places of letters in columns.
        let text = String(Array(line.setting.text)[part.characters])
        element(
          "path",
          [("role", "img"), ("aria-label", text), ("fill", self.color(color)), ("d", data(part.path))])
      } else {
        self.line(line, part, ink: color, language: language)
      }
    case .code(let code):
      for part in code.parts { element("path", [("fill", color(part.color)), ("d", data(part.path))]) }
    case .picture(let bytes, let rect): image(bytes, in: rect)
    case .tinted(let bytes, let rect, let color): tinted(bytes, in: rect, color)
    }
  }

  /// Writes a colour with the alpha of a picture as mask.
  private mutating func tinted(_ bytes: [UInt8], in rect: Rect, _ color: RGBA) {
    guard var bitmap = try? Bitmap(encoded: bytes, by: decoder) else { return }
    // A mask counts light; white has as much of it as it is opaque.
    for index in bitmap.bytes.indices where index % 4 != 3 { bitmap.bytes[index] = 255 }
    guard let png = try? PNG.encoded(bitmap) else { return }
    masks += 1
    let id = masks == 1 ? "emblem" : "emblem\(masks)"
    open("mask", [("id", id), ("maskUnits", "userSpaceOnUse")] + box(rect))
    image(png, in: rect)
    close()
    fill(rect, self.color(color), [("mask", "url(#\(id))")])
  }

  /// Writes letters of a line in a document of a language; their thickening stroke has the colour of the ink.
  private mutating func line(
    _ line: PosterLayout.PlacedLine, _ part: PosterLayout.PlacedLine.Part, ink: RGBA, language: String?
  ) {
    let (font, pieces) = (line.setting.font, line.pieces(of: part))
    var attributes: Attributes = [
      // A right-to-left text starts at its right end.
      ("x", number(line.origin.x + (line.isRightToLeft ? line.advance : 0))), ("y", number(line.origin.y)),
      ("fill", color(ink)), ("font-family", families(font.family)), ("font-weight", String(font.weight)),
      ("font-size", number(font.size)), ("xml:space", "preserve"),
    ]
    if let own = line.setting.language, own != language { attributes.append(("xml:lang", own)) }
    let isSpaced = font.tracking != 0 && pieces.contains { !$0.isJoined }
    if isSpaced { attributes.append(("letter-spacing", number(font.tracking * font.size))) }
    // Disables ligatures, since fonts would join letters that are set apart here.
    let isSeparate = pieces.contains { !$0.hasLigatures }
    let rules = rules(of: font, isSeparate: isSeparate)
    if !rules.isEmpty { attributes.append(("style", Self.style(rules))) }
    if !line.setting.isKerned { attributes.append(("font-kerning", "none")) }
    if line.isRightToLeft { attributes.append(("direction", "rtl")) }
    if line.stroke > 0 {
      attributes += [
        ("stroke", color(ink)), ("stroke-width", number(line.stroke)), ("stroke-miterlimit", "3"),
      ]
    }
    write(
      pieces.map { piece in
        var own: Attributes = piece.x.map { [("x", number($0))] } ?? []
        if let x = piece.x, let transform = piece.transform {
          let place = transform.apply(to: Point(x, line.origin.y))
          let degrees = transform.angle * 180 / .pi
          own = [("x", number(place.x)), ("y", number(place.y)), ("rotate", number(degrees))]
        }
        if let span = piece.span {
          own += differences(of: span, in: line, isSpaced: isSpaced && !piece.isJoined)
        }
        if isSpaced, piece.isJoined { own.append(("letter-spacing", "0")) }
        let pieceRules = self.rules(
          of: piece.span.map(line.setting.font(of:)) ?? font, isSeparate: isSeparate && !piece.hasLigatures,
          hasCapitalForms: piece.hasCapitalForms)
        let different = Set(rules.keys).union(pieceRules.keys).filter { rules[$0] != pieceRules[$0] }
        if !different.isEmpty {
          own.append(
            ("style", Self.style(Dictionary(different.map { ($0, pieceRules[$0] ?? "normal") }) { $1 })))
        }
        if let matched = piece.matchedFont {
          own += [
            ("font-family", families(matched.family)), ("font-weight", String(matched.weight)),
            ("font-size", number(font.size * matched.scale)),
          ]
          if isSpaced, !piece.isJoined { own.append(("letter-spacing", number(font.tracking * font.size))) }
          if matched.thickening > 0 {
            own += [
              ("stroke", color(ink)), ("stroke-width", number(line.stroke + matched.thickening * font.size)),
            ]
          }
        }
        return (piece.text, own)
      }, in: attributes)
  }

  /// Returns the attributes in which a span differs from its line.
  private func differences(
    of span: TextSetting.Span, in line: PosterLayout.PlacedLine, isSpaced: Bool
  ) -> Attributes {
    let (plain, font) = (line.setting.font, line.setting.font(of: span))
    var own: Attributes = []
    if font.family != plain.family { own.append(("font-family", families(font.family))) }
    if font.weight != plain.weight { own.append(("font-weight", String(font.weight))) }
    if font.italic { own.append(("font-style", "italic")) }
    guard span.scale != 1 else { return own }
    own.append(("font-size", number(plain.size * span.scale)))
    if isSpaced { own.append(("letter-spacing", number(plain.tracking * plain.size * span.scale))) }
    if line.stroke > 0 { own.append(("stroke-width", number(line.stroke * span.scale))) }
    return own
  }

  /// Returns the CSS of a font's axes and features, by the names of properties. Axes that no named family has are
  /// omitted.
  private mutating func rules(
    of font: Font, isSeparate: Bool, hasCapitalForms: Bool = false
  ) -> [String: String] {
    var rules: [String: String] = [:]
    let features = Self.features(of: font, isSeparate: isSeparate, hasCapitalForms: hasCapitalForms)
    if !features.isEmpty { rules["font-feature-settings"] = features }
    if !font.axes.isEmpty {
      let faces = font.family.split(separator: ",").compactMap { family in
        typesetter.face(of: Font(family: String(family).trimmed, size: 1, weight: font.weight))
      }
      let axes = font.axes.filter { axis in faces.contains { $0.axis(axis.key) != nil } }
        .sorted { $0.key < $1.key }.map { "'\($0.key)' \($0.value.text())" }
      if !axes.isEmpty { rules["font-variation-settings"] = axes.joined(separator: ", ") }
    }
    // Readers make small capitals for fonts without them.
    if font.features["smcp"] ?? 0 > 0 { rules["font-variant-caps"] = "small-caps" }
    return rules
  }

  private static func style(_ rules: [String: String]) -> String {
    rules.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
  }

  private static func features(of font: Font, isSeparate: Bool, hasCapitalForms: Bool) -> String {
    let none = isSeparate ? ["liga", "clig", "dlig", "hlig", "rlig"].map { "'\($0)' 0" } : []
    let own = font.features.sorted { $0.key < $1.key }.map { "'\($0.key)' \($0.value)" }
    return (none + (hasCapitalForms ? ["'case' 1"] : []) + own).joined(separator: ", ")
  }

  /// A part of a line with the attributes that differ from the line's.
  private typealias Piece = (text: String, attributes: Attributes)

  private mutating func write(_ pieces: [Piece], in attributes: Attributes) {
    guard pieces.contains(where: { !$0.attributes.isEmpty }) else {
      return element("text", attributes, text: pieces.map(\.text).joined())
    }
    xml.element(
      "text", attributes,
      holding: pieces.map { piece in
        piece.attributes.isEmpty ? .text(piece.text) : .element("tspan", piece.attributes, text: piece.text)
      })
  }

  /// Returns the names of families, quoted except for generic families.
  private func families(_ names: String) -> String {
    let kinds = ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"]
    return names.split(separator: ",").map { name in
      let name = String(name).trimmed
      return kinds.contains(name) ? name : "'" + name.filter { $0 != "'" && $0 != "\\" } + "'"
    }.joined(separator: ", ")
  }
}

extension AffineTransform {
  /// The angle of a rotation, clockwise, in radians.
  fileprivate var angle: Double { atan2(b, a) }
}
