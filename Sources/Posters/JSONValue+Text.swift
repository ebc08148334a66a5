import Colors

extension JSONValue {
  /// The value as text, indented; lists of numbers and short objects stay on one line.
  public var text: String {
    var text = ""
    write(to: &text, indentation: "")
    return text
  }

  static func words(of value: Double) -> String { JSONText.number(value) }

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
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += value
    case .string(let value): text += JSONText.quoted(value)
    case .array(let values):
      let isShort = values.allSatisfy(\.isPlain)
      Self.list(values, "[", "]", isShort, to: &text, indentation) { value, text, inner in
        value.write(to: &text, indentation: inner)
      }
    case .object(let members):
      let isShort = members.count <= 4 && members.allSatisfy { $0.value.isPlain } && !indentation.isEmpty
      Self.list(members, "{", "}", isShort, to: &text, indentation) { member, text, inner in
        text += JSONText.quoted(member.name) + ": "
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
}
