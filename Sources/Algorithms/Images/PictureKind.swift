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
