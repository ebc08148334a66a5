import CPango

extension ShapedText {
  /// Returns the places of the characters in `range` on a line, in points.
  func characterBoxes(of line: Line, range: Range<Int>) -> CharacterBoxes {
    let isRightToLeft = line.line.pointee.resolved_dir == PANGO_DIRECTION_RTL.rawValue
    let minX = points(line.x)
    let maxX = points(line.x &+ line.logical.width)
    let unset = CharacterBoxes.Box(minX: .nan, maxX: .nan, isRightToLeft: isRightToLeft)
    var boxes = [CharacterBoxes.Box](repeating: unset, count: range.count)
    forEachRun(of: line) { run, x in add(run, at: x, in: range, to: &boxes) }
    fillGaps(in: &boxes, start: isRightToLeft ? maxX : minX)
    return CharacterBoxes(boxes: boxes, isRightToLeft: isRightToLeft, minX: minX, maxX: maxX)
  }

  private func add(
    _ run: PangoGlyphItem, at x: Int32, in range: Range<Int>, to boxes: inout [CharacterBoxes.Box]
  ) {
    guard let item = run.item, item.pointee.num_chars > 0, let layoutText = pango_layout_get_text(layout)
    else { return }
    let count = Int(item.pointee.num_chars)
    let isRightToLeft = item.pointee.analysis.level % 2 == 1
    var copy = run
    var edge = isRightToLeft ? x &+ pango_glyph_string_get_width(run.glyphs) : x
    var byte = Int(item.pointee.offset)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { widths in
      widths.initialize(repeating: 0)
      pango_glyph_item_get_logical_widths(&copy, layoutText, widths.baseAddress)
      for width in widths {
        guard let owner = text.character(atByte: byte) else { break }
        let start = edge
        edge = isRightToLeft ? edge &- width : edge &+ width
        let character = owner - range.lowerBound
        byte += text.sequenceLength(atByte: byte)
        guard boxes.indices.contains(character) else { continue }
        let low = points(min(start, edge))
        let high = points(max(start, edge))
        let old = boxes[character]
        boxes[character] = CharacterBoxes.Box(
          minX: old.minX.isNaN ? low : min(old.minX, low),
          maxX: old.maxX.isNaN ? high : max(old.maxX, high), isRightToLeft: isRightToLeft)
      }
    }
  }

  /// Gives characters that no run holds, such as line breaks, a place without width after the one before them.
  private func fillGaps(in boxes: inout [CharacterBoxes.Box], start: Double) {
    var edge = start
    for index in boxes.indices {
      if boxes[index].minX.isNaN {
        boxes[index].minX = edge
        boxes[index].maxX = edge
      }
      edge = boxes[index].trailing
    }
  }

  /// Returns the characters that begin within a line's bytes; a break belongs to the line that it ends.
  func characterRange(of line: Line, before next: Line?) -> Range<Int> {
    let start = character(atByte: Int(line.line.pointee.start_index))
    let end = next.map { character(atByte: Int($0.line.pointee.start_index)) } ?? text.characterCount
    return start..<max(start, end)
  }

  private func character(atByte byte: Int) -> Int {
    guard let character = text.character(atByte: byte), character >= 0 else { return text.characterCount }
    return character
  }

  /// Counts the glyphs and collects the characters that no font has, each once.
  func glyphInventory() -> (count: Int, missing: [Unicode.Scalar]) {
    var count = 0
    var missing: [Unicode.Scalar] = []
    var known: Set<UInt32> = []
    guard hasFont else {
      let scalars = String(decoding: text.bytes, as: UTF8.self).unicodeScalars
      return (0, scalars.filter { known.insert($0.value).inserted })
    }
    forEachLine { line in
      forEachRun(of: line) { run, _ in
        guard let glyphs = run.glyphs else { return }
        for index in 0..<Int(glyphs.pointee.num_glyphs) {
          let glyph = glyphs.pointee.glyphs[index].glyph
          guard glyph != regalia_glyph_empty() else { continue }
          count += 1
          guard glyph & regalia_glyph_unknown_flag() != 0,
            let scalar = Unicode.Scalar(glyph & ~regalia_glyph_unknown_flag()),
            known.insert(scalar.value).inserted
          else { continue }
          missing.append(scalar)
        }
      }
    }
    return (count, missing)
  }
}

extension ShapedText {
  /// Returns where Pango itself puts the cursors of a boundary, in points.
  func pangoCursor(before character: Int) -> (strong: Double, weak: Double) {
    let byte = text.firstByte(ofCharacter: character) ?? text.byteCount
    var strong = PangoRectangle()
    var weak = PangoRectangle()
    pango_layout_get_cursor_pos(layout, Int32(byte), &strong, &weak)
    return (points(strong.x), points(weak.x))
  }
}
