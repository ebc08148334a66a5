import Colors
import Localization

extension PaletteFormat {
  /// The palettes of Paint Shop Pro (JASC-PAL).
  public static let jasc = PaletteFormat(
    // Untranslated: the name of a format.
    id: "jasc", title: "JASC palette", endings: ["pal"],
    capabilities: Capabilities(names: false, title: false),
    detection: .bytes { $0.starts(with: "JASC-PAL".utf8) ? .certain : nil },
    read: PALFile.readJASC(_:into:), write: PALFile.jasc(of:))

  /// Microsoft's RIFF palettes.
  public static let riff = PaletteFormat(
    // Untranslated: the name of a format.
    id: "riff", title: "RIFF palette", endings: ["riff"],
    capabilities: Capabilities(names: false, title: false, most: 65_535),
    detection: .bytes(PALFile.detectRIFF),
    read: PALFile.readRIFF(_:into:), write: PALFile.riff(of:))
}

/// The two formats with the extension `.pal`: Paint Shop Pro's and Windows'.
enum PALFile {
  static func readJASC(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    let lines = PaletteText(bytes).lines
    guard lines.count >= 3, let count = Int(lines[2].text), count > 0 else {
      throw PaletteError(Message("the number of colours is missing"), at: .line(3))
    }
    for (number, line) in lines.dropFirst(3) where !line.isEmpty && reading.palette.swatches.count < count {
      let values = line.split { $0 == " " || $0 == "\t" }.map { Int($0) }
      let channels = values.compactMap { $0 }.filter { (0...255).contains($0) }.map(UInt8.init)
      guard channels.count == values.count, channels.count == 3 || channels.count == 4 else {
        throw PaletteError(Message("a line must have three numbers from 0 to 255"), at: .line(number))
      }
      let alpha = channels.count == 4 ? channels[3] : 255
      try reading.add(
        Swatch(Color(RGBA(bytes: channels[0], channels[1], channels[2], alpha))), at: .line(number))
    }
    if reading.palette.swatches.count < count {
      reading.warn(
        Message(
          "{count} colours are announced, but {number} were found",
          ["count": String(count), "number": String(reading.palette.swatches.count)]), at: .line(3))
    }
  }

  static func jasc(of palette: Palette) -> [UInt8] {
    var text = "JASC-PAL\r\n0100\r\n\(palette.swatches.count)\r\n"
    for swatch in palette.swatches {
      let bytes = swatch.bytes
      text += "\(bytes.r) \(bytes.g) \(bytes.b)\r\n"
    }
    return Array(text.utf8)
  }

  static func detectRIFF(_ bytes: [UInt8]) -> PaletteFormat.Certainty? {
    let isOne =
      bytes.count >= 12 && bytes.starts(with: "RIFF".utf8) && bytes[8..<12].elementsEqual("PAL ".utf8)
    return isOne ? .certain : nil
  }

  static func readRIFF(_ bytes: [UInt8], into reading: inout PaletteReading) throws(PaletteError) {
    func number(at index: Int, bytes count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
    }
    var position = 12
    while position + 8 <= bytes.count {
      let size = number(at: position + 4, bytes: 4)
      let body = position + 8
      guard bytes[position..<position + 4].elementsEqual("data".utf8) else {
        position = body + size + size % 2
        continue
      }
      guard body + 4 <= bytes.count else { break }
      let count = number(at: body + 2, bytes: 2)
      for index in 0..<count {
        let place = body + 4 + index * 4
        guard place + 4 <= bytes.count else {
          throw PaletteError(
            Message(
              "the file ends after {number} of {count} colours",
              ["number": String(index), "count": String(count)]), at: .byte(bytes.count))
        }
        let color = RGBA(bytes: bytes[place], bytes[place + 1], bytes[place + 2])
        try reading.add(Swatch(Color(color)), at: .byte(place))
      }
      return
    }
    throw PaletteError(Message("the file has no colours"), at: .byte(min(position, bytes.count)))
  }

  static func riff(of palette: Palette) -> [UInt8] {
    func little(_ value: Int, bytes count: Int) -> [UInt8] {
      (0..<count).map { UInt8(value >> (8 * $0) & 0xff) }
    }
    let data = palette.swatches.flatMap { swatch in
      let bytes = swatch.bytes
      return [bytes.r, bytes.g, bytes.b, 0]
    }
    let chunk =
      Array("data".utf8) + little(data.count + 4, bytes: 4) + [0, 3]
      + little(palette.swatches.count, bytes: 2) + data
    return Array("RIFF".utf8) + little(chunk.count + 4, bytes: 4) + Array("PAL ".utf8) + chunk
  }
}
