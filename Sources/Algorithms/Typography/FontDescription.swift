import CPango
import Text

/// The key of a loaded font face; all sizes share a face.
struct FaceKey: Hashable {
  let family: String
  let weight: Int
  let italic: Bool
  let axes: [String: Double]
  let smallCapitals: SmallCapitals

  /// The letters that are set as small capitals.
  enum SmallCapitals {
    case none
    case lowerCase
    case all
  }

  init(_ font: Font) {
    family = font.family
    weight = font.weight
    italic = font.italic
    axes = font.axes
    smallCapitals =
      (font.features["smcp"] ?? 0) == 0 ? .none : (font.features["c2sc"] ?? 0) == 0 ? .lowerCase : .all
  }

  /// The axes in Pango's notation, such as `wdth=75,wght=500`; empty without any.
  var variations: String {
    axes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
  }
}

/// Pango's description of a face at the shaping size, owned by this object.
final class FontDescription {
  let pointer: OpaquePointer

  convenience init(_ key: FaceKey) {
    self.init(family: key.family, weight: key.weight, italic: key.italic, size: ShapedText.shapingSize)
    if !key.axes.isEmpty { pango_font_description_set_variations(pointer, key.variations) }
    // Pango uses the font's own small capitals, and makes them from smaller capitals if the font has none.
    switch key.smallCapitals {
    case .none: break
    case .lowerCase: pango_font_description_set_variant(pointer, PANGO_VARIANT_SMALL_CAPS)
    case .all: pango_font_description_set_variant(pointer, PANGO_VARIANT_ALL_SMALL_CAPS)
    }
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
    if !axes.isEmpty {
      font.axes = Dictionary(
        uniqueKeysWithValues: axes.filter { $0.key.isFontTag && $0.value.isFinite }.sorted { $0.key < $1.key }
          .prefix(Font.mostSettings).map { ($0.key, min(max($0.value, -30_000), 30_000)) })
    }
    if !features.isEmpty {
      font.features = Dictionary(
        uniqueKeysWithValues: features.filter { $0.key.isFontTag }.sorted { $0.key < $1.key }
          .prefix(Font.mostSettings).map { ($0.key, min(max($0.value, 0), 1000)) })
    }
    return font
  }

  /// Sizes outside this range are clamped to it.
  private static let smallestSize = 0.25
  private static let largestSize = 20_000.0

  /// The most axes, and the most features, that are applied at once.
  private static let mostSettings = 64
}

extension String {
  /// Whether the text is an OpenType tag of four letters or digits, which needs no quoting anywhere.
  package var isFontTag: Bool {
    utf8.count == 4
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: false
        }
      }
  }
}
