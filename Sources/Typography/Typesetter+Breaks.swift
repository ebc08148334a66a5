import CPango

extension Typesetter {
  /// Returns where a text may be broken into lines (Unicode UAX #14): the numbers of the characters that may begin a
  /// line, 0 and the end not among them. No place needs a hyphen that is not there.
  public func breaks(in text: String) -> [Int] {
    let count = text.count
    return places(in: text) { $0.is_line_break != 0 && $1 != "\u{AD}" }.filter { $0 > 0 && $0 < count }
  }

  /// Returns where the words of a text begin and end, as characters before the place; spaces are no words.
  public func wordBoundaries(in text: String) -> (starts: [Int], ends: [Int]) {
    (
      places(in: text) { attribute, _ in attribute.is_word_start != 0 },
      places(in: text) { attribute, _ in attribute.is_word_end != 0 }
    )
  }

  /// Returns the boundaries between characters at which Pango's attributes of the scalar that follows are as wanted.
  private func places(
    in text: String, where isWanted: (PangoLogAttr, _ previous: Unicode.Scalar?) -> Bool
  ) -> [Int] {
    let scalars = Array(text.unicodeScalars)
    let bytes = Array(text.utf8).filter { $0 != 0 }
    guard !scalars.isEmpty, bytes.count == text.utf8.count, scalars.count < 1 << 20 else { return [] }
    var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: scalars.count + 1)
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        pango_get_log_attrs(
          characters.baseAddress, Int32(characters.count), -1, pango_language_get_default(), &attributes,
          Int32(attributes.count))
      }
    }
    var result: [Int] = []
    var scalar = 0
    for (index, character) in text.enumerated() {
      if isWanted(attributes[scalar], scalar > 0 ? scalars[scalar - 1] : nil) { result.append(index) }
      scalar += character.unicodeScalars.count
    }
    if isWanted(attributes[scalars.count], scalars.last) { result.append(text.count) }
    return result
  }
}
