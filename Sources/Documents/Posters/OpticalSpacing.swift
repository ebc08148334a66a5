import Geometry
import Text
import Typography

/// A measure of the white between two letters.
///
/// The white is the harmonic mean of the gaps gᵢ between the two letters in the n rows from the baseline to a height:
///
///     w = n / Σ 1 / min(max(gᵢ, ε), depth)
///
/// Narrow gaps count more than wide ones, and gaps wider than `depth` count as `depth`. Candidates were plain areas
/// with several limits and power means with several exponents. This mean is nearly constant in twelve common fonts.
/// Distances with a constant mean differ from the fonts' own by .024 em (a robust deviation over pairs of capitals);
/// distances with a constant plain area, limited to half the height of the capitals, differ by .058 em.
struct WhiteMeasure: Hashable {
  /// The height of the rows above the baseline, in thousandths of an em.
  let height: Double
  /// The limit on gaps; larger gaps count as this.
  let depth: Double
  /// The maximum length by which the arm of a taller letter may extend over a smaller one, such as T over o; nil
  /// between capitals.
  let overhang: Double?
  /// The height of capitals.
  let capHeight: Double

  /// The minimum of gaps; smaller gaps count as this, the height of a row of `LetterEdges`.
  private static let least = 4.0

  /// Returns the gap in each row between two letters whose first glyphs are at the same place; infinite without ink.
  func gaps(from first: LetterEdges, to next: LetterEdges) -> [Double] {
    let rows = LetterEdges.rows(upTo: height)
    guard let overhang else {
      return rows.map { next.ink(inRow: $0).left - first.ink(inRow: $0).right }
    }
    let all = LetterEdges.rows(upTo: capHeight)
    let right = all.reduce(-Double.infinity) { max($0, first.ink(inRow: $1).right) } - overhang
    let left = all.reduce(Double.infinity) { min($0, next.ink(inRow: $1).left) } + overhang
    return rows.map { min(next.ink(inRow: $0).left, left) - max(first.ink(inRow: $0).right, right) }
  }

  /// Returns the white between two letters at a distance, from their gaps at distance 0.
  func white(of gaps: [Double], at distance: Double) -> Double {
    guard !gaps.isEmpty else { return depth }
    let sum = gaps.reduce(0) { $0 + 1 / min(max($1 + distance, Self.least), depth) }
    return Double(gaps.count) / sum
  }

  /// Returns the distance between the first glyphs of two letters that leaves an amount of white between them.
  func distance(from first: LetterEdges, to next: LetterEdges, for amount: Double) -> Double {
    let gaps = gaps(from: first, to: next)
    let nearest = gaps.min() ?? .infinity
    guard nearest.isFinite else { return 0 }
    // The white grows with the distance. All gaps are below the amount at the lower end, and above it at the upper end.
    var low = -gaps.reduce(nearest) { $1.isFinite ? max($0, $1) : $0 }
    var high = amount - nearest
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if white(of: gaps, at: middle) < amount { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Returns the perceived right or left edge of a letter: the mean of its edge over the rows, each limited to a depth
  /// that is a share of the capital height. Returns nil without ink in the rows.
  func seenEdge(of edges: LetterEdges, onRight: Bool) -> Double? {
    let rows = LetterEdges.rows(upTo: height)
    // Mirrored for the left edge.
    let places = rows.map { onRight ? edges.ink(inRow: $0).right : -edges.ink(inRow: $0).left }
    guard let end = places.max(), end.isFinite else { return nil }
    let deepest = end - Self.edgeDepth * capHeight
    let mean = places.reduce(0) { $0 + max($1, deepest) } / Double(places.count)
    return onRight ? mean : -mean
  }

  private static let edgeDepth = 0.15
}

/// The white that optical spacing sets between all letters of a font at one tracking and stroke.
///
/// It is the average white of the font's own spacing, so that lines keep about their widths.
struct Rhythm {
  /// The measure and the white of pairs of capitals, of small letters, and of mixed pairs.
  let capitals: LetterCache.White
  let small: LetterCache.White
  let mixed: LetterCache.White
  /// The space between the perceived edges of words that begin or end with a capital, and with a small letter.
  let capitalWordSpace: Double
  let smallWordSpace: Double

  func white(between a: LetterCase, and b: LetterCase) -> LetterCache.White {
    a == b ? a == .capital ? capitals : small : mixed
  }

  /// Returns the measure for a kind of letters.
  func measure(of letterCase: LetterCase) -> WhiteMeasure {
    letterCase == .capital ? capitals.measure : small.measure
  }

  func wordSpace(between a: LetterCase, and b: LetterCase) -> Double {
    ((a == .capital ? capitalWordSpace : smallWordSpace)
      + (b == .capital ? capitalWordSpace : smallWordSpace)) / 2
  }
}

/// The kinds of letters that are spaced optically: letters of alphabets with capitals, digits and the ampersand.
enum LetterCase {
  case capital, small

  /// Returns the kind of a character, or nil if it keeps the font's distances.
  init?(_ character: Character) {
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: self = .capital
    case .lowercaseLetter: self = .small
    case .decimalNumber where character.isASCII: self = .capital
    default:
      guard character == "&" else { return nil }
      self = .capital
    }
  }
}

extension Character {
  /// The share of the character's width that hangs over the end of a line. For full stops and hyphens it is close to
  /// the protrusion of the LaTeX package microtype.
  var hangingShare: Double {
    switch self {
    case ".", ",", "'", "\"", "‘", "’", "‚", "‛", "“", "”", "„", "‟", "«", "»", "‹", "›", "*", "′", "″", "،",
      "۔", "、",
      "。", "，", "．":
      0.75
    case "-", "\u{2010}", "\u{2011}", "–", "—", ":", ";", "·", "•", "…", "־", "؛", "।", "「", "」", "『", "』":
      0.5
    default: 0
    }
  }
}

extension Lettering {
  /// The tracking up to which lower case follows the poster's, and the share of what exceeds it.
  private static let lowerCaseTracking = 0.01
  private static let lowerCaseShare = 0.25
  /// The minimum tracking of small lines in capitals, which at their size need more than large ones.
  private static let smallCapitalTracking = 0.05
  /// The minimum tracking of small lines in lower case.
  private static let smallLowerTracking = 0.005

  /// Returns the tracking of a line: its own or that of the poster, which with optical spacing is meant for large
  /// capitals.
  ///
  /// Lower case is drawn for close letters, and takes little of a wide tracking. Small lines do not take the tightness of
  /// large ones.
  public func tracking(of line: Poster.Line) -> Double {
    if let own = line.tracking { return own }
    guard spacing == .optical else { return tracking }
    let scalars = line.text.unicodeScalars
    let lower = scalars.count { $0.properties.isLowercase }
    let upper = scalars.count { $0.properties.isUppercase }
    if !line.isSetInCapitals, lower > upper {
      let excess = max(0, tracking - Self.lowerCaseTracking)
      let reduced = tracking - excess * (1 - Self.lowerCaseShare)
      return line.rank == .small ? max(reduced, Self.smallLowerTracking) : reduced
    }
    guard line.rank == .small, lower + upper > 0 else { return tracking }
    return max(tracking, Self.smallCapitalTracking)
  }
}

extension LineSetter {
  // MARK: Rhythm

  /// A text with frequent letter pairs of English, German, French and Spanish; its average white is the font's.
  // Untranslated: a sample that is measured.
  private static let reference =
    "THE RAIN STANDS OVER LONDON UND DER SCHEIN LES VOILA CASTA HOMBRE WHITE YEAR FLUX JUMP QUICK BOGEN"

  /// The limit on gaps, as a share of the capital height and of the gap between two stems.
  private static let depthOfCapitals = 0.4
  private static let depthOfStems = 1.5
  /// The overhang of an arm over a small letter, as a share of the capital height.
  private static let overhang = 0.25

  /// Returns the rhythm of a font with its tracking. Returns nil for fonts that keep their own distances: monospaced
  /// fonts and fonts without Latin letters.
  private func rhythm(of font: Font) -> Rhythm? {
    cache.rhythm(of: font, stroke: stroke) {
      guard !measures(of: font).isMonospaced else { return nil }
      let capitals = referencePairs(of: Self.reference, font)
      let small = referencePairs(of: Self.reference.lowercased(), font)
      guard let stems = referencePairs(of: "HH", font).first,
        let words = referencePairs(of: "H H", font, acrossSpaces: true).first,
        let smallWords = referencePairs(of: "n n", font, acrossSpaces: true).first,
        let x = referencePairs(of: "xx", font).first, !capitals.isEmpty, !small.isEmpty
      else { return nil }
      let capHeight = stems.first.ascent
      var depth = Self.depthOfCapitals * capHeight
      let stemGap = stems.distance - stems.first.overlap(with: stems.next)
      depth = max(depth, Self.depthOfStems * stemGap)
      func measure(_ height: Double, overhang: Double?) -> WhiteMeasure {
        WhiteMeasure(height: height, depth: depth, overhang: overhang, capHeight: capHeight)
      }
      func white(_ pairs: [ReferencePair], _ measure: WhiteMeasure) -> LetterCache.White {
        let sum = pairs.reduce(0) {
          $0 + measure.white(of: measure.gaps(from: $1.first, to: $1.next), at: $1.distance)
        }
        return LetterCache.White(measure: measure, amount: sum / Double(pairs.count))
      }
      func wordSpace(_ pair: ReferencePair, _ measure: WhiteMeasure) -> Double {
        let right = measure.seenEdge(of: pair.first, onRight: true) ?? 0
        return pair.distance + (measure.seenEdge(of: pair.next, onRight: false) ?? 0) - right
      }
      let ofCapitals = white(capitals, measure(capHeight, overhang: nil))
      let ofSmall = white(
        small, measure(min(x.first.ascent, capHeight), overhang: Self.overhang * capHeight))
      return Rhythm(
        capitals: ofCapitals, small: ofSmall,
        mixed: .init(measure: ofSmall.measure, amount: (ofCapitals.amount + ofSmall.amount) / 2),
        capitalWordSpace: wordSpace(words, ofCapitals.measure),
        smallWordSpace: wordSpace(smallWords, ofSmall.measure))
    }
  }

  /// Two neighbouring letters at the font's distance.
  private struct ReferencePair {
    let first: LetterEdges
    let next: LetterEdges
    let distance: Double
  }

  /// Returns the pairs of neighbouring letters of a text, within words or across the spaces between words.
  private func referencePairs(of text: String, _ font: Font, acrossSpaces: Bool = false) -> [ReferencePair] {
    let glyphs = typesetter.glyphs(of: TextSetting(text, font: font)).filter { $0.outline.bounds != nil }
    return zip(glyphs, glyphs.dropFirst()).compactMap { first, next in
      guard next.character == first.character + (acrossSpaces ? 2 : 1) else { return nil }
      return ReferencePair(
        first: referenceEdges(of: first), next: referenceEdges(of: next),
        distance: next.origin.x - first.origin.x)
    }
  }

  /// Returns the edges of a letter with a round-cornered stroke, which is faster than the exact stroke.
  private func referenceEdges(of glyph: OutlinedGlyph) -> LetterEdges {
    let shape = LetterCache.Shape(parts: [.init(glyph: glyph.id, place: .zero)])
    return cache.referenceEdges(of: shape, stroke: stroke) {
      LetterEdges(glyph.outline).thickened(by: stroke * Self.size / 2)
    }
  }

  // MARK: Pairs

  /// The minimum gap between letters, as a share of the font's white.
  private static let nearest = 1.0 / 3
  /// The minimum space between the boxes of two words' letters, as a share of the word space.
  private static let leastWordSpace = 0.75
  /// The range of a pair of letters' shift from the font's distance, in em.
  ///
  /// The white of all pairs would vary less with wider ranges, but in a blind comparison of ten fonts the pairs that went
  /// farther, such as LT, AY and KA, were seen as clots and holes.
  private static let letterShifts = -0.03...0.02
  /// The range of the shift of two words.
  private static let wordShifts = -0.1...0.1

  /// Returns the shift of each letter from its place in the font, relative to the previous letter. Returns nil for
  /// fonts that keep their own distances.
  ///
  /// Pairs of letters get the rhythm's white between them, and pairs of words get the rhythm's space between their
  /// perceived edges. All other characters keep the font's distances.
  func kerns(of clusters: [Cluster], in setting: TextSetting, fullTracking: Double) -> [Double]? {
    var full = setting
    full.font.tracking = fullTracking
    guard clusters.contains(where: { $0.letterCase != nil }), let rhythm = rhythm(of: full.font) else {
      return nil
    }
    let placed = setting == full ? clusters : self.clusters(of: full)
    let characters = Array(setting.text)
    let gap = lettering.touches ? 0 : leastGap(measures(of: full.font))
    var kerns = [0.0]
    for (first, next) in zip(placed, placed.dropFirst()) {
      let distance = opticalDistance(from: first, to: next, in: characters, rhythm, apart: gap)
      let kern = (distance ?? next.x - first.x) - (next.x - first.x)
      let shifts = next.character == first.character + 1 ? Self.letterShifts : Self.wordShifts
      kerns.append(min(max(kern, shifts.lowerBound * Self.size), shifts.upperBound * Self.size))
    }
    return kerns
  }

  private func opticalDistance(
    from first: Cluster, to next: Cluster, in characters: [Character], _ rhythm: Rhythm, apart gap: Double
  ) -> Double? {
    guard let a = first.letterCase, let b = next.letterCase, !first.isJoined, !next.isJoined else {
      return nil
    }
    switch next.character - first.character {
    case 1:
      let white = rhythm.white(between: a, and: b)
      return distance(from: first, to: next, apart: max(gap, Self.nearest * white.amount), white: white)
    case 2 where characters[first.character + 1] == " ":
      let (edges, nextEdges) = (edges(of: first), edges(of: next))
      guard let right = rhythm.measure(of: a).seenEdge(of: edges, onRight: true),
        let left = rhythm.measure(of: b).seenEdge(of: nextEdges, onRight: false),
        let end = edges.extent?.upperBound, let start = nextEdges.extent?.lowerBound
      else { return nil }
      let room = rhythm.wordSpace(between: a, and: b)
      return max(right - left + room, end - start + Self.leastWordSpace * room)
    default: return nil
    }
  }

  // MARK: Line ends

  /// The share of the white at the end of a line that hangs over it.
  private static let endShare = 1.0 / 3
  /// The maximum number of hanging characters, such as a full stop and two quotation marks.
  private static let mostHanging = 4

  /// Returns the ends that centre and fit an optically spaced line, at the measuring size; `ink` is its ink box. Round
  /// and pointed letters extend beyond the ends; full stops, hyphens and quotation marks hang.
  func ends(of setting: TextSetting, fullTracking: Double, ink: Rect) -> ClosedRange<Double>? {
    guard lettering.spacing == .optical, !setting.isVertical else { return nil }
    let clusters = clusters(of: setting)
    guard clusters.contains(where: { $0.hangingShare == 0 }) else { return nil }
    var font = setting.font
    font.tracking = fullTracking
    let rhythm = rhythm(of: font)
    let left = -end(of: clusters, onRight: false, ink: -ink.minX, rhythm)
    let right = end(of: clusters.reversed(), onRight: true, ink: ink.maxX, rhythm)
    return left < right ? left...right : nil
  }

  /// Returns one end of a line; `clusters` begin at that end, and left places are mirrored.
  private func end(of clusters: [Cluster], onRight: Bool, ink: Double, _ rhythm: Rhythm?) -> Double {
    func reach(_ cluster: Cluster) -> Double? {
      edges(of: cluster).extent.map { onRight ? cluster.x + $0.upperBound : -cluster.x - $0.lowerBound }
    }
    let hanging = clusters.prefix(Self.mostHanging).prefix { $0.hangingShare > 0 }
    guard clusters.indices.contains(hanging.count) else { return ink }
    let base = clusters[hanging.count]
    guard let baseEnd = reach(base), let outermost = clusters.first.flatMap(reach),
      // A picture may be the outermost item of the line.
      abs(outermost - ink) < 2 || outermost > ink
    else { return ink }
    var end = baseEnd
    if let letterCase = base.letterCase, !base.isJoined, let measure = rhythm?.measure(of: letterCase),
      let seen = measure.seenEdge(of: edges(of: base), onRight: onRight)
    {
      let edge = onRight ? base.x + seen : -base.x - seen
      end -= max(0, baseEnd - edge) * Self.endShare
    }
    var last = baseEnd
    for cluster in hanging.reversed() {
      guard let reached = reach(cluster), reached > last else { continue }
      end += (reached - last) * (1 - cluster.hangingShare)
      last = reached
    }
    return end
  }
}
