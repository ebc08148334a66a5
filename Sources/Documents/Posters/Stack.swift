import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// The emblem and the lines stacked vertically: their sizes and positions.
///
/// Everything is measured in `cap`, the height of the large capitals with their stroke. The proportions are those of
/// the poster of 1939, whose page is 9.02 caps high. The stack uses the largest cap with which it fits between the
/// margins and no line is too wide; remaining space goes to the gaps and then to the margins. Footers stand at the
/// bottom margin, below that space.
struct Stack {
  /// The area that the stack fills.
  struct Area {
    /// The area of the page.
    let page: Rect
    /// The margins, in fractions of the area.
    let margins: Margins
    /// The contents of the area.
    var kind = Kind.lines

    /// The possible contents of an area.
    enum Kind {
      /// The emblem, all lines and the footers.
      case lines
      /// Columns, as lines before they are turned.
      case columns
      /// The emblem at the top and the footers at the bottom of a page whose lines are columns.
      case aroundColumns
    }
  }

  private let area: Area
  var page: Rect { area.page }
  var margins: Margins { area.margins }
  let emblemAspect: Double?
  /// The scale of the emblem relative to its usual size.
  let emblemScale: Double
  /// The offset of the emblem from its usual place, in fractions of the page.
  let emblemOffset: Vector
  /// The factor of the usual gaps between lines.
  let leading: Double
  /// The lines from top to bottom, with the footers last.
  let lines: [LineSetter.Line]
  /// Whether the poster is spaced optically: a crown is no heavier than its letters, one line alone may be larger, and
  /// accents keep more distance from the line above.
  let isOptical: Bool
  /// The number of lines that are no footers.
  private let bodyCount: Int

  /// The height of the large capitals in points.
  private(set) var cap = 0.0
  /// The reached share of the large capitals, by the size that lines ask for.
  private var reached: [LineSetter.Line.Size: Double] = [:]
  /// The height of lines that are fitted by their size, as a fraction of the height at which they fill the width.
  private var filling = 1.0

  static let smallSize = Poster.Line.Rank.small.share
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
  /// The same beside a curved line, whose whole end reaches toward the other line.
  private static let leastGapBesideArcs = 0.28
  /// The minimum gap between the other lines and the first footer.
  private static let gapAboveFooters = 0.7
  /// The maximum remaining space that goes into the gaps, as a multiple of them.
  private static let stretch = 0.4
  /// The share of the cap that is kept for lines that are fitted by their size.
  private static let leastCapBesideFitted = 0.4

  init(
    area: Area, emblemAspect: Double?, emblemScale: Double, emblemOffset: Vector, leading: Double,
    lines: [LineSetter.Line], isOptical: Bool
  ) {
    self.area = area
    let (page, margins) = (area.page, area.margins)
    self.emblemAspect = emblemAspect
    self.emblemScale = emblemScale
    self.emblemOffset = emblemOffset
    self.leading = leading
    self.isOptical = isOptical
    let body = lines.filter { !$0.source.isFooter }
    self.lines = body + lines.filter { $0.source.isFooter }
    bodyCount = body.count
    let widest = margins.widest * page.width
    let own = body.filter { !$0.isFitted }.map(\.source.share)
    // Without large lines, the largest of the others are as large as their width allows.
    let full = min(1, own.max() ?? 1)
    var largest = (area.kind == .aroundColumns ? Self.usualCap : Self.largestCap) * page.height
    // A line alone becomes larger as long as it keeps its tracking.
    if isOptical, lines.count == 1, area.kind != .aroundColumns {
      let filling = widest * lines[0].capHeight / max(lines[0].width, 1e-9)
      largest = max(largest, min(Self.largestLoneCap * page.height, filling))
    }
    for line in body where !line.isFitted && line.source.share >= full {
      largest = min(largest, widest * line.capHeight / max(line.narrowWidth, 1e-9) / line.source.share)
    }
    cap = largest
    if own.isEmpty, let mean = meanFittedHeight { cap = min(cap, mean) }
    // Long small lines do not make large ones smaller.
    shrinkLines { $0.source.share < full || $0.source.isFooter }
    fitHeight()
    // With the cap settled, small lines become as large as possible.
    shrinkLines { $0.source.share < 1 || $0.source.isFooter }
  }

  /// Returns the height of the capitals of lines that ask for a size, in points.
  func capHeight(of size: LineSetter.Line.Size) -> Double { cap * (reached[size] ?? size.share) }

  /// Returns the height of a line's capitals if it stands alone on the page.
  static func capAlone(_ line: LineSetter.Line, on area: Area) -> Double {
    let widest = area.margins.widest * area.page.width
    return min(largestCap * area.page.height, widest * line.capHeight / max(line.narrowWidth, 1e-9))
  }

  /// Gives the chosen lines the size they ask for, or as much as the longest line of that size has room for.
  private mutating func shrinkLines(where isChosen: (LineSetter.Line) -> Bool) {
    let widest = margins.widest * page.width
    reached = [:]
    for line in lines where !line.isFitted && isChosen(line) {
      reached[line.size] = min(
        reached[line.size] ?? line.size.share,
        widest * line.capHeight / max(line.narrowWidth, 1e-9) / max(cap, 1e-9))
    }
  }

  /// Makes everything fit between the upper and the lower margin. Lines that fill the width shrink last.
  private mutating func fitHeight() {
    let room = (1 - margins.top - margins.bottom) * page.height
    guard height(cap: cap) > room else { return }
    let least = lines.contains(where: \.isFitted) ? Self.leastCapBesideFitted * cap : 0
    guard height(cap: least) <= room else {
      filling = Self.largest(in: 0...1) { share in
        filling = share
        return height(cap: leastCap(least, besideFitted: share)) <= room
      }
      cap = leastCap(least, besideFitted: filling)
      return
    }
    cap = Self.largest(in: least...cap) { height(cap: $0) <= room }
  }

  /// Returns the cap beside lines that fill a share of the width: it shrinks only when they fill less than half, so that
  /// small lines stay readable on a wide page.
  private func leastCap(_ least: Double, besideFitted share: Double) -> Double { least * min(1, 2 * share) }

  /// The width of lines that are fitted by their tracking or their letters' width: that of the space between the
  /// margins, unless lines that are fitted by their size reach less.
  private var measure: Double {
    let reached = lines.filter(\.isFitted).map { fullHeight($0) * filling / $0.capHeight * $0.width }.max()
    return min(reached ?? .infinity, margins.widest * page.width)
  }

  /// Returns the largest number of a range that passes a test which all smaller numbers pass, too.
  private static func largest(in range: ClosedRange<Double>, passing test: (Double) -> Bool) -> Double {
    var (low, high) = (range.lowerBound, range.upperBound)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if test(middle) { low = middle } else { high = middle }
    }
    return low
  }

  /// The height at which a line that is fitted by its size fills the width, but at most the page's height.
  private func fullHeight(_ line: LineSetter.Line) -> Double {
    min(margins.widest * page.width * line.capHeight / max(line.width, 1e-9), page.height)
  }

  private var meanFittedHeight: Double? {
    let heights = lines.filter(\.isFitted).map(fullHeight)
    return heights.isEmpty ? nil : heights.reduce(0, +) / Double(heights.count)
  }

  /// Returns the height of a line's capitals, in caps of a height.
  private func share(_ line: LineSetter.Line, cap: Double) -> Double {
    if line.isFitted { return fullHeight(line) * filling / max(cap, 1e-9) }
    return reached[line.size] ?? line.size.share
  }

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

  private func gap(above index: Int, cap: Double) -> Double {
    let line = lines[index]
    let above = excess(line).above * share(line, cap: cap)
    let rise = line.rise * share(line, cap: cap)
    guard index > 0 else {
      return emblemAspect == nil ? above : max(Self.gapBelowEmblem + rise, above + leastGap)
    }
    let before = lines[index - 1]
    let gap = max(
      usualGap(before, line, cap: cap) * leading + rise,
      above + excess(before).below * share(before, cap: cap) + leastGap(before, line, cap: cap))
    return index == bodyCount ? max(gap, Self.gapAboveFooters) : gap
  }

  private func leastGap(_ before: LineSetter.Line, _ line: LineSetter.Line, cap: Double) -> Double {
    let isCurved = before.source.arc != 0 || line.source.arc != 0
    let gap = isCurved ? max(Self.leastGapBesideArcs, leastGap) : leastGap
    guard !before.hasUsualSize || !line.hasUsualSize else { return gap }
    return gap * min(1, max(share(before, cap: cap), share(line, cap: cap)))
  }

  /// Returns the gap between two lines on the poster of 1939. Between lines of other sizes it is a power of their mean
  /// share, with the exponent that connects the gaps of large and of small lines.
  private func usualGap(_ before: LineSetter.Line, _ line: LineSetter.Line, cap: Double) -> Double {
    guard before.hasUsualSize, line.hasUsualSize else {
      let mean = (share(before, cap: cap) + share(line, cap: cap)) / 2
      return 0.488 * pow(mean, log(0.3 / 0.488) / log(Self.smallSize))
    }
    return switch (before.rank, line.rank) {
    case (.large, .large): 0.488
    case (.small, .small): 0.3
    default: 0.403
    }
  }

  private func emblemSize(cap: Double) -> Size? {
    guard let aspect = emblemAspect else { return nil }
    let range = Self.emblemCaps
    let unit = min(max(cap, range.lowerBound * page.height), range.upperBound * page.height)
    var height = min(Self.emblemHeight * unit, Self.emblemWidth * unit / aspect)
    if bodyCount == 0, area.kind == .lines { height = min(0.5 * page.height, 0.6 * page.width / aspect) }
    height = min(height, 0.6 * page.width / aspect)
    // An emblem's box is no larger than the boxes of all letters, so that it does not outweigh a single one.
    if isOptical, area.kind == .lines {
      let letters = lines.reduce(0) { area, line in
        let height = share(line, cap: cap) * cap
        return area + line.width / line.capHeight * height * height
      }
      if letters > 0 { height = min(height, (letters / aspect).squareRoot()) }
    }
    // Limits a large emblem, so that letters keep some of the height.
    let tallest = min(0.7, 0.78 * (1 - margins.top - margins.bottom)) * page.height
    height = min(height * emblemScale, margins.widest * page.width / aspect, tallest)
    return Size(height * aspect, height)
  }

  private func gaps(of range: Range<Int>, cap: Double) -> Double {
    range.reduce(0) { $0 + gap(above: $1, cap: cap) }
  }

  /// The extent below the last baseline that exceeds what the lower margin can take.
  private func tail(cap: Double) -> Double {
    let margin = area.kind == .columns ? 0 : 0.3
    return lines.last.map { max(0, excess($0).below * share($0, cap: cap) - margin) } ?? 0
  }

  /// Returns the height of the emblem, the lines and the gaps between them.
  private func height(cap: Double) -> Double {
    let caps = lines.reduce(tail(cap: cap)) { $0 + share($1, cap: cap) } + gaps(of: lines.indices, cap: cap)
    let spaces = lines.reduce(0) { $0 + $1.spaceBefore }
    return (emblemSize(cap: cap)?.height ?? 0) + (caps + spaces) * cap
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
    guard emblemAspect != nil, bodyCount > 0 else { return 0 }
    return max(
      0, Self.gapBelowEmblem * Self.emblemCaps.lowerBound * page.height - gap(above: 0, cap: cap) * cap)
  }

  /// The least height of columns, as a fraction of the page's.
  private static let leastColumnRoom = 0.05

  /// The area between the emblem and the footers, in points of the page.
  var roomForColumns: Rect {
    let emblem = emblemSize(cap: cap).map { $0.height + Self.gapBelowEmblem * cap } ?? 0
    let footers = lines.isEmpty ? 0 : footerHeight + Self.gapAboveFooters * cap
    let top = margins.top * page.height + emblem
    let bottom = (1 - margins.bottom) * page.height - footers
    let height = max(bottom - top, Self.leastColumnRoom * page.height)
    return Rect(
      x: margins.sides * page.width, y: min(top, page.height - height), width: margins.widest * page.width,
      height: height)
  }

  /// Returns the placed emblem and lines.
  func placed(
    _ symbol: Symbol, by setter: LineSetter
  ) -> (emblem: PosterLayout.PlacedEmblem?, lines: [PosterLayout.PlacedLine]) {
    let room = (1 - margins.top - margins.bottom) * page.height
    let whole = max(0, room - height(cap: cap))
    let below = min(whole, missingBelowEmblem)
    let slack = whole - below
    let gaps = gaps(of: 0..<bodyCount, cap: cap)
    let stretched = min(slack, Self.stretch * gaps * cap)
    let factor = gaps > 0 ? 1 + stretched / (gaps * cap) : 1
    // Remaining space goes above and below, slightly less above; columns are in the middle.
    let shareAbove =
      switch area.kind {
      case .lines: 0.46
      case .columns: 0.5
      case .aroundColumns: 0.0
      }
    var y = margins.top * page.height + (slack - stretched) * shareAbove
    var emblem: PosterLayout.PlacedEmblem?
    if let size = emblemSize(cap: cap) {
      let usual = Rect(origin: Point(page.midX - size.width / 2, y), size: size)
      emblem = symbol.placed(in: usual.offset(by: offset(of: usual)))
      y += size.height + below
    }
    var placed: [PosterLayout.PlacedLine] = []
    placed.reserveCapacity(lines.count)
    let measure = measure
    for (index, line) in lines.enumerated() {
      let height = share(line, cap: cap) * cap
      if index == bodyCount { y = (1 - margins.bottom) * page.height - footerHeight }
      let gap = index < bodyCount ? gap(above: index, cap: cap) * cap * factor : footerGap(above: index)
      y += gap + height + line.spaceBefore * cap
      let size = height / line.capHeight
      // The lower half of the stroke is below the baseline.
      placed.append(
        setter.placed(
          line, size: size, centerX: page.midX, baseline: y - setter.stroke * size / 2,
          widest: margins.widest * page.width, measure: measure))
    }
    return (emblem, placed)
  }

  /// Returns the gap above a footer in points; the first one begins with its own ink.
  private func footerGap(above index: Int) -> Double {
    (index == bodyCount
      ? excess(lines[index]).above * share(lines[index], cap: cap) : gap(above: index, cap: cap)) * cap
  }

  /// The height of all footers in points.
  private var footerHeight: Double {
    lines.indices[bodyCount...].reduce(tail(cap: cap) * cap) {
      $0 + footerGap(above: $1) + (share(lines[$1], cap: cap) + lines[$1].spaceBefore) * cap
    }
  }
}
