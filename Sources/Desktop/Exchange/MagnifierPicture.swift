import Colors

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
  init(of screen: Bitmap, zoom: Int, averaging width: Int) {
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
    drawFigures(of: screen, zoom, averaging: width)
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

  private mutating func drawFigures(of screen: Bitmap, _ zoom: Int, averaging mean: Int) {
    let side = screen.size.width
    let top = 2 + side * zoom
    let color = screen.mean(column: side / 2, row: side / 2, over: mean)
    let swatch = color.map(Self.pixel) ?? Self.ground
    fill(zoom / 2, top + zoom / 2, 2 * zoom, 2 * zoom, swatch)
    let dot = max(zoom / 4, 1)
    let y = top + (3 * zoom - 7 * dot) / 2
    let words = color.map { Color($0).text(as: .hex) } ?? "-"
    draw(words, x: 3 * zoom, y: y, dot)
    let size = "\(mean)x\(mean)"
    draw(size, x: width - zoom / 2 - size.count * 6 * dot, y: y, dot)
  }

  /// Draws figures, each five dots wide and seven high.
  private mutating func draw(_ text: String, x: Int, y: Int, _ dot: Int) {
    for (place, character) in text.enumerated() {
      guard let rows = Self.glyphs[character] else { continue }
      for (row, bits) in rows.enumerated() {
        for column in 0..<5 where bits >> (4 - column) & 1 == 1 {
          fill(x + (place * 6 + column) * dot, y + row * dot, dot, dot, Self.ink)
        }
      }
    }
  }

  /// The characters that figures are written with, a number of five bits for each row of dots.
  private static let glyphs: [Character: [UInt8]] = [
    "0": [14, 17, 19, 21, 25, 17, 14], "1": [4, 12, 4, 4, 4, 4, 14], "2": [14, 17, 1, 2, 4, 8, 31],
    "3": [31, 2, 4, 2, 1, 17, 14], "4": [2, 6, 10, 18, 31, 2, 2], "5": [31, 16, 30, 1, 1, 17, 14],
    "6": [6, 8, 16, 30, 17, 17, 14], "7": [31, 1, 2, 4, 8, 8, 8], "8": [14, 17, 17, 14, 17, 17, 14],
    "9": [14, 17, 17, 15, 1, 2, 12], "a": [0, 0, 14, 1, 15, 17, 15], "b": [16, 16, 30, 17, 17, 17, 30],
    "c": [0, 0, 14, 16, 16, 17, 14], "d": [1, 1, 15, 17, 17, 17, 15], "e": [0, 0, 14, 17, 31, 16, 14],
    "f": [6, 9, 8, 28, 8, 8, 8], "#": [10, 10, 31, 10, 31, 10, 10], "x": [0, 0, 17, 10, 4, 10, 17],
    "-": [0, 0, 0, 31, 0, 0, 0],
  ]
}
