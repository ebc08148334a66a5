import CQPDF
import ColorManagement
import Colors
import Glibc
import Text

/// Turns the colours of a document that cairo has written, which are RGB and grey, into the inks of a press.
///
/// Colours that content streams set become DeviceCMYK one by one, gradients are sampled so finely that they look as they
/// do in sRGB, and pictures are turned pixel by pixel. What only says how much is seen, such as soft masks, stays.
struct PDFInks {
  private let handle: qpdf_data
  private let converter: InkConverter
  /// The objects that only say how much of others is seen.
  private var masks: Set<Int32> = []
  /// What the contents are told from each other by, for the document's identifier.
  private(set) var digest = ContentHash()

  /// The black of letters and crowns, printed in black ink alone: four inks that do not lie quite on each other would
  /// give them coloured edges.
  ///
  /// Content streams tell colours only where they change, and which parts of them cairo marks as text or figures depends
  /// on its version. The black of letters is therefore another colour than that of grounds, by a hundredth of an
  /// 8-bit level: cairo knows no smaller difference.
  static let blackInk = RGBA(red: 0, green: 0, blue: 2.0 / 65_535)

  /// Whether a colour read from a content stream is `blackInk`, as exactly as cairo writes numbers.
  private static func isBlackInk(_ color: RGBA) -> Bool {
    color.red == 0 && color.green == 0 && abs(color.blue - blackInk.blue) < blackInk.blue / 1000
  }

  init(_ handle: qpdf_data, _ converter: InkConverter) {
    self.handle = handle
    self.converter = converter
  }

  /// Changes all objects of the document, before anything else is done to it.
  mutating func convert() throws(PosterPDF.Failure) {
    let objects = allObjects
    for object in objects { noteMasks(of: object) }
    for index in 0..<Int(qpdf_get_num_pages(handle)) {
      try convertContents(of: qpdf_get_page_n(handle, index))
    }
    for object in objects where !masks.contains(qpdf_oh_get_object_id(handle, object)) {
      try convert(object)
    }
  }

  private var allObjects: [qpdf_oh] {
    let size = qpdf_oh_get_int_value_as_int(handle, key("/Size", of: qpdf_get_trailer(handle)))
    return (1..<max(size, 2)).map { qpdf_get_object_by_id(handle, $0, 0) }
  }

  // MARK: Masks

  private mutating func noteMasks(of object: qpdf_oh) {
    let dictionary = self.dictionary(of: object)
    guard qpdf_oh_is_dictionary(handle, dictionary) == QPDF_TRUE else { return }
    if name("/Subtype", of: dictionary) == "/Image" {
      for entry in ["/SMask", "/Mask"] where has(entry, dictionary) {
        masks.insert(qpdf_oh_get_object_id(handle, key(entry, of: dictionary)))
      }
    }
    if name("/S", of: dictionary) == "/Luminosity", has("/G", dictionary) {
      noteGroup(key("/G", of: dictionary), depth: 0)
    }
  }

  /// Notes a group whose lightness is a mask, with all that is drawn in it.
  private mutating func noteGroup(_ group: qpdf_oh, depth: Int) {
    guard depth < 8, masks.insert(qpdf_oh_get_object_id(handle, group)).inserted else { return }
    let resources = key("/Resources", of: dictionary(of: group))
    guard qpdf_oh_is_dictionary(handle, resources) == QPDF_TRUE, has("/XObject", resources) else { return }
    for part in values(of: key("/XObject", of: resources)) { noteGroup(part, depth: depth + 1) }
  }

  // MARK: Objects

  private mutating func convert(_ object: qpdf_oh) throws(PosterPDF.Failure) {
    let dictionary = self.dictionary(of: object)
    guard qpdf_oh_is_dictionary(handle, dictionary) == QPDF_TRUE else { return }
    if has("/Group", dictionary) {
      let group = key("/Group", of: dictionary)
      if name("/CS", of: group) == "/DeviceRGB" { set("/CS", of: group, to: "/DeviceCMYK") }
    }
    if has("/ShadingType", dictionary) { try convertShading(dictionary) }
    if has("/Shading", dictionary), has("/PatternType", dictionary) {
      try convertShading(key("/Shading", of: dictionary))
    }
    if name("/Subtype", of: dictionary) == "/Type3" {
      for glyph in values(of: key("/CharProcs", of: dictionary)) { try convertContent(of: glyph) }
    }
    guard qpdf_oh_is_stream(handle, object) == QPDF_TRUE else { return }
    if name("/Subtype", of: dictionary) == "/Image" {
      try convertPicture(object, dictionary)
    } else if name("/Subtype", of: dictionary) == "/Form" || has("/PatternType", dictionary) {
      try convertContent(of: object)
    }
  }

  private mutating func convertContents(of page: qpdf_oh) throws(PosterPDF.Failure) {
    var buffer: UnsafeMutablePointer<UInt8>?
    var count = 0
    try PDFBoxes.check(handle, qpdf_oh_get_page_content_data(handle, page, &buffer, &count))
    defer { free(buffer) }
    let converted = try inked(Array(UnsafeBufferPointer(start: buffer, count: count)))
    qpdf_oh_replace_key(handle, page, "/Contents", PDFBoxes.stream(converted, handle))
  }

  private mutating func convertContent(of stream: qpdf_oh) throws(PosterPDF.Failure) {
    replaceData(of: stream, by: try inked(data(of: stream)))
  }

  /// Returns a content stream in inks.
  ///
  /// A black ground takes all inks that make it deep, and so does what is mixed with the ground, because half of black
  /// ink alone over half of a colour is lighter than both.
  private mutating func inked(_ bytes: [UInt8]) throws(PosterPDF.Failure) -> [UInt8] {
    digest.add(bytes)
    let converter = self.converter
    let converted = PDFContent.converted(bytes) { color in
      Self.isBlackInk(color)
        ? CMYK(cyan: 0, magenta: 0, yellow: 0, black: 1) : converter.inks(of: color)
    }
    guard let converted else {
      throw PosterPDF.Failure(
        message: "a picture within a stream has colours that cannot be turned into inks")
    }
    return converted
  }

  // MARK: Gradients

  private mutating func convertShading(_ shading: qpdf_oh) throws(PosterPDF.Failure) {
    let dictionary = self.dictionary(of: shading)
    guard name("/ColorSpace", of: dictionary) == "/DeviceRGB" else { return }
    guard let function = converted(key("/Function", of: dictionary)) else {
      throw PosterPDF.Failure(message: "a gradient has a function that cannot be turned into inks")
    }
    qpdf_oh_replace_key(handle, dictionary, "/Function", function)
    set("/ColorSpace", of: dictionary, to: "/DeviceCMYK")
  }

  /// How finely a gradient between two colours is sampled: mixtures of inks look otherwise than those of light.
  private static let samples = 129

  /// Returns a function from a place to inks for one to RGB, or nil for one that cairo does not write.
  private mutating func converted(_ function: qpdf_oh) -> qpdf_oh? {
    switch qpdf_oh_get_int_value_as_int(handle, key("/FunctionType", of: function)) {
    case 3:
      let parts = key("/Functions", of: function)
      for index in 0..<qpdf_oh_get_array_n_items(handle, parts) {
        guard let part = converted(qpdf_oh_get_array_item(handle, parts, index)) else { return nil }
        qpdf_oh_set_array_item(handle, parts, index, part)
      }
      return function
    case 2:
      let (start, end) = (numbers("/C0", of: function), numbers("/C1", of: function))
      let exponent = qpdf_oh_get_numeric_value(handle, key("/N", of: function))
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
      let stream = PDFBoxes.stream(data, handle)
      let dictionary = qpdf_oh_get_dict(handle, stream)
      for (entry, value) in [
        ("/FunctionType", "0"), ("/Domain", "[0 1]"), ("/Range", "[0 1 0 1 0 1 0 1]"),
        ("/Size", "[\(Self.samples)]"), ("/BitsPerSample", "16"),
      ] {
        qpdf_oh_replace_key(handle, dictionary, entry, qpdf_oh_parse(handle, value))
      }
      return stream
    default: return nil
    }
  }

  // MARK: Pictures

  private mutating func convertPicture(
    _ picture: qpdf_oh, _ dictionary: qpdf_oh
  ) throws(PosterPDF.Failure) {
    guard !has("/ImageMask", dictionary) else { return }
    let width = Int(qpdf_oh_get_int_value_as_int(handle, key("/Width", of: dictionary)))
    let height = Int(qpdf_oh_get_int_value_as_int(handle, key("/Height", of: dictionary)))
    let depth = qpdf_oh_get_int_value_as_int(handle, key("/BitsPerComponent", of: dictionary))
    let data = try data(of: picture)
    digest.add(data)
    let pixels: [UInt8]? =
      switch (name("/ColorSpace", of: dictionary), depth) {
      case ("/DeviceRGB", 8): data.count >= 3 * width * height ? data : nil
      case ("/DeviceGray", 8): data.count >= width * height ? data.flatMap { [$0, $0, $0] } : nil
      case ("/DeviceGray", 1): Self.pixels(ofBits: data, width: width, height: height)
      default: nil
      }
    guard let pixels, !has("/Decode", dictionary) else {
      throw PosterPDF.Failure(message: "a picture has colours that cannot be turned into inks")
    }
    replaceData(of: picture, by: converter.inks(ofPixels: Array(pixels.prefix(3 * width * height))))
    set("/ColorSpace", of: dictionary, to: "/DeviceCMYK")
    qpdf_oh_replace_key(handle, dictionary, "/BitsPerComponent", qpdf_oh_new_integer(handle, 8))
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

  // MARK: qpdf

  private func dictionary(of object: qpdf_oh) -> qpdf_oh {
    qpdf_oh_is_stream(handle, object) == QPDF_TRUE ? qpdf_oh_get_dict(handle, object) : object
  }

  private func has(_ entry: String, _ dictionary: qpdf_oh) -> Bool {
    qpdf_oh_has_key(handle, dictionary, entry) == QPDF_TRUE
  }

  private func key(_ entry: String, of dictionary: qpdf_oh) -> qpdf_oh {
    qpdf_oh_get_key(handle, dictionary, entry)
  }

  private func name(_ entry: String, of dictionary: qpdf_oh) -> String? {
    guard qpdf_oh_is_dictionary(handle, dictionary) == QPDF_TRUE, has(entry, dictionary) else { return nil }
    let value = key(entry, of: dictionary)
    guard qpdf_oh_is_name(handle, value) == QPDF_TRUE else { return nil }
    return qpdf_oh_get_name(handle, value).map { String(cString: $0) }
  }

  private func set(_ entry: String, of dictionary: qpdf_oh, to name: String) {
    qpdf_oh_replace_key(handle, dictionary, entry, qpdf_oh_new_name(handle, name))
  }

  private func numbers(_ entry: String, of dictionary: qpdf_oh) -> [Double] {
    let array = key(entry, of: dictionary)
    guard qpdf_oh_is_array(handle, array) == QPDF_TRUE else { return [] }
    return (0..<qpdf_oh_get_array_n_items(handle, array)).map {
      qpdf_oh_get_numeric_value(handle, qpdf_oh_get_array_item(handle, array, $0))
    }
  }

  private func values(of dictionary: qpdf_oh) -> [qpdf_oh] {
    guard qpdf_oh_is_dictionary(handle, dictionary) == QPDF_TRUE else { return [] }
    var names: [String] = []
    qpdf_oh_begin_dict_key_iter(handle, dictionary)
    while qpdf_oh_dict_more_keys(handle) == QPDF_TRUE, let name = qpdf_oh_dict_next_key(handle) {
      names.append(String(cString: name))
    }
    return names.map { key($0, of: dictionary) }
  }

  private func data(of stream: qpdf_oh) throws(PosterPDF.Failure) -> [UInt8] {
    var buffer: UnsafeMutablePointer<UInt8>?
    var count = 0
    try PDFBoxes.check(
      handle, qpdf_oh_get_stream_data(handle, stream, qpdf_dl_generalized, nil, &buffer, &count))
    defer { free(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: count))
  }

  private func replaceData(of stream: qpdf_oh, by bytes: [UInt8]) {
    qpdf_oh_replace_stream_data(
      handle, stream, bytes, bytes.count, qpdf_oh_new_null(handle), qpdf_oh_new_null(handle))
  }
}

/// A number of 128 bits that tells contents from each other, for names and not against attacks (FNV-1a, twice).
struct ContentHash {
  private var words: (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4)

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      words.0 = (words.0 ^ UInt64(byte)) &* 0x100_0000_01b3
      words.1 = (words.1 ^ UInt64(byte ^ 0x5a)) &* 0x100_0000_01b3
    }
  }

  /// The number as a UUID is written.
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
