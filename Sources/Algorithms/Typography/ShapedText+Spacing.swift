import CPango

/// Space between letters that Pango does not know of, put into its lines after they were made.
extension ShapedText {
  /// Returns the number of the character for which a glyph of a run stands; of several it is the first.
  func character(of glyph: GlyphPen.Placed, in run: PangoGlyphItem) -> Int {
    run.item.flatMap { text.character(atByte: Int($0.pointee.offset) + glyph.byte) } ?? -1
  }

  /// The glyphs of a character on a line, or of a part of one, from left to right.
  private struct Cluster {
    let character: Int
    /// Where its part of the text begins.
    let byte: Int
    var glyphs: [UnsafeMutablePointer<PangoGlyphInfo>] = []
    /// Whether there is nothing to see of it, not even room: joiners, marks of direction, places to break.
    var isInvisible = true
  }

  /// Takes back the tracking of invisible characters, of `spacing` in Pango's units, and opens what the setting opens.
  func space(by spacing: Int32) {
    let openings = setting.openingWidths
    let hasInvisible = spacing != 0 && text.hasInvisibleCharacters
    guard hasFont, hasInvisible || !openings.isEmpty else { return }
    let spaced = hasInvisible ? text.spacedCharacters : []
    // These lines are those that are measured and drawn later, and may be changed.
    var node = pango_layout_get_lines(layout)
    while let current = node {
      if let line = current.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self) {
        let clusters = clusters(of: line)
        if hasInvisible { takeBack(spacing, from: clusters, spaced: spaced) }
        for (index, cluster) in clusters.enumerated() {
          let isLast = index + 1 == clusters.count || clusters[index + 1].character != cluster.character
          guard isLast, let opening = openings[cluster.character] else { continue }
          let units = opening * Self.shapingSize * Double(PANGO_SCALE)
          cluster.glyphs.last?.pointee.geometry.width &+= Int32(units.rounded())
        }
      }
      node = current.pointee.next
    }
  }

  private func clusters(of line: UnsafeMutablePointer<PangoLayoutLine>) -> [Cluster] {
    var clusters: [Cluster] = []
    var node = line.pointee.runs
    while let current = node {
      if let run = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
        let string = run.glyphs
      {
        for index in 0..<Int(string.pointee.num_glyphs) {
          let glyph = string.pointee.glyphs + index
          let byte = (run.item.map { Int($0.pointee.offset) } ?? 0) + Int(string.pointee.log_clusters[index])
          if clusters.last?.byte != byte {
            clusters.append(Cluster(character: text.character(atByte: byte) ?? -1, byte: byte))
          }
          clusters[clusters.count - 1].glyphs.append(glyph)
          if glyph.pointee.glyph != regalia_glyph_empty() { clusters[clusters.count - 1].isInvisible = false }
        }
      }
      node = current.pointee.next
    }
    return clusters
  }

  /// Pango puts half of the spacing on either side of each character, but none at the ends of a line.
  private func takeBack(_ spacing: Int32, from clusters: [Cluster], spaced: Set<Int>) {
    for cluster in clusters where cluster.isInvisible && spaced.contains(cluster.character) {
      for glyph in cluster.glyphs { (glyph.pointee.geometry.width, glyph.pointee.geometry.x_offset) = (0, 0) }
    }
    var left = spacing / 2
    let unit = PANGO_SCALE
    if spacing & (unit - 1) == 0 { left = (left &+ unit / 2) & ~(unit - 1) }
    // The first and the last visible cluster stand at an end of the line, as if invisible ones were missing.
    if clusters.first?.isInvisible == true, let first = clusters.first(where: { !$0.isInvisible }),
      spaced.contains(first.character), let glyph = first.glyphs.first
    {
      glyph.pointee.geometry.width &-= left
      glyph.pointee.geometry.x_offset &-= left
    }
    if clusters.last?.isInvisible == true, let last = clusters.last(where: { !$0.isInvisible }),
      spaced.contains(last.character), let glyph = last.glyphs.last
    {
      glyph.pointee.geometry.width &-= spacing &- left
    }
  }
}

extension SanitizedText {
  /// Whether characters are in the text that are never seen and take no room.
  fileprivate var hasInvisibleCharacters: Bool {
    !isPlain
      && String(decoding: bytes, as: UTF8.self).unicodeScalars.contains {
        $0.properties.isDefaultIgnorableCodePoint
      }
  }

  /// The numbers of the characters that are spaced out.
  fileprivate var spacedCharacters: Set<Int> {
    Set(rangesThatMayBeSpaced.lazy.joined().compactMap(character(atByte:)))
  }
}
