import CGIO

/// A D-Bus value.
package indirect enum BusValue: Hashable, Sendable {
  case boolean(Bool)
  case byte(UInt8)
  case int16(Int16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  /// An open file, by its index among the files of the message.
  case handle(Int32)
  /// Elements of one type, which is named because the array may be empty.
  case array(of: String, [BusValue])
  /// A key and value of a dictionary, which is an array of such pairs.
  case entry(BusValue, BusValue)
  case structure([BusValue])
  case variant(BusValue)

  /// Returns a dictionary from strings to values of any type.
  package static func options(_ pairs: KeyValuePairs<String, BusValue>) -> BusValue {
    .array(of: "{sv}", pairs.map { .entry(.string($0), .variant($1)) })
  }

  /// The D-Bus type signature, such as `a(so)`.
  package var signature: String {
    switch self {
    case .boolean: "b"
    case .byte: "y"
    case .int16: "n"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .handle: "h"
    case .array(let element, _): "a" + element
    case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
    case .structure(let members): "(\(members.map(\.signature).joined()))"
    case .variant: "v"
    }
  }

  // MARK: Taking it apart

  /// The number, whatever its type.
  package var number: Double? {
    switch self {
    case .byte(let value): Double(value)
    case .int16(let value): Double(value)
    case .int32(let value): Double(value)
    case .uint32(let value): Double(value)
    case .int64(let value): Double(value)
    case .uint64(let value): Double(value)
    case .double(let value): value
    case .boolean(let value): value ? 1 : 0
    case .variant(let value): value.number
    default: nil
    }
  }

  /// The whole number, whatever its type, or nil if the number is not whole.
  package var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The text or path.
  package var text: String? {
    switch self {
    case .string(let text), .objectPath(let text): text
    case .variant(let value): value.text
    default: nil
    }
  }

  /// The path of an object; nil for a plain string, which GLib would refuse as a path.
  package var objectPath: String? { if case .objectPath(let path) = self { path } else { nil } }

  package var isTrue: Bool { number.map { $0 != 0 } ?? false }

  /// The elements of an array or a structure; for a variant, those of its content.
  package var elements: [BusValue] {
    switch self {
    case .array(_, let elements), .structure(let elements): elements
    case .variant(let value): value.elements
    default: []
    }
  }

  /// Returns a dictionary's value for a key, without the variant around it.
  package subscript(key key: String) -> BusValue? {
    for case .entry(let own, let value) in elements where own.text == key { return value.unwrapped }
    return nil
  }

  /// The content of a variant, or the value itself.
  package var unwrapped: BusValue {
    if case .variant(let value) = self { value.unwrapped } else { self }
  }
}

// MARK: - GLib's values

extension BusValue {
  /// The largest message that is read, in bytes; a bus delivers up to 128 MiB.
  private static let longest: gsize = 4 << 20
  /// The most values in a message that is read: each takes many times the single byte that it may have in the message.
  private static let mostValues = 1 << 17

  /// Creates a value from GLib's; nil for an unsupported type and for a value over the size limits.
  init?(_ variant: OpaquePointer) {
    guard g_variant_get_size(variant) <= Self.longest else { return nil }
    var room = Self.mostValues
    self.init(variant, &room)
    if room < 0 { return nil }
  }

  /// Creates a value; `room` is the number of further values allowed, and negative beyond the limit.
  private init?(_ variant: OpaquePointer, _ room: inout Int) {
    room -= 1
    switch g_variant_classify(variant) {
    case G_VARIANT_CLASS_BOOLEAN: self = .boolean(g_variant_get_boolean(variant) != 0)
    case G_VARIANT_CLASS_BYTE: self = .byte(g_variant_get_byte(variant))
    case G_VARIANT_CLASS_INT16: self = .int16(g_variant_get_int16(variant))
    case G_VARIANT_CLASS_INT32: self = .int32(g_variant_get_int32(variant))
    case G_VARIANT_CLASS_UINT32: self = .uint32(g_variant_get_uint32(variant))
    case G_VARIANT_CLASS_INT64: self = .int64(Int64(g_variant_get_int64(variant)))
    case G_VARIANT_CLASS_UINT64: self = .uint64(UInt64(g_variant_get_uint64(variant)))
    case G_VARIANT_CLASS_DOUBLE: self = .double(g_variant_get_double(variant))
    case G_VARIANT_CLASS_STRING, G_VARIANT_CLASS_SIGNATURE:
      self = .string(g_variant_get_string(variant, nil).map { String(cString: $0) } ?? "")
    case G_VARIANT_CLASS_OBJECT_PATH:
      self = .objectPath(g_variant_get_string(variant, nil).map { String(cString: $0) } ?? "/")
    case G_VARIANT_CLASS_HANDLE: self = .handle(g_variant_get_handle(variant))
    case G_VARIANT_CLASS_VARIANT:
      guard let inner = Self.children(of: variant, &room).first else { return nil }
      self = .variant(inner)
    case G_VARIANT_CLASS_TUPLE: self = .structure(Self.children(of: variant, &room))
    case G_VARIANT_CLASS_DICT_ENTRY:
      let pair = Self.children(of: variant, &room)
      guard pair.count == 2 else { return nil }
      self = .entry(pair[0], pair[1])
    case G_VARIANT_CLASS_ARRAY:
      let type = g_variant_get_type_string(variant).map { String(cString: $0) } ?? "a"
      self = .array(of: String(type.dropFirst()), Self.children(of: variant, &room))
    default: return nil
    }
  }

  private static func children(of variant: OpaquePointer, _ room: inout Int) -> [BusValue] {
    let count = g_variant_n_children(variant)
    guard count <= gsize(max(room, 0)) else {
      room = -1
      return []
    }
    var children: [BusValue] = []
    for index in 0..<count {
      guard let child = g_variant_get_child_value(variant, index) else { continue }
      defer { g_variant_unref(child) }
      if let value = BusValue(child, &room) { children.append(value) }
    }
    return children
  }

  /// Returns the value as GLib's, with a floating reference, which its first owner takes over.
  func floatingVariant() -> OpaquePointer? {
    switch self {
    case .boolean(let value): return g_variant_new_boolean(value ? 1 : 0)
    case .byte(let value): return g_variant_new_byte(value)
    case .int16(let value): return g_variant_new_int16(value)
    case .int32(let value): return g_variant_new_int32(value)
    case .uint32(let value): return g_variant_new_uint32(value)
    case .int64(let value): return g_variant_new_int64(gint64(value))
    case .uint64(let value): return g_variant_new_uint64(guint64(value))
    case .double(let value): return g_variant_new_double(value)
    case .string(let text): return g_variant_new_string(text)
    case .objectPath(let path):
      return g_variant_new_object_path(g_variant_is_object_path(path) != 0 ? path : "/")
    case .handle(let index): return g_variant_new_handle(index)
    case .array(let element, let values):
      let type = g_variant_type_new(element)
      defer { g_variant_type_free(type) }
      let children = values.map { $0.floatingVariant() }
      return children.withUnsafeBufferPointer { g_variant_new_array(type, $0.baseAddress, gsize($0.count)) }
    case .entry(let key, let value):
      return g_variant_new_dict_entry(key.floatingVariant(), value.floatingVariant())
    case .structure(let values): return Self.tuple(values)
    case .variant(let value): return g_variant_new_variant(value.floatingVariant())
    }
  }

  /// Returns values as the arguments of a call, with a floating reference.
  static func tuple(_ values: [BusValue]) -> OpaquePointer? {
    let children = values.map { $0.floatingVariant() }
    return children.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, gsize($0.count)) }
  }
}
