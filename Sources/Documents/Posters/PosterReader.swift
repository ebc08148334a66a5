import Colors
import FoundationEssentials
import Geometry
import Localization
import PlanarGeometry
import Text
import VectorArt

/// Reads a poster document, and preserves unknown members.
struct PosterReader {
  private(set) var poster = Poster()

  private var fields: FieldReader

  /// Reads a document; of a newer version only the known parts, and only if that is allowed.
  init(_ document: JSONValue, allowsNewer: Bool = false) throws(PosterError) {
    fields = try FieldReader(document, path: "")
    let version = try Self.version(&fields)
    if version > Poster.version {
      let newer = Poster.NewerVersion(version: version)
      guard allowsNewer else { throw fields.fault("version", newer.message) }
      poster.newerVersion = newer
    }
    try read { (reader) throws(PosterError) in
      reader.poster.title = try reader.fields.text("title", longest: 1000) ?? reader.poster.title
    }
    try read { (reader) throws(PosterError) in
      reader.poster.language = try Self.readLanguage(&reader.fields)
    }
    try read { (reader) throws(PosterError) in
      if let value = reader.fields.take("page") { reader.poster.page = try reader.readPage(value) }
    }
    try read { (reader) throws(PosterError) in
      if let value = reader.fields.take("background") {
        reader.poster.background = try reader.readBackground(value)
      }
    }
    try read { (reader) throws(PosterError) in
      if let value = reader.fields.take("emblem") { reader.poster.emblem = try reader.readEmblem(value) }
    }
    try read { (reader) throws(PosterError) in
      if let values = try reader.fields.array("lines") { reader.poster.lines = try Self.readLines(values) }
    }
    try read { (reader) throws(PosterError) in
      if let values = try reader.fields.array("elements") {
        reader.poster.elements = try Self.readElements(values)
      }
    }
    try read { (reader) throws(PosterError) in
      if let object = try reader.fields.object("lettering") {
        reader.poster.lettering = try reader.readLettering(object)
      }
    }
    try read { (reader) throws(PosterError) in
      reader.poster.ink = try reader.fields.color("ink") ?? reader.poster.ink
    }
    try read { (reader) throws(PosterError) in
      reader.poster.wraps = try reader.fields.flag("wrap") ?? reader.poster.wraps
    }
    try read { (reader) throws(PosterError) in
      if let object = try reader.fields.object("animation") {
        reader.poster.animation = try reader.readAnimation(object)
      }
    }
    poster.unknownFields.document = fields.rest
  }

  /// Reads a field; an invalid field of a newer version is recorded and skipped.
  private mutating func read(
    _ field: (inout PosterReader) throws(PosterError) -> Void
  ) throws(PosterError) {
    do throws(PosterError) {
      try field(&self)
    } catch {
      guard poster.newerVersion != nil else { throw error }
      poster.newerVersion?.unread.append(error)
    }
  }

  private static func version(_ fields: inout FieldReader) throws(PosterError) -> Int {
    guard try fields.text("schema") == Poster.schema else {
      throw fields.fault(
        "schema",
        Message(
          "the document is not a poster; its “schema” should be “{schema}”", ["schema": Poster.schema]))
    }
    let limit = 1.0...1e9
    guard let version = try fields.number("version", in: limit), version == version.rounded() else {
      throw fields.fault(
        "version",
        Message(
          "the version of the schema is missing; this one is {version}", ["version": String(Poster.version)]))
    }
    return Int(version)
  }

  private mutating func readPage(_ value: JSONValue) throws(PosterError) -> Page {
    if case .string(let text) = value { return try Page(parsing: text) }
    var fields = try FieldReader(value, path: "page")
    guard let width = try fields.number("width", in: Page.sides) else {
      throw fields.fault("width", Message("the width in millimetres is missing"))
    }
    guard let height = try fields.number("height", in: Page.sides) else {
      throw fields.fault("height", Message("the height in millimetres is missing"))
    }
    if let object = try fields.object("margins") { poster.margins = try readMargins(object) }
    poster.bleed = try fields.number("bleed", in: 0...PrintSheet.largestBleed) ?? poster.bleed
    if let object = try fields.object("guides") { poster.guides = try readGuides(object) }
    poster.unknownFields.page = fields.rest
    return Page(width: width, height: height)
  }

  private mutating func readMargins(_ object: FieldReader) throws(PosterError) -> Margins {
    var (fields, margins) = (object, Margins.usual)
    margins.sides = try fields.number("sides", in: Margins.range) ?? margins.sides
    margins.top = try fields.number("top", in: Margins.range) ?? margins.top
    margins.bottom = try fields.number("bottom", in: Margins.range) ?? margins.bottom
    poster.unknownFields.margins = fields.rest
    return margins
  }

  private mutating func readGuides(_ object: FieldReader) throws(PosterError) -> Guides {
    var fields = object
    func places(_ name: String) throws(PosterError) -> [Double] {
      guard let values = try fields.array(name) else { return [] }
      guard values.count <= Guides.most else {
        throw fields.fault(
          name,
          Message(
            "{count} guides are too many; up to {most} fit",
            ["count": String(values.count), "most": String(Guides.most)]))
      }
      var places: [Double] = []
      for (index, value) in values.enumerated() {
        guard let place = value.double, Guides.places.contains(place) else {
          throw fields.fault(
            "\(name)[\(index)]",
            Message(
              "write a place in millimetres from {least} to {most}",
              ["least": Guides.places.lowerBound.text(), "most": Guides.places.upperBound.text()]))
        }
        places.append(place)
      }
      return places
    }
    let guides = Guides(vertical: try places("vertical"), horizontal: try places("horizontal"))
    poster.unknownFields.guides = fields.rest
    return guides
  }

  private mutating func readBackground(_ value: JSONValue) throws(PosterError) -> Background {
    if case .string(let text) = value { return try Background(css: text, page: poster.page) }
    var fields = try FieldReader(value, path: "background")
    let result: Background
    switch try fields.text("type") {
    case "color":
      guard let color = try fields.color("color") else {
        throw fields.fault("color", Message("the colour is missing"))
      }
      result = .color(color)
    case "linear-gradient":
      result = .linear(
        stops: try Self.readStops(&fields), start: try fields.point("start") ?? Point(0.5, 0),
        end: try fields.point("end") ?? Point(0.5, 1))
    case "radial-gradient":
      result = .radial(
        stops: try Self.readStops(&fields), center: try fields.point("center") ?? Point(0.5, 0.5),
        radius: try fields.number("radius", in: 0.001...100) ?? 1)
    case "picture":
      var picture = Background.Picture(bytes: try Self.readPicture(&fields))
      try Self.readCrop(&fields, into: &picture)
      picture.dimming = try fields.number("dimming", in: 0...1) ?? 0
      picture.blur = try fields.number("blur", in: Background.blurs) ?? 0
      result = .picture(picture)
    case let type:
      throw Self.unknownType(type, ["color", "linear-gradient", "radial-gradient", "picture"], of: fields)
    }
    poster.unknownFields.background = fields.rest
    return result
  }

  static func unknownType(_ type: String?, _ known: [String], of fields: FieldReader) -> PosterError {
    guard let type else {
      return fields.fault(
        "type", Message("the type is missing; there are {words}", ["words": known.joined(separator: ", ")]))
    }
    return fields.fault("type", unknown(type, among: known))
  }

  /// Returns the fault of an unknown word, with the known ones.
  static func unknown(_ word: String, among known: [String]) -> Message {
    Message(
      "{word} is not known; there are {words}",
      ["word": word.excerpt, "words": known.joined(separator: ", ")])
  }

  private static func readStops(_ fields: inout FieldReader) throws(PosterError) -> [Background.Stop] {
    guard let values = try fields.array("stops"), Background.stopCounts.contains(values.count) else {
      let (least, most) = (Background.stopCounts.lowerBound, Background.stopCounts.upperBound)
      throw fields.fault(
        "stops",
        Message(
          "a gradient has from {least} to {most} stops", ["least": String(least), "most": String(most)]))
    }
    var stops: [Background.Stop] = []
    for (index, value) in values.enumerated() {
      var stop = try FieldReader(value, path: fields.path(of: "stops[\(index)]"))
      guard let color = try stop.color("color") else {
        throw stop.fault("color", Message("the colour is missing"))
      }
      guard let place = try stop.number("at", in: 0...1) else {
        throw stop.fault("at", Message("the place, from 0 to 1, is missing"))
      }
      if let last = stops.last, place < last.location {
        throw stop.fault("at", Message("write the stops in the order of their places"))
      }
      stops.append(Background.Stop(color, at: place))
      stops[index].unknownFields = stop.rest
    }
    return stops
  }

  static func readPicture(_ fields: inout FieldReader) throws(PosterError) -> [UInt8] {
    guard let text = try fields.text("data") else {
      throw fields.fault("data", Message("the picture's file in base64 is missing"))
    }
    guard let data = Data(base64Encoded: text), !data.isEmpty else {
      throw fields.fault("data", Message("this is not base64"))
    }
    return [UInt8](data)
  }

  private static func readCrop(
    _ fields: inout FieldReader, into picture: inout Background.Picture
  ) throws(PosterError) {
    guard var crop = try fields.object("crop") else { return }
    let rect = Rect(
      x: try crop.number("x", in: 0...1) ?? 0, y: try crop.number("y", in: 0...1) ?? 0,
      width: try crop.number("width", in: 0...1) ?? 1, height: try crop.number("height", in: 0...1) ?? 1)
    guard rect.width > 0, rect.height > 0, rect.maxX <= 1 + 1e-9, rect.maxY <= 1 + 1e-9 else {
      throw fields.fault(
        "crop", Message("the crop is outside the picture; x + width and y + height are at most 1"))
    }
    picture.crop = rect
    picture.unknownCropFields = crop.rest
  }

  private mutating func readEmblem(_ value: JSONValue) throws(PosterError) -> Emblem {
    if value == .string("none") { return .none }
    var fields = try FieldReader(value, path: "emblem")
    let source = try Self.readSource(&fields)
    poster.emblemScale = try fields.number("scale", in: Poster.emblemScales) ?? poster.emblemScale
    if let offset = try fields.point("offset") {
      guard max(abs(offset.x), abs(offset.y)) <= 1 else {
        throw fields.fault(
          "offset", Message("write two numbers from -1 to 1, fractions of the page's width and height"))
      }
      poster.emblemOffset = offset - .zero
    }
    poster.tintsEmblem = try fields.flag("tint") ?? poster.tintsEmblem
    let result: Emblem
    switch try fields.text("type") {
    case "none": result = .none
    case "path": result = try Self.readDrawing(&fields, source: source)
    case "picture":
      result = .picture(bytes: try Self.readPicture(&fields), source: source)
    case let type:
      throw Self.unknownType(type, ["path", "picture", "none"], of: fields)
    }
    poster.unknownFields.emblem = fields.rest
    return result
  }

  /// Reads the origin of a drawing or a picture.
  static func readSource(_ fields: inout FieldReader) throws(PosterError) -> String {
    try fields.text("source", longest: 1000) ?? ""
  }

  /// Reads the path of a drawing.
  static func readDrawing(_ fields: inout FieldReader, source: String) throws(PosterError) -> Emblem {
    guard let text = try fields.text("path") else {
      throw fields.fault("path", Message("the path is missing"))
    }
    guard text.utf8.count <= longestPath else {
      throw fields.fault(
        "path", Message("a path has up to {limit} MiB", ["limit": String(longestPath >> 20)]))
    }
    guard let path = Path(svgData: text) else {
      throw fields.fault("path", Message("this is not a path in the form of SVG's d attribute"))
    }
    guard path.elements.count <= mostSegments else {
      throw fields.fault(
        "path", Message("a path has up to {limit} segments", ["limit": String(mostSegments)]))
    }
    let far = path.bounds.map { max(abs($0.minX), abs($0.maxX), abs($0.minY), abs($0.maxY)) } ?? 0
    guard far <= 1e9 else {
      throw fields.fault(
        "path", Message("its coordinates are larger than {limit}", ["limit": "1000000000"]))
    }
    if let fault = path.complexityFault { throw fields.fault("path", fault) }
    return .path(path, source: source)
  }

  /// The maximum length of an emblem's path as text, which is read before its segments can be counted.
  private static let longestPath = 16 << 20

  /// The maximum number of segments of an emblem.
  private static let mostSegments = 200_000

  private static func readLines(_ values: [JSONValue]) throws(PosterError) -> [Poster.Line] {
    try Poster.checkCount(of: values)
    var lines: [Poster.Line] = []
    for (index, value) in values.enumerated() {
      var fields = try FieldReader(value, path: "lines[\(index)]")
      guard let text = try fields.text("text", longest: Poster.Line.longest) else {
        throw fields.fault("text", Message("the text is missing"))
      }
      var line = Poster.Line(text, rank: text.isLowerCase ? .small : .large)
      if let rank: Poster.Line.Rank = try readWord(&fields, "rank") { line.rank = rank }
      line.size = try fields.number("size", in: Poster.Line.sizes)
      line.alignment = try readWord(&fields, "alignment") ?? line.alignment
      line.fit = try readWord(&fields, "fit")
      line.spaceBefore = try fields.number("space", in: Poster.Line.spaces) ?? line.spaceBefore
      line.arc = try fields.number("arc", in: Poster.Line.arcs) ?? line.arc
      line.isFooter = try fields.flag("footer") ?? line.isFooter
      line.font = try readFamily(&fields, "font")
      line.weight = try readWeight(&fields)
      line.tracking = try fields.number("tracking", in: Lettering.trackings)
      line.axes = try readAxes(&fields)
      line.features = try readFeatures(&fields)
      line.ink = try fields.color("ink")
      line.capitals = try fields.flag("capitals")
      line.language = try readLanguage(&fields)
      line.spans = try readSpans(&fields)
      line.unknownFields = fields.rest
      lines.append(line)
    }
    return lines
  }

  private static func readSpans(_ fields: inout FieldReader) throws(PosterError) -> [Poster.Line.Span] {
    var spans: [Poster.Line.Span] = []
    for (index, value) in (try fields.array("spans") ?? []).enumerated() {
      var span = try FieldReader(value, path: fields.path(of: "spans[\(index)]"))
      let places = 0...Double(Poster.Line.longest)
      guard let start = try span.number("start", in: places), start == start.rounded() else {
        throw span.fault("start", Message("the number of characters before the span is missing"))
      }
      guard let end = try span.number("end", in: places), end == end.rounded(), start < end else {
        throw span.fault(
          "end",
          Message("the number of characters up to the end of the span, after its start, is missing"))
      }
      guard Int(start) >= spans.last?.characters.upperBound ?? 0 else {
        throw span.fault(
          "start", Message("write the spans in the order of their places, without overlaps"))
      }
      var style = Poster.Line.Style()
      style.ink = try span.color("ink")
      style.size = try span.number("size", in: Poster.Line.Style.sizes)
      style.font = try readFamily(&span, "font")
      style.weight = try readWeight(&span)
      style.italic = try span.flag("italic") ?? style.italic
      style.axes = try readAxes(&span)
      style.features = try readFeatures(&span)
      spans.append(Poster.Line.Span(Int(start)..<Int(end), style))
      spans[index].unknownFields = span.rest
    }
    return spans
  }

  /// Reads one of the words that a type has.
  private static func readWord<Word: RawRepresentable & CaseIterable>(
    _ fields: inout FieldReader, _ name: String
  ) throws(PosterError) -> Word? where Word.RawValue == String {
    guard let word = try fields.text(name) else { return nil }
    guard let value = Word(rawValue: word) else {
      throw fields.fault(name, unknown(word, among: Word.allCases.map(\.rawValue)))
    }
    return value
  }

  private mutating func readLettering(_ object: FieldReader) throws(PosterError) -> Lettering {
    var fields = object
    var lettering = Lettering()
    lettering.family = try Self.readFamily(&fields, "family") ?? lettering.family
    lettering.weight = try Self.readWeight(&fields) ?? lettering.weight
    lettering.tracking = try fields.number("tracking", in: Lettering.trackings) ?? lettering.tracking
    lettering.stroke = try fields.number("stroke", in: Lettering.strokes) ?? lettering.stroke
    lettering.touches = try fields.flag("touching") ?? lettering.touches
    lettering.leading = try fields.number("leading", in: Lettering.leadings) ?? lettering.leading
    lettering.spacing = try Self.readWord(&fields, "spacing") ?? lettering.spacing
    lettering.writingMode =
      try Self.readWord(&fields, "writingMode") ?? lettering.writingMode
    lettering.capitalSharpS = try fields.flag("capitalSharpS") ?? lettering.capitalSharpS
    lettering.axes = try Self.readAxes(&fields)
    lettering.features = try Self.readFeatures(&fields)
    lettering.capitalForms = try fields.flag("capitalForms") ?? lettering.capitalForms
    lettering.opticalSizing = try fields.flag("opticalSizing") ?? lettering.opticalSizing
    lettering.keepsColors = try fields.flag("colors") ?? lettering.keepsColors
    lettering.fontFile = try fields.text("file", longest: Lettering.longestPath)
    poster.unknownFields.lettering = fields.rest
    return lettering
  }

  private mutating func readAnimation(_ object: FieldReader) throws(PosterError) -> PosterAnimation {
    var fields = object
    guard let preset: PosterAnimation.Preset = try Self.readWord(&fields, "preset") else {
      throw fields.fault(
        "preset",
        Message("the motion is missing; there are {words}", ["words": PosterAnimation.Preset.names]))
    }
    var animation = PosterAnimation(preset)
    animation.duration =
      try fields.number("duration", in: PosterAnimation.durations) ?? animation.duration
    animation.loops = try fields.flag("loop") ?? animation.loops
    poster.unknownFields.animation = fields.rest
    return animation
  }

  /// A number by an OpenType tag.
  private struct Setting {
    let name: String
    let value: JSONValue
    let path: String

    func number(in range: ClosedRange<Double>) throws(PosterError) -> Double {
      guard let number = value.double, range.contains(number) else {
        throw PosterError(
          field: path,
          message: Message(
            "write a number from {least} to {most}",
            ["least": range.lowerBound.text(), "most": range.upperBound.text()]))
      }
      return number
    }
  }

  private static func readAxes(_ fields: inout FieldReader) throws(PosterError) -> [String: Double] {
    var axes: [String: Double] = [:]
    for member in try settings(&fields, "axes") {
      axes[member.name] = try member.number(in: Lettering.axisValues)
    }
    return axes
  }

  private static func readFeatures(_ fields: inout FieldReader) throws(PosterError) -> [String: Int] {
    let values = Double(Lettering.featureValues.lowerBound)...Double(Lettering.featureValues.upperBound)
    var features: [String: Int] = [:]
    for member in try settings(&fields, "features") {
      features[member.name] = Int(try member.number(in: values))
    }
    return features
  }

  /// Reads an object of numbers by OpenType tags.
  private static func settings(
    _ fields: inout FieldReader, _ name: String
  ) throws(PosterError) -> [Setting] {
    guard let object = try fields.object(name) else { return [] }
    try Lettering.checkCount(object.rest.count, object.path)
    for member in object.rest {
      try Lettering.check(
        tag: member.name, object.path, example: name == "axes" ? #"{"wdth": 75}"# : #"{"smcp": 1}"#)
    }
    return object.rest.map { Setting(name: $0.name, value: $0.value, path: object.path(of: $0.name)) }
  }

  private static func readLanguage(_ fields: inout FieldReader) throws(PosterError) -> String? {
    guard let tag = try fields.text("language", longest: Poster.longestLanguage) else { return nil }
    guard Poster.isLanguage(tag) else { throw fields.fault("language", Poster.languageFault(tag)) }
    return tag
  }

  private static func readFamily(_ fields: inout FieldReader, _ name: String) throws(PosterError) -> String? {
    guard let family = try fields.text(name, longest: Lettering.longestFamily) else { return nil }
    guard !family.trimmed.isEmpty else { throw fields.fault(name, Message("the name of a font is missing")) }
    return family
  }

  private static func readWeight(_ fields: inout FieldReader) throws(PosterError) -> Int? {
    let weights = Double(Lettering.weights.lowerBound)...Double(Lettering.weights.upperBound)
    guard let weight = try fields.number("weight", in: weights) else { return nil }
    guard weight == weight.rounded() else {
      throw fields.fault("weight", Message("a weight is a whole number"))
    }
    return Int(weight)
  }
}

extension Path {
  /// The reason why a path is too complex to be painted in reasonable time and memory, or nil, found in time near n log
  /// n for n lines.
  ///
  /// A path of few elements is not examined, since its crossings cannot exceed the limit.
  var complexityFault: Message? {
    guard elements.count > Self.fewElements, let box = controlBounds else { return nil }
    let extent = max(box.width, box.height)
    guard extent > 0, extent.isFinite else { return nil }
    let scale = Self.gridSteps / extent
    func place(_ point: Point) -> GridPoint {
      GridPoint(Int32((point.x - box.midX) * scale), Int32((point.y - box.midY) * scale))
    }
    var rounding = SnapRounding()
    var count = 0
    flattened(within: extent * Self.flatness).forEachSegment(closingOpenSubpaths: true) { segment in
      guard case .line(let line) = segment, line.start.isFinite, line.end.isFinite else { return }
      let (start, end) = (place(line.start), place(line.end))
      guard start != end else { return }
      count += 1
      if count <= Self.mostLines { rounding.add(start, end) }
    }
    if count > Self.mostLines {
      return Message("its curves take more than {limit} lines", ["limit": String(Self.mostLines)])
    }
    return rounding.run(limit: Self.mostCrossings)
      ? nil : Message("its lines cross more than {limit} times", ["limit": String(Self.mostCrossings)])
  }

  private static let fewElements = 1000
  private static let mostLines = 500_000

  /// Twice the limit for an imported drawing, whose outline is also computed.
  private static let mostCrossings = 2_000_000

  /// The number of grid steps on the longer side, and the maximum distance of chords from their curves as a fraction of
  /// it.
  private static let gridSteps = Double(1 << 20)
  private static let flatness = 1.0 / 4096
}
