import CPango

/// What distinguishes one loaded face from another; sizes share a face.
struct FaceKey: Hashable {
  let family: String
  let weight: Int
  let italic: Bool

  init(_ font: Font) {
    family = font.family
    weight = font.weight
    italic = font.italic
  }
}

/// Pango's description of a face at the size of shaping, freed with its owner.
final class FontDescription {
  let pointer: OpaquePointer

  init(_ key: FaceKey) {
    pointer = pango_font_description_new()
    pango_font_description_set_family(pointer, key.family)
    pango_font_description_set_weight(pointer, PangoWeight(UInt32(key.weight)))
    pango_font_description_set_style(pointer, key.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_absolute_size(pointer, ShapedText.shapingSize * Double(PANGO_SCALE))
  }

  deinit {
    pango_font_description_free(pointer)
  }
}
