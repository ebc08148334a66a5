import CPango

extension ShapedText {
  /// Sets each letter with its marks in one font, the first that has all of them (CSS Fonts 4, 5.3).
  ///
  /// Pango chooses a font for each code point separately, and no font positions its accents on another font's letters.
  func keepClustersWhole(context: OpaquePointer, description: OpaquePointer, _ attributes: OpaquePointer?) {
    var known: FontSet?
    var start = 0
    for (index, character) in String(decoding: text.bytes, as: UTF8.self).enumerated() {
      let range = start..<start + character.utf8.count
      start = range.upperBound
      guard hasFont, character.isMarked else { continue }
      let fonts = known ?? FontSet(context, description, language: setting.language)
      known = fonts
      guard let font = fonts.commonFont(of: character) else { continue }
      insert(pango_attr_font_desc_new(font.pointer), over: range, into: attributes)
      let scale = setting.scale(ofCharacter: index)
      if scale != 1 {
        insert(pango_attr_size_new_absolute(Self.units(of: scale)), over: range, into: attributes)
      }
      // Otherwise marks that a font has only as part of a composed letter would come from another font.
      insert(pango_attr_fallback_new(0), over: range, into: attributes)
    }
  }
}

/// Pango's language objects.
enum PangoLanguages {
  /// Returns the language of a BCP 47 tag. Fonts are selected by regions; they do not recognise the scripts of Chinese.
  static func named(_ tag: String) -> OpaquePointer? {
    let tag = tag.lowercased()
    guard tag.hasPrefix("zh-han") else { return pango_language_from_string(tag) }
    if tag.hasSuffix("-hk") || tag.hasSuffix("-mo") { return pango_language_from_string("zh-hk") }
    return pango_language_from_string(tag.hasPrefix("zh-hant") ? "zh-tw" : "zh-cn")
  }
}

/// The fallback fonts, in order.
private final class FontSet {
  private let pointer: UnsafeMutablePointer<PangoFontset>?

  init(_ context: OpaquePointer, _ description: OpaquePointer, language: String?) {
    let language = language.flatMap { PangoLanguages.named($0) } ?? pango_context_get_language(context)
    pointer = pango_context_load_fontset(context, description, language)
  }

  deinit { if let pointer { g_object_unref(pointer) } }

  /// A search for a font that has all characters of either list.
  private struct Search {
    let scalars: [Unicode.Scalar]
    let composed: [Unicode.Scalar]
    var found: FontDescription?
  }

  /// Returns the first font that has a whole character whose parts would otherwise come from several fonts; nil if one
  /// font suffices anyway, or if no font has the whole character.
  func commonFont(of character: Character) -> FontDescription? {
    guard let pointer else { return nil }
    let scalars = Array(character.unicodeScalars)
    let fonts = scalars.map { pango_fontset_get_font(pointer, $0.value) }
    defer { for case let font? in fonts { g_object_unref(font) } }
    guard fonts.contains(where: { $0 != fonts[0] }) else { return nil }
    var search = Search(scalars: scalars, composed: Array(String(character).composed.unicodeScalars))
    withUnsafeMutablePointer(to: &search) { search in
      let look: PangoFontsetForeachFunc = { _, font, data in
        guard let font, let search = data?.assumingMemoryBound(to: Search.self) else { return 1 }
        func has(_ scalar: Unicode.Scalar) -> Bool { pango_font_has_char(font, scalar.value) != 0 }
        let isWhole = search.pointee.scalars.allSatisfy(has) || search.pointee.composed.allSatisfy(has)
        guard isWhole, let description = pango_font_describe_with_absolute_size(font) else { return 0 }
        search.pointee.found = FontDescription(adopting: description)
        return 1
      }
      pango_fontset_foreach(pointer, look, search)
    }
    return search.found
  }
}

extension Character {
  /// Whether the character is a letter or symbol with combining marks that are not part of an emoji.
  fileprivate var isMarked: Bool {
    let scalars = unicodeScalars.dropFirst()
    guard !scalars.isEmpty, !scalars.contains("\u{FE0F}") else { return false }
    return scalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: !scalar.properties.isVariationSelector
      default: false
      }
    }
  }
}

extension String {
  /// The text in Unicode normalization form C, with accents composed with their letters where possible.
  package var composed: String { normalized(G_NORMALIZE_DEFAULT_COMPOSE) }

  /// The text in Unicode normalization form D, with accents after their letters.
  package var decomposed: String { normalized(G_NORMALIZE_DEFAULT) }

  private func normalized(_ form: GNormalizeMode) -> String {
    // ASCII is already normalized. GLib stops at a null character, which is ASCII and never combines with another.
    guard utf8.contains(where: { $0 >= 0x80 }), let bytes = g_utf8_normalize(self, -1, form) else {
      return self
    }
    defer { g_free(bytes) }
    return String(cString: bytes)
  }
}
