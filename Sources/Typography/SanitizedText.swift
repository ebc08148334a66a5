/// A text that is safe to shape: bounded, without NUL or control characters, in UTF-8.
///
/// What is hidden or would break the layout is replaced scalar by scalar, so each byte still belongs to one of
/// the original's characters.
struct SanitizedText {
  /// The UTF-8 bytes without an end mark.
  private(set) var bytes: [UInt8] = []

  /// The number of the original character to which each byte belongs; an added ellipsis belongs to none (−1).
  private(set) var characterAtByte: [Int32] = []

  /// How many characters of the original were taken.
  private(set) var characterCount = 0

  /// Whether the original was too long and an ellipsis stands for the rest.
  private(set) var isCut = false

  /// No character that people write has more scalars; further combining marks are dropped.
  private static let longestCharacter = 64

  /// Asks for the form of an emoji that has one ink, where a font has it.
  private static let textPresentation: Unicode.Scalar = "\u{FE0E}"

  init(_ text: String, keepingLineBreaks: Bool, maximumScalars: Int) {
    bytes.reserveCapacity(min(text.utf8.count, 4 * maximumScalars) + 4)
    characterAtByte.reserveCapacity(bytes.capacity)
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
      if character.isSingleEmoji { append(Self.textPresentation, character: Int32(characterCount)) }
      characterCount += 1
    }
    if isCut { append("…", character: -1) }
  }

  private mutating func append(_ scalar: Unicode.Scalar, character: Int32) {
    for byte in scalar.utf8 {
      bytes.append(byte)
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
