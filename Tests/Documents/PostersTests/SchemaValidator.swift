import Posters
import Text

/// A slow and plain reading of the parts of JSON Schema 2020-12 that the poster's schema uses.
struct SchemaValidator {
  let root: JSONValue

  init(_ schema: String) throws { root = try JSONValue(Array(schema.utf8)) }

  /// Returns what does not fit, a sentence each; nothing when the value is as the schema says.
  func faults(of value: JSONValue) -> [String] { faults(of: value, by: root, at: "") }

  private func faults(of value: JSONValue, by schema: JSONValue, at path: String) -> [String] {
    var faults: [String] = []
    func check(_ isGood: Bool, _ words: String) { if !isGood { faults.append("\(path): \(words)") } }
    for rule in schema.members {
      switch rule.name {
      case "$ref": faults += self.faults(of: value, by: target(rule.value), at: path)
      case "const": check(value.isEqual(rule.value), "is not the constant")
      case "enum": check(rule.value.elements.contains { value.isEqual($0) }, "is none of the list")
      case "type": check(value.has(type: rule.value.string ?? ""), "is not of its type")
      case "required":
        for name in rule.value.elements where value.isObject {
          check(value[name.string ?? ""] != nil, "lacks \(name.string ?? "")")
        }
      case "properties":
        for property in rule.value.members {
          guard let inner = value[property.name] else { continue }
          faults += self.faults(of: inner, by: property.value, at: path + "." + property.name)
        }
      case "additionalProperties":
        for member in value.members where schema["properties"]?[member.name] == nil {
          faults += self.faults(of: member.value, by: rule.value, at: path + "." + member.name)
        }
      case "items":
        for (index, element) in value.elements.enumerated() {
          faults += self.faults(of: element, by: rule.value, at: "\(path)[\(index)]")
        }
      case "oneOf":
        let fitting = rule.value.elements.filter { self.faults(of: value, by: $0, at: path).isEmpty }
        check(fitting.count == 1, "fits \(fitting.count) of the alternatives")
      case "minimum": check(value.double.map { $0 >= rule.value.double ?? 0 } ?? true, "is too small")
      case "maximum": check(value.double.map { $0 <= rule.value.double ?? 0 } ?? true, "is too large")
      case "minLength", "minItems":
        check(value.length.map { Double($0) >= rule.value.double ?? 0 } ?? true, "is too short")
      case "maxLength", "maxItems":
        check(value.length.map { Double($0) <= rule.value.double ?? 0 } ?? true, "is too long")
      case "pattern":
        guard case .string(let words) = rule.value, let pattern = try? Regex(words) else {
          faults.append("\(path): the schema's pattern is none")
          continue
        }
        if case .string(let text) = value { check(text.contains(pattern), "has another form") }
      case "$schema", "$id", "$defs", "title", "description", "default", "contentEncoding": break
      default: faults.append("\(path): the schema says \(rule.name), which the validator does not know")
      }
    }
    return faults
  }

  private func target(_ reference: JSONValue) -> JSONValue {
    var target = root
    for name in (reference.string ?? "").split(separator: "/").dropFirst() {
      target = target[String(name)] ?? .null
    }
    return target
  }
}

extension JSONValue {
  var members: [JSONMember] { if case .object(let members) = self { members } else { [] } }
  var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }
  var isObject: Bool { if case .object = self { true } else { false } }

  var length: Int? {
    switch self {
    case .string(let text): text.unicodeScalars.count
    case .array(let values): values.count
    default: nil
    }
  }

  subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  /// Numbers are equal when their values are.
  func isEqual(_ other: JSONValue) -> Bool { self == other || (double != nil && double == other.double) }

  func has(type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .number: type == "number" || (type == "integer" && double == double?.rounded())
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }
}
