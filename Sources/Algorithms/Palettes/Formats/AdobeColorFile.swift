import Colors
import Localization

extension PaletteFormat {
  /// Adobe Photoshop colour files (.aco).
  public static let aco = PaletteFormat(
    // Untranslated: names of formats.
    id: "aco", title: "Adobe Color", endings: ["aco"],
    capabilities: Capabilities(spaces: [.srgb, .hsb, .cmyk, .lab], bits: 16, title: false, most: 65_535),
    detection: .bytes { AdobeColorFile.isOne($0) ? .certain : nil },
    read: AdobeColorFile.read(_:into:), write: AdobeColorFile.bytes(of:))
}

/// Photoshop's colour files (ACO): a first part without names, and a second with them.
///
/// See Adobe, "Photoshop File Formats Specification", Color Swatches.
enum AdobeColorFile {
  /// The colour model, which decides the meaning of the four 16-bit numbers.
  private enum Model: UInt16 {
    case rgb = 0
    case hsb = 1
    case cmyk = 2
    case lab = 7
    case gray = 8
  }

  /// Whether the sizes fit a colour file, which has no signature.
  static func isOne(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 14, bytes[0] == 0, bytes[1] == 1 || bytes[1] == 2 else { return false }
    let count = Int(bytes[2]) << 8 | Int(bytes[3])
    guard count > 0, bytes.count >= 4 + count * 10 else { return false }
    guard bytes[1] == 1 else { return true }
    let end = 4 + count * 10
    return bytes.count == end || bytes.count >= end + 4 && bytes[end] == 0 && bytes[end + 1] == 2
  }

  static func read(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    var reader = BigEndianReader(bytes)
    var version = try reader.uint16()
    var count = Int(try reader.uint16())
    let second = 4 + count * 10
    if version == 1, bytes.count >= second + 4, bytes[second] == 0, bytes[second + 1] == 2 {
      reader.position = second
      version = try reader.uint16()
      count = Int(try reader.uint16())
    }
    for _ in 0..<count {
      let start = reader.position
      let model = try reader.uint16()
      let numbers = [try reader.uint16(), try reader.uint16(), try reader.uint16(), try reader.uint16()]
      var name = ""
      if version == 2 {
        // A 16-bit zero precedes the length.
        try reader.skip(2)
        name = try reader.name()
      }
      if let model = Model(rawValue: model) {
        try reading.add(Swatch(color(model, numbers.map(Double.init)), name: name), at: .byte(start))
      } else {
        reading.warn(Message("unknown colour model {number}", ["number": String(model)]), at: .byte(start))
      }
    }
  }

  private static func color(_ model: Model, _ numbers: [Double]) -> Color {
    let shares = numbers.map { $0 / 65_535 }
    func signed(_ value: Double) -> Double { value > 32_767 ? value - 65_536 : value }
    return switch model {
    case .rgb: Color(in: .srgb, shares[0], shares[1], shares[2])
    case .hsb: Color(in: .hsb, shares[0] * 360, shares[1], shares[2])
    case .cmyk: Color(in: .cmyk, 1 - shares[0], 1 - shares[1], 1 - shares[2], 1 - shares[3])
    case .lab: Color(in: .lab, numbers[0] / 100, signed(numbers[1]) / 100, signed(numbers[2]) / 100)
    case .gray:
      Color(in: .srgb, min(numbers[0] / 10_000, 1), min(numbers[0] / 10_000, 1), min(numbers[0] / 10_000, 1))
    }
  }

  static func bytes(of palette: Palette) -> [UInt8] {
    var file = BigEndianWriter()
    for version: UInt16 in [1, 2] {
      file.uint16(version)
      file.uint16(UInt16(palette.swatches.count))
      for swatch in palette.swatches {
        let (model, numbers) = numbers(of: swatch.color)
        file.uint16(model.rawValue)
        for number in numbers { file.uint16(number) }
        if version == 2 {
          file.uint16(0)
          file.name(swatch.name)
        }
      }
    }
    return file.bytes
  }

  private static func numbers(of color: Color) -> (Model, [UInt16]) {
    func share(_ value: Double) -> UInt16 { UInt16((min(max(value, 0), 1) * 65_535).rounded()) }
    func hundredths(_ value: Double, _ range: ClosedRange<Double>) -> UInt16 {
      let limited = min(max(value, range.lowerBound), range.upperBound) * 100
      return UInt16(bitPattern: Int16(limited.rounded()))
    }
    let numbers = color.components
    switch color.space {
    case .cmyk: return (.cmyk, (0..<4).map { share(1 - numbers[$0]) })
    case .hsb: return (.hsb, [share(numbers.x / 360), share(numbers.y), share(numbers.z), 0])
    case _ where color.space != .lab && color.isInGamut(.srgb):
      let rgba = color.rgba
      return (.rgb, [share(rgba.red), share(rgba.green), share(rgba.blue), 0])
    default:
      let lab = color.lab
      return (
        .lab,
        [hundredths(lab.lightness, 0...100), hundredths(lab.a, -128...127), hundredths(lab.b, -128...127), 0]
      )
    }
  }
}
