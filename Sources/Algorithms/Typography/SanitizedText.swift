/// A text that is safe to shape: bounded, without NUL or control characters, in UTF-8.
///
/// Invisible and layout-breaking scalars are replaced one by one, so that each byte still belongs to one of
/// the original's characters.
struct SanitizedText {
  /// The text itself if nothing was replaced and each byte is a character. This applies to nearly all numbers, which
  /// change with every frame of a drag and then need no storage.
  private var plain: String?
  private var storage: [UInt8] = []

  /// The index of the original character for each byte of the storage; −1 for an added ellipsis.
  private var characterAtByte: [Int32] = []

  /// The number of characters taken from the original.
  private(set) var characterCount = 0

  /// The UTF-8 bytes without a terminator.
  var bytes: [UInt8] { plain.map { Array($0.utf8) } ?? storage }

  /// The number of bytes.
  var byteCount: Int { plain?.utf8.count ?? storage.count }

  /// Calls `body` with the bytes.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    guard var plain else { return storage.withUnsafeBufferPointer(body) }
    return plain.withUTF8(body)
  }

  /// Returns the index of the original character for a byte, −1 for an added ellipsis; nil beyond the end.
  func character(atByte byte: Int) -> Int? {
    guard byte >= 0, byte < byteCount else { return nil }
    return plain == nil ? Int(characterAtByte[byte]) : byte
  }

  /// Returns the first byte of a character; nil for an invalid index.
  func firstByte(ofCharacter character: Int) -> Int? {
    guard plain == nil else { return (0..<byteCount).contains(character) ? character : nil }
    return characterAtByte.firstIndex(of: Int32(character))
  }

  /// Returns the bytes of a range of characters, which may extend beyond the end.
  func bytes(ofCharacters range: Range<Int>) -> Range<Int> {
    let start = firstByte(ofCharacter: range.lowerBound) ?? byteCount
    return start..<max(start, firstByte(ofCharacter: range.upperBound) ?? byteCount)
  }

  /// Returns the length of the UTF-8 sequence that begins at a byte.
  func sequenceLength(atByte byte: Int) -> Int {
    guard plain == nil else { return 1 }
    let first = storage[byte]
    return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }

  /// Whether the original was too long and was truncated with an ellipsis.
  private(set) var isCut = false

  /// The most scalars in a character; further combining marks are dropped.
  private static let longestCharacter = 64

  /// Request the monochrome or the coloured form of an emoji, if a font has it.
  private static let textPresentation: Unicode.Scalar = "\u{FE0E}"
  private static let emojiPresentation: Unicode.Scalar = "\u{FE0F}"

  init(_ text: String, keepingLineBreaks: Bool, maximumScalars: Int, prefersColors: Bool = false) {
    if text.utf8.count <= maximumScalars, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      plain = text
      characterCount = text.utf8.count
      return
    }
    let room = min(text.utf8.count, 4 * maximumScalars) + 4
    storage.reserveCapacity(room)
    characterAtByte.reserveCapacity(room)
    var scalars = 0
    for character in text {
      guard scalars < maximumScalars else {
        isCut = true
        break
      }
      for scalar in character.unicodeScalars.prefix(Self.longestCharacter) {
        // Both halves of CR LF are one character and one break.
        let isHalfBreak = scalar == "\r" && character == "\r\n"
        let shown =
          isHalfBreak ? "\u{200B}" : Self.replacement(for: scalar, keepingLineBreaks: keepingLineBreaks)
        append(shown, character: Int32(characterCount))
        scalars += 1
      }
      if character.isSingleEmoji {
        append(
          prefersColors ? Self.emojiPresentation : Self.textPresentation, character: Int32(characterCount))
      }
      characterCount += 1
    }
    if isCut { append("…", character: -1) }
  }

  private mutating func append(_ scalar: Unicode.Scalar, character: Int32) {
    for byte in scalar.utf8 {
      storage.append(byte)
      characterAtByte.append(character)
    }
  }

  private static func replacement(for scalar: Unicode.Scalar, keepingLineBreaks: Bool) -> Unicode.Scalar {
    switch scalar.value {
    case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: return keepingLineBreaks ? "\n" : " "
    case 0x09: return " "
    case 0..<0x20, 0x7F..<0xA0: return "\u{FFFD}"
    default: return scalar
    }
  }
}

extension Character {
  /// Whether the character is an emoji by itself, without a modifier or joiner.
  fileprivate var isSingleEmoji: Bool {
    guard let scalar = unicodeScalars.first, scalar.value > 0x2000, unicodeScalars.count == 1 else {
      return false
    }
    return scalar.properties.isEmojiPresentation
  }
}
