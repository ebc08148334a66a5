import Geometry

/// Reduces a picture row by row with a box filter of any ratio.
///
/// Colours are weighted by their alpha. Stored values are averaged without linearisation, as graphics cards and
/// browsers do.
struct RowReducer {
  private let source: PixelSize
  private let target: PixelSize
  private let layout: PixelLayout
  /// The sums for the current row: colours times alpha, and alpha.
  private var sums: [SIMD4<Float>]
  private var narrow: [SIMD4<Float>]
  /// The numbers of rows added and completed.
  private var (y, done) = (0, 0)
  /// The last completed row, in the source's layout.
  private(set) var row: [UInt8]

  init(from source: PixelSize, to target: PixelSize, of layout: PixelLayout) {
    (self.source, self.target, self.layout) = (source, target, layout)
    sums = [SIMD4<Float>](repeating: .zero, count: target.width)
    narrow = sums
    row = [UInt8](repeating: 0, count: target.width * layout.channels)
  }

  /// Adds a source row; returns whether a target row is complete.
  mutating func add(_ pixels: [UInt8]) -> Bool {
    switch layout {
    case .gray: reduceAcross(pixels) { SIMD4(Float($0[0]), 0, 0, 255) }
    case .grayAlpha: reduceAcross(pixels) { SIMD4(Float($0[0]) * Float($0[1]), 0, 0, Float($0[1])) }
    case .rgb: reduceAcross(pixels) { SIMD4(Float($0[0]), Float($0[1]), Float($0[2]), 255) }
    case .rgba:
      reduceAcross(pixels) {
        let alpha = Float($0[3])
        return SIMD4(Float($0[0]) * alpha, Float($0[1]) * alpha, Float($0[2]) * alpha, alpha)
      }
    case .cmyk: reduceAcross(pixels) { SIMD4(Float($0[0]), Float($0[1]), Float($0[2]), Float($0[3])) }
    }
    return reduceDown()
  }

  /// Reduces a row horizontally. A target pixel is `source.width` units wide, a source pixel `target.width` units.
  private mutating func reduceAcross(
    _ pixels: [UInt8], _ load: (UnsafePointer<UInt8>) -> SIMD4<Float>
  ) {
    let (wide, unit, share) = (source.width, target.width, 1 / Float(source.width))
    let channels = layout.channels
    pixels.withUnsafeBufferPointer { pixels in
      narrow.withUnsafeMutableBufferPointer { narrow in
        guard var pixel = pixels.baseAddress else { return }
        var (place, end, x) = (0, wide, 0)
        var whole = SIMD4<Float>.zero
        var parts = SIMD4<Float>.zero
        for _ in 0..<wide {
          let value = load(pixel)
          pixel += channels
          let next = place + unit
          if next < end {
            whole += value
          } else {
            narrow[x] = (whole * Float(unit) + parts + value * Float(end - place)) * share
            whole = .zero
            parts = value * Float(next - end)
            x += 1
            end += wide
          }
          place = next
        }
      }
    }
  }

  /// Adds the share of the reduced row that belongs to the current target row.
  private mutating func reduceDown() -> Bool {
    let (start, end) = (y * target.height, (done + 1) * source.height)
    let next = start + target.height
    y += 1
    let share = Float(min(next, end) - start) / Float(source.height)
    for x in sums.indices { sums[x] += narrow[x] * share }
    guard next >= end else { return false }
    emit()
    done += 1
    let rest = Float(next - end) / Float(source.height)
    for x in sums.indices { sums[x] = narrow[x] * rest }
    return true
  }

  private mutating func emit() {
    let (colors, channels, hasAlpha) = (layout.colors, layout.channels, layout.hasAlpha)
    sums.withUnsafeBufferPointer { sums in
      row.withUnsafeMutableBufferPointer { row in
        for x in sums.indices {
          let sum = sums[x]
          let value = hasAlpha ? (sum.w > 0 ? sum / sum.w : .zero) : sum
          for channel in 0..<colors {
            row[channels * x + channel] = UInt8(min(max(value[channel], 0), 255) + 0.5)
          }
          if hasAlpha { row[channels * x + colors] = UInt8(min(sum.w, 255) + 0.5) }
        }
      }
    }
  }
}
