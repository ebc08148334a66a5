import Geometry
import Text
import Typography

/// The left and the right edge of a letter's ink, row by row, at the size used for measuring.
struct LetterEdges {
  /// The height of a row; the em has a thousand of these units.
  private static let height = 4.0

  /// The number of the first row; row 0 lies below the baseline.
  private var first = 0
  /// The start and end of the ink in each row; infinitely far away in rows without ink.
  private var left: [Double] = []
  private var right: [Double] = []

  /// Creates the edges of a letter's path; without a path it has no ink.
  init(_ path: Path? = nil) {
    path?.flattened(within: 1).forEachSegment(closingOpenSubpaths: true) { segment in
      guard case .line(let line) = segment else { return }
      let (top, bottom) = line.start.y < line.end.y ? (line.start, line.end) : (line.end, line.start)
      let slope = bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
      for row in Self.row(at: top.y)...Self.row(at: bottom.y) {
        let from = max(top.y, Double(row) * Self.height)
        let to = min(bottom.y, Double(row + 1) * Self.height)
        let (a, b) = (top.x + (from - top.y) * slope, top.x + (to - top.y) * slope)
        // A horizontal line lies in one row.
        let isLevel = bottom.y == top.y
        include(row, isLevel ? min(top.x, bottom.x) : min(a, b), isLevel ? max(top.x, bottom.x) : max(a, b))
      }
    }
  }

  private static func row(at y: Double) -> Int { Int(min(max((y / height).rounded(.down), -1e5), 1e5)) }

  private mutating func include(_ row: Int, _ from: Double, _ to: Double) {
    if left.isEmpty { first = row }
    if row < first {
      left.insert(contentsOf: repeatElement(.infinity, count: first - row), at: 0)
      right.insert(contentsOf: repeatElement(-.infinity, count: first - row), at: 0)
      first = row
    }
    let index = row - first
    if index >= left.count {
      left += repeatElement(.infinity, count: index + 1 - left.count)
      right += repeatElement(-.infinity, count: index + 1 - right.count)
    }
    left[index] = min(left[index], from)
    right[index] = max(right[index], to)
  }

  /// Adds the ink of another letter at a position.
  mutating func formUnion(_ other: LetterEdges, at origin: Point) {
    let rows = Int((origin.y / Self.height).rounded())
    for index in other.left.indices where other.left[index] <= other.right[index] {
      include(other.first + index + rows, other.left[index] + origin.x, other.right[index] + origin.x)
    }
  }

  /// Returns the edges with the right one moved to the boundary of everything within a distance of the ink.
  func widened(by distance: Double) -> LetterEdges {
    var result = self
    let reach = Int((distance / Self.height).rounded(.up))
    for index in right.indices where right[index].isFinite {
      for step in -reach...reach {
        // The distance between the nearest edges of two rows is one row less than the difference of their numbers.
        let below = Double(max(abs(step) - 1, 0)) * Self.height
        guard below < distance || step == 0 else { continue }
        let across = (distance * distance - below * below).squareRoot()
        let row = first + index + step
        result.include(row, .infinity, right[index] + across)
      }
    }
    return result
  }

  /// Returns the edges of the ink with a round-cornered stroke of twice `distance`.
  func thickened(by distance: Double) -> LetterEdges {
    guard distance > 0 else { return self }
    var result = self
    let reach = Int((distance / Self.height).rounded(.down))
    for index in left.indices where left[index] <= right[index] {
      for step in -reach...reach {
        let away = Double(step) * Self.height
        let across = (distance * distance - away * away).squareRoot()
        result.include(first + index + step, left[index] - across, right[index] + across)
      }
    }
    return result
  }

  /// The rows from the baseline up to a height, from the top.
  static func rows(upTo height: Double) -> Range<Int> { row(at: -height)..<0 }

  /// Returns the left and right end of a row's ink; both are infinitely far away without ink.
  func ink(inRow row: Int) -> (left: Double, right: Double) {
    let index = row - first
    return left.indices.contains(index) ? (left[index], right[index]) : (.infinity, -.infinity)
  }

  /// The left and right end of all ink, or nil without ink.
  var extent: ClosedRange<Double>? {
    guard let least = left.min(), let most = right.max(), least <= most else { return nil }
    return least...most
  }

  /// The height of the ink above the baseline.
  var ascent: Double { Double(-first) * Self.height }

  /// Returns how far another letter reaches beyond the right edge, both where they stand; negative is room between
  /// them.
  func overlap(with next: LetterEdges) -> Double {
    var most = -Double.infinity
    for index in next.left.indices {
      let own = next.first + index - first
      if right.indices.contains(own) { most = max(most, right[own] - next.left[index]) }
    }
    return most
  }

  /// Returns the width of the ink at a height below the baseline, or nil without ink there.
  func width(at y: Double) -> Double? {
    let index = Self.row(at: y) - first
    guard left.indices.contains(index), left[index] <= right[index] else { return nil }
    return right[index] - left[index]
  }
}

/// Moves letters apart that would touch.
///
/// The distance of two letters is at least a fifth of a stem with its stroke, whatever tracking and stroke are. Space
/// is added only where it is less. Joined scripts, fonts that join their letters, and signs drawn to join, such as
/// dashes, are left unchanged.
extension LineSetter {
  /// The minimum distance of two letters, as a fraction of the stem.
  static let leastGap = 0.2

  /// The maximum number of letters between two that overlap horizontally, such as the bar of a T over a full stop.
  private static let mostBetween = 3

  /// A letter with its marks.
  struct Cluster {
    let character: Int
    /// The position of the first glyph on the line.
    let x: Double
    var glyphs: [OutlinedGlyph] = []
    var isJoined = false
    /// Whether it is a sign that joins others.
    var isLinked = false
    /// The kind of the letter, if it is spaced optically. A letter in another font or size than the line is not.
    var letterCase: LetterCase?
    /// The share of its width that may hang over the end of a line.
    var hangingShare = 0.0

    /// Its visible part, independent of its position.
    var shape: LetterCache.Shape {
      LetterCache.Shape(
        parts: glyphs.map {
          .init(glyph: $0.id, place: Point($0.origin.x - x, $0.origin.y), thickening: $0.thickening)
        })
    }
  }

  /// Returns a setting with its letters moved: spaced optically if requested, and separated where they are too close.
  ///
  /// Optical spacing is computed at `fullTracking`, the tracking before the line was narrowed to fit.
  func opened(_ setting: TextSetting, fullTracking: Double) -> TextSetting {
    let isOptical = lettering.spacing == .optical && !setting.isVertical
    guard isOptical || !lettering.touches else { return setting }
    var sized = setting
    sized.font.size = Self.size
    sized.openings = []
    let clusters = clusters(of: sized)
    guard clusters.count > 1 else { return setting }
    let measures = measures(of: sized.font)
    guard !measures.joinsLetters else { return setting }
    let gap = lettering.touches ? nil : leastGap(measures)
    let kerns = isOptical ? kerns(of: clusters, in: sized, fullTracking: fullTracking) : nil
    var openings: [TextSetting.Opening] = []
    // The total shift of each letter.
    var moved = [0.0]
    for index in 1..<clusters.count {
      let next = clusters[index]
      var wanted = moved[index - 1] + (kerns?[index] ?? 0)
      if let gap {
        for other in max(0, index - 1 - Self.mostBetween)..<index where !Self.mayTouch(clusters[other], next)
        {
          let distance = distance(from: clusters[other], to: next, apart: gap)
          wanted = max(wanted, moved[other] + clusters[other].x + distance - next.x)
        }
      }
      let opening = wanted - moved[index - 1]
      moved.append(wanted)
      if opening.magnitude > Self.size * 1e-6 {
        openings.append(.init(after: clusters[index - 1].character, width: opening / Self.size))
      }
    }
    var result = setting
    result.openings = openings
    return result
  }

  /// Returns the minimum gap between two letters of a font.
  func leastGap(_ measures: LetterCache.FontMeasures) -> Double {
    Self.leastGap * (measures.stem + stroke * Self.size)
  }

  /// Returns the distance from the first glyph of a letter to that of the next one, such that their gap is at least
  /// `gap` and, if given, the white between them has its amount.
  func distance(
    from first: Cluster, to next: Cluster, apart gap: Double, white: LetterCache.White? = nil
  ) -> Double {
    let pair = LetterCache.Pair(first: first.shape, next: next.shape, stroke: stroke, gap: gap, white: white)
    return cache.distance(of: pair) {
      let (a, b) = (edges(of: first), edges(of: next))
      let least = a.widened(by: gap).overlap(with: b)
      guard let white else { return least }
      return max(least, white.measure.distance(from: a, to: b, for: white.amount))
    }
  }

  /// Returns the edges of a letter whose first glyph stands at 0.
  func edges(of cluster: Cluster) -> LetterEdges {
    cache.edges(of: cluster.shape, stroke: stroke) {
      var edges = LetterEdges()
      for glyph in cluster.glyphs {
        guard let letter = letter(glyph) else { continue }
        edges.formUnion(LetterEdges(letter.path), at: Point(glyph.origin.x - cluster.x, glyph.origin.y))
      }
      return edges
    }
  }

  private static func mayTouch(_ a: Cluster, _ b: Cluster) -> Bool {
    a.isJoined || b.isJoined || a.isLinked && b.isLinked
  }

  /// Returns the letters of a text that have an outline, with their edges where they stand.
  func clusters(of setting: TextSetting) -> [Cluster] {
    let characters = Array(setting.text)
    let joined = setting.joinedCharacters
    var clusters: [Cluster] = []
    for glyph in typesetter.glyphs(of: setting) where letter(glyph) != nil {
      if clusters.last?.character != glyph.character {
        var cluster = Cluster(character: glyph.character, x: glyph.origin.x)
        if characters.indices.contains(glyph.character) {
          cluster.isJoined = joined.contains(glyph.character)
          cluster.isLinked = characters[glyph.character].isLinked
          let isOwn = setting.span(ofCharacter: glyph.character) != nil
          cluster.letterCase = isOwn ? nil : LetterCase(characters[glyph.character])
          cluster.hangingShare = characters[glyph.character].hangingShare
        }
        clusters.append(cluster)
      }
      clusters[clusters.count - 1].glyphs.append(glyph)
    }
    return clusters
  }

  /// Returns the thickness of a font's stems, and whether it joins its letters like handwriting: two letters n touch
  /// without tracking or stroke.
  func measures(of font: Font) -> LetterCache.FontMeasures {
    var bare = font
    bare.tracking = 0
    return cache.measures(of: bare) {
      let pair = letters("nn", bare)
      let isJoined = pair.count == 2 && pair[0].overlap(with: pair[1]) > -0.002 * Self.size
      // The width of an I at half its height.
      let middle = -typesetter.metrics(for: bare).capHeight / 2
      let stem = letters("I", bare).first?.width(at: middle) ?? 0.1 * Self.size
      let isMonospaced = typesetter.line("i", font: bare).width == typesetter.line("M", font: bare).width
      return LetterCache.FontMeasures(stem: stem, joinsLetters: isJoined, isMonospaced: isMonospaced)
    }
  }

  /// Returns the edges of letters in a font.
  private func letters(_ text: String, _ font: Font) -> [LetterEdges] {
    typesetter.glyphs(of: TextSetting(text, font: font)).map { glyph in
      var edges = LetterEdges()
      edges.formUnion(LetterEdges(glyph.outline), at: glyph.origin)
      return edges
    }
  }
}

extension Character {
  /// Whether the character is drawn to join another one: a dash, a low line, or a box-drawing character.
  fileprivate var isLinked: Bool {
    switch unicodeScalars.first?.properties.generalCategory {
    case .dashPunctuation, .connectorPunctuation, .otherSymbol: true
    default: false
    }
  }
}
