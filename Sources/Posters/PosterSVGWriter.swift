import Colors
import Foundation
import Geometry
import Images

/// The pieces of an SVG document, one below the other.
struct PosterSVGWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  typealias Attributes = [(name: String, value: String)]

  private mutating func begin(_ name: String, _ attributes: Attributes) {
    text += String(repeating: " ", count: depth) + "<" + name
    for attribute in attributes { text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\"" }
  }

  mutating func open(_ name: String, _ attributes: Attributes) {
    begin(name, attributes)
    text += ">\n"
    depth += 1
  }

  mutating func close(_ name: String) {
    depth -= 1
    text += String(repeating: " ", count: depth) + "</\(name)>\n"
  }

  mutating func element(_ name: String, _ attributes: Attributes, text content: String? = nil) {
    begin(name, attributes)
    text += content.map { ">" + Self.escaped($0) + "</\(name)>\n" } ?? "/>\n"
  }

  /// Returns text as XML 1.0 has it, without the characters that have no place there.
  static func escaped(_ text: String) -> String {
    // Most of a drawing is paths, long and plain.
    let marks = Array("&<>\"".utf8)
    if text.utf8.allSatisfy({ (32..<128).contains($0) && !marks.contains($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns a number with up to three decimals, a thousandth of a point.
  func number(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? String(Int(rounded)) : String(rounded)
  }

  func color(_ color: RGBA) -> String { Color(color).text(as: .hex, clipping: true) }

  func data(_ path: Path) -> String {
    func words(_ points: Point...) -> String {
      points.map { number($0.x) + " " + number($0.y) }.joined(separator: " ")
    }
    return path.elements.map { element in
      switch element {
      case .move(let point): "M" + words(point)
      case .line(let point): "L" + words(point)
      case .quad(let control, let end): "Q" + words(control, end)
      case .cubic(let control1, let control2, let end): "C" + words(control1, control2, end)
      case .close: "Z"
      }
    }.joined()
  }
}

// What a poster is made of.
extension PosterSVGWriter {
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
      // The part that is shown fills the area, whatever lies beyond it.
      let crop = picture.crop
      open("svg", box(area) + [("viewBox", words(crop)), ("preserveAspectRatio", "none")])
      image(picture.bytes, in: Rect(x: 0, y: 0, width: 1, height: 1))
      close("svg")
      if picture.dimming > 0 { fill(area, "#000000", [("fill-opacity", number(picture.dimming))]) }
    }
  }

  private func words(_ rect: Rect) -> String {
    [rect.minX, rect.minY, rect.width, rect.height].map { String($0) }.joined(separator: " ")
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
      element("stop", [("offset", String(stop.location)), ("stop-color", color(stop.color))])
    }
    close(name)
    close("defs")
  }

  mutating func image(_ bytes: [UInt8], in rect: Rect) {
    guard let kind = PictureKind(firstBytes: bytes) else { return }
    // Readers of SVG are sure to know these two; whatever else there is becomes a PNG.
    var (type, data) = ("image/" + kind.rawValue, bytes)
    if kind != .png && kind != .jpeg {
      guard let bitmap = try? Bitmap(encoded: bytes), let png = try? PNG.encoded(bitmap) else { return }
      (type, data) = ("image/png", png)
    }
    let reference = "data:\(type);base64," + Data(data).base64EncodedString()
    element("image", box(rect) + [("preserveAspectRatio", "none"), ("xlink:href", reference)])
  }

  mutating func mark(_ mark: PosterLayout.Mark, outlines: Bool) {
    switch mark {
    case .path(let path, let color): element("path", [("fill", self.color(color)), ("d", data(path))])
    case .line(let line, let color):
      if outlines {
        element("path", [("fill", self.color(color)), ("d", data(line.path))])
      } else {
        self.line(line, ink: color)
      }
    case .picture(let bytes, let rect): image(bytes, in: rect)
    case .tinted(let bytes, let rect, let color): tinted(bytes, in: rect, color)
    }
  }

  /// Writes a colour that is seen through the transparency of a picture.
  private mutating func tinted(_ bytes: [UInt8], in rect: Rect, _ color: RGBA) {
    guard var bitmap = try? Bitmap(encoded: bytes) else { return }
    // A mask counts light; white has as much of it as it is opaque.
    for index in bitmap.bytes.indices where index % 4 != 3 { bitmap.bytes[index] = 255 }
    guard let png = try? PNG.encoded(bitmap) else { return }
    open("mask", [("id", "emblem"), ("maskUnits", "userSpaceOnUse")] + box(rect))
    image(png, in: rect)
    close("mask")
    fill(rect, self.color(color), [("mask", "url(#emblem)")])
  }

  /// Writes a line of letters; the stroke that thickens them has the colour of the ink.
  private mutating func line(_ line: PosterLayout.PlacedLine, ink: RGBA) {
    let (font, pieces) = (line.setting.font, line.pieces)
    var attributes: Attributes = [
      // A text that runs from right to left begins at its right end.
      ("x", number(line.origin.x + (line.isRightToLeft ? line.advance : 0))), ("y", number(line.origin.y)),
      ("fill", color(ink)), ("font-family", families(font.family)), ("font-weight", String(font.weight)),
      ("font-size", number(font.size)), ("xml:space", "preserve"),
    ]
    let isSpaced = font.tracking != 0 && pieces.contains { !$0.isJoined }
    if isSpaced { attributes.append(("letter-spacing", number(font.tracking * font.size))) }
    // As the letters are set here: fonts join what the text keeps apart.
    let isSeparate = pieces.contains { !$0.hasLigatures }
    if isSeparate {
      let none = ["liga", "clig", "dlig", "hlig", "rlig"].map { "'\($0)' 0" }.joined(separator: ", ")
      attributes.append(("style", "font-feature-settings: \(none)"))
    }
    if line.isRightToLeft { attributes.append(("direction", "rtl")) }
    if line.stroke > 0 {
      attributes += [
        ("stroke", color(ink)), ("stroke-width", number(line.stroke)), ("stroke-miterlimit", "3"),
      ]
    }
    write(
      pieces.map { piece in
        var own: Attributes = piece.x.map { [("x", number($0))] } ?? []
        if isSpaced, piece.isJoined { own.append(("letter-spacing", "0")) }
        if isSeparate, piece.hasLigatures { own.append(("style", "font-feature-settings: normal")) }
        return (piece.text, own)
      }, in: attributes)
  }

  /// A part of a line with what it has that the line has not.
  private typealias Piece = (text: String, attributes: Attributes)

  private mutating func write(_ pieces: [Piece], in attributes: Attributes) {
    guard pieces.contains(where: { !$0.attributes.isEmpty }) else {
      return element("text", attributes, text: pieces.map(\.text).joined())
    }
    begin("text", attributes)
    text += ">"
    for piece in pieces {
      guard !piece.attributes.isEmpty else {
        text += Self.escaped(piece.text)
        continue
      }
      text += "<tspan"
      for attribute in piece.attributes { text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\"" }
      text += ">\(Self.escaped(piece.text))</tspan>"
    }
    text += "</text>\n"
  }

  /// Returns the names of families, each in quotation marks unless it is a kind of font.
  private func families(_ names: String) -> String {
    let kinds = ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"]
    return names.split(separator: ",").map { name in
      let name = String(name).trimmed
      return kinds.contains(name) ? name : "'" + name.filter { $0 != "'" && $0 != "\\" } + "'"
    }.joined(separator: ", ")
  }
}
