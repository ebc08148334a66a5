import Geometry

/// The header of a picture file: size, orientation, first frame and colour profile. Every length in it is checked
/// against the length of the file.
struct PictureHead {
  var size = PixelSize(width: 0, height: 0)
  var orientation = PictureOrientation.upright
  /// The position of the orientation's value in the file.
  var orientationPlace: Range<Int>?
  var frame: PictureFile.Frame?
  var profile = PictureFile.EmbeddedProfile()

  /// Returns nil if the size of the picture is missing.
  init?(_ bytes: [UInt8], _ kind: PictureKind) {
    let file = HeadBytes(bytes)
    switch kind {
    case .png: readPNG(file)
    case .jpeg: readJPEG(file)
    case .webp: readWebP(file)
    case .gif: readGIF(file)
    case .bmp: readBMP(file)
    case .tiff: readTIFF(file)
    }
    if size == PixelSize(width: 0, height: 0) { return nil }
  }

  // MARK: PNG

  /// Reads the chunks: length, name, data, checksum (PNG, third edition, 5.3).
  private mutating func readPNG(_ file: HeadBytes) {
    var place = 8
    while let length = file.big4(place), let name = file.text(place + 4, 4) {
      let data = place + 8..<place + 8 + length
      guard data.upperBound + 4 <= file.count else { break }
      switch name {
      case "IHDR":
        if let width = file.big4(data.lowerBound), let height = file.big4(data.lowerBound + 4) {
          size = PixelSize(width: width, height: height)
        }
      case "iCCP":
        // The name ends with a zero byte; the compression method follows.
        if let end = data.prefix(80).first(where: { file[$0] == 0 }), end + 2 < data.upperBound {
          profile = .init(bytes: file.part(end + 2..<data.upperBound), isDeflated: true)
        }
      case "eXIf": takeOrientation(TIFFDirectory(file, data))
      case "IEND": return
      default: break
      }
      place = data.upperBound + 4
    }
  }

  // MARK: JPEG

  /// Reads the segments up to the first scan (ITU-T T.81, annex B).
  private mutating func readJPEG(_ file: HeadBytes) {
    var place = 2
    var profiles: [Int: Range<Int>] = [:]
    while let marker = file[place + 1], file[place] == 0xFF, marker != 0xDA {
      // Any number of fill bytes may precede a marker.
      guard marker != 0xFF else {
        place += 1
        continue
      }
      guard let length = file.big2(place + 2), length >= 2 else { return }
      let data = place + 4..<place + 2 + length
      switch marker {
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        if let height = file.big2(data.lowerBound + 1), let width = file.big2(data.lowerBound + 3) {
          size = PixelSize(width: width, height: height)
        }
      // Untranslated: the mark of a block of data.
      case 0xE1 where file.text(data.lowerBound, 6) == "Exif\0\0" && data.count > 6:
        takeOrientation(TIFFDirectory(file, data.dropFirst(6)))
      case 0xE2 where file.text(data.lowerBound, 12) == "ICC_PROFILE\0" && data.count > 14:
        // A profile longer than a segment is split into numbered parts (ICC.1:2010, B.4).
        if let number = file[data.lowerBound + 12] { profiles[Int(number)] = data.dropFirst(14) }
      default: break
      }
      place = data.upperBound
    }
    let numbers = profiles.keys.sorted()
    guard numbers.first == 1, numbers.last == numbers.count else { return }
    profile.bytes = numbers.compactMap { profiles[$0] }.flatMap { file.part($0) }
  }

  // MARK: WebP

  /// Reads the chunks: name, length, data, padded to even lengths (WebP container specification).
  private mutating func readWebP(_ file: HeadBytes) {
    var place = 12
    while let name = file.text(place, 4), let length = file.little(place + 4, 4) {
      let data = place + 8..<place + 8 + length
      let start = data.lowerBound
      switch name {
      case "VP8 ":
        if size.isEmpty, let width = file.little(start + 6, 2), let height = file.little(start + 8, 2) {
          size = PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
        }
      case "VP8L":
        if size.isEmpty, let bits = file.little(start + 1, 4) {
          size = PixelSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
        }
      case "VP8X":
        if let width = file.little(start + 4, 3), let height = file.little(start + 7, 3) {
          size = PixelSize(width: width + 1, height: height + 1)
        }
      case "ANMF":
        if frame == nil, length > 16, data.upperBound <= file.count,
          let x = file.little(start, 3), let y = file.little(start + 3, 3)
        {
          frame = PictureFile.Frame(bytes: start + 16..<data.upperBound, x: 2 * x, y: 2 * y)
        }
      case "ICCP" where data.upperBound <= file.count: profile.bytes = file.part(data)
      case "EXIF" where data.upperBound <= file.count:
        // Untranslated: the mark of a block of data.
        let isMarked = file.text(start, 6) == "Exif\0\0"
        takeOrientation(TIFFDirectory(file, isMarked ? data.dropFirst(6) : data))
      default: break
      }
      place = data.upperBound + length % 2
    }
  }

  // MARK: Other formats

  private mutating func readGIF(_ file: HeadBytes) {
    guard let width = file.little(6, 2), let height = file.little(8, 2) else { return }
    size = PixelSize(width: width, height: height)
  }

  private mutating func readBMP(_ file: HeadBytes) {
    // The oldest headers have two bytes per side.
    guard let length = file.little(14, 4) else { return }
    let bytes = length == 12 ? 2 : 4
    guard let width = file.little(18, bytes), let height = file.little(18 + bytes, bytes) else { return }
    let rows = bytes == 4 ? Int(Int32(truncatingIfNeeded: height)).magnitude : height.magnitude
    size = PixelSize(width: width, height: Int(rows))
  }

  private mutating func readTIFF(_ file: HeadBytes) {
    guard let directory = TIFFDirectory(file, 0..<file.count), let width = directory.number(256),
      let height = directory.number(257)
    else { return }
    size = PixelSize(width: width, height: height)
    takeOrientation(directory)
    if let range = directory.data(34_675) { profile.bytes = file.part(range) }
  }

  private mutating func takeOrientation(_ directory: TIFFDirectory?) {
    guard let directory, let place = directory.place(ofShort: 274),
      let value = directory.number(274).flatMap(PictureOrientation.init)
    else { return }
    (orientation, orientationPlace) = (value, place)
  }
}

/// Bytes with bounds-checked access.
struct HeadBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  subscript(place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

  func part(_ range: Range<Int>) -> [UInt8] { Array(bytes[range.clamped(to: 0..<count)]) }

  func text(_ place: Int, _ length: Int) -> String? {
    place >= 0 && place + length <= count
      ? String(decoding: bytes[place..<place + length], as: UTF8.self) : nil
  }

  func little(_ place: Int, _ length: Int) -> Int? {
    guard place >= 0, place + length <= count else { return nil }
    return bytes[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func big(_ place: Int, _ length: Int) -> Int? {
    guard place >= 0, place + length <= count else { return nil }
    return bytes[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
  }

  func big2(_ place: Int) -> Int? { big(place, 2) }
  func big4(_ place: Int) -> Int? { big(place, 4) }
}

/// The first directory of a TIFF file; Exif blocks have the same structure (TIFF 6.0, section 2).
struct TIFFDirectory {
  private let file: HeadBytes
  private let block: Range<Int>
  private let isLittle: Bool
  private let entries: Range<Int>

  /// Returns nil if the block has no directory.
  init?(_ file: HeadBytes, _ block: Range<Int>) {
    let isLittle = file.text(block.lowerBound, 2) == "II"
    self.file = file
    self.block = block.clamped(to: 0..<file.count)
    self.isLittle = isLittle
    func number(_ place: Int, _ length: Int) -> Int? {
      isLittle ? file.little(place, length) : file.big(place, length)
    }
    guard isLittle || file.text(block.lowerBound, 2) == "MM", let offset = number(block.lowerBound + 4, 4),
      let count = number(block.lowerBound + offset, 2)
    else { return nil }
    let start = block.lowerBound + offset + 2
    entries = start..<min(start + 12 * count, max(self.block.upperBound, start))
  }

  /// Returns the first value of an integer field.
  func number(_ tag: Int) -> Int? {
    guard let entry = entry(tag) else { return nil }
    switch value(entry + 2, 2) {
    case 3: return value(entry + 8, 2)
    case 4: return value(entry + 8, 4)
    default: return nil
    }
  }

  /// Returns the position of the two bytes of a short field.
  func place(ofShort tag: Int) -> Range<Int>? {
    guard let entry = entry(tag), value(entry + 2, 2) == 3, entry + 10 <= file.count else { return nil }
    return entry + 8..<entry + 10
  }

  /// Returns the range of a field's bytes if they are outside the directory.
  func data(_ tag: Int) -> Range<Int>? {
    guard let entry = entry(tag), let count = value(entry + 4, 4), count > 4,
      let offset = value(entry + 8, 4), block.lowerBound + offset + count <= block.upperBound
    else { return nil }
    return block.lowerBound + offset..<block.lowerBound + offset + count
  }

  private func entry(_ tag: Int) -> Int? {
    stride(from: entries.lowerBound, to: entries.upperBound - 11, by: 12).first { value($0, 2) == tag }
  }

  private func value(_ place: Int, _ length: Int) -> Int? {
    isLittle ? file.little(place, length) : file.big(place, length)
  }
}
