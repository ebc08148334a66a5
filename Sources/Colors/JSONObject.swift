/// An object of JSON that is written member by member, in the order they are added, on one line.
struct JSONObject {
  private var members: [String] = []

  var text: String { "{" + members.joined(separator: ",") + "}" }

  mutating func add(_ key: String, text: String) {
    members.append(quoted(key) + ":" + quoted(text))
  }

  mutating func add(_ key: String, _ number: Double) {
    members.append(quoted(key) + ":" + decimalText(number))
  }

  mutating func add(_ key: String, _ flag: Bool) {
    members.append(quoted(key) + ":" + (flag ? "true" : "false"))
  }

  mutating func add(_ key: String, array: [Double]) {
    let values = array.map { decimalText($0) }
    members.append(quoted(key) + ":[" + values.joined(separator: ",") + "]")
  }

  mutating func add(_ key: String, _ numbers: KeyValuePairs<String, Double?>) {
    let pairs = numbers.map { quoted($0.key) + ":" + ($0.value.map { decimalText($0) } ?? "null") }
    members.append(quoted(key) + ":{" + pairs.joined(separator: ",") + "}")
  }
}

/// Returns text as a string of JSON, RFC 8259 §7.
private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7f:
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
