import Colors

/// Pixels of the screen, row by row from above.
struct ScreenPixels: Hashable {
  let side: Int

  /// What lies beyond the screen is nil.
  var pixels: [SIMD3<UInt8>?]

  /// Returns the mean light of the pixels around the middle one, `width` of them in each direction; nil where there is
  /// no screen.
  func mean(over width: Int) -> RGBA? {
    let middle = side / 2
    let reach = (width - 1) / 2
    var sum = SIMD3<Double>()
    var count = 0.0
    for row in (middle - reach)...(middle + reach) {
      for column in (middle - reach)...(middle + reach) {
        guard let pixel = pixels[row * side + column] else { continue }
        let color = Color(RGBA(pixel)).converted(to: .srgbLinear).components
        sum += SIMD3(color.x, color.y, color.z)
        count += 1
      }
    }
    guard count > 0 else { return nil }
    // A single pixel is what it is, to the last bit.
    if count == 1, let pixel = pixels[middle * side + middle] { return RGBA(pixel) }
    let light = sum / count
    return Color(in: .srgbLinear, light.x, light.y, light.z).rgba
  }
}

extension RGBA {
  fileprivate init(_ pixel: SIMD3<UInt8>) {
    self.init(red: Double(pixel.x) / 255, green: Double(pixel.y) / 255, blue: Double(pixel.z) / 255)
  }
}

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

  init(of screen: ScreenPixels, zoom: Int, averaging width: Int) {
    let size = Self.size(side: screen.side, zoom: zoom)
    (self.width, height) = size
    pixels = [UInt32](repeating: Self.ground, count: size.width * size.height)
    for row in 0..<screen.side {
      for column in 0..<screen.side {
        let color = screen.pixels[row * screen.side + column]
        fill(
          1 + column * zoom, 1 + row * zoom, zoom, zoom,
          color.map { UInt32($0.x) << 16 | UInt32($0.y) << 8 | UInt32($0.z) } ?? Self.ground)
      }
    }
    drawGrid(of: screen, zoom)
    let first = 1 + (screen.side / 2 - (width - 1) / 2) * zoom
    frame(first - 2, width * zoom + 4, 0x000000)
    frame(first - 1, width * zoom + 2, 0xffffff)
    frame(first, width * zoom, 0x000000)
    drawFigures(of: screen, zoom, averaging: width)
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
  private mutating func drawGrid(of screen: ScreenPixels, _ zoom: Int) {
    for row in 0..<screen.side * zoom {
      for column in 0..<screen.side * zoom where row % zoom == 0 || column % zoom == 0 {
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

  private mutating func drawFigures(of screen: ScreenPixels, _ zoom: Int, averaging mean: Int) {
    let top = 2 + screen.side * zoom
    let color = screen.mean(over: mean)
    let bytes = color?.bytes8
    let swatch = bytes.map { UInt32($0.r) << 16 | UInt32($0.g) << 8 | UInt32($0.b) } ?? Self.ground
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
