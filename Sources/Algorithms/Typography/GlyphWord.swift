import CPango

/// A word, or the space between two, within a run: its bytes and the glyphs that stand for them.
struct GlyphWord {
  let bytes: [UInt8]
  var glyphs: [GlyphPen.Placed] = []

  /// Returns the words of a run in the order of their text.
  ///
  /// From right to left these are the single characters: readers turn such text round themselves, and would do
  /// so with the letters of a word.
  static func words(of run: PangoGlyphItem, in text: [UInt8]) -> [GlyphWord] {
    guard let item = run.item, let string = run.glyphs else { return [] }
    let start = Int(item.pointee.offset)
    let end = start + Int(item.pointee.length)
    guard start >= 0, start <= end, end <= text.count else { return [] }
    let bytes = Array(text[start..<end])
    let isRightToLeft = item.pointee.analysis.level % 2 == 1
    let parts = isRightToLeft ? split(bytes, at: clusters(of: string, count: bytes.count)) : split(bytes)
    var words = parts.map { GlyphWord(bytes: $0) }
    // Which word each byte of the run belongs to.
    let owners = parts.enumerated().flatMap { index, part in Array(repeating: index, count: part.count) }
    var x: Int32 = 0
    for index in 0..<Int(string.pointee.num_glyphs) {
      let info = string.pointee.glyphs[index]
      let byte = Int(string.pointee.log_clusters[index])
      if info.glyph != regalia_glyph_empty(), !GlyphPen.isMissing(info.glyph), owners.indices.contains(byte) {
        words[owners[byte]].glyphs.append(
          GlyphPen.Placed(
            glyph: info.glyph, x: x &+ info.geometry.x_offset, y: info.geometry.y_offset &- run.y_offset,
            byte: byte))
      }
      x &+= info.geometry.width
    }
    words.removeAll { $0.glyphs.isEmpty }
    // As they are seen, from left to right.
    return isRightToLeft ? words.reversed() : words
  }

  /// Returns where the characters begin that glyphs stand for, in the order of the text.
  private static func clusters(
    of string: UnsafeMutablePointer<PangoGlyphString>, count: Int
  ) -> [Int] {
    let starts = (0..<Int(string.pointee.num_glyphs)).map { Int(string.pointee.log_clusters[$0]) }
    return Set(starts + [0]).filter { (0..<count).contains($0) }.sorted()
  }

  private static func split(_ bytes: [UInt8], at starts: [Int]) -> [[UInt8]] {
    zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
  }

  /// Splits text before and after its spaces.
  private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var wasSpace: Bool?
    for byte in bytes {
      let isSpace = byte == UInt8(ascii: " ")
      if isSpace != wasSpace { parts.append([]) }
      parts[parts.count - 1].append(byte)
      wasSpace = isSpace
    }
    return parts
  }

  /// Shows all glyphs as one cluster, so that readers take the word as one however far its letters stand apart.
  func show(_ glyphs: [cairo_glyph_t], on cairo: OpaquePointer) {
    var cluster = cairo_text_cluster_t(num_bytes: Int32(bytes.count), num_glyphs: Int32(glyphs.count))
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        cairo_show_text_glyphs(
          cairo, text.baseAddress, Int32(text.count), glyphs, Int32(glyphs.count), &cluster, 1,
          cairo_text_cluster_flags_t(0))
      }
    }
  }
}
