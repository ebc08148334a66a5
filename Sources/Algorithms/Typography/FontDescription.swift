import CPango
import Text

/// The key of a loaded font face; all sizes share a face.
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

/// Pango's description of a face at the shaping size, owned by this object.
final class FontDescription {
  let pointer: OpaquePointer

  convenience init(_ key: FaceKey) {
    self.init(family: key.family, weight: key.weight, italic: key.italic, size: ShapedText.shapingSize)
  }

  init(family: String, weight: Int, italic: Bool, size: Double) {
    pointer = pango_font_description_new()
    pango_font_description_set_family(pointer, family)
    pango_font_description_set_weight(pointer, PangoWeight(UInt32(weight)))
    pango_font_description_set_style(pointer, italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    pango_font_description_set_absolute_size(pointer, size * Double(PANGO_SCALE))
  }

  /// Takes ownership of a description.
  init(adopting pointer: OpaquePointer) { self.pointer = pointer }

  deinit {
    pango_font_description_free(pointer)
  }
}

extension Font {
  /// Returns the font with its values clamped to drawable ones.
  var clamped: Font {
    var font = self
    if family.utf8.count > 256 || family.utf8.contains(where: { $0 < 32 }) {
      let letters = family.unicodeScalars.prefix(256).filter { $0.value >= 32 }
      font.family = String(String.UnicodeScalarView(letters))
    }
    font.size = size.isFinite ? min(max(size, Font.smallestSize), Font.largestSize) : 13
    font.weight = min(max(weight, 1), 1000)
    font.tracking = tracking.isFinite ? min(max(tracking, -1), 4) : 0
    return font
  }

  /// Sizes outside this range are clamped to it.
  private static let smallestSize = 0.25
  private static let largestSize = 20_000.0
}
