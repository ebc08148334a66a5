/// The kinds of picture that are read, told from a file's first bytes and never from its name.
public enum PictureKind: String, Sendable {
  /// Portable Network Graphics.
  case png
  /// JPEG, also with the header of Exif.
  case jpeg
  /// WebP, with or without loss.
  case webp
  /// GIF, of which the first picture is read.
  case gif
  /// Windows bitmap.
  case bmp
  /// TIFF in either byte order.
  case tiff

  /// Creates the kind whose signature the bytes begin with; twelve bytes are enough, nil where they fit none.
  public init?(firstBytes bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(12))
    func starts(_ signature: [UInt8], at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: signature)
    }
    if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if starts([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if starts(Array("RIFF".utf8)), starts(Array("WEBP".utf8), at: 8) {
      self = .webp
    } else if starts(Array("GIF8".utf8)) {
      self = .gif
    } else if starts(Array("BM".utf8)) {
      self = .bmp
    } else if starts([0x49, 0x49, 0x2A, 0]) || starts([0x4D, 0x4D, 0, 0x2A]) {
      self = .tiff
    } else {
      return nil
    }
  }
}

extension PictureKind {
  /// Returns whether a file reaches its end mark; the decoders themselves take a part for the whole.
  ///
  /// Kinds that have no such mark count as complete.
  func isComplete(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .png: Self.pngReachesEnd(bytes)
    case .jpeg: Self.jpegReachesEnd(bytes)
    case .webp: bytes.count >= 12 && bytes.count - 8 >= Self.littleEndian(bytes[4..<8])
    case .bmp, .gif, .tiff: true
    }
  }

  /// Walks the chunks: length, name, data, check sum (PNG specification, 5.3).
  private static func pngReachesEnd(_ bytes: [UInt8]) -> Bool {
    var position = 8
    while position + 12 <= bytes.count {
      if bytes[position + 4..<position + 8].elementsEqual("IEND".utf8) { return true }
      position += 12 + bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return false
  }

  /// Walks the segments up to the first scan, and looks for the end mark after it (ITU-T T.81, annex B).
  private static func jpegReachesEnd(_ bytes: [UInt8]) -> Bool {
    var position = 2
    while position + 4 <= bytes.count, bytes[position] == 0xFF, bytes[position + 1] != 0xDA {
      let isFill = bytes[position + 1] == 0xFF
      position += isFill ? 1 : 2 + (Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]))
    }
    guard position + 4 <= bytes.count else { return false }
    return bytes.indices.reversed().lazy.prefix { $0 > position }.contains {
      bytes[$0] == 0xD9 && bytes[$0 - 1] == 0xFF
    }
  }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
