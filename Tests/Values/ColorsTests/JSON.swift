/// A value of JSON, taken apart by asking; what is not there is null, zero or empty.
enum JSON: Decodable, Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSON].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  subscript(key: String) -> JSON {
    if case .object(let members) = self { members[key] ?? .null } else { .null }
  }

  var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  var text: String {
    if case .text(let text) = self { text } else { "" }
  }

  var array: [JSON] {
    if case .list(let list) = self { list } else { [] }
  }

  var numbers: [Double] { array.compactMap(\.number) }

  /// A number, or an object's number under a key.
  func tolerance(_ key: String) -> Double {
    number ?? self[key].number ?? self["other"].number ?? 0
  }
}
