import Geometry

/// The emblem and the lines stacked vertically: their sizes and positions.
///
/// Everything is measured in `cap`, the height of the large capitals with their stroke. The proportions are those of
/// the poster of 1939, whose page is 9.02 caps high. The stack uses the largest cap with which it fits between the
/// margins and no line is too wide; remaining space goes to the gaps and then to the margins.
struct Stack {
  let page: Rect
  let margins: Margins
  let emblemAspect: Double?
  /// The scale of the emblem relative to its usual size.
  let emblemScale: Double
  /// The offset of the emblem from its usual place, in fractions of the page.
  let emblemOffset: Vector
  let lines: [LineSetter.Line]
  /// Whether the poster is spaced optically: a crown is no heavier than its letters, one line alone may be larger, and
  /// accents keep more distance from the line above.
  let isOptical: Bool

  /// The height of the large capitals in points.
  private(set) var cap = 0.0
  /// The height of the small lines' capitals, as a fraction of the large ones'.
  private var smallShare = Stack.smallSize

  static let smallSize = 0.44
  /// The height of the large capitals on the poster of 1939, as a fraction of the page's.
  static let usualCap = 1 / 9.02
  /// The maximum height of capitals, as a fraction of the page's height.
  private static let largestCap = 0.16
  /// The height and the maximum width of the emblem, in caps.
  private static let emblemHeight = 1.497
  private static let emblemWidth = 2.6
  /// The range of the emblem's cap as a fraction of the page's height, independent of the letters' size.
  private static let emblemCaps = 0.06...0.15
  private static let gapBelowEmblem = 0.383
  /// The minimum gap between the ink of two lines that reach toward each other, and that of optical spacing: an accent
  /// looks as part of the line above if it is as near to that as to its letter.
  private static let leastGap = 0.16
  private static let leastOpticalGap = 0.26
  /// The maximum height of the capitals of a poster's only line, as a fraction of the page's height.
  private static let largestLoneCap = 0.32
  /// The maximum remaining space that goes into the gaps, as a multiple of them.
  private static let stretch = 0.4

  init(
    page: Rect, margins: Margins, emblemAspect: Double?, emblemScale: Double, emblemOffset: Vector,
    lines: [LineSetter.Line], isOptical: Bool
  ) {
    self.page = page
    self.margins = margins
    self.emblemAspect = emblemAspect
    self.emblemScale = emblemScale
    self.emblemOffset = emblemOffset
    self.lines = lines
    self.isOptical = isOptical
    let widest = margins.widest * page.width
    var largest = Self.largestCap * page.height
    // A line alone becomes larger as long as it keeps its tracking.
    if isOptical, lines.count == 1 {
      let filling = widest * lines[0].capHeight / max(lines[0].width, 1e-9)
      largest = max(largest, min(Self.largestLoneCap * page.height, filling))
    }
    for line in lines where line.rank == .large {
      largest = min(largest, widest * line.capHeight / max(line.narrowWidth, 1e-9))
    }
    let hasLarge = lines.contains { $0.rank == .large }
    for line in lines where line.rank == .small {
      // Long small lines do not make large ones smaller.
      smallShare = min(smallShare, widest * line.capHeight / max(line.narrowWidth, 1e-9) / largest)
    }
    if !hasLarge { smallShare = Self.smallSize }
    cap = largest
    fitWidth(widest, hasLarge: hasLarge)
    fitHeight()
    refitSmall(widest)
  }

  /// Returns the height of the capitals of a rank, in points.
  func capHeight(of rank: Poster.Line.Rank) -> Double { rank == .large ? cap : cap * smallShare }

  /// Returns the height of a line's capitals if it stands alone on the page.
  static func capAlone(_ line: LineSetter.Line, on page: Rect, within margins: Margins) -> Double {
    min(largestCap * page.height, margins.widest * page.width * line.capHeight / max(line.narrowWidth, 1e-9))
  }

  private mutating func fitWidth(_ widest: Double, hasLarge: Bool) {
    guard !hasLarge else { return }
    for line in lines { cap = min(cap, widest * line.capHeight / max(line.narrowWidth, 1e-9) / smallShare) }
  }

  private mutating func fitHeight() {
    let room = (1 - margins.top - margins.bottom) * page.height
    let caps = heightInCaps
    guard height(cap: cap, caps: caps) > room else { return }
    var (low, high) = (0.0, cap)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if height(cap: middle, caps: caps) <= room { low = middle } else { high = middle }
    }
    cap = low
  }

  /// With the cap settled, small lines become as large as possible.
  private mutating func refitSmall(_ widest: Double) {
    smallShare = Self.smallSize
    for line in lines where line.rank == .small {
      smallShare = min(smallShare, widest * line.capHeight / max(line.narrowWidth, 1e-9) / max(cap, 1e-9))
    }
  }

  private func share(_ line: LineSetter.Line) -> Double { line.rank == .large ? 1 : smallShare }

  // MARK: Measures in caps

  /// Returns the extent of a line's ink above its capitals and below its baseline's stroke, in its own caps.
  private func excess(_ line: LineSetter.Line) -> (above: Double, below: Double) {
    // Round letters overshoot a little; that needs no extra space.
    let overshoot = 0.05
    let above = line.ascent / line.capHeight - 1 - overshoot
    let below = line.descent / line.capHeight - overshoot
    return (max(0, above), max(0, below))
  }

  private var leastGap: Double { isOptical ? Self.leastOpticalGap : Self.leastGap }

  private func gap(above index: Int) -> Double {
    let line = lines[index]
    let above = excess(line).above * share(line)
    guard index > 0 else {
      return emblemAspect == nil ? above : max(Self.gapBelowEmblem, above + leastGap)
    }
    let before = lines[index - 1]
    let usual =
      switch (before.rank, line.rank) {
      case (.large, .large): 0.488
      case (.small, .small): 0.3
      default: 0.403
      }
    return max(usual, above + excess(before).below * share(before) + leastGap)
  }

  private func emblemSize(cap: Double) -> Size? {
    guard let aspect = emblemAspect else { return nil }
    let range = Self.emblemCaps
    let unit = min(max(cap, range.lowerBound * page.height), range.upperBound * page.height)
    var height = min(Self.emblemHeight * unit, Self.emblemWidth * unit / aspect)
    if lines.isEmpty { height = min(0.5 * page.height, 0.6 * page.width / aspect) }
    height = min(height, 0.6 * page.width / aspect)
    // An emblem's box is no larger than the boxes of all letters, so that it does not outweigh a single one.
    if isOptical {
      let letters = lines.reduce(0) { $0 + $1.width / $1.capHeight * share($1) * share($1) * cap * cap }
      if letters > 0 { height = min(height, (letters / aspect).squareRoot()) }
    }
    // Limits a large emblem, so that letters keep some of the height.
    let tallest = min(0.7, 0.78 * (1 - margins.top - margins.bottom)) * page.height
    height = min(height * emblemScale, margins.widest * page.width / aspect, tallest)
    return Size(height * aspect, height)
  }

  private var gaps: Double { lines.indices.reduce(0) { $0 + gap(above: $1) } }

  /// The extent below the last baseline that exceeds what the lower margin can take.
  private var tail: Double {
    lines.last.map { max(0, excess($0).below * share($0) - 0.3) } ?? 0
  }

  /// The height of the lines and the gaps between them.
  private var heightInCaps: Double { lines.reduce(tail) { $0 + share($1) } + gaps }

  private func height(cap: Double) -> Double { height(cap: cap, caps: heightInCaps) }

  private func height(cap: Double, caps: Double) -> Double {
    (emblemSize(cap: cap)?.height ?? 0) + caps * cap
  }

  // MARK: Places

  /// Returns the offset of the emblem from its usual place; its middle stays on the page.
  private func offset(of emblem: Rect) -> Vector {
    func kept(_ share: Double, _ length: Double, _ middle: Double) -> Double {
      share.isFinite ? min(max(share * length, -middle), length - middle) : 0
    }
    return Vector(
      kept(emblemOffset.dx, page.width, emblem.midX), kept(emblemOffset.dy, page.height, emblem.midY))
  }

  /// The missing gap below an emblem that does not shrink with the letters and would touch small ones.
  private var missingBelowEmblem: Double {
    guard emblemAspect != nil, !lines.isEmpty else { return 0 }
    return max(0, Self.gapBelowEmblem * Self.emblemCaps.lowerBound * page.height - gap(above: 0) * cap)
  }

  /// Returns the placed emblem and lines.
  func placed(
    _ symbol: Symbol, by setter: LineSetter
  ) -> (PosterLayout.PlacedEmblem?, [PosterLayout.PlacedLine]) {
    let room = (1 - margins.top - margins.bottom) * page.height
    let whole = max(0, room - height(cap: cap))
    let below = min(whole, missingBelowEmblem)
    let slack = whole - below
    let stretched = min(slack, Self.stretch * gaps * cap)
    let factor = gaps > 0 ? 1 + stretched / (gaps * cap) : 1
    // Remaining space goes above and below, slightly less above.
    var y = margins.top * page.height + (slack - stretched) * 0.46
    var emblem: PosterLayout.PlacedEmblem?
    if let size = emblemSize(cap: cap) {
      let usual = Rect(origin: Point(page.midX - size.width / 2, y), size: size)
      emblem = symbol.placed(in: usual.offset(by: offset(of: usual)))
      y += size.height + below
    }
    var placed: [PosterLayout.PlacedLine] = []
    placed.reserveCapacity(lines.count)
    for (index, line) in lines.enumerated() {
      let height = share(line) * cap
      y += gap(above: index) * cap * factor + height
      let size = height / line.capHeight
      // The lower half of the stroke is below the baseline.
      placed.append(
        setter.placed(
          line, size: size, centerX: page.midX, baseline: y - setter.stroke * size / 2,
          widest: margins.widest * page.width))
    }
    return (emblem, placed)
  }
}
