import CLCMS2
public import Colors

/// A picture as a press shows it, and what of it the press cannot show.
public struct PrintProof: Hashable, Sendable {
  /// The picture as it looks on paper, which is white here; its alpha is kept.
  public let picture: Bitmap
  /// For each pixel whether the press shows another colour than it should.
  public let isOutOfGamut: [Bool]

  /// How many of the pixels the press cannot show, 0…1.
  public var share: Double {
    guard !isOutOfGamut.isEmpty else { return 0 }
    return Double(isOutOfGamut.count { $0 }) / Double(isOutOfGamut.count)
  }

  /// The least difference, as ΔE2000 (CIE 142), that counts: what is seen at a glance. Tables of profiles alone give back
  /// what lies within the gamut only to about 1.
  public static let limit = 3.0
}

/// Proofs pictures for a press: to its inks and back, as `InkConverter` has them.
///
/// It belongs to the thread that made it.
public final class PrintProofer {
  private let inks: Transform
  private let shown: Transform
  private let wanted: Transform
  private let printed: Transform

  /// Prepares the tables; costs some ten milliseconds.
  public init(_ profile: PrintProfile) throws(ProfileError) {
    inks = try Transform(from: .srgb, regalia_RGBA_8, to: .press(profile), regalia_CMYK_16)
    shown = try Transform(from: .press(profile), regalia_CMYK_16, to: .srgb, regalia_RGB_8)
    wanted = try Transform(from: .srgb, regalia_RGBA_8, to: .lab, regalia_Lab_DBL)
    printed = try Transform(from: .press(profile), regalia_CMYK_16, to: .lab, regalia_Lab_DBL)
  }

  /// Proofs a picture, row by row; some two million pixels a second.
  public func proof(of bitmap: Bitmap) -> PrintProof {
    let width = bitmap.size.width
    var picture = bitmap
    var marks: [Bool] = []
    marks.reserveCapacity(bitmap.bytes.count / 4)
    for y in 0..<bitmap.size.height where width > 0 {
      let start = 4 * y * width
      let row = Array(bitmap.bytes[start..<start + 4 * width])
      let inks: [UInt16] = self.inks.applied(to: row, pixels: width, channels: 4)
      let shown: [UInt8] = self.shown.applied(to: inks, pixels: width, channels: 3)
      let wanted: [Double] = self.wanted.applied(to: row, pixels: width, channels: 3)
      let printed: [Double] = self.printed.applied(to: inks, pixels: width, channels: 3)
      for x in 0..<width {
        for channel in 0..<3 { picture.bytes[start + 4 * x + channel] = shown[3 * x + channel] }
        // Flat colours come in runs.
        let isSame = x > 0 && row[4 * x..<4 * x + 3] == row[4 * x - 4..<4 * x - 1]
        let isOut =
          isSame ? marks.last == true : Self.difference(wanted, printed, at: 3 * x) > PrintProof.limit
        marks.append(isOut)
      }
    }
    return PrintProof(picture: picture, isOutOfGamut: marks)
  }

  private static func difference(_ first: [Double], _ second: [Double], at index: Int) -> Double {
    var a = cmsCIELab(L: first[index], a: first[index + 1], b: first[index + 2])
    var b = cmsCIELab(L: second[index], a: second[index + 1], b: second[index + 2])
    return cmsCIE2000DeltaE(&a, &b, 1, 1, 1)
  }
}
