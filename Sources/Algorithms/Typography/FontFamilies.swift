import CPango

extension Typesetter {
  /// The families of fonts that are installed, in alphabetical order.
  public var families: [String] {
    var list: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(fontMapPointer, &list, &count)
    defer { g_free(list) }
    guard let list else { return [] }
    let names = (0..<Int(count)).compactMap { index in
      list[index].flatMap { pango_font_family_get_name($0) }.map { String(cString: $0) }
    }
    return Set(names).sorted { $0.lowercased() < $1.lowercased() }
  }
}
