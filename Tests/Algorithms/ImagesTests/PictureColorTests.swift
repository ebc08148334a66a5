import Colors
import Geometry
import Images
import TestSupport
import Testing

import func Glibc.pow

/// Colours and transparency of decoded files.
@Suite struct PictureColorTests {
  /// sRGB's curve from values to light (IEC 61966-2-1), which Display P3 shares.
  private static let light = (0..<1024).map { step -> Double in
    let value = Double(step) / 1023
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private func flat(_ color: [UInt8], side: Int = 8) -> Bitmap {
    Bitmap(
      size: PixelSize(width: side, height: side), bytes: (0..<side * side).flatMap { _ in color + [255] })
  }

  /// Files of each kind that can contain a profile.
  private func files(_ bitmap: Bitmap, _ profile: [UInt8]) throws -> [[UInt8]] {
    let jpeg = PictureMaker.jpeg(bitmap.colors, size: bitmap.size)
    return [
      PictureMaker.png(
        try PNG.encoded(bitmap), with: "iCCP", Array("p\0\0".utf8) + PictureMaker.stored(profile)),
      PictureMaker.tiff(bitmap, rowsPerStrip: 3, profile: profile),
      PictureMaker.jpeg(jpeg, with: 0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile),
    ]
  }

  @Test(
    arguments: [
      // The primaries of sRGB in Adobe RGB (1998) and in Display P3, and a grey.
      ("adobe", [219, 0, 0], [255, 0, 0]), ("adobe", [144, 255, 60], [0, 255, 0]),
      ("adobe", [0, 0, 250], [0, 0, 255]), ("adobe", [128, 128, 128], [128, 128, 128]),
      ("p3", [234, 51, 35], [255, 0, 0]), ("p3", [117, 251, 76], [0, 255, 0]),
      ("p3", [0, 0, 245], [0, 0, 255]), ("p3", [128, 128, 128], [128, 128, 128]),
    ] as [(String, [UInt8], [UInt8])])
  func `the colours of an embedded profile become those of sRGB`(
    name: String, stored: [UInt8], wanted: [UInt8]
  ) throws {
    let profile =
      name == "adobe"
      ? DisplayProfileFile.bytes(primaries: DisplayProfileFile.adobe, gamma: 563.0 / 256)
      : DisplayProfileFile.bytes(primaries: DisplayProfileFile.displayP3, gamma: 0, light: Self.light)
    for file in try files(flat(stored), profile) {
      let seen = try Bitmap(encoded: file).pixel(4, 4)
      // Dark 8-bit values differ many times more in light, so one level in the file is up to 6 levels here.
      #expect(
        zip(seen, wanted + [255]).allSatisfy { abs(Int($0) - Int($1)) <= 6 }, "\(name) \(stored): \(seen)")
    }
  }

  @Test func `what is in sRGB by its profile, or by none that can be used, stays as it is`() throws {
    let bitmap = pattern(width: 9, height: 9)
    let opaque = Bitmap(
      size: bitmap.size, bytes: bitmap.bytes.enumerated().map { $0.offset % 4 == 3 ? 255 : $0.element })
    let srgb = DisplayProfileFile.bytes(primaries: DisplayProfileFile.srgb, gamma: 0, light: Self.light)
    for profile in [srgb, Array(srgb.prefix(300)), [1, 2, 3]] {
      let file = PictureMaker.png(
        try PNG.encoded(opaque), with: "iCCP", Array("p\0\0".utf8) + PictureMaker.stored(profile))
      #expect(try Bitmap(encoded: file) == opaque)
    }
  }

  @Test func `a profile that inflates beyond all measure is left out`() throws {
    let file = PictureMaker.png(
      try PNG.encoded(flat([1, 2, 3])), with: "iCCP",
      Array("p\0\0".utf8) + PictureMaker.stored([UInt8](repeating: 0, count: 5 << 20)))

    #expect(try Bitmap(encoded: file) == flat([1, 2, 3]))
  }

  @Test(arguments: [3, 7, 10, 24, 59]) func `what is reduced is the mean of what it covers, by opacity`(
    side: Int
  ) throws {
    // Opaque white beside transparent black. The visible colour is white at any opacity.
    let (width, height) = (60, 40)
    let bitmap = Bitmap(
      size: PixelSize(width: width, height: height),
      bytes: (0..<width * height).flatMap {
        ($0 + $0 / width) % 2 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 0]
      })

    let small = try Bitmap(encoded: PNG.encoded(bitmap), fitting: PixelSize(width: side, height: side))

    var sum = 0
    for index in stride(from: 0, to: small.bytes.count, by: 4) where small.bytes[index + 3] > 0 {
      #expect(small.bytes[index..<index + 3].allSatisfy { $0 == 255 })
      sum += Int(small.bytes[index + 3])
    }
    // The total opacity is still a half, except for the rounding of each pixel.
    #expect(abs(Double(sum) / Double(small.bytes.count / 4) - 127.5) <= 0.5 + 127.5 * 0.02)
  }

  @Test func `reducing agrees with the slow mean of every covered part`() throws {
    let bitmap = pattern(width: 23, height: 17)
    let small = try Bitmap(encoded: PNG.encoded(bitmap), fitting: PixelSize(width: 9, height: 9))
    let (width, height) = (small.size.width, small.size.height)
    func overlap(_ place: Int, _ count: Int, _ other: Int, _ total: Int) -> Double {
      let (low, high) = (Double(place) / Double(count), Double(place + 1) / Double(count))
      let (start, end) = (Double(other) / Double(total), Double(other + 1) / Double(total))
      return max(min(high, end) - max(low, start), 0) * Double(count)
    }
    for y in 0..<height {
      for x in 0..<width {
        var sums = [0.0, 0, 0, 0]
        for row in 0..<17 {
          for column in 0..<23 {
            let share = overlap(x, width, column, 23) * overlap(y, height, row, 17)
            let pixel = bitmap.pixel(column, row)
            for channel in 0..<3 { sums[channel] += share * Double(pixel[channel]) * Double(pixel[3]) }
            sums[3] += share * Double(pixel[3])
          }
        }
        let seen = small.pixel(x, y)
        #expect(abs(Double(seen[3]) - sums[3]) <= 0.51)
        for channel in 0..<3 where sums[3] > 0 {
          #expect(abs(Double(seen[channel]) - sums[channel] / sums[3]) <= 0.51)
        }
      }
    }
  }
}
