// Untranslated file: all other texts are names of PDF.

import ColorManagement
import Colors
import Localization
import Text

/// Converts the RGB and grey colours of a document written by cairo into the inks of a press.
///
/// Colours set by content streams become DeviceCMYK one by one, gradients are sampled so finely that they look as in
/// sRGB, and pictures are converted pixel by pixel. Objects that only define opacity, such as soft masks, stay
/// unchanged.
struct PDFInks {
  private let pdf: QPDFDocument
  private let converter: InkConverter
  /// The objects that only define the opacity of others.
  private var masks: Set<Int32> = []
  /// A hash of the contents, for the document's identifier.
  private(set) var digest = ContentHash()

  /// The black of letters and crowns, printed in black ink alone: four inks that are not exactly in register would give
  /// them coloured edges.
  ///
  /// Content streams set colours only where they change, and the parts that cairo marks as text or figures depend on
  /// its version. The black of letters therefore differs from that of backgrounds by a hundredth of an 8-bit level, the
  /// smallest difference that cairo preserves.
  static let blackInk = RGBA(red: 0, green: 0, blue: 2.0 / 65_535)

  /// Returns whether a colour read from a content stream is `blackInk`, within the precision of cairo's numbers.
  private static func isBlackInk(_ color: RGBA) -> Bool {
    color.red == 0 && color.green == 0 && abs(color.blue - blackInk.blue) < blackInk.blue / 1000
  }

  init(_ pdf: QPDFDocument, _ converter: InkConverter) {
    self.pdf = pdf
    self.converter = converter
  }

  /// Converts all objects of the document, before anything else is changed.
  mutating func convert() throws(PosterPDF.Failure) {
    let objects = pdf.objects
    for object in objects { noteMasks(of: object) }
    for page in pdf.pages { try convertContents(of: page) }
    for object in objects where !masks.contains(pdf.identifier(of: object)) { try convert(object) }
  }

  // MARK: Masks

  private mutating func noteMasks(of object: QPDFDocument.Object) {
    let dictionary = pdf.dictionary(of: object)
    guard pdf.isDictionary(dictionary) else { return }
    if pdf.name("/Subtype", of: dictionary) == "/Image" {
      for entry in ["/SMask", "/Mask"] where pdf.has(entry, dictionary) {
        masks.insert(pdf.identifier(of: pdf.key(entry, of: dictionary)))
      }
    }
    if pdf.name("/S", of: dictionary) == "/Luminosity", pdf.has("/G", dictionary) {
      noteGroup(pdf.key("/G", of: dictionary), depth: 0)
    }
  }

  /// Records a group whose luminosity is a mask, with everything drawn in it.
  private mutating func noteGroup(_ group: QPDFDocument.Object, depth: Int) {
    guard depth < 8, masks.insert(pdf.identifier(of: group)).inserted else { return }
    let resources = pdf.key("/Resources", of: pdf.dictionary(of: group))
    guard pdf.isDictionary(resources), pdf.has("/XObject", resources) else { return }
    for part in pdf.values(of: pdf.key("/XObject", of: resources)) { noteGroup(part, depth: depth + 1) }
  }

  // MARK: Objects

  private mutating func convert(_ object: QPDFDocument.Object) throws(PosterPDF.Failure) {
    let dictionary = pdf.dictionary(of: object)
    guard pdf.isDictionary(dictionary) else { return }
    if pdf.has("/Group", dictionary) {
      let group = pdf.key("/Group", of: dictionary)
      if pdf.name("/CS", of: group) == "/DeviceRGB" { pdf.set("/CS", of: group, toName: "/DeviceCMYK") }
    }
    if pdf.has("/ShadingType", dictionary) { try convertShading(dictionary) }
    if pdf.has("/Shading", dictionary), pdf.has("/PatternType", dictionary) {
      try convertShading(pdf.key("/Shading", of: dictionary))
    }
    if pdf.name("/Subtype", of: dictionary) == "/Type3" {
      for glyph in pdf.values(of: pdf.key("/CharProcs", of: dictionary)) { try convertContent(of: glyph) }
    }
    guard pdf.isStream(object) else { return }
    if pdf.name("/Subtype", of: dictionary) == "/Image" {
      try convertPicture(object, dictionary)
    } else if pdf.name("/Subtype", of: dictionary) == "/Form" || pdf.has("/PatternType", dictionary) {
      try convertContent(of: object)
    }
  }

  private mutating func convertContents(of page: QPDFDocument.Object) throws(PosterPDF.Failure) {
    pdf.set("/Contents", of: page, to: pdf.newStream(try inked(pdf.content(ofPage: page))))
  }

  private mutating func convertContent(of stream: QPDFDocument.Object) throws(PosterPDF.Failure) {
    pdf.replaceContent(of: stream, by: try inked(pdf.content(of: stream)))
  }

  /// Returns a content stream with colours converted to inks.
  ///
  /// A black background uses all inks that make it deep, and so does black mixed with the background, because half of
  /// black ink alone over half of a colour is lighter than both.
  private mutating func inked(_ bytes: [UInt8]) throws(PosterPDF.Failure) -> [UInt8] {
    digest.add(bytes)
    let converter = self.converter
    let converted = PDFContent.converted(bytes) { color in
      Self.isBlackInk(color)
        ? CMYK(cyan: 0, magenta: 0, yellow: 0, black: 1) : converter.inks(of: color)
    }
    guard let converted else {
      throw PosterPDF.Failure(
        Message("a picture within a stream has colours that cannot be turned into inks"))
    }
    return converted
  }

  // MARK: Gradients

  private mutating func convertShading(_ shading: QPDFDocument.Object) throws(PosterPDF.Failure) {
    let dictionary = pdf.dictionary(of: shading)
    guard pdf.name("/ColorSpace", of: dictionary) == "/DeviceRGB" else { return }
    guard let function = converted(pdf.key("/Function", of: dictionary)) else {
      throw PosterPDF.Failure(Message("a gradient has a function that cannot be turned into inks"))
    }
    pdf.set("/Function", of: dictionary, to: function)
    pdf.set("/ColorSpace", of: dictionary, toName: "/DeviceCMYK")
  }

  /// The number of samples of a gradient between two colours, since inks mix differently from light.
  private static let samples = 129

  /// Returns a function from a position to inks for one to RGB, or nil for a kind that cairo does not write.
  private mutating func converted(_ function: QPDFDocument.Object) -> QPDFDocument.Object? {
    switch pdf.integer(pdf.key("/FunctionType", of: function)) {
    case 3:
      let parts = pdf.key("/Functions", of: function)
      for (index, item) in pdf.items(of: parts).enumerated() {
        guard let part = converted(item) else { return nil }
        pdf.replaceItem(index, of: parts, by: part)
      }
      return function
    case 2:
      let (start, end) = (pdf.numbers("/C0", of: function), pdf.numbers("/C1", of: function))
      let exponent = pdf.number(pdf.key("/N", of: function))
      guard start.count == 3, end.count == 3, exponent == 1 else { return nil }
      digest.add("\(start) \(end)".utf8.map { $0 })
      var data: [UInt8] = []
      for index in 0..<Self.samples {
        let place = Double(index) / Double(Self.samples - 1)
        let mixed = zip(start, end).map { $0 + ($1 - $0) * place }
        let ink = converter.inks(of: RGBA(red: mixed[0], green: mixed[1], blue: mixed[2]))
        for share in [ink.cyan, ink.magenta, ink.yellow, ink.black] {
          let value = UInt16((share * 65535).rounded())
          data += [UInt8(value >> 8), UInt8(value & 255)]
        }
      }
      let stream = pdf.newStream(data)
      let dictionary = pdf.dictionary(of: stream)
      for (entry, value) in [
        ("/FunctionType", "0"), ("/Domain", "[0 1]"), ("/Range", "[0 1 0 1 0 1 0 1]"),
        ("/Size", "[\(Self.samples)]"), ("/BitsPerSample", "16"),
      ] {
        pdf.set(entry, of: dictionary, to: pdf.parsed(value))
      }
      return stream
    default: return nil
    }
  }

  // MARK: Pictures

  private mutating func convertPicture(
    _ picture: QPDFDocument.Object, _ dictionary: QPDFDocument.Object
  ) throws(PosterPDF.Failure) {
    guard !pdf.has("/ImageMask", dictionary) else { return }
    let width = pdf.integer(pdf.key("/Width", of: dictionary))
    let height = pdf.integer(pdf.key("/Height", of: dictionary))
    let depth = pdf.integer(pdf.key("/BitsPerComponent", of: dictionary))
    let data = try pdf.content(of: picture)
    digest.add(data)
    let pixels: [UInt8]? =
      switch (pdf.name("/ColorSpace", of: dictionary), depth) {
      case ("/DeviceRGB", 8): data.count >= 3 * width * height ? data : nil
      case ("/DeviceGray", 8): data.count >= width * height ? data.flatMap { [$0, $0, $0] } : nil
      case ("/DeviceGray", 1): Self.pixels(ofBits: data, width: width, height: height)
      default: nil
      }
    guard let pixels, !pdf.has("/Decode", dictionary) else {
      throw PosterPDF.Failure(Message("a picture has colours that cannot be turned into inks"))
    }
    pdf.replaceContent(of: picture, by: converter.inks(ofPixels: Array(pixels.prefix(3 * width * height))))
    pdf.set("/ColorSpace", of: dictionary, toName: "/DeviceCMYK")
    pdf.set("/BitsPerComponent", of: dictionary, to: pdf.newInteger(8))
  }

  private static func pixels(ofBits data: [UInt8], width: Int, height: Int) -> [UInt8]? {
    let stride = (width + 7) / 8
    guard data.count >= stride * height else { return nil }
    return (0..<width * height).flatMap { index -> [UInt8] in
      let (x, y) = (index % width, index / width)
      let value: UInt8 = data[y * stride + x / 8] >> (7 - x % 8) & 1 == 1 ? 255 : 0
      return [value, value, value]
    }
  }
}

/// A 128-bit hash of contents for names, not secure against attacks (FNV-1a, twice).
struct ContentHash {
  private var words: (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4)

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      words.0 = (words.0 ^ UInt64(byte)) &* 0x100_0000_01b3
      words.1 = (words.1 ^ UInt64(byte ^ 0x5a)) &* 0x100_0000_01b3
    }
  }

  /// The hash in the form of a UUID.
  var uuid: String {
    func hex(_ word: UInt64) -> String {
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    let (first, second) = (hex(words.0), hex(words.1))
    return "\(first.prefix(8))-\(first.dropFirst(8).prefix(4))-\(first.suffix(4))-"
      + "\(second.prefix(4))-\(second.suffix(12))"
  }
}

/// Converts the colours of a content stream (PDF 1.7, 7.8.2), and keeps everything else byte for byte.
struct PDFContent {
  private let bytes: [UInt8]
  private var index = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns a stream in which grey and RGB, for strokes and fills, are replaced by inks.
  ///
  /// `inks` is called for each colour. Returns nil for a stream with a coloured inline image, which cairo does not
  /// write.
  static func converted(_ bytes: [UInt8], inks: (_ color: RGBA) -> CMYK) -> [UInt8]? {
    var content = PDFContent(bytes)
    return content.convert(inks)
  }

  private enum Token {
    case number(Double)
    /// A string, a name, a bracket, or any other token that is ignored.
    case other
    case word(Range<Int>)
  }

  private mutating func convert(_ inks: (RGBA) -> CMYK) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var copied = 0
    var operands: [Double] = []
    var start: Int?
    while let (token, place) = next() {
      switch token {
      case .number(let number):
        if start == nil { start = place }
        operands.append(number)
        continue
      case .other:
        // Numbers before it belong to it or to an array.
        operands = []
        start = nil
        continue
      case .word(let range):
        let word = String(decoding: bytes[range], as: UTF8.self)
        if let color = Self.color(word, operands), let start {
          let ink = inks(color)
          let isStroke = word == "RG" || word == "G"
          result += bytes[copied..<start]
          result += Array((Self.operands(of: ink) + (isStroke ? " K" : " k")).utf8)
          copied = range.upperBound
        }
        if word == "BI", !skipPicture() { return nil }
      }
      operands = []
      start = nil
    }
    return result + bytes[copied...]
  }

  private static func color(_ word: String, _ operands: [Double]) -> RGBA? {
    switch (word, operands.count) {
    case ("rg", 3), ("RG", 3): RGBA(red: operands[0], green: operands[1], blue: operands[2])
    case ("g", 1), ("G", 1): RGBA(red: operands[0], green: operands[0], blue: operands[0])
    default: nil
    }
  }

  /// Returns the shares of the inks in the notation of a content stream.
  private static func operands(of ink: CMYK) -> String {
    [ink.cyan, ink.magenta, ink.yellow, ink.black]
      .map { (($0 * 10_000).rounded() / 10_000).text() }.joined(separator: " ")
  }

  // MARK: Tokens

  private static let spaces = Set<UInt8>([0, 9, 10, 12, 13, 32])
  private static let delimiters = Set("()<>[]{}/%".utf8)

  private static func isRegular(_ byte: UInt8) -> Bool {
    !spaces.contains(byte) && !delimiters.contains(byte)
  }

  private mutating func next() -> (Token, Int)? {
    while index < bytes.count, Self.spaces.contains(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "%"):
      while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
      return next()
    case UInt8(ascii: "("): skipString()
    case UInt8(ascii: "<") where index + 1 < bytes.count && bytes[index + 1] != UInt8(ascii: "<"):
      while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
      index = min(index + 1, bytes.count)
    case UInt8(ascii: "/"):
      index += 1
      skipRegular()
    case let byte where Self.delimiters.contains(byte): index += 1
    default:
      skipRegular()
      let range = start..<index
      return (Double(String(decoding: bytes[range], as: UTF8.self)).map(Token.number) ?? .word(range), start)
    }
    return (.other, start)
  }

  private mutating func skipRegular() {
    while index < bytes.count, Self.isRegular(bytes[index]) { index += 1 }
  }

  private mutating func skipString() {
    var depth = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\\") {
        index += 1
      } else if byte == UInt8(ascii: "(") {
        depth += 1
      } else if byte == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { return }
      }
    }
    index = min(index, bytes.count)
  }

  /// Skips an inline image; returns false for a coloured one.
  private mutating func skipPicture() -> Bool {
    let start = index
    while let (token, place) = next() {
      guard case .word(let range) = token, bytes[range].elementsEqual("ID".utf8) else { continue }
      let words = String(decoding: bytes[start..<place], as: UTF8.self).split { " \n\r\t".contains($0) }
      let isMask = zip(words, words.dropFirst()).contains {
        ["/IM", "/ImageMask"].contains($0) && $1 == "true"
      }
      // The data end before white space, EI and white space.
      while index + 3 < bytes.count {
        index += 1
        if Self.spaces.contains(bytes[index - 1]), bytes[index..<index + 2].elementsEqual("EI".utf8),
          index + 2 == bytes.count || Self.spaces.contains(bytes[index + 2])
        {
          index += 2
          return isMask
        }
      }
      return false
    }
    return false
  }
}
