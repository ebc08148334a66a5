extension SanitizedText {
  /// Whether all characters are ASCII and none may form a ligature: the text is then one stretch.
  var isPlain: Bool {
    withBytes { bytes in
      guard !bytes.isEmpty else { return false }
      let (f, i, l) = (UInt8(ascii: "f"), UInt8(ascii: "i"), UInt8(ascii: "l"))
      var last: UInt8 = 0
      for byte in bytes {
        if byte >= 0x80 || last == f && (byte == f || byte == i || byte == l) { return false }
        last = byte
      }
      return true
    }
  }

  /// The ranges of bytes with unconnected letters, which can be tracked.
  var rangesThatMayBeSpaced: [Range<Int>] { LetterRanges(bytes).spaced }

  /// The ranges of bytes in which signs have the font's forms for capitals.
  var rangesOfCapitalForms: [Range<Int>] { LetterRanges(bytes).ofCapitalForms }

  /// The ranges of bytes that are set without ligatures.
  func rangesWithoutLigatures(isTracked: Bool) -> [Range<Int>] {
    LetterRanges(bytes).withoutLigatures(isTracked: isTracked)
  }
}

extension LetterRanges {
  /// The ranges of bytes set with the font's forms for capitals: capitals, and the signs and digits whose nearest cased
  /// letters on both sides are capitals.
  fileprivate var ofCapitalForms: [Range<Int>] {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    // Whether each character is a capital; nil if it has no case.
    let cases = scalars.map { scalar -> Bool? in
      let properties = scalar.properties
      return properties.isUppercase ? true : properties.isLowercase ? false : nil
    }
    var next = [Bool?](repeating: nil, count: cases.count)
    for index in cases.indices.dropLast().reversed() { next[index] = cases[index + 1] ?? next[index + 1] }
    var result: [Range<Int>] = []
    var (byte, previous) = (0, Bool?.none)
    for (index, scalar) in scalars.enumerated() {
      let end = byte + UTF8.width(scalar)
      let neighbours = [previous, next[index]].compactMap(\.self)
      if cases[index] ?? (!neighbours.isEmpty && neighbours.allSatisfy(\.self)) {
        if let last = result.last, last.upperBound == byte {
          result[result.count - 1] = last.lowerBound..<end
        } else {
          result.append(byte..<end)
        }
      }
      previous = cases[index] ?? previous
      byte = end
    }
    return result
  }
}

/// The ranges of a text for tracking and for ligatures.
private struct LetterRanges {
  fileprivate let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var spaced: [Range<Int>] { ranges { !$0.isJoined } }

  /// Returns the ranges of bytes that are set without ligatures.
  ///
  /// Fonts join letters that are meant to be separate: GOES becomes GŒS. In alphabets without joins, only the
  /// traditional
  /// ligatures of f are used, and none in tracked text.
  func withoutLigatures(isTracked: Bool) -> [Range<Int>] {
    let plain = ranges { $0.isOfPlainAlphabet }
    return isTracked ? plain : plain.flatMap { range in gaps(between: usualLigatures(in: range), in: range) }
  }

  private func ranges(where isIncluded: (Unicode.Scalar) -> Bool) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var position = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let next = position + UTF8.width(scalar)
      if isIncluded(scalar) {
        if let last = result.last, last.upperBound == position {
          result[result.count - 1] = last.lowerBound..<next
        } else {
          result.append(position..<next)
        }
      }
      position = next
    }
    return result
  }

  /// Returns the ranges of ff, fi, fl, ffi and ffl.
  private func usualLigatures(in range: Range<Int>) -> [Range<Int>] {
    let (f, i, l) = (UInt8(ascii: "f"), UInt8(ascii: "i"), UInt8(ascii: "l"))
    var result: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, bytes[end] == f, end - start < 2 { end += 1 }
      if end > start, end < range.upperBound, bytes[end] == i || bytes[end] == l { end += 1 }
      if end - start > 1 { result.append(start..<end) }
      start = max(end, start + 1)
    }
    return result
  }

  private func gaps(between parts: [Range<Int>], in whole: Range<Int>) -> [Range<Int>] {
    let starts = [whole.lowerBound] + parts.map(\.upperBound)
    let ends = parts.map(\.lowerBound) + [whole.upperBound]
    return zip(starts, ends).compactMap { $0 < $1 ? $0..<$1 : nil }
  }
}

/// A part of a text whose letters are set alike.
public struct TextStretch: Hashable, Sendable {
  /// The text of the stretch.
  public let text: String

  /// Whether the letters are connected, so that tracking does not separate them.
  public let isJoined: Bool

  /// Whether ligatures are allowed.
  public let hasLigatures: Bool

  /// Whether signs have the font's forms for capitals.
  public let hasCapitalForms: Bool
}

extension TextSetting {
  /// The indices of connected characters.
  public var joinedCharacters: Set<Int> {
    Set(text.enumerated().lazy.filter { $0.element.unicodeScalars.contains(where: \.isJoined) }.map(\.offset))
  }

  /// The stretches of the text, in logical order, whose letters are set alike.
  public var stretches: [TextStretch] {
    let ranges = LetterRanges(Array(text.utf8))
    var isSpaced = [Bool](repeating: false, count: text.utf8.count)
    var isSeparate = isSpaced
    for range in ranges.spaced { for byte in range { isSpaced[byte] = true } }
    for range in ranges.withoutLigatures(isTracked: font.clamped.tracking != 0) {
      for byte in range { isSeparate[byte] = true }
    }
    var isCapital = [Bool](repeating: false, count: text.utf8.count)
    if font.capitalForms {
      for range in ranges.ofCapitalForms { for byte in range { isCapital[byte] = true } }
    }
    var result: [TextStretch] = []
    var start = text.startIndex
    var byte = 0
    for index in text.unicodeScalars.indices {
      let next = byte + UTF8.width(text.unicodeScalars[index])
      let after = text.unicodeScalars.index(after: index)
      if next >= isSpaced.count || isSpaced[next] != isSpaced[byte] || isSeparate[next] != isSeparate[byte]
        || isCapital[next] != isCapital[byte]
      {
        result.append(
          TextStretch(
            text: String(text.unicodeScalars[start..<after]), isJoined: !isSpaced[byte],
            hasLigatures: !isSeparate[byte], hasCapitalForms: isCapital[byte]))
        start = after
      }
      byte = next
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the character belongs to a script with connected letters or a common headline.
  fileprivate var isJoined: Bool {
    switch value {
    case 0x0600...0x077F, 0x07C0...0x07FF, 0x0840...0x08FF: true  // Arabic, Syriac, N'Ko, Mandaic
    case 0x0900...0x09FF, 0x0A00...0x0A7F: true  // Devanagari, Bengali, Gurmukhi
    case 0x1800...0x18AF, 0x200D, 0xA840...0xA8FF: true  // Mongolian, joiner, Phags-pa, Devanagari
    case 0xFB50...0xFDFF, 0xFE70...0xFEFC: true  // Arabic presentation forms
    case 0x10AC0...0x10AFF, 0x10B80...0x10BAF, 0x10D00...0x10D3F: true  // Manichaean, Pahlavi, Rohingya
    case 0x10F30...0x10FDF, 0x1E900...0x1E95F, 0x1EE00...0x1EEFF: true  // Sogdian, Adlam, Arabic mathematics
    default: false
    }
  }

  /// Whether the character belongs to an alphabet in which every ligature is ornamental (Latin, Greek, Cyrillic,
  /// Armenian, Georgian), or is common punctuation.
  fileprivate var isOfPlainAlphabet: Bool {
    switch value {
    case 0...0x058F, 0x10A0...0x10FF, 0x1C80...0x1CBF, 0x1D00...0x200C, 0x2010...0x206F: true
    case 0x2C60...0x2C7F, 0x2D00...0x2D2F, 0xA640...0xA69F, 0xA720...0xA7FF, 0xAB30...0xAB6F: true
    default: false
    }
  }
}
