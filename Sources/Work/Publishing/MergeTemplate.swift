import Images
import Localization
public import Posters
import Text

/// A poster's document in which names in braces stand for the values of a row, in any of its fields:
/// `"text": "{name}"`, `"ink": "{ink}"`, `"crown": "{crown}"`, `"weight": "{weight}"`.
///
/// A whole background or crown is written as on the command line: a colour, a gradient, a file, a crown's name. Lines
/// that become empty are omitted, and so are other fields with an empty value. `Placeholder` describes what may follow
/// a name.
public struct MergeTemplate: Sendable {
  /// A field with names in braces.
  struct Field: Hashable, Sendable {
    /// Its path from the root of the document, such as `lines[2].ink`.
    let path: String
    let placeholders: [Placeholder]

    var names: [String] { placeholders.map(\.name) }
  }

  let fields: [Field]
  /// The document without the parts in `fixed`.
  let members: [JSONMember]
  /// Background and emblem, read once if no row changes them.
  let fixed: Poster
  let hasFixedBackground: Bool
  let hasFixedEmblem: Bool
  /// The poster of which rows change only the title and the lines; nil for a document.
  private(set) var whole: Poster?

  /// The placeholders of the template, each name once, in the order of its fields.
  package var placeholders: [Placeholder] {
    var names: Set<String> = []
    return fields.flatMap(\.placeholders).filter { names.insert($0.name).inserted }
  }

  /// The language of the posters as a BCP 47 tag, unless rows change it.
  var language: String? {
    guard case .string(let tag) = members.first(where: { $0.name == "language" })?.value else { return nil }
    return Poster.isLanguage(tag) ? tag : nil
  }

  /// Creates the template of a poster, whose title and lines may have placeholders.
  package init(_ poster: Poster) throws(PosterError) {
    var words = Poster(title: poster.title, lines: poster.lines)
    words.language = poster.language
    try self.init(json: Array(words.json.utf8))
    whole = poster
  }

  /// Reads a document; parts that rows do not change are validated here.
  ///
  /// - Throws: `PosterError` if the document is not a JSON object, or a part that rows do not change is invalid.
  public init(json bytes: [UInt8]) throws(PosterError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(bytes)
    } catch {
      throw PosterError(error)
    }
    guard case .object(let members) = value else {
      throw PosterError(
        field: "", message: Message("the document is not a poster; a poster begins with a brace"))
    }
    var fields: [Field] = []
    Self.collect(value, "", &fields)
    func hasNames(_ name: String) -> Bool {
      fields.contains { $0.path == name || $0.path.hasPrefix(name + ".") }
    }
    let background = members.first { $0.name == "background" }?.value
    var isFixedBackground = background != nil && !hasNames("background")
    // CSS gradient angles depend on the page.
    if case .string = background, hasNames("page") { isFixedBackground = false }
    var isFixedEmblem = members.contains { $0.name == "emblem" } && !hasNames("emblem")
    if case .string(let text) = members.first(where: { $0.name == "emblem" })?.value, text != "none" {
      isFixedEmblem = false
    }
    var kept = ["schema", "version"]
    if !hasNames("page") { kept.append("page") }
    if isFixedBackground { kept.append("background") }
    if isFixedEmblem { kept.append("emblem") }
    fixed = try Poster(document: .object(members.filter { kept.contains($0.name) }))
    (hasFixedBackground, hasFixedEmblem) = (isFixedBackground, isFixedEmblem)
    self.members = members.filter {
      !(isFixedBackground && $0.name == "background") && !(isFixedEmblem && $0.name == "emblem")
    }
    // The title is often composed of the lines; an unknown name in both is reported at its origin.
    self.fields = fields.filter { $0.path != "title" } + fields.filter { $0.path == "title" }
  }

  /// Members for document data, or notes of other programs, in which nothing is replaced.
  private static let literal: Set = ["schema", "version", "type", "data", "path", "source"]

  static func isFilled(_ name: String) -> Bool {
    !literal.contains(name) && !name.hasPrefix("$") && !name.hasPrefix("x-")
  }

  private static func collect(_ value: JSONValue, _ path: String, _ fields: inout [Field]) {
    switch value {
    case .string(let text):
      let placeholders = TextTemplate.placeholders(in: text)
      if !placeholders.isEmpty { fields.append(Field(path: path, placeholders: placeholders)) }
    case .array(let values):
      for (index, value) in values.enumerated() { collect(value, "\(path)[\(index)]", &fields) }
    case .object(let members):
      for member in members where isFilled(member.name) {
        collect(member.value, path.isEmpty ? member.name : "\(path).\(member.name)", &fields)
      }
    default: break
    }
  }
}

/// Fills a template with rows; it belongs to the thread that created it, and caches crowns and backgrounds.
package final class MergeFiller {
  /// A value that is invalid in its field.
  package struct Fault: LocalizableError {
    /// The columns of the value; empty if the document itself is at fault.
    package let columns: [String]
    /// The fault, without the columns.
    package let reason: Message

    package var message: Message {
      switch columns.count {
      case 0: reason
      case 1: Message("column {name}: {reason}", ["name": columns[0]], parts: ["reason": reason])
      default:
        Message(
          "columns {names}: {reason}", ["names": columns.joined(separator: ", ")],
          parts: ["reason": reason])
      }
    }
  }

  private let template: MergeTemplate
  private var emblems: [String: Emblem] = [:]
  private var backgrounds: [String: Background] = [:]
  /// The template's line number for each line kept from a row.
  private var lines: [Int] = []
  /// The template's number for each element kept from a row.
  private var elements: [Int] = []
  /// The language of the poster, or of the line that is being filled, as a BCP 47 tag.
  private var language: String?

  private let decoder: any PictureDecoder

  package init(_ template: MergeTemplate, by decoder: any PictureDecoder = DirectDecoder()) {
    (self.template, self.decoder) = (template, decoder)
  }

  /// Returns the poster of a row.
  package func poster(with values: [String: String]) throws(Fault) -> Poster {
    var members: [JSONMember] = []
    var (emblem, background): (String?, String?)
    language = nil
    if let member = template.members.first(where: { $0.name == "language" }),
      case .string(let tag) = try filled(member.value, member.name, member.name, values)
    {
      language = tag
    }
    for member in template.members {
      guard MergeTemplate.isFilled(member.name) else {
        members.append(member)
        continue
      }
      let isText = if case .string = member.value { true } else { false }
      if isText, member.name == "crown" || member.name == "emblem" || member.name == "background" {
        guard case .string(let text) = try filled(member.value, member.name, member.name, values) else {
          continue
        }
        if member.name == "background" { background = text } else { emblem = text }
      } else if member.name == "lines", case .array(let lines) = member.value {
        members.append(JSONMember("lines", .array(try filled(lines: lines, values))))
      } else if member.name == "elements", case .array(let elements) = member.value {
        members.append(JSONMember("elements", .array(try filled(elements: elements, values))))
      } else if let value = try filled(member.value, member.name, member.name, values) {
        members.append(JSONMember(member.name, value))
      }
    }
    var poster: Poster
    do throws(PosterError) {
      poster = try Poster(document: .object(members))
    } catch {
      throw fault(error.field, error.reason)
    }
    if var whole = template.whole {
      (whole.title, whole.lines) = (poster.title, poster.lines)
      return whole
    }
    restore(&poster)
    try place(emblem: emblem, background: background, on: &poster)
    return poster
  }

  /// Restores the parts that no row changes.
  private func restore(_ poster: inout Poster) {
    let fixed = template.fixed
    if template.hasFixedBackground {
      poster.background = fixed.background
      poster.unknownFields.background = fixed.unknownFields.background
    }
    if template.hasFixedEmblem {
      (poster.emblem, poster.tintsEmblem) = (fixed.emblem, fixed.tintsEmblem)
      (poster.emblemScale, poster.emblemOffset) = (fixed.emblemScale, fixed.emblemOffset)
      poster.unknownFields.emblem = fixed.unknownFields.emblem
    }
  }

  /// Sets the emblem and the background from their names.
  private func place(emblem: String?, background: String?, on poster: inout Poster) throws(Fault) {
    if let emblem {
      do {
        let known = try emblems[emblem] ?? PosterSources.emblem(emblem, by: decoder)
        emblems[emblem] = known
        poster.emblem = known
        poster.tintsEmblem = known.isTintedByItself(by: decoder)
      } catch {
        let field = template.members.contains { $0.name == "crown" } ? "crown" : "emblem"
        throw fault(field, (error as? PosterError)?.reason ?? Message(error))
      }
    }
    if let background {
      do {
        let key = "\(poster.page.width) \(poster.page.height) \(background)"
        let known =
          try backgrounds[key]
          ?? PosterSources.background(background, page: poster.page, by: decoder)
        backgrounds[key] = known
        poster.background = known
      } catch {
        throw fault("background", (error as? PosterError)?.reason ?? Message(error))
      }
    }
  }

  // MARK: Filling

  /// Returns the lines of a row. Lines that become empty are omitted. A line that is small, or set in capitals, because
  /// the template's text is in lower case stays so for any value.
  private func filled(lines: [JSONValue], _ values: [String: String]) throws(Fault) -> [JSONValue] {
    self.lines = []
    var result: [JSONValue] = []
    let posterLanguage = language
    defer { language = posterLanguage }
    for (index, line) in lines.enumerated() {
      let path = "lines[\(index)]"
      language = posterLanguage
      if case .object(let members) = line,
        case .string(let tag)? = members.first(where: { $0.name == "language" })?.value
      {
        language =
          TextTemplate.placeholders(in: tag).isEmpty ? tag : values[tag.trimmingBraces] ?? posterLanguage
      }
      guard case .object(var members)? = try filled(line, "", path, values) else {
        result.append(line)
        self.lines.append(index)
        continue
      }
      if case .object(let before) = line,
        case .string(let text)? = before.first(where: { $0.name == "text" })?.value
      {
        if case .string(let now)? = members.first(where: { $0.name == "text" })?.value, now != text,
          now.allSatisfy(\.isWhitespace)
        {
          continue
        }
        let isLowerCase = text.isLowerCase
        if !members.contains(where: { $0.name == "rank" }) {
          members.append(JSONMember("rank", .string(isLowerCase ? "small" : "large")))
        }
        if isLowerCase, members.contains(JSONMember("rank", .string("small"))),
          !members.contains(where: { $0.name == "capitals" })
        {
          members.append(JSONMember("capitals", .bool(true)))
        }
      }
      result.append(.object(members))
      self.lines.append(index)
    }
    return result
  }

  /// Returns the elements of a row. Codes whose contents become empty are omitted.
  private func filled(elements: [JSONValue], _ values: [String: String]) throws(Fault) -> [JSONValue] {
    self.elements = []
    var result: [JSONValue] = []
    for (index, element) in elements.enumerated() {
      guard let filled = try filled(element, "", "elements[\(index)]", values) else { continue }
      if filled != element, Self.isEmptyCode(filled) { continue }
      result.append(filled)
      self.elements.append(index)
    }
    return result
  }

  /// Returns whether an element is a code in which every entry of the contents is empty.
  private static func isEmptyCode(_ element: JSONValue) -> Bool {
    guard case .object(let members) = element,
      case .object(let entries)? = members.first(where: { $0.name == "content" })?.value
    else { return false }
    // A network without a name cannot be joined, whatever its password is.
    let isNetwork = entries.contains(JSONMember("type", .string("wifi")))
    return entries.allSatisfy { entry in
      guard MergeTemplate.isFilled(entry.name), case .string(let text) = entry.value else { return true }
      return (isNetwork && entry.name != "name") || text.allSatisfy(\.isWhitespace)
    }
  }

  /// Members with strings; in all others a value is a number or a Boolean.
  private static let texts: Set = [
    "title", "text", "font", "family", "ink", "color", "rank", "page", "background", "emblem", "crown",
    "kind", "level", "security", "language", "alignment", "fit", "preset",
  ]
  /// Members with Booleans.
  private static let flags: Set = [
    "wrap", "tint", "capitals", "plate", "hidden", "footer", "italic", "capitalSharpS", "capitalForms",
    "opticalSizing", "colors", "loop",
  ]
  /// Members that may be empty.
  private static let words: Set = ["title", "text"]
  /// Entries of a code's contents, which may be empty.
  private static let entries: Set = [
    "url", "name", "password", "organization", "phone", "email", "address",
  ]

  /// Returns a value with a row's values inserted; nil if it becomes empty. `name` is the member that contains it.
  private func filled(
    _ value: JSONValue, _ name: String, _ path: String, _ values: [String: String]
  ) throws(Fault) -> JSONValue? {
    switch value {
    case .string(let text):
      let now: String
      do throws(Placeholder.Fault) {
        now = try TextTemplate.filled(text, with: values, language: language)
      } catch {
        throw Fault(columns: [error.name], reason: error.message)
      }
      guard now != text else { return value }
      if Self.words.contains(name) || path.contains("].content.") && Self.entries.contains(name) {
        return .string(now)
      }
      let word = now.trimmingSpaces
      if word.isEmpty { return nil }
      if Self.texts.contains(name) { return .string(word) }
      if Self.flags.contains(name) {
        guard word == "true" || word == "false" else {
          throw fault(path, Message("{word} is neither true nor false", ["word": word.excerpt]))
        }
        return .bool(word == "true")
      }
      guard let number = Double(word), number.isFinite else {
        throw fault(path, Message("{word} is not a number", ["word": word.excerpt]))
      }
      return .number(number)
    case .array(let items):
      var result: [JSONValue] = []
      for (index, item) in items.enumerated() {
        if let item = try filled(item, name, "\(path)[\(index)]", values) { result.append(item) }
      }
      return .array(result)
    case .object(let members):
      var result: [JSONMember] = []
      for member in members {
        guard MergeTemplate.isFilled(member.name) else {
          result.append(member)
          continue
        }
        let path = path.isEmpty ? member.name : "\(path).\(member.name)"
        if let value = try filled(member.value, member.name, path, values) {
          result.append(JSONMember(member.name, value))
        }
      }
      return .object(result)
    default: return value
    }
  }

  // MARK: Faults

  /// Returns an error for a field, with the columns that it was filled from.
  private func fault(_ field: String, _ reason: Message) -> Fault {
    let path = inTemplate(field)
    let columns = template.fields.filter { $0.path == path }.flatMap(\.names)
    guard !columns.isEmpty else {
      // A fault in a container may come from a value inside it.
      let within = template.fields.filter { $0.path.hasPrefix(path + ".") || $0.path.hasPrefix(path + "[") }
      return Fault(
        columns: path.isEmpty ? [] : within.flatMap(\.names),
        reason: PosterError(field: field, message: reason).message)
    }
    return Fault(columns: columns, reason: reason)
  }

  /// Returns the path of a field in the template, since lines may have been omitted.
  private func inTemplate(_ field: String) -> String {
    guard let match = field.firstMatch(of: /^(lines|elements)\[([0-9]+)\]/), let index = Int(match.2),
      case let kept = match.1 == "lines" ? lines : elements, kept.indices.contains(index)
    else { return field }
    return "\(match.1)[\(kept[index])]" + field[match.range.upperBound...]
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

  /// The text without its first and last characters, which are braces.
  fileprivate var trimmingBraces: String { String(dropFirst().dropLast()) }
}
