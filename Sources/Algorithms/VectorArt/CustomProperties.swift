import Text

/// The values of an element's custom properties (CSS Variables 1).
struct CustomProperties {
  private var values: [String: String] = [:]

  /// A longer value with references becomes invalid, so that a few bytes cannot expand without limit.
  private static let longest = 1 << 16

  /// The deepest nesting of fallbacks.
  private static let deepest = 32

  /// Whether a text refers to a custom property.
  static func isReferred(in text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "(")) && CSSReader.folded(text).contains("var(")
  }

  /// Returns the properties of an element whose parent has these.
  ///
  /// - Parameters:
  ///   - declared: The variables of the element itself.
  ///   - budget: The bytes that may still be read for references and inserted; below 0 none are.
  func inherited(_ declared: [String: String], spending budget: inout Int) -> CustomProperties {
    guard !declared.isEmpty else { return self }
    var resolution = Resolution(declared: declared, inherited: values, budget: budget)
    // Sorted, so that a limit always applies to the same property.
    for name in declared.keys.sorted() { _ = resolution.value(of: name) }
    budget = resolution.budget
    var result = self
    for name in declared.keys { result.values[name] = resolution.resolved[name] ?? nil }
    return result
  }

  /// Returns a text with its references replaced by values; nil if one has no value and no fallback.
  func substituted(_ text: String, spending budget: inout Int) -> String? {
    var resolution = Resolution(declared: [:], inherited: values, budget: budget)
    defer { budget = resolution.budget }
    return resolution.substituted(text, depth: 0)
  }

  /// The values of an element's properties while they are resolved.
  private struct Resolution {
    let declared: [String: String]
    let inherited: [String: String]
    var budget: Int
    /// The resolved values so far; nil for a property that has no value.
    var resolved: [String: String?] = [:]
    /// The properties being resolved, each nested in the previous one.
    private var open: [String] = []

    init(declared: [String: String], inherited: [String: String], budget: Int) {
      self.declared = declared
      self.inherited = inherited
      self.budget = budget
    }

    mutating func value(of name: String) -> String? {
      if let known = resolved[name] { return known }
      guard let text = declared[name] else { return inherited[name] }
      if let first = open.firstIndex(of: name) {
        // All properties in a cycle are invalid (§2.3).
        for name in open[first...] { resolved.updateValue(nil, forKey: name) }
        return nil
      }
      switch CSSReader.folded(text) {
      case "initial": return remember(nil, name)
      case "inherit", "unset", "revert", "revert-layer": return remember(inherited[name], name)
      default: break
      }
      guard open.count < CustomProperties.deepest else { return nil }
      open.append(name)
      let value = substituted(text, depth: 0)
      open.removeLast()
      if let circular = resolved[name] { return circular }
      return remember(value, name)
    }

    private mutating func remember(_ value: String?, _ name: String) -> String? {
      resolved.updateValue(value, forKey: name)
      return value
    }

    mutating func substituted(_ text: String, depth: Int) -> String? {
      guard CustomProperties.isReferred(in: text) else { return text }
      budget -= text.utf8.count
      guard depth < CustomProperties.deepest, budget > 0, text.utf8.count <= CustomProperties.longest else {
        return nil
      }
      var reader = CSSReader(text, keepsCase: true)
      var result = ""
      var copied = 0
      while reader.next != .end {
        guard case .function(let function) = reader.next, CSSReader.folded(function) == "var" else {
          reader.advance()
          continue
        }
        result += reader.text(copied..<reader.start)
        reader.advance()
        guard case .word(let name) = reader.next, name.hasPrefix("--") else { return nil }
        reader.advance()
        var fallback: String?
        if reader.skip(",") {
          guard let text = reader.value(upTo: { _ in false }) else { return nil }
          fallback = text
        }
        guard reader.next == .end || reader.next == .mark(")") else { return nil }
        copied = reader.end
        reader.advance()
        var value = value(of: name)
        if value == nil, let fallback { value = substituted(fallback, depth: depth + 1) }
        guard let value else { return nil }
        budget -= value.utf8.count
        guard budget > 0, result.utf8.count + value.utf8.count <= CustomProperties.longest else { return nil }
        // Spaces keep an inserted value from joining its neighbours.
        result += " " + value + " "
      }
      result += reader.text(copied..<reader.bytes.count)
      return result.trimmed
    }
  }
}
