extension JSONValue {
  /// The value on one line, without spaces.
  public var line: String {
    var text = ""
    writeLine(to: &text)
    return text
  }

  /// The value as text, indented; lists of numbers and short objects stay on one line.
  public var text: String {
    var text = ""
    write(to: &text, indentation: "")
    return text
  }

  private func writeLine(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += value
    case .string(let value): Self.quote(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.writeLine(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.quote(member.name, to: &text)
        text += ":"
        member.value.writeLine(to: &text)
      }
      text += "}"
    }
  }

  /// Whether there is nothing in it that deserves a line of its own.
  private var isPlain: Bool {
    switch self {
    case .array(let values): values.isEmpty
    case .object(let members): members.isEmpty
    default: true
    }
  }

  private func write(to text: inout String, indentation: String) {
    switch self {
    case .null, .bool, .number, .string: writeLine(to: &text)
    case .array(let values):
      let isShort = values.allSatisfy(\.isPlain)
      Self.list(values, "[", "]", isShort, to: &text, indentation) { value, text, inner in
        value.write(to: &text, indentation: inner)
      }
    case .object(let members):
      let isShort = members.count <= 4 && members.allSatisfy { $0.value.isPlain } && !indentation.isEmpty
      Self.list(members, "{", "}", isShort, to: &text, indentation) { member, text, inner in
        Self.quote(member.name, to: &text)
        text += ": "
        member.value.write(to: &text, indentation: inner)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, _ isShort: Bool, to text: inout String,
    _ indentation: String, _ write: (Element, inout String, String) -> Void
  ) {
    text += open
    let inner = indentation + "  "
    for (index, element) in elements.enumerated() {
      if index > 0 { text += isShort ? ", " : "," }
      if !isShort { text += "\n" + inner }
      write(element, &text, inner)
    }
    if !isShort { text += "\n" + indentation }
    text += close
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    var rest = string[...]
    // Long texts, as paths are, hold nothing that has to be written otherwise.
    while let place = rest.utf8.firstIndex(where: isEscaped) {
      text += rest[..<place]
      text += escape(rest.utf8[place])
      rest = rest[rest.utf8.index(after: place)...]
    }
    text += rest
    text += "\""
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): return "\\\""
    case UInt8(ascii: "\\"): return "\\\\"
    case UInt8(ascii: "\n"): return "\\n"
    case UInt8(ascii: "\r"): return "\\r"
    case UInt8(ascii: "\t"): return "\\t"
    default:
      let digits = String(byte, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
  }
}
