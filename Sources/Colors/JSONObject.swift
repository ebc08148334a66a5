/// An object of JSON that is written member by member, in the order they are added, on one line.
struct JSONObject {
  private var members: [String] = []

  var text: String { "{" + members.joined(separator: ",") + "}" }

  mutating func add(_ key: String, text: String) {
    members.append(JSONText.quoted(key) + ":" + JSONText.quoted(text))
  }

  mutating func add(_ key: String, _ number: Double) {
    members.append(JSONText.quoted(key) + ":" + decimalText(number))
  }

  mutating func add(_ key: String, _ flag: Bool) {
    members.append(JSONText.quoted(key) + ":" + (flag ? "true" : "false"))
  }

  mutating func add(_ key: String, array: [Double]) {
    let values = array.map { decimalText($0) }
    members.append(JSONText.quoted(key) + ":[" + values.joined(separator: ",") + "]")
  }

  mutating func add(_ key: String, _ numbers: KeyValuePairs<String, Double?>) {
    let pairs = numbers.map { JSONText.quoted($0.key) + ":" + ($0.value.map { decimalText($0) } ?? "null") }
    members.append(JSONText.quoted(key) + ":{" + pairs.joined(separator: ",") + "}")
  }
}
