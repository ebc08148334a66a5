import Files
import Glibc
import Images
import Localization
package import Posters
import Text
package import Typography

/// A named list of outputs that are written together, such as a print, a story and a wallpaper.
package struct ExportSet: Hashable, Sendable {
  /// The name, which differs from those of other sets.
  package var name: String
  /// The pattern of the files' names, with `{name}`, `{output}`, `{n}` and `{ext}`.
  package var pattern: String
  /// The outputs, in the order in which they are written.
  package var outputs: [ExportOutput]
  /// Outputs that this version does not know, which stay in the file.
  private var unknownOutputs: [JSONValue] = []
  /// Members of the set's object that this version does not know.
  private var unknownFields: [JSONMember] = []

  /// Creates a set.
  package init(_ name: String, _ outputs: [ExportOutput], pattern: String = usualPattern) {
    (self.name, self.outputs, self.pattern) = (name, outputs, pattern)
  }

  /// The pattern of new sets.
  package static let usualPattern = "{name}-{output}.{ext}"
  /// The maximum number of outputs of a set.
  package static let mostOutputs = 50
  /// The maximum number of characters of a name and of a pattern.
  package static let longestName = 100

  /// The sets that ship. A set of one's own with the name of one of them takes its place.
  // Untranslated: commands and settings name sets.
  package static let shipped = [
    ExportSet(
      "Print and screens",
      [
        ExportOutput("print", .pdf, bleed: 3, hasMarks: true, isForPress: true),
        ExportOutput("web", .png, .width(1600)),
        ExportOutput("story", .jpeg, .pixels(width: 1080, height: 1920)),
        ExportOutput("phone", .png, .pixels(width: 1170, height: 2532)),
        ExportOutput("desktop", .png, .pixels(width: 3840, height: 2160)),
        ExportOutput("square", .jpeg, .pixels(width: 1080, height: 1080)),
        ExportOutput("link", .jpeg, .pixels(width: 1200, height: 630)),
      ]),
    ExportSet(
      "Social media",
      [
        ExportOutput("story", .jpeg, .pixels(width: 1080, height: 1920)),
        ExportOutput("portrait", .jpeg, .pixels(width: 1080, height: 1350)),
        ExportOutput("square", .jpeg, .pixels(width: 1080, height: 1080)),
        ExportOutput("landscape", .jpeg, .pixels(width: 1920, height: 1080)),
        ExportOutput("link", .jpeg, .pixels(width: 1200, height: 630)),
        ExportOutput("banner", .jpeg, .pixels(width: 1500, height: 500)),
      ]),
    ExportSet(
      "Wallpapers",
      [
        ExportOutput("phone", .png, .pixels(width: 1170, height: 2532)),
        ExportOutput("tablet", .png, .pixels(width: 2048, height: 2732)),
        ExportOutput("laptop", .png, .pixels(width: 2560, height: 1600)),
        ExportOutput("desktop", .png, .pixels(width: 3840, height: 2160)),
        ExportOutput("wide", .png, .pixels(width: 3440, height: 1440)),
      ]),
  ]
}

/// One file of an export set.
package struct ExportOutput: Hashable, Sendable {
  /// The size of an output.
  package enum Size: Hashable, Sendable {
    /// The poster's page; pictures have 300 pixels per inch.
    case page
    /// The poster's page with a width in pixels.
    case width(Int)
    /// A page of another shape, on which the poster is laid out anew, in pixels.
    case pixels(width: Int, height: Int)
  }

  /// The name, which differs from those of other outputs of the set.
  package var name: String
  /// The format.
  package var format: PosterExport.Format
  /// The size.
  package var size: Size
  /// The quality of a JPEG, WebP or AVIF, 1…100.
  package var quality: Int
  /// The bleed in millimetres; nil is the poster's own. A size in pixels has no bleed.
  package var bleed: Double?
  /// Whether a PDF has crop and registration marks.
  package var hasMarks: Bool
  /// Whether a PDF is made for a press, as PDF/X-4 with the inks of coated FOGRA39.
  package var isForPress: Bool
  /// Members of the output's object that this version does not know.
  private var unknownFields: [JSONMember] = []

  /// Creates an output; pictures have no bleed by default.
  package init(
    _ name: String, _ format: PosterExport.Format, _ size: Size = .page,
    quality: Int = PictureFormat.usualQuality, bleed: Double? = 0, hasMarks: Bool = false,
    isForPress: Bool = false
  ) {
    (self.name, self.format, self.size, self.quality) = (name, format, size, quality)
    (self.bleed, self.hasMarks, self.isForPress) = (bleed, hasMarks, isForPress)
  }

  /// The range of a side in pixels.
  package static let sides = 16...30_000

  /// Returns the poster as this output shows it.
  package func poster(_ poster: Poster, typesetter: Typesetter) -> Poster {
    guard case .pixels(let width, let height) = size else { return poster }
    return poster.recomposed(width: Double(width), height: Double(height), typesetter: typesetter)
  }

  /// Returns the page on which this output shows a poster.
  package func page(of poster: Poster) -> Page {
    guard case .pixels(let width, let height) = size else { return poster.page }
    return poster.recomposed(width: Double(width), height: Double(height)).page
  }

  /// Returns the options of its export, without a press.
  package var options: PosterExport.Options {
    var options = PosterExport.Options()
    options.quality = quality
    options.bleed = bleed
    options.hasMarks = hasMarks && format == .pdf
    switch size {
    case .page: break
    case .width(let width): options.pixels = .wide(width)
    case .pixels(let width, _): (options.pixels, options.bleed) = (.wide(width), 0)
    }
    return options
  }

  /// Whether its colours are converted for a press.
  package var hasPress: Bool { isForPress && format == .pdf }

  /// The size and format in short, such as `1080 × 1920 JPEG`.
  package var summary: String {
    let size =
      switch size {
      case .page: ""
      case .width(let width): "\(width) px "
      case .pixels(let width, let height): "\(width) × \(height) "
      }
    return size + format.title + (hasPress ? "/X" : "")
  }
}

// As text.
extension ExportOutput {
  /// Reads an output such as `story=jpeg,1080x1920,quality=85` or `print=pdf,bleed=3mm,marks,pdfx`.
  ///
  /// A width alone, `width=1600`, keeps the shape of the page.
  package init(parsing text: String) throws(PosterError) {
    func fault(_ message: Message) -> PosterError {
      PosterError(
        field: "", message: Message("{output}: {reason}", ["output": text], parts: ["reason": message]))
    }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw fault(Message("write an output as name=format,…, such as story=jpeg,1080x1920"))
    }
    self.init(String(parts[0]), .png, bleed: nil)
    var hasFormat = false
    var hasBleed = false
    for word in parts[1].split(separator: ",").map({ $0.filter { !$0.isWhitespace }.lowercased() }) {
      let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
      if let format = PosterExport.Format(path: "x." + word) {
        (self.format, hasFormat) = (format, true)
      } else if word == "marks" {
        hasMarks = true
      } else if word == "pdfx" {
        isForPress = true
      } else if pair.count == 2, pair[0] == "quality", let quality = Int(pair[1]) {
        self.quality = quality
      } else if pair.count == 2, pair[0] == "width", let width = Int(pair[1]) {
        size = .width(width)
      } else if pair.count == 2, pair[0] == "bleed" {
        let number = pair[1].hasSuffix("mm") ? String(pair[1].dropLast(2)) : pair[1]
        guard let millimetres = Double(number) else {
          throw fault(Message("a bleed is a length in millimetres, such as bleed=3mm"))
        }
        (bleed, hasBleed) = (millimetres, true)
      } else {
        let sides = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
          throw fault(
            Message(
              "{word} is none of the formats {formats}, a size such as 1080x1920, width=1600, quality=90, bleed=3mm, marks or pdfx",
              [
                "word": word,
                "formats": PosterExport.Format.allCases.map(\.rawValue).joined(separator: ", "),
              ]))
        }
        size = .pixels(width: width, height: height)
      }
    }
    guard hasFormat else {
      throw fault(
        Message(
          "name a format: {formats}",
          ["formats": PosterExport.Format.allCases.map(\.rawValue).joined(separator: ", ")]))
    }
    // Pictures are for screens and end at the page's edge.
    if !hasBleed, format != .pdf { bleed = 0 }
    if let fault = self.fault {
      throw PosterError(
        field: "", message: Message("{output}: {reason}", ["output": text], parts: ["reason": fault]))
    }
  }

  /// The output as `init(parsing:)` reads it.
  package var text: String {
    var words = [format.rawValue]
    switch size {
    case .page: break
    case .width(let width): words.append("width=\(width)")
    case .pixels(let width, let height): words.append("\(width)x\(height)")
    }
    if format.picture?.hasQuality == true { words.append("quality=\(quality)") }
    if let bleed, bleed != 0 || format == .pdf { words.append("bleed=\(bleed.text())mm") }
    if hasMarks, format == .pdf { words.append("marks") }
    if hasPress { words.append("pdfx") }
    return "\(name)=\(words.joined(separator: ","))"
  }

  /// The fault of the output and what to do about it, or nil.
  package var fault: Message? {
    guard !name.allSatisfy(\.isWhitespace), name.count <= ExportSet.longestName, FileName.safe(name) == name
    else {
      return Message("an output has a name that can be part of a file's name, such as story")
    }
    let sides: [Int] =
      switch size {
      case .page: []
      case .width(let width): [width]
      case .pixels(let width, let height): [width, height]
      }
    guard sides.allSatisfy(Self.sides.contains) else {
      return Message(
        "a side has {least} to {most} pixels",
        ["least": "\(Self.sides.lowerBound)", "most": "\(Self.sides.upperBound)"])
    }
    guard PictureFormat.qualities.contains(quality) else { return Message("a quality is from 1 to 100") }
    guard (0...PrintSheet.largestBleed).contains(bleed ?? 0) else {
      return Message("a bleed is up to 100 mm")
    }
    return nil
  }
}

// In the file.
extension ExportOutput {
  var members: [JSONMember] {
    var members = [JSONMember("name", .string(name)), JSONMember("format", .string(format.rawValue))]
    switch size {
    case .page: break
    case .width(let width): members.append(JSONMember("width", .number(Double(width))))
    case .pixels(let width, let height):
      members += [
        JSONMember("width", .number(Double(width))), JSONMember("height", .number(Double(height))),
      ]
    }
    if format.picture?.hasQuality == true { members.append(JSONMember("quality", .number(Double(quality)))) }
    if let bleed { members.append(JSONMember("bleed", .number(bleed))) }
    if hasMarks { members.append(JSONMember("marks", .bool(true))) }
    if isForPress { members.append(JSONMember("pdfx", .bool(true))) }
    return members + unknownFields
  }

  /// Reads an output; nil if its name or format is missing or unknown, or a value is out of range.
  init?(_ value: JSONValue) {
    guard case .object(let members) = value else { return nil }
    var (name, format): (String?, PosterExport.Format?) = (nil, nil)
    var (width, height): (Int?, Int?) = (nil, nil)
    self.init("", .png, bleed: nil)
    for member in members {
      switch (member.name, member.value) {
      case ("name", .string(let text)): name = text
      case ("format", .string(let text)): format = PosterExport.Format(rawValue: text)
      case ("width", .number(let text)): width = Double(text).flatMap { Int(exactly: $0) }
      case ("height", .number(let text)): height = Double(text).flatMap { Int(exactly: $0) }
      case ("quality", .number(let text)): quality = Double(text).flatMap { Int(exactly: $0) } ?? quality
      case ("bleed", .number(let text)): bleed = Double(text)
      case ("marks", .bool(let flag)): hasMarks = flag
      case ("pdfx", .bool(let flag)): isForPress = flag
      default: unknownFields.append(member)
      }
    }
    guard let name, let format else { return nil }
    (self.name, self.format) = (name, format)
    if let width { size = height.map { .pixels(width: width, height: $0) } ?? .width(width) }
    guard fault == nil else { return nil }
  }
}

extension ExportSet {
  /// Returns the output of a name, without regard to case, or nil.
  package func output(named name: String) -> ExportOutput? {
    outputs.first { $0.name.lowercased() == name.lowercased() }
  }

  /// Adds an output, or replaces the one of its name.
  package mutating func put(_ output: ExportOutput) {
    if let index = outputs.firstIndex(where: { $0.name.lowercased() == output.name.lowercased() }) {
      outputs[index] = output
    } else {
      outputs.append(output)
    }
  }

  /// Returns a name for a new output, such as `output`, `output-2`.
  package func freeName(like name: String) -> String {
    var number = 2
    var free = name
    while output(named: free) != nil {
      free = "\(name)-\(number)"
      number += 1
    }
    return free
  }

  /// Returns sets as a list of JSON objects, as they are in the file.
  package static func json(of sets: [ExportSet]) -> String { JSONValue.array(sets.map(\.value)).text }

  /// The set as an object of the file.
  var value: JSONValue {
    .object(
      [
        JSONMember("name", .string(name)), JSONMember("names", .string(pattern)),
        JSONMember("outputs", .array(outputs.map { .object($0.members) } + unknownOutputs)),
      ] + unknownFields)
  }

  /// Reads a set; nil without a name. Outputs that this version does not know are not shown.
  init?(_ value: JSONValue) {
    guard case .object(let members) = value else { return nil }
    var name: String?
    self.init("", [])
    for member in members {
      switch (member.name, member.value) {
      case ("name", .string(let text)): name = text
      case ("names", .string(let text)): pattern = text
      case ("outputs", .array(let values)):
        for value in values {
          if outputs.count < Self.mostOutputs, let output = ExportOutput(value),
            self.output(named: output.name) == nil
          {
            outputs.append(output)
          } else {
            unknownOutputs.append(value)
          }
        }
      default: unknownFields.append(member)
      }
    }
    guard let name, !name.allSatisfy(\.isWhitespace) else { return nil }
    self.name = name
  }
}

/// The export sets of a person: those of their own, in a file beside the library, and those that ship.
package struct ExportSets: Sendable {
  /// The file; nil without a home, where nothing is kept.
  private let path: String?

  /// Creates the sets of a person.
  package init(_ folders: UserFolders) { path = folders.data.map { $0 + "/export-sets.json" } }

  /// A change that cannot be made.
  package struct Refusal: LocalizableError {
    package let message: Message

    init(_ message: Message) { self.message = message }
  }

  /// Returns all sets: the shipped ones, unless one's own has the name, and those of the person, by name.
  package func all() throws(Refusal) -> [ExportSet] {
    let own = try content().sets
    return ExportSet.shipped.filter { Self.index(of: $0.name, in: own) == nil } + own
  }

  /// Returns the set of a name, without regard to case.
  package func set(named name: String) throws(Refusal) -> ExportSet {
    let all = try all()
    guard let index = Self.index(of: name, in: all) else {
      throw Refusal(
        Message(
          "no export set is called “{name}”; there are {names}",
          ["name": name, "names": all.map { "“\($0.name)”" }.joined(separator: ", ")]))
    }
    return all[index]
  }

  /// Adds a set, or replaces the one that is called `old`, or else that of its own name.
  package func put(_ set: ExportSet, replacing old: String? = nil) throws(Refusal) {
    guard !set.name.allSatisfy(\.isWhitespace), set.name.count <= ExportSet.longestName else {
      throw Refusal(
        Message("an export set has a name of up to {most} characters", ["most": "\(ExportSet.longestName)"]))
    }
    guard set.outputs.count <= ExportSet.mostOutputs else {
      throw Refusal(
        Message("an export set has up to {most} outputs", ["most": "\(ExportSet.mostOutputs)"]))
    }
    try change { own throws(Refusal) in
      let place = Self.index(of: old ?? set.name, in: own)
      if let other = Self.index(of: set.name, in: own), other != place {
        throw Refusal(
          Message("there is an export set “{name}” already; choose another name", ["name": set.name]))
      }
      if let place { own[place] = set } else { own.append(set) }
      own.sort { $0.name.lowercased() < $1.name.lowercased() }
    }
  }

  /// Removes a set; removing one that replaces a shipped set brings that back.
  package func remove(named name: String) throws(Refusal) {
    try change { own throws(Refusal) in
      guard let index = Self.index(of: name, in: own) else {
        throw Refusal(
          Self.index(of: name, in: ExportSet.shipped) != nil
            ? Message("“{name}” ships with Regalia and stays", ["name": name])
            : Message("no export set of your own is called “{name}”", ["name": name]))
      }
      own.remove(at: index)
    }
  }

  private static func index(of name: String, in sets: [ExportSet]) -> Int? {
    sets.firstIndex { $0.name.lowercased() == name.lowercased() }
  }

  // MARK: The file

  /// The content of the file.
  private struct Content {
    var sets: [ExportSet] = []
    /// Values that this version does not know, which stay in the file.
    var unknownSets: [JSONValue] = []
    var unknownFields: [JSONMember] = []
  }

  private func content() throws(Refusal) -> Content {
    var content = Content()
    guard let path else { return content }
    let file = SmallFile(path: path)
    guard file.exists else { return content }
    guard let text = file.text, let value = try? JSONValue(Array(text.utf8)),
      case .object(let members) = value,
      case .array(let values)? = members.first(where: { $0.name == "sets" })?.value
    else {
      throw Refusal(
        Message(
          "{path} is no file of export sets; repair it, or move it away to begin anew", ["path": path]))
    }
    for value in values {
      if let set = ExportSet(value), Self.index(of: set.name, in: content.sets) == nil {
        content.sets.append(set)
      } else {
        content.unknownSets.append(value)
      }
    }
    content.unknownFields = members.filter { $0.name != "sets" }
    return content
  }

  /// Changes one's own sets; another program waits until the file is written.
  private func change(_ change: (inout [ExportSet]) throws(Refusal) -> Void) throws(Refusal) {
    guard let path else {
      throw Refusal(Message("there is no home folder for export sets; set HOME"))
    }
    guard Folder.make(FilePath(path).folder.text), let lock = FolderLock(around: path) else {
      throw Refusal(Message("{path} cannot be written", ["path": path]))
    }
    defer { withExtendedLifetime(lock) {} }
    var content = try content()
    try change(&content.sets)
    let sets = JSONValue.array(content.sets.map(\.value) + content.unknownSets)
    let value = JSONValue.object([JSONMember("sets", sets)] + content.unknownFields)
    do {
      try AtomicFile.write(value.text + "\n", to: path)
    } catch {
      throw Refusal(
        Message("{path} cannot be written: {reason}", ["path": path], parts: ["reason": error.reason]))
    }
  }
}
