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

/// The pixels of a whole card, with rounded halves and a gap between them.
struct CardCanvas {
  private let size: PixelSize
  private var bytes: [UInt8]

  /// Creates a card whose rows have the colours that a closure gives.
  init(_ style: CardStyle, rowColor: (Int) -> RGBA) {
    let size = style.size
    self.size = size
    bytes = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { buffer, initialized in
      for y in 0..<size.height {
        let (r, g, b, a) = rowColor(y).bytes8
        let start = y * size.width * 4
        for x in 0..<size.width {
          let place = start + x * 4
          (buffer[place], buffer[place + 1], buffer[place + 2], buffer[place + 3]) = (r, g, b, a)
        }
      }
      initialized = size.width * size.height * 4
    }
    let middle = size.height / 2
    clear(rows: middle - style.halfGap..<middle + style.halfGap)
    round(rows: 0..<middle - style.halfGap, top: style.radius, bottom: style.innerRadius)
    round(rows: middle + style.halfGap..<size.height, top: style.innerRadius, bottom: style.radius)
  }

  private mutating func clear(rows: Range<Int>) {
    for y in rows.clamped(to: 0..<size.height) {
      for x in 0..<size.width { bytes[(y * size.width + x) * 4 + 3] = 0 }
    }
  }

  /// Takes the corners of a stretch of rows away.
  private mutating func round(rows: Range<Int>, top: Double, bottom: Double) {
    for (radius, isTop) in [(top, true), (bottom, false)] where radius > 0 {
      let reach = min(Int(radius.rounded(.up)), rows.count, size.width / 2)
      for row in 0..<reach {
        for column in 0..<reach {
          let dx = max(0, radius - (Double(column) + 0.5))
          let dy = max(0, radius - (Double(row) + 0.5))
          let coverage = min(max(radius - (dx * dx + dy * dy).squareRoot() + 0.5, 0), 1)
          guard coverage < 1 else { continue }
          let y = isTop ? rows.lowerBound + row : rows.upperBound - 1 - row
          for x in [column, size.width - 1 - column] {
            let place = (y * size.width + x) * 4 + 3
            bytes[place] = UInt8(Double(bytes[place]) * coverage + 0.5)
          }
        }
      }
    }
  }

  /// Lays ink on the card through a mask.
  mutating func fill(_ mask: TextMask, at left: Int, _ top: Int, with ink: RGBA) {
    let (r, g, b, a) = ink.bytes8
    let inks = [Int(r), Int(g), Int(b)]
    for row in 0..<mask.size.height where (0..<size.height).contains(top + row) {
      for column in 0..<mask.size.width where (0..<size.width).contains(left + column) {
        let coverage = Int(mask.coverage[row * mask.size.width + column]) * Int(a) / 255
        guard coverage > 0 else { continue }
        let place = ((top + row) * size.width + left + column) * 4
        for channel in 0..<3 {
          let under = Int(bytes[place + channel])
          bytes[place + channel] = UInt8((under * (255 - coverage) + inks[channel] * coverage + 127) / 255)
        }
      }
    }
  }

  /// Returns one half as a picture.
  func half(isUpper: Bool, isUpsideDown: Bool = false) -> SharedBitmap {
    let middle = size.height / 2
    let rows = isUpper ? 0..<middle : middle..<middle * 2
    let stride = size.width * 4
    var part: [UInt8] = []
    part.reserveCapacity(rows.count * stride)
    for row in isUpsideDown ? Array(rows.reversed()) : Array(rows) {
      part += bytes[row * stride..<(row + 1) * stride]
    }
    return SharedBitmap(size: PixelSize(width: size.width, height: middle), bytes: part)
  }
}

/// Everything that determines the picture of a card.
struct CardStyle: Hashable {
  var theme: ClockTheme
  var fontFamilies: String
  /// The whole card with both halves, in pixels; the height is even.
  var size: PixelSize
  /// Pixels a point.
  var scale: Double

  /// The most pixels of a card's height. Taller ones are made at this and enlarged when they are drawn, so that all
  /// figures together take little memory; no card of a clock that fills a screen of 5K is as tall.
  static let tallest = 1280

  /// Creates the style of a card of so many points, `scale` pixels each.
  init(theme: ClockTheme, fontFamilies: String, card: Size, scale: Double) {
    (self.theme, self.fontFamilies) = (theme, fontFamilies)
    let reduction = min(1, Double(Self.tallest) / (card.height * scale))
    size = PixelSize(card, scale: scale * reduction)
    self.scale = scale * reduction
  }

  /// The radius of the outer corners, in pixels.
  var radius: Double { (Double(size.height) * 0.055).rounded() }

  /// The radius of the corners at the hinge.
  var innerRadius: Double { radius * 0.3 }

  /// Half the gap between the halves, in pixels: a point, and more on cards of more than 300 points, but of low cards an eighth
  /// of a half at most.
  var halfGap: Int {
    let wanted = max(scale, Double(size.height) / 300).rounded()
    return max(1, min(Int(wanted), size.height / 16))
  }

  /// The part of the card's height that figures have.
  static let figureHeight = 0.76

  /// The part of the card's height that is free above figures, and below.
  static let figureInset = (1 - figureHeight) / 2

  /// The part of the card's width that the widest figure may have.
  static let figureWidth = 0.76
}
