import CPango

/// Letters that stand upright in columns.
///
/// The line of a column runs from left to right until it is turned clockwise, so that upright letters are turned
/// anticlockwise on it. Pango does that for most of them, and shapes them from top to bottom.
extension SanitizedText {
  /// The ranges of bytes that stand upright although Pango would lay them on their side: signs whose forms for columns
  /// are in fonts, and one or two digits beside upright letters.
  var rangesThatStand: [Range<Int>] {
    var ranges = digitsThatStand
    var byte = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      let end = byte + UTF8.width(scalar)
      if scalar.hasFormForColumns { ranges.append(byte..<end) }
      byte = end
    }
    return ranges
  }

  /// The ranges of one or two digits that stand side by side within one letter's room (縦中横).
  var digitsThatStand: [Range<Int>] {
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    var ranges: [Range<Int>] = []
    var start = 0
    while let first = bytes[start...].firstIndex(where: isDigit) {
      let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.count
      // Letters of scripts that are written in columns are beyond ASCII.
      let neighbours = [first > 0 ? bytes[first - 1] : nil, end < bytes.count ? bytes[end] : nil]
        .compactMap(\.self)
      if end - first <= 2, !neighbours.isEmpty, neighbours.allSatisfy({ $0 >= 0x80 }) {
        ranges.append(first..<end)
      }
      start = end
    }
    return ranges
  }
}

extension Unicode.Scalar {
  /// Whether the character is a sign of East Asian texts that has another form in columns (Unicode UAX #50, Tr).
  fileprivate var hasFormForColumns: Bool {
    switch value {
    case 0x3008...0x3011, 0x3014...0x301F, 0x3030, 0x30A0, 0x30FC: true
    case 0xFF08...0xFF09, 0xFF1A...0xFF1B, 0xFF3B, 0xFF3D, 0xFF3F, 0xFF5B...0xFF60, 0xFFE3: true
    default: false
    }
  }
}

extension ShapedText {
  /// Centres upright letters on the middle of the capitals, and sets digits that stand side by side into one em;
  /// `capHeight` is in em.
  func standUp(capHeight: Double) {
    guard hasFont else { return }
    let em = Self.shapingSize * Double(PANGO_SCALE)
    let middle = capHeight / 2 * em
    let digits = text.digitsThatStand
    // The layout measures and draws these lines later, so changing them takes effect.
    var node = pango_layout_get_lines(layout)
    while let current = node {
      if let line = current.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self) {
        var runs = line.pointee.runs
        while let run = runs {
          if let item = run.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee {
            standUp(item, middle: middle, digits: digits)
          }
          runs = run.pointee.next
        }
      }
      node = current.pointee.next
    }
  }

  private func standUp(_ run: PangoGlyphItem, middle: Double, digits: [Range<Int>]) {
    guard let item = run.item, let glyphs = run.glyphs, GlyphPen.isUpright(run),
      let font = pango_font_get_hb_font(item.pointee.analysis.font)
    else { return }
    func units(_ length: Double) -> Int32 { Int32(length.rounded()) }
    func advance(_ index: Int) -> Double {
      Double(hb_font_get_glyph_h_advance(font, glyphs.pointee.glyphs[index].glyph & 0xFFFFFF))
    }
    let offset = Int(item.pointee.offset)
    let em =
      setting.scale(ofCharacter: text.character(atByte: offset) ?? 0) * Self.shapingSize * Double(PANGO_SCALE)
    var index = 0
    while index < Int(glyphs.pointee.num_glyphs) {
      let byte = offset + Int(glyphs.pointee.log_clusters[index])
      guard let range = digits.first(where: { $0.lowerBound == byte }),
        index + range.count <= Int(glyphs.pointee.num_glyphs)
      else {
        glyphs.pointee.glyphs[index].geometry.y_offset &-= units(middle)
        index += 1
        continue
      }
      let whole = (index..<index + range.count).reduce(0) { $0 + advance($1) }
      var before = 0.0
      for number in 0..<range.count {
        var geometry = glyphs.pointee.glyphs[index + number].geometry
        // Each digit has an equal share of the em along the column; both stand on one baseline.
        let start = -Double(number) / Double(range.count)
        geometry.width = units(em / Double(range.count))
        geometry.x_offset = units((0.5 + start) * em + middle)
        geometry.y_offset = units(whole / 2 - before - middle)
        before += advance(index + number)
        glyphs.pointee.glyphs[index + number].geometry = geometry
      }
      index += range.count
    }
  }
}

extension GlyphPen {
  /// Whether the letters of a run stand upright in a column.
  static func isUpright(_ run: PangoGlyphItem) -> Bool {
    run.item.map { $0.pointee.analysis.gravity == UInt8(PANGO_GRAVITY_EAST.rawValue) } ?? false
  }
}
