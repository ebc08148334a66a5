/// A text that a person reads: a whole English sentence with named placeholders, to be shown in their language.
///
/// It is what gettext calls a message. The English text identifies it in catalogues of translations, together with a
/// context where the same words mean two things. A language may change the order of the placeholders. The texts are string
/// literals, so that `Scripts/messages` finds them all.
///
/// ```swift
/// let title = Message("Export")
/// let question = Message("Delete {name}?", ["name": poster.title])
/// let count = Message("{count} poster", plural: "{count} posters", count: posters.count)
/// let fault = Message("{file}: {reason}", ["file": name], parts: ["reason": error.message])
/// ```
public struct Message: Hashable, Sendable {
  /// The English text, in which `{name}` stands for the value of that name, and `{{` and `}}` for braces.
  public let text: String

  /// The English text for all counts but 1, or nil where nothing is counted.
  public let plural: String?

  /// The number that chooses among plural forms; it is 1 where nothing is counted.
  public let count: Int

  /// The context that distinguishes messages of the same words, or nil.
  public let context: String?

  /// The values of the placeholders, by their names.
  public let values: [String: String]

  /// The values that are messages themselves, by the names of their placeholders: they are shown in the same language.
  public let parts: [String: Message]

  /// Whether it is a number alone, with a decimal point.
  private(set) var isNumber = false

  /// Creates a message whose placeholders have values; `parts` are values that are messages, such as a reason.
  public init(
    _ text: StaticString, _ values: [String: String] = [:], parts: [String: Message] = [:],
    context: StaticString? = nil
  ) {
    self.init(text: text.description, values: values, parts: parts, context: context?.description)
  }

  /// Creates a message that is the same in every language, such as another program's words.
  public init(verbatim text: String) {
    self.init(text: "{text}", values: ["text": text])
  }

  /// Creates a message of a number, from its text with a decimal point; it is shown with the decimal separator of the
  /// language.
  public init(number text: String) {
    self.init(verbatim: text)
    isNumber = true
  }

  /// Creates a message of the sentence of an error: its own message, or the words that describe it.
  public init(_ error: any Error) {
    self = (error as? any LocalizableError)?.message ?? Message(verbatim: "\(error)")
  }

  /// Creates a message that depends on a number.
  ///
  /// - Parameters:
  ///   - text: The English text for exactly one.
  ///   - plural: The English text for every other number; other languages have as many forms as they need.
  ///   - count: The number, which is also the value of `{count}`.
  ///   - values: The values of the other placeholders.
  ///   - parts: The values that are messages, such as a reason.
  ///   - context: A word that separates equal texts with different translations.
  public init(
    _ text: StaticString, plural: StaticString, count: Int, _ values: [String: String] = [:],
    parts: [String: Message] = [:], context: StaticString? = nil
  ) {
    self.init(
      text: text.description, plural: plural.description, count: count, values: values, parts: parts,
      context: context?.description)
  }

  package init(
    text: String, plural: String? = nil, count: Int = 1, values: [String: String] = [:],
    parts: [String: Message] = [:], context: String? = nil
  ) {
    self.text = text
    self.plural = plural
    self.count = count
    self.context = context
    var values = values
    if plural != nil, values["count"] == nil { values["count"] = String(count) }
    self.values = values
    self.parts = parts
  }

  /// The text with its values, in English.
  public var english: String { english(decimalSeparator: ".") }

  /// Returns the text with its values, in English with numbers as a place writes them.
  func english(decimalSeparator: String) -> String {
    var language = Language.english
    language.decimalSeparator = decimalSeparator
    return Template.filled(count == 1 ? text : plural ?? text, values(in: language))
  }

  /// Returns a list in one message, or nil for an empty one.
  ///
  /// - Parameters:
  ///   - messages: The items of the list.
  ///   - pair: Returns a message with two parts of the list and what stands between them.
  public static func joined(
    _ messages: some RandomAccessCollection<Message>, by pair: (Message, Message) -> Message
  ) -> Message? {
    guard messages.count > 1 else { return messages.first }
    // In halves, so that the nesting of thousands of items stays flat.
    let middle = messages.index(messages.startIndex, offsetBy: messages.count / 2)
    let halves = (joined(messages[..<middle], by: pair), joined(messages[middle...], by: pair))
    guard case (let first?, let second?) = halves else { return nil }
    return pair(first, second)
  }

  /// Returns the values of the placeholders in a language.
  func values(in language: Language) -> [String: String] {
    guard !parts.isEmpty else { return values }
    return values.merging(parts.mapValues { language.localized($0) }) { value, _ in value }
  }
}

/// An error whose sentence can be shown in any language.
public protocol LocalizableError: Error, CustomStringConvertible {
  /// The sentence: the error and, where it helps, the remedy.
  var message: Message { get }
}

extension LocalizableError {
  /// The sentence in English.
  public var description: String { message.english }
}

extension Message: CustomStringConvertible {
  public var description: String { english }
}

/// The syntax of texts with named placeholders; gettext's tools know it as `python-brace-format`.
enum Template {
  private static let opening = UInt8(ascii: "{")
  private static let closing = UInt8(ascii: "}")

  private enum Part {
    case text(Range<Int>)
    case placeholder(Range<Int>)
  }

  /// Returns the names of the placeholders in a text, or nil where a brace is unmatched or a name is invalid.
  static func placeholders(in text: String) -> Set<String>? {
    let bytes = Array(text.utf8)
    guard let parts = parts(of: bytes) else { return nil }
    var names: Set<String> = []
    for case .placeholder(let range) in parts { names.insert(String(decoding: bytes[range], as: UTF8.self)) }
    return names
  }

  /// Returns a text with the values in the places of their names.
  ///
  /// A placeholder without a value stays as it is, and so does a text whose braces do not match.
  static func filled(_ text: String, _ values: [String: String]) -> String {
    guard text.utf8.contains(where: { $0 == opening || $0 == closing }) else { return text }
    let bytes = Array(text.utf8)
    guard let parts = parts(of: bytes) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for part in parts {
      switch part {
      case .text(let range): result += bytes[range]
      case .placeholder(let range):
        if let value = values[String(decoding: bytes[range], as: UTF8.self)] {
          result += value.utf8
        } else {
          result += bytes[range.lowerBound - 1..<range.upperBound + 1]
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func parts(of bytes: [UInt8]) -> [Part]? {
    var parts: [Part] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == opening || byte == closing else {
        index += 1
        continue
      }
      if index + 1 < bytes.count, bytes[index + 1] == byte {
        // A doubled brace stands for one.
        parts.append(.text(start..<index + 1))
        index += 2
      } else {
        guard byte == opening, let end = bytes[index...].firstIndex(of: closing),
          isName(bytes[index + 1..<end])
        else { return nil }
        parts.append(.text(start..<index))
        parts.append(.placeholder(index + 1..<end))
        index = end + 1
      }
      start = index
    }
    parts.append(.text(start..<bytes.count))
    return parts
  }

  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_") }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xdf) }
}
