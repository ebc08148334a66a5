import Colors
import Text
import Typography

/// What the magnifier shows: the screen around the pointer, enlarged, with its grid, and the colour in figures.
struct MagnifierPicture {
  let width: Int
  let height: Int

  /// 0xRRGGBB, row by row from above.
  private(set) var pixels: [UInt32]

  private static let ground: UInt32 = 0x1e1e1e
  private static let ink: UInt32 = 0xececec

  /// Returns the sides of a picture of so many pixels at an enlargement.
  static func size(side: Int, zoom: Int) -> (width: Int, height: Int) {
    (side * zoom + 2, side * zoom + 2 + strip(zoom))
  }

  /// The height of what stands below the enlarged screen.
  private static func strip(_ zoom: Int) -> Int { 3 * zoom }

  /// Creates the picture of a square of the screen; what lies beyond the screen is clear.
  init(of screen: Bitmap, zoom: Int, averaging width: Int, _ typesetter: Typesetter) {
    let side = screen.size.width
    let size = Self.size(side: side, zoom: zoom)
    (self.width, height) = size
    pixels = [UInt32](repeating: Self.ground, count: size.width * size.height)
    for row in 0..<side {
      for column in 0..<side {
        let color = screen.color(column: column, row: row).flatMap { $0.alpha > 0 ? $0 : nil }
        fill(1 + column * zoom, 1 + row * zoom, zoom, zoom, color.map(Self.pixel) ?? Self.ground)
      }
    }
    drawGrid(side, zoom)
    let first = 1 + (side / 2 - (width - 1) / 2) * zoom
    frame(first - 2, width * zoom + 4, 0x000000)
    frame(first - 1, width * zoom + 2, 0xffffff)
    frame(first, width * zoom, 0x000000)
    drawFigures(of: screen, zoom, averaging: width, typesetter)
  }

  private static func pixel(_ color: RGBA) -> UInt32 {
    let bytes = color.bytes8
    return UInt32(bytes.r) << 16 | UInt32(bytes.g) << 8 | UInt32(bytes.b)
  }

  private mutating func fill(_ x: Int, _ y: Int, _ wide: Int, _ high: Int, _ color: UInt32) {
    for row in max(y, 0)..<min(y + high, height) {
      for column in max(x, 0)..<min(x + wide, width) { pixels[row * width + column] = color }
    }
  }

  /// Draws the outline of a square that begins as far from the left as from the top.
  private mutating func frame(_ start: Int, _ side: Int, _ color: UInt32) {
    fill(start, start, side, 1, color)
    fill(start, start + side - 1, side, 1, color)
    fill(start, start, 1, side, color)
    fill(start + side - 1, start, 1, side, color)
  }

  /// Draws the edges of pixels, a little darker over light and a little lighter over dark.
  private mutating func drawGrid(_ side: Int, _ zoom: Int) {
    for row in 0..<side * zoom {
      for column in 0..<side * zoom where row % zoom == 0 || column % zoom == 0 {
        let place = (1 + row) * width + 1 + column
        let color = pixels[place]
        let isLight = (color >> 8 & 0xff) + (color >> 16 & 0xff) / 2 > 150
        pixels[place] = [UInt32(16), 8, 0].reduce(0) { sum, shift in
          let channel = Int(color >> shift & 0xff)
          let moved = isLight ? channel * 220 / 255 : 255 - (255 - channel) * 220 / 255
          return sum | UInt32(moved) << shift
        }
      }
    }
  }

  private mutating func drawFigures(
    of screen: Bitmap, _ zoom: Int, averaging mean: Int, _ typesetter: Typesetter
  ) {
    let side = screen.size.width
    let top = 2 + side * zoom
    let color = screen.mean(column: side / 2, row: side / 2, over: mean)
    let swatch = color.map(Self.pixel) ?? Self.ground
    fill(zoom / 2, top + zoom / 2, 2 * zoom, 2 * zoom, swatch)
    let font = Font(size: 1.6 * Double(zoom), weight: 500, tabularFigures: true)
    func mask(_ words: String) -> TextMask {
      typesetter.mask(of: typesetter.line(words, font: font), scale: 1)
    }
    // Figures stand around the middle of the strip.
    let figure = mask("0")
    let baseline = top + (3 * zoom - figure.size.height) / 2 - figure.top
    draw(mask(color.map { Color($0).text(as: .hex) } ?? "–"), x: 3 * zoom, baseline)
    let size = mask("\(mean) × \(mean)")
    draw(size, x: width - zoom / 2 - 2 - size.size.width, baseline)
  }

  /// Lays ink on the picture through a mask that begins at `x`.
  private mutating func draw(_ mask: TextMask, x: Int, _ baseline: Int) {
    let y = baseline + mask.top
    for row in 0..<mask.size.height where (0..<height).contains(y + row) {
      for column in 0..<mask.size.width where (0..<width).contains(x + column) {
        let coverage = UInt32(mask.coverage[row * mask.size.width + column])
        let place = (y + row) * width + x + column
        let under = pixels[place]
        pixels[place] = [UInt32(16), 8, 0].reduce(0) { sum, shift in
          let (below, above): (UInt32, UInt32) = (under >> shift & 0xff, Self.ink >> shift & 0xff)
          let channel: UInt32 = (below * (255 - coverage) + above * coverage + 127) / 255
          return sum | channel << shift
        }
      }
    }
  }
}
