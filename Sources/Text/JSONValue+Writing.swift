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
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
