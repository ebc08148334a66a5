import Colors
import Geometry
import PlanarGeometry
import Text
import Typography

/// Measures the lines of a poster and draws them.
struct LineSetter {
  let typesetter: Typesetter
  let cache: LetterCache
  private let poster: Poster
  let lettering: Lettering
  /// Whether lines without visible text keep their space, for editing.
  private let keepsEmptyLines: Bool
  private(set) var warnings: [PosterWarning] = []

  /// A visible line: a stored one, or a part of a wrapped one; measured for an em of 1.
  struct Line {
    let index: Int
    let rank: Poster.Line.Rank
    let shown: ShownText
    /// The characters of the shown text on this line.
    let range: Range<Int>
    let text: String
    let font: Font
    let language: String?
    /// The width of the ink at full tracking, and at the minimum tracking.
    var width: Double
    var narrowWidth: Double
    /// The extent of the ink above and below the baseline.
    let ascent: Double
    let descent: Double
    /// The height of the capitals with their stroke.
    let capHeight: Double
  }

  /// The fraction of the tracking that long lines keep before they become smaller.
  static let leastTracking = 0.7

  init(_ poster: Poster, typesetter: Typesetter, cache: LetterCache, keepsEmptyLines: Bool) {
    self.poster = poster
    self.cache = cache
    self.typesetter = typesetter
    self.keepsEmptyLines = keepsEmptyLines
    lettering = poster.lettering.sane
  }

  /// The width of the stroke in em.
  var stroke: Double { lettering.stroke }

  // MARK: Measuring

  /// Returns the visible lines; `stack` stacks lines on the page.
  mutating func lines(on page: Rect, stack: ([Line]) -> Stack) -> [Line] {
    if poster.lines.count > Poster.mostLines { warnings.append(.tooManyLines(poster.lines.count)) }
    var lines: [Line] = []
    lines.reserveCapacity(min(poster.lines.count, Poster.mostLines))
    for (index, line) in poster.lines.prefix(Poster.mostLines).enumerated() {
      if let line = measured(line, index: index) { lines.append(line) }
    }
    checkFonts(of: lines)
    return poster.wraps ? wrapped(lines, on: page, stack: stack) : lines
  }

  private mutating func checkFonts(of lines: [Line]) {
    var known: Set<String> = []
    for line in lines where known.insert(line.font.family).inserted {
      guard let missing = typesetter.missingFont(inFamilies: line.font.family) else { continue }
      let isOwn = poster.lines[line.index].font != nil
      warnings.append(.missingFont(missing, line: isOwn ? line.index : nil))
    }
  }

  /// Returns the font of a line, with out-of-range values replaced.
  private func font(of line: Poster.Line) -> Font {
    let own = Lettering(
      family: line.font ?? lettering.family, weight: line.weight ?? lettering.weight,
      tracking: lettering.tracking(of: line), stroke: lettering.stroke
    ).sane
    return Font(family: own.family, size: 1, weight: own.weight, tracking: own.tracking)
  }

  private func key(_ index: Int) -> LetterCache.MeasureKey {
    LetterCache.MeasureKey(
      index: index, line: poster.lines[index], lettering: lettering, language: poster.language,
      sides: lettering.spacing == .optical ? margins.sides : 0)
  }

  private mutating func measured(_ line: Poster.Line, index: Int) -> Line? {
    let known = cache.measured(key(index)) {
      var setter = self
      setter.warnings = []
      let made = setter.measuredAnew(line, index: index)
      return LetterCache.Measured(line: made, warnings: setter.warnings)
    }
    warnings += known.warnings
    guard known.line == nil, keepsEmptyLines else { return known.line }
    return empty(shown(line), index: index, rank: line.rank, font: font(of: line))
  }

  private func shown(_ line: Poster.Line) -> ShownText {
    ShownText(line, in: poster.language, capitalSharpS: lettering.capitalSharpS)
  }

  private mutating func measuredAnew(_ line: Poster.Line, index: Int) -> Line? {
    let shown = shown(line)
    if shown.isCut { warnings.append(.cutText(line: index)) }
    if shown.lostControls { warnings.append(.controlCharacters(line: index)) }
    let whole = measured(
      shown, 0..<shown.sources.count, index: index, rank: line.rank, font: font(of: line))
    guard let whole, whole.width > 0 || whole.ascent + whole.descent > 0 else {
      warnings.append(.emptyLine(index))
      return nil
    }
    var font = whole.font
    font.size = Self.size
    let full = typesetter.line(TextSetting(whole.text, font: font, language: whole.language))
    if !full.missingCharacters.isEmpty {
      warnings.append(.missingCharacters(full.missingCharacters, line: index))
    }
    let unseen = typesetter.unseenCharacters(of: full.setting)
    if !unseen.isEmpty { warnings.append(.unseenCharacters(unseen, line: index)) }
    if full.isTruncated { warnings.append(.cutText(line: index)) }
    return whole
  }

  /// The font size used for measuring.
  static let size = 1000.0

  /// Measures a part of a text, or returns nil if none of it is visible.
  private func measured(
    _ shown: ShownText, _ range: Range<Int>, index: Int, rank: Poster.Line.Rank, font: Font
  ) -> Line? {
    let size = Self.size
    let text = String(Array(shown.text)[range])
    let language = language(of: index)
    var setting = self.setting(text, font, language)
    setting.font.size = size
    let fullTracking = font.tracking
    guard !text.trimmed.isEmpty, let full = box(of: setting, fullTracking: fullTracking),
      full.ink.width > 0 || full.ink.height > 0
    else { return nil }
    var narrow = full
    if fullTracking > 0 {
      setting.font.tracking = fullTracking * Self.leastTracking
      narrow = box(of: setting, fullTracking: fullTracking) ?? full
    }
    let width = self.width(of: full)
    return Line(
      index: index, rank: rank, shown: shown, range: range, text: text, font: font, language: language,
      width: width / size, narrowWidth: min(self.width(of: narrow), width) / size,
      ascent: -full.ink.minY / size, descent: full.ink.maxY / size, capHeight: capHeight(of: font))
  }

  /// Returns the setting of a text before its letters are moved.
  private func setting(_ text: String, _ font: Font, _ language: String?) -> TextSetting {
    var setting = TextSetting(text, font: font, language: language)
    setting.isKerned = lettering.spacing != .off
    setting.isDisplay = lettering.spacing == .optical
    return setting
  }

  private func empty(_ shown: ShownText, index: Int, rank: Poster.Line.Rank, font: Font) -> Line {
    let capHeight = capHeight(of: font)
    return Line(
      index: index, rank: rank, shown: shown, range: 0..<0, text: "", font: font, language: nil, width: 0,
      narrowWidth: 0, ascent: capHeight, descent: 0, capHeight: capHeight)
  }

  /// Returns the language of a line: its own, or the poster's.
  private func language(of index: Int) -> String? { poster.lines[index].language ?? poster.language }

  private func capHeight(of font: Font) -> Double {
    var sized = font
    sized.size = Self.size
    return max(typesetter.metrics(for: sized).capHeight / Self.size, 0.1) + stroke
  }

  /// Returns the extents of the drawn line at the measuring size: letters with their stroke, whose corners may extend
  /// beyond half its width, and pictures.
  private func box(of setting: TextSetting, fullTracking: Double) -> LetterCache.LineBox? {
    var sized = setting
    sized.font.size = Self.size
    return cache.box(of: sized, lettering: lettering, fullTracking: fullTracking) {
      let opened = opened(sized, fullTracking: fullTracking)
      return measuredBox(of: opened).map {
        .init(ink: $0, ends: ends(of: opened, fullTracking: fullTracking, ink: $0))
      }
    }
  }

  /// Returns the width that is fitted to the page: the distance of the ends, but at least so much that everything
  /// hanging over the ends stays within half a margin.
  private func width(of box: LetterCache.LineBox) -> Double {
    guard let ends = box.ends else { return box.ink.width }
    let least = box.ink.width * margins.widest / (margins.widest + margins.sides / 2)
    return max(ends.upperBound - ends.lowerBound, least)
  }

  private func measuredBox(of setting: TextSetting) -> Rect? {
    var boxes = typesetter.glyphs(of: setting).compactMap { glyph in
      letter(glyph)?.box.offset(by: glyph.origin - .zero)
    }
    boxes += typesetter.pictures(of: setting).map(\.frame)
    return boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
  }

  /// Returns a letter with its stroke, at the size used for measuring.
  func letter(_ glyph: OutlinedGlyph) -> LetterCache.Letter? {
    let stroke = stroke + glyph.thickening / Self.size
    let width = stroke * Self.size
    return cache.letter(glyph, stroke: stroke) { outline in
      guard let bare = outline.bounds else { return nil }
      let line = outline.stroked(penOfStroke(width), tolerance: Self.size / 1000)
      let box = line?.bounds.map(bare.union) ?? bare.outset(by: width / 2)
      let path = inked(outline, stroke: width)
      return LetterCache.Letter(bare: bare, box: box, path: path)
    }
  }

  private func penOfStroke(_ width: Double) -> StrokeStyle {
    StrokeStyle(width: width, join: .miter, miterLimit: 3)
  }

  // MARK: Wrapping

  private var margins: Margins { poster.margins.sane }

  /// The fraction of the other lines' size below which a line is wrapped.
  private static let leastShare = 2.0 / 3

  /// Returns the lines, with those wrapped that are much too long compared with the others.
  ///
  /// A line is long if its capitals, when it is set alone at the page's width, are smaller than two thirds of the size
  /// that its rank would have if this line and the equally long ones were short. If no others are left, half of the
  /// size on the poster of 1939 is used instead.
  private func wrapped(_ lines: [Line], on page: Rect, stack: ([Line]) -> Stack) -> [Line] {
    var result = lines
    for rank in Poster.Line.Rank.allCases {
      guard let limit = limit(for: rank, of: lines, on: page, stack: stack) else { continue }
      let long = lines.filter { $0.rank == rank && size(of: $0, on: page) < limit * (1 - 1e-9) }
      result = broken(long, of: rank, in: result, limit: limit, on: page, stack: stack)
    }
    return result
  }

  /// Returns the height of a line's capitals when it is set alone at the page's width.
  private func size(of line: Line, on page: Rect) -> Double {
    Stack.capAlone(line, on: page, within: margins)
  }

  /// Returns the size below which lines of a rank are wrapped, or nil if none is long.
  private func limit(
    for rank: Poster.Line.Rank, of lines: [Line], on page: Rect, stack: ([Line]) -> Stack
  ) -> Double? {
    let sizes = lines.filter { $0.rank == rank }.map { size(of: $0, on: page) }
    let usual = Stack.usualCap * page.height * (rank == .small ? Stack.smallSize : 1) / 2
    // The first long size decides, since all longer lines are then long, too.
    for size in Set(sizes).sorted(by: >) {
      let reached = size * (1 + 1e-9)
      var shortened = lines
      for index in lines.indices
      where lines[index].rank == rank && self.size(of: lines[index], on: page) <= reached {
        (shortened[index].width, shortened[index].narrowWidth) = (0, 0)
      }
      let hasOthers = sizes.contains { $0 > reached }
      let others = hasOthers ? stack(shortened).capHeight(of: rank) : usual
      if size < others * Self.leastShare * (1 - 1e-9) { return others * Self.leastShare }
    }
    return nil
  }

  /// Returns the lines with the long ones of a rank wrapped: into as few parts as make them large enough, but no more
  /// than fit before all lines have to shrink. Lines of equal length are wrapped alike.
  private func broken(
    _ long: [Line], of rank: Poster.Line.Rank, in lines: [Line], limit: Double, on page: Rect,
    stack: ([Line]) -> Stack
  ) -> [Line] {
    let choices = long.map { line in breaks(of: line, limit: limit, on: page) }
    // The sizes that different numbers of parts reach, including a single part.
    let sizes = Set(choices.joined().map { min($0.size, limit) }).sorted()
    var (best, bestSize) = (lines, stack(lines).capHeight(of: rank))
    for size in sizes {
      var changed = lines
      for (line, choices) in zip(long, choices) {
        let choice = choices.first { $0.size >= size * (1 - 1e-9) } ?? choices.last
        guard let choice, let place = changed.firstIndex(where: { $0.index == line.index }) else { continue }
        changed.replaceSubrange(place...place, with: choice.lines)
      }
      let reached = stack(changed).capHeight(of: rank)
      if reached > bestSize * (1 + 1e-9) { (best, bestSize) = (changed, reached) }
    }
    return best
  }

  /// A line in parts, and the resulting height of its capitals if nothing else limits it.
  private typealias Breaks = (lines: [Line], size: Double)

  /// Returns a line in one part, two, and so on until it is large enough.
  private func breaks(of line: Line, limit: Double, on page: Rect) -> [Breaks] {
    var breaker = LineBreaker(
      line.text, font: line.font, language: line.language, keepsPhrases: lettering.spacing == .optical,
      typesetter: typesetter)
    var breaks: [Breaks] = [([line], size(of: line, on: page))]
    for count in 2...max(2, min(breaker.mostLines, Self.mostParts)) {
      guard let parts = breaker.lines(count) else { break }
      let lines = parts.compactMap {
        measured(line.shown, $0.range, index: line.index, rank: line.rank, font: line.font)
      }
      guard lines.count == parts.count else { continue }
      breaks.append((lines, lines.map { size(of: $0, on: page) }.min() ?? 0))
      if breaks[breaks.count - 1].size >= limit { break }
    }
    return breaks
  }

  /// The maximum number of parts of a line.
  private static let mostParts = 16

  // MARK: Drawing

  /// Returns a line with its ink centred at `x` and its baseline at `y`, at most `widest` wide.
  func placed(
    _ line: Line, size: Double, centerX x: Double, baseline y: Double, widest: Double
  ) -> PosterLayout.PlacedLine {
    let key = LetterCache.PlaceKey(
      measured: key(line.index), range: line.range, size: size, center: x, baseline: y, widest: widest)
    return cache.placed(key) { placedAnew(line, size: size, centerX: x, baseline: y, widest: widest) }
  }

  private func placedAnew(
    _ line: Line, size: Double, centerX x: Double, baseline y: Double, widest: Double
  ) -> PosterLayout.PlacedLine {
    var font = line.font
    font.size = size
    font.tracking = tracking(line, size, widest)
    let plain = self.setting(line.text, font, line.language)
    let setting = opened(plain, fullTracking: line.font.tracking)
    let letters = inked(setting).transformed(by: .scale(size / Self.size))
    let pictures = typesetter.pictures(of: setting)
    var box = letters.bounds
    for picture in pictures { box = box?.union(picture.frame) ?? picture.frame }
    let measured = typesetter.line(setting)
    var middle = (box ?? .zero).midX
    if lettering.spacing == .optical, let ends = self.box(of: plain, fullTracking: line.font.tracking)?.ends {
      middle = (ends.lowerBound + ends.upperBound) / 2 * size / Self.size
    }
    var left = x - middle
    if let box, lettering.spacing == .optical {
      // Hanging parts leave at least half of the margin free.
      let reach = widest / 2 * (1 + margins.sides / margins.widest)
      left = max(min(left, x + reach - box.maxX), x - reach - box.minX)
    }
    let origin = Point(left, y)
    let shift = Vector(dx: origin.x, dy: origin.y)
    let (ink, opacity) = poster.lines[line.index].ink.map(PosterLayout.split) ?? (nil, nil)
    return PosterLayout.PlacedLine(
      index: line.index, rank: line.rank, setting: setting, origin: origin,
      path: letters.transformed(by: .translation(x: origin.x, y: origin.y)),
      pictures: pictures.map {
        PosterLayout.PlacedGlyph(
          png: $0.png, frame: $0.frame.offset(by: shift), character: $0.character)
      },
      bounds: (box ?? Rect(x: 0, y: -line.capHeight * size, width: 0, height: line.capHeight * size))
        .offset(by: shift),
      stroke: lettering.stroke * size, capHeight: line.capHeight * size, ink: ink, inkOpacity: opacity,
      isRightToLeft: measured.isRightToLeft,
      hasMissingCharacters: !measured.missingCharacters.isEmpty, advance: measured.width,
      shaped: measured, sources: Array(line.shown.sources[line.range]), range: storedRange(of: line),
      space: trailingSpaces(of: line) > 0 ? typesetter.line(" ", font: font).width : 0)
  }

  /// Returns the stored characters of a visible line, including invisible ones at its start and end.
  private func storedRange(of line: Line) -> Range<Int> {
    let sources = line.shown.sources
    let start = line.range.lowerBound == 0 ? 0 : sources[line.range.lowerBound]
    // The spaces at a line break belong to the part before it.
    let next = line.range.upperBound + line.shown.spaces(after: line.range.upperBound)
    let end = next >= sources.count ? line.shown.storedCount : sources[next]
    return start..<max(start, end)
  }

  private func trailingSpaces(of line: Line) -> Int {
    line.range.upperBound < line.shown.sources.count
      ? 0 : line.shown.storedCount - ((line.shown.sources.last ?? -1) + 1)
  }

  /// Returns the tracking of a line: one that is too wide gets less before all lines become smaller.
  private func tracking(_ line: Line, _ size: Double, _ widest: Double) -> Double {
    let (full, narrow, room) = (line.width, line.narrowWidth, widest / size)
    let tracking = line.font.tracking
    guard full > room, full > narrow, tracking > 0 else { return tracking }
    let share = min(max((room - narrow) / (full - narrow), 0), 1)
    return tracking * (Self.leastTracking + (1 - Self.leastTracking) * share)
  }

  /// Returns the thickened letters of a text, at the size used for measuring.
  private func inked(_ setting: TextSetting) -> Path {
    var setting = setting
    setting.font.size = Self.size
    let placed = typesetter.glyphs(of: setting).compactMap { glyph in
      letter(glyph).map { (glyph: glyph, letter: $0) }
    }
    // Letters that cannot touch need not be compared with each other.
    let room = penOfStroke(stroke * Self.size).miterLimit * stroke * Self.size
    var groups: [[(glyph: OutlinedGlyph, letter: LetterCache.Letter)]] = []
    var end = -Double.infinity
    for entry in placed.sorted(by: {
      $0.glyph.origin.x + $0.letter.bare.minX < $1.glyph.origin.x + $1.letter.bare.minX
    }) {
      let x = entry.glyph.origin.x
      if x + entry.letter.bare.minX - end >= room || groups.isEmpty { groups.append([]) }
      groups[groups.count - 1].append(entry)
      end = max(end, x + entry.letter.bare.maxX)
    }
    var result = Path()
    for group in groups {
      // Letters with strokes of their own are united as they are.
      if group.count == 1 || group.contains(where: { $0.glyph.thickening != 0 }) {
        let shapes = group.map { glyph, letter in
          letter.path.transformed(by: .translation(x: glyph.origin.x, y: glyph.origin.y))
        }
        let union = shapes.count > 1 ? try? Path.union(shapes, tolerance: Self.size / 65536) : nil
        if let union { result.append(union) } else { shapes.forEach { result.append($0) } }
      } else {
        var outline = Path()
        for (glyph, _) in group {
          outline.append(
            glyph.outline.transformed(by: .translation(x: glyph.origin.x, y: glyph.origin.y)))
        }
        result.append(inked(outline, stroke: stroke * Self.size))
      }
    }
    return result
  }

  /// Returns an outline thickened by a stroke along it, as one area without overlaps.
  private func inked(_ outline: Path, stroke: Double) -> Path {
    guard let box = outline.bounds else { return outline }
    let pen = penOfStroke(stroke)
    let tolerance = max(box.width, box.height) / 65536
    var result = Path()
    // Letters that cannot touch need not be compared with each other.
    for part in outline.clusters(apart: pen.miterLimit * stroke) {
      var shapes = [part]
      if let line = part.stroked(pen, tolerance: tolerance) { shapes.append(line) }
      do {
        result.append(try Path.union(shapes, tolerance: tolerance))
      } catch {
        // Too many crossings: letters without their stroke are better than none.
        return outline
      }
    }
    return result
  }
}

extension Lettering {
  /// The lettering with out-of-range values replaced.
  fileprivate var sane: Lettering {
    func kept(_ value: Double, _ range: ClosedRange<Double>, _ usual: Double) -> Double {
      value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : usual
    }
    let usual = Lettering()
    return Lettering(
      family: String(family.prefix(Self.longestFamily)),
      weight: min(max(weight, Self.weights.lowerBound), Self.weights.upperBound),
      tracking: kept(tracking, Self.trackings, usual.tracking),
      stroke: kept(stroke, Self.strokes, usual.stroke), touches: touches, spacing: spacing,
      capitalSharpS: capitalSharpS)
  }
}
