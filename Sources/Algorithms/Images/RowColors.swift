import ColorManagement

/// Converts rows to sRGB with alpha, using the picture's profile if it is usable.
struct RowColors {
  private let layout: PixelLayout
  private let conversion: ProfileConversion?
  private var pixels: [UInt8] = []
  private var colors: [UInt8] = []

  init(_ layout: PixelLayout, profile: PictureFile.EmbeddedProfile) {
    self.layout = layout
    let most = PictureFile.EmbeddedProfile.mostBytes
    let bytes = profile.isDeflated ? inflated(profile.bytes, atMost: most) ?? [] : profile.bytes
    let conversion = bytes.isEmpty ? nil : ProfileConversion(bytes)
    // A profile with other channels does not describe this picture.
    self.conversion = conversion.flatMap { ($0.channels == 4) == (layout == .cmyk) ? $0 : nil }
  }

  /// Calls `body` with the row's pixels, four bytes each.
  mutating func withPixels(
    of row: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws(ImageError) -> Void
  ) throws(ImageError) {
    let count = row.count / layout.channels
    if layout == .rgba, conversion == nil { return try Self.with(row, body) }
    if pixels.count != 4 * count { pixels = [UInt8](repeating: 255, count: 4 * count) }
    if let conversion { convert(row, count, conversion) } else { copy(row, count) }
    if layout.hasAlpha {
      let (channels, place) = (layout.channels, layout.colors)
      for x in 0..<count { pixels[4 * x + 3] = row[channels * x + place] }
    }
    try Self.with(pixels, body)
  }

  private static func with(
    _ pixels: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws(ImageError) -> Void
  ) throws(ImageError) {
    var failure: ImageError?
    pixels.withUnsafeBufferPointer { pixels in
      do throws(ImageError) { try body(pixels) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Copies colours that are already sRGB.
  private mutating func copy(_ row: [UInt8], _ count: Int) {
    let layout = layout
    row.withUnsafeBufferPointer { row in
      pixels.withUnsafeMutableBufferPointer { pixels in
        switch layout {
        case .gray, .grayAlpha:
          for x in 0..<count {
            let value = row[layout.channels * x]
            (pixels[4 * x], pixels[4 * x + 1], pixels[4 * x + 2]) = (value, value, value)
          }
        case .rgb, .rgba:
          for x in 0..<count {
            let place = layout.channels * x
            (pixels[4 * x], pixels[4 * x + 1], pixels[4 * x + 2]) = (
              row[place], row[place + 1], row[place + 2]
            )
          }
        case .cmyk:
          // Each ink absorbs its share of the light.
          for x in 0..<count {
            let light = 255 - Int(row[4 * x + 3])
            for channel in 0..<3 {
              pixels[4 * x + channel] = UInt8(((255 - Int(row[4 * x + channel])) * light + 127) / 255)
            }
          }
        }
      }
    }
  }

  private mutating func convert(_ row: [UInt8], _ count: Int, _ conversion: ProfileConversion) {
    let (stored, wanted) = (layout.channels, conversion.channels)
    // With a three-channel profile, grey becomes three equal channels.
    let isSpread = layout.colors == 1 && wanted == 3
    if colors.count != wanted * count { colors = [UInt8](repeating: 0, count: wanted * count) }
    row.withUnsafeBufferPointer { row in
      colors.withUnsafeMutableBufferPointer { colors in
        for x in 0..<count {
          for channel in 0..<wanted {
            colors[wanted * x + channel] = row[stored * x + (isSpread ? 0 : channel)]
          }
        }
      }
    }
    let light = conversion.converted(colors)
    for x in 0..<count {
      for channel in 0..<3 { pixels[4 * x + channel] = light[3 * x + channel] }
    }
  }
}
