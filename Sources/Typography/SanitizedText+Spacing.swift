extension SanitizedText {
  /// The stretches of bytes whose letters do not touch each other, so that space between them is harmless.
  var rangesThatMayBeSpaced: [Range<Int>] {
    var result: [Range<Int>] = []
    var position = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let next = position + UTF8.width(scalar)
      if !scalar.isJoined {
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
}

extension Unicode.Scalar {
  /// Whether the character belongs to a script whose letters are written joined or hang from one line.
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
}
