import Colors
import Geometry
import Scene
import Text
import Typography

/// The pictures of a clock's cards: each character is drawn once, and the picture is then split at the hinge.
///
/// Pictures are created on demand and kept until the style changes.
final class CardPictures {
  /// The halves of one card.
  struct Halves {
    var upper: SharedBitmap
    var lower: SharedBitmap
    /// The lower half upside down, as on the back of a leaf.
    var lowerUpsideDown: SharedBitmap
  }

  private let typesetter: Typesetter
  private(set) var style: CardStyle?
  private var halves: [Character: Halves] = [:]
  private var overlays: [Overlay: SharedBitmap] = [:]
  private var fontSize = 0.0
  private var baseline = 0

  /// An overlay in the shape of a half card.
  enum Overlay: Hashable {
    /// Uniform shade on a leaf.
    case shade
    /// Uniform light on a leaf.
    case glint
    /// Shade that is darkest at the hinge, where the leaf is nearest.
    case upperShade
    case lowerShade
    /// The lower shade for a leaf that hangs there.
    case leafShadow

    fileprivate var isUpper: Bool { self != .lowerShade }

    /// Its density at a distance from the hinge, 0…1.
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

  /// Returns the ratio of a card's width to its height that suits a font's digits.
  func aspect(fontFamilies: String) -> Double {
    let measure = figures(fontFamilies)
    let wanted = measure.width / CardStyle.figureWidth * CardStyle.figureHeight / measure.height
    return min(max(wanted, 0.54), 0.95)
  }

  /// Sets the style of the pictures.
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

  /// The characters with pictures.
  var drawn: Set<Character> { Set(halves.keys) }

  /// Creates the pictures for cards with these characters.
  func prepare(_ characters: [Character]) {
    for character in characters { _ = self[character] }
  }

  /// Returns an overlay in the shape of a half card.
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

  // MARK: Digits

  /// The height of a zero and the width of the widest digit, in ems.
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
      // Fonts place signs for lower-case letters; the minus is centred on the digits instead.
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

  /// Creates a card with a colour for each row.
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

  /// Rounds the corners of a range of rows.
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

  /// Paints ink on the card through a mask.
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

/// All parameters of a card's picture.
struct CardStyle: Hashable {
  var theme: ClockTheme
  var fontFamilies: String
  /// The size of the whole card with both halves, in pixels; the height is even.
  var size: PixelSize
  /// Pixels per point.
  var scale: Double

  /// The maximum height of a card in pixels. Taller cards are drawn at this size and enlarged on screen, which limits
  /// the memory for all characters; no card on a full 5K screen is that tall.
  static let tallest = 1280

  /// Creates the style of a card whose size is in points, at `scale` pixels per point.
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

  /// Half the gap between the halves, in pixels: a point, or more on cards taller than 300 points; on short cards at
  /// most an eighth of a half.
  var halfGap: Int {
    let wanted = max(scale, Double(size.height) / 300).rounded()
    return max(1, min(Int(wanted), size.height / 16))
  }

  /// The fraction of the card's height that digits take.
  static let figureHeight = 0.76

  /// The fraction of the card's height that is free above and below the digits.
  static let figureInset = (1 - figureHeight) / 2

  /// The maximum fraction of the card's width that the widest digit may take.
  static let figureWidth = 0.76
}
