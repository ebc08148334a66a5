import Colors
import Geometry
import Scene
import Text
import Typography

/// The pictures of a clock's cards: each figure is drawn once, and the picture is then split at the hinge.
///
/// Pictures are made when they are first needed and kept until the style changes.
final class CardPictures {
  /// The halves of one card.
  struct Halves {
    var upper: SharedBitmap
    var lower: SharedBitmap
    /// The lower half as a leaf carries it on its back: upside down.
    var lowerUpsideDown: SharedBitmap
  }

  private let typesetter: Typesetter
  private(set) var style: CardStyle?
  private var halves: [Character: Halves] = [:]
  private var overlays: [Overlay: SharedBitmap] = [:]
  private var fontSize = 0.0
  private var baseline = 0

  /// A veil in the shape of a half card.
  enum Overlay: Hashable {
    /// Even shade on a leaf.
    case shade
    /// Even light on a leaf.
    case glint
    /// Shade that is deepest at the hinge, where the leaf is nearest.
    case upperShade
    case lowerShade
    /// What the lower shade is on a leaf that hangs there.
    case leafShadow

    fileprivate var isUpper: Bool { self != .lowerShade }

    /// How dense it is at a distance from the hinge, 0…1.
    fileprivate func density(at distance: Double) -> Double {
      switch self {
      case .shade, .glint: 1
      case .upperShade: 1 - 0.25 * distance
      case .lowerShade, .leafShadow: 1 - 0.5 * distance
      }
    }
  }

  init(typesetter: Typesetter) {
    self.typesetter = typesetter
  }

  /// Returns the width of a card as part of its height, as suits the figures of a font.
  func aspect(fontFamilies: String) -> Double {
    let measure = figures(fontFamilies)
    let wanted = measure.width / CardStyle.figureWidth * CardStyle.figureHeight / measure.height
    return min(max(wanted, 0.54), 0.95)
  }

  /// Makes pictures in a style from now on.
  func use(_ style: CardStyle) {
    guard style != self.style else { return }
    self.style = style
    halves.removeAll()
    overlays.removeAll()
    let measure = figures(style.fontFamilies)
    fontSize = min(
      CardStyle.figureHeight * Double(style.size.height) / measure.height,
      CardStyle.figureWidth * Double(style.size.width) / measure.width)
    let zero = mask(of: "0")
    baseline = style.size.height / 2 - zero.top - zero.size.height / 2
  }

  subscript(character: Character) -> Halves? {
    guard let style else { return nil }
    if let known = halves[character] { return known }
    let made = draw(character, style)
    halves[character] = made
    return made
  }

  /// The characters of which there are pictures.
  var drawn: Set<Character> { Set(halves.keys) }

  /// Makes the pictures that cards with these characters will need.
  func prepare(_ characters: [Character]) {
    for character in characters { _ = self[character] }
  }

  /// Returns a veil in the shape of a half card.
  func overlay(_ overlay: Overlay) -> SharedBitmap? {
    guard let style else { return nil }
    if let known = overlays[overlay] { return known }
    let middle = Double(style.size.height) / 2
    let paint = RGBA(hex: overlay == .glint ? 0xffffff : 0)
    let whole = CardCanvas(style) { row in
      var color = paint
      color.alpha = overlay.density(at: (Double(row) + 0.5 - middle).magnitude / middle)
      return color
    }
    let bitmap = whole.half(isUpper: overlay.isUpper)
    overlays[overlay] = bitmap
    return bitmap
  }

  // MARK: Figures

  /// The height of a nought and the width of the widest figure, in ems.
  private func figures(_ families: String) -> (height: Double, width: Double) {
    let font = font(families, size: 1000)
    let height = typesetter.line("0", font: font).inkBounds?.height ?? 700
    let widths = "0123456789".map { typesetter.line(String($0), font: font).inkBounds?.width ?? 0 }
    return (max(height, 1) / 1000, max(widths.max() ?? 0, 1) / 1000)
  }

  private func font(_ families: String, size: Double) -> Font {
    Font(family: families, size: size, weight: 700, tabularFigures: true)
  }

  private func mask(of character: Character) -> TextMask {
    let families = style?.fontFamilies ?? ""
    return typesetter.mask(
      of: TextSetting(String(character), font: font(families, size: fontSize)), scale: 1)
  }

  private func draw(_ character: Character, _ style: CardStyle) -> Halves {
    let theme = style.theme
    let middle = style.size.height / 2
    var canvas = CardCanvas(style) { row in
      if row < style.halfGap { return theme.edge }
      return row < middle ? theme.upperCard : theme.card
    }
    if character != " " {
      let mask = mask(of: character)
      // Fonts put their signs where small letters are; the minus belongs to the middle of the figures.
      let top = character == "−" ? middle - mask.size.height / 2 : baseline + mask.top
      canvas.fill(mask, at: (style.size.width - mask.size.width + 1) / 2, top, with: theme.ink)
    }
    return Halves(
      upper: canvas.half(isUpper: true), lower: canvas.half(isUpper: false),
      lowerUpsideDown: canvas.half(isUpper: false, isUpsideDown: true))
  }
}
