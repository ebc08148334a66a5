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
    /// The line of the document.
    let source: Poster.Line
    let shown: ShownText
    /// The characters of the shown text on this line.
    let range: Range<Int>
    /// The text in its font, whose size is an em of 1, before letters are moved.
    let setting: TextSetting
    /// The property that fits the line to the page: that of the document, or the size if the font has no axis of widths.
    let fit: Poster.Line.Fit?
    /// The parts of the text in inks that differ from the line's.
    let inks: [InkSpan]
    /// The width of the ink at full tracking, and at the minimum tracking.
    var width: Double
    var narrowWidth: Double
    /// The extent of the ink above and below the baseline.
    let ascent: Double
    let descent: Double
    /// The height of the capitals with their stroke.
    let capHeight: Double

    /// A size that lines ask for, and reach together.
    struct Size: Hashable {
      /// The height of the capitals, as a share of the large ones.
      let share: Double
      let isFooter: Bool
    }

    /// Characters of a visible line in an ink of their own.
    struct InkSpan {
      let characters: Range<Int>
      let ink: RGBA
    }

    var rank: Poster.Line.Rank { source.rank }

    var font: Font { setting.font }

    var size: Size { Size(share: source.share, isFooter: source.isFooter) }

    /// Whether the line's size makes it as wide as the space between the margins.
    var isFitted: Bool { fit == .size && width > 0 }

    /// Whether the line has one of the two sizes of the poster of 1939.
    var hasUsualSize: Bool { source.size == nil && !source.isFooter && !isFitted }

    /// How far the capitals of the largest word rise above those of the line, in the line's own caps.
    var rise: Double { setting.spans.reduce(0) { max($0, $1.scale - 1) } }

    /// The extra space above the line, in caps; the parts of a wrapped line have it once.
    var spaceBefore: Double {
      guard range.lowerBound == 0, source.spaceBefore.isFinite else { return 0 }
      return min(max(source.spaceBefore, Poster.Line.spaces.lowerBound), Poster.Line.spaces.upperBound)
    }
  }

  /// The fraction of the tracking that long lines keep before they become smaller.
  static let leastTracking = 0.7
  /// The range of the tracking of lines that are fitted by it, in em; their own may be less.
  private static let fittedTrackings = -0.05...4.0

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

  /// Returns the visible lines before they are wrapped.
  mutating func lines() -> [Line] {
    if poster.lines.count > Poster.mostLines { warnings.append(.tooManyLines(poster.lines.count)) }
    var lines: [Line] = []
    lines.reserveCapacity(min(poster.lines.count, Poster.mostLines))
    for (index, line) in poster.lines.prefix(Poster.mostLines).enumerated() {
      if let line = measured(line, index: index) { lines.append(line) }
    }
    warnings += fontWarnings(of: lines)
    return lines
  }

  /// Returns the font of a line, with out-of-range values replaced.
  private func font(of line: Poster.Line) -> Font {
    let own = Lettering(
      family: line.font ?? lettering.family, weight: line.weight ?? lettering.weight,
      tracking: lettering.tracking(of: line), stroke: lettering.stroke
    ).sane
    var font = Font(family: own.family, size: 1, weight: own.weight, tracking: own.tracking)
    font.axes = lettering.axes.merging(line.axes) { _, own in own }
    font.features = lettering.features.merging(line.features) { _, own in own }
    (font.capitalForms, font.keepsColors) = (lettering.capitalForms, lettering.keepsColors)
    if lettering.opticalSizing, font.axes["opsz"] == nil { font.axes["opsz"] = opticalSize(of: line.rank) }
    return font
  }

  /// Returns the size in points for which a font with optical sizes is set: that of a line on a page in the proportions
  /// of 1939, whose capitals are 0.7 em high. The actual size depends on the letters, which depend on it.
  private func opticalSize(of rank: Poster.Line.Rank) -> Double {
    let height = min(poster.page.height, poster.page.width * 1.5) * Page.pointsPerMillimetre
    let size = height * Stack.usualCap / 0.7 * (rank == .small ? Stack.smallSize : 1)
    return size.isFinite ? (min(max(size, 1), 10_000) * 10).rounded() / 10 : 48
  }

  private func key(_ index: Int) -> LetterCache.MeasureKey {
    LetterCache.MeasureKey(
      index: index, line: poster.lines[index], lettering: lettering, language: poster.language,
      sides: lettering.spacing == .optical ? margins.sides : 0,
      opticalSize: lettering.opticalSizing ? opticalSize(of: poster.lines[index].rank) : 0)
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
    return empty(shown(line), index: index, font: font(of: line))
  }

  private func shown(_ line: Poster.Line) -> ShownText {
    ShownText(line, in: poster.language, capitalSharpS: lettering.capitalSharpS)
  }

  private mutating func measuredAnew(_ line: Poster.Line, index: Int) -> Line? {
    let shown = shown(line)
    if shown.isCut { warnings.append(.cutText(line: index)) }
    if shown.lostControls { warnings.append(.controlCharacters(line: index)) }
    let whole = measured(shown, 0..<shown.sources.count, index: index, font: font(of: line))
    guard let whole, whole.width > 0 || whole.ascent + whole.descent > 0 else {
      warnings.append(.emptyLine(index))
      return nil
    }
    warnings += textWarnings(of: whole)
    return whole
  }

  /// The font size used for measuring.
  static let size = 1000.0

  /// Measures a part of a text, or returns nil if none of it is visible.
  private func measured(
    _ shown: ShownText, _ range: Range<Int>, index: Int, font: Font
  ) -> Line? {
    let size = Self.size
    let plain = self.setting(shown, range, index: index, font: font)
    var setting = plain
    setting.font.size = size
    let fullTracking = font.tracking
    let arc = arc(of: index)
    guard !plain.text.trimmed.isEmpty,
      let full = box(of: setting, fullTracking: fullTracking, arc: arc),
      full.ink.width > 0 || full.ink.height > 0
    else { return nil }
    var narrow = full
    let widths = widthAxis(of: font)?.range
    let fit = poster.lines[index].fit == .width && widths == nil ? .size : poster.lines[index].fit
    let isTracked = fit == .tracking
    if fit == .width { setting.font.axes["wdth"] = widths?.lowerBound }
    if fullTracking > 0 || isTracked || fit == .width {
      setting.font.tracking =
        isTracked ? min(fullTracking, Self.fittedTrackings.lowerBound) : fullTracking * Self.leastTracking
      narrow = box(of: setting, fullTracking: fullTracking, arc: arc) ?? full
    }
    let width = self.width(of: full)
    return Line(
      index: index, source: poster.lines[index], shown: shown, range: range, setting: plain, fit: fit,
      inks: pieces(of: poster.lines[index], shown, range).compactMap { characters, style in
        style.ink.map { .init(characters: characters, ink: $0) }
      }, width: width / size, narrowWidth: min(self.width(of: narrow), width) / size,
      ascent: -full.ink.minY / size, descent: full.ink.maxY / size, capHeight: capHeight(of: font))
  }

  /// Returns the setting of a part of a text before its letters are moved.
  private func setting(_ shown: ShownText, _ range: Range<Int>, index: Int, font: Font) -> TextSetting {
    let text = String(Array(shown.text)[range])
    var setting = TextSetting(text, font: font, language: language(of: index))
    setting.isKerned = lettering.spacing != .off
    setting.isVertical = isColumn(index)
    setting.isDisplay = lettering.spacing == .optical && !setting.isVertical
    setting.spans = pieces(of: poster.lines[index], shown, range).compactMap { characters, style in
      guard style.changesLetters else { return nil }
      let sizes = Poster.Line.Style.sizes
      let scale = style.size.map { min(max($0, sizes.lowerBound), sizes.upperBound) } ?? 1
      return TextSetting.Span(
        characters, family: style.font.map { String($0.prefix(Lettering.longestFamily)) },
        weight: style.weight, italic: style.italic, scale: scale.isNaN ? 1 : scale, axes: style.axes,
        features: style.features)
    }
    return setting
  }

  /// Returns the spans of a line that are visible in a part of its shown text, from the part's first character.
  private func pieces(
    of line: Poster.Line, _ shown: ShownText, _ range: Range<Int>
  ) -> [(characters: Range<Int>, style: Poster.Line.Style)] {
    let sources = shown.sources[range]
    return line.spans.compactMap { span in
      guard let start = sources.firstIndex(where: { $0 >= span.characters.lowerBound }) else { return nil }
      let end = sources[start...].firstIndex { $0 >= span.characters.upperBound } ?? sources.endIndex
      guard start < end else { return nil }
      return (start - range.lowerBound..<end - range.lowerBound, span.style)
    }
  }

  /// Whether a line is a column; footers never are.
  private func isColumn(_ index: Int) -> Bool {
    lettering.writingMode == .vertical && !poster.lines[index].isFooter
  }

  /// Returns the angle of a line's arc in degrees; columns are straight.
  private func arc(of index: Int) -> Double { isColumn(index) ? 0 : poster.lines[index].arc }

  private func empty(_ shown: ShownText, index: Int, font: Font) -> Line {
    let capHeight = capHeight(of: font)
    return Line(
      index: index, source: poster.lines[index], shown: shown, range: 0..<0,
      setting: TextSetting("", font: font), fit: nil, inks: [], width: 0, narrowWidth: 0, ascent: capHeight,
      descent: 0,
      capHeight: capHeight)
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
  private func box(of setting: TextSetting, fullTracking: Double, arc: Double) -> LetterCache.LineBox? {
    var sized = setting
    sized.font.size = Self.size
    return cache.box(of: sized, lettering: lettering, fullTracking: fullTracking, arc: arc) {
      let opened = opened(sized, fullTracking: fullTracking)
      if let bent = self.arc(degrees: arc, of: opened) {
        return bentBox(of: opened, along: bent).map { .init(ink: $0, ends: nil) }
      }
      return measuredBox(of: opened).map {
        .init(ink: $0, ends: ends(of: opened, fullTracking: fullTracking, ink: $0))
      }
    }
  }

  /// Returns the arc of a line at the measuring size, or nil for a straight one.
  private func arc(degrees: Double, of setting: TextSetting) -> Arc? {
    guard degrees != 0, degrees.isFinite, let ink = measuredBox(of: setting) else { return nil }
    let limited = min(max(degrees, Poster.Line.arcs.lowerBound), Poster.Line.arcs.upperBound)
    return Arc(
      degrees: limited, width: ink.width, ascent: -ink.minY, descent: ink.maxY, apex: Point(ink.midX, 0))
  }

  /// Returns the box of a line along an arc, at the measuring size.
  private func bentBox(of setting: TextSetting, along arc: Arc) -> Rect? {
    let letters = bentLetters(of: setting, along: arc).compactMap(\.path.bounds)
    let pictures = typesetter.pictures(of: setting).map { $0.frame(along: arc) }
    return (letters + pictures).reduce(nil) { $0?.union($1) ?? $1 }
  }

  /// Returns the letters of a text along an arc, at the measuring size.
  private func bentLetters(
    of setting: TextSetting, along arc: Arc
  ) -> [(character: Int, path: Path)] {
    let line = typesetter.line(setting)
    return typesetter.glyphs(of: setting).compactMap { glyph in
      guard let letter = letter(glyph) else { return nil }
      let transform = AffineTransform.translation(x: glyph.origin.x, y: glyph.origin.y)
        .concatenating(arc.transform(atX: line.middle(ofCharacter: glyph.character)))
      return (glyph.character, letter.path.transformed(by: transform))
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
    boxes += typesetter.layeredGlyphs(of: setting).flatMap(\.layers).compactMap(\.outline.bounds)
    return boxes.dropFirst().reduce(boxes.first) { $0?.union($1) }
  }

  /// Returns a letter with its stroke, at the size used for measuring.
  func letter(_ glyph: OutlinedGlyph) -> LetterCache.Letter? {
    let stroke = stroke + glyph.thickening / Self.size
    let width = stroke * Self.size
    return cache.letter(glyph, stroke: stroke) { outline in
      guard let bare = outline.bounds else { return nil }
      let width = width * glyph.relativeSize
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

  /// A function that stacks lines on an area.
  typealias Stacking = (_ lines: [Line], _ area: Stack.Area) -> Stack

  /// Returns the lines; if the poster breaks lines, with those wrapped that are much too long compared with the others.
  ///
  /// A line is long if its capitals, when it is set alone at the page's width, are smaller than two thirds of the size
  /// that lines of its kind would have if this line and the equally long ones were short. If no others are left, half of the
  /// size on the poster of 1939 is used instead.
  func wrapped(_ lines: [Line], on area: Stack.Area, stack: Stacking) -> [Line] {
    guard poster.wraps else { return lines }
    var result = lines
    let sizes = Set(lines.filter(\.isBreakable).map(\.size)).sorted { $0.share > $1.share }
    for size in sizes {
      guard let limit = limit(for: size, of: lines, on: area, stack: stack) else { continue }
      let long = lines.filter { $0.isBreakable && $0.size == size }
        .filter { self.size(of: $0, on: area) < limit * (1 - 1e-9) }
      result = broken(long, of: size, in: result, limit: limit, on: area, stack: stack)
    }
    return result
  }

  /// Returns the height of a line's capitals when it is set alone at the page's width.
  private func size(of line: Line, on area: Stack.Area) -> Double { Stack.capAlone(line, on: area) }

  /// Returns the size below which lines of a size are wrapped, or nil if none is long.
  private func limit(
    for asked: Line.Size, of lines: [Line], on area: Stack.Area, stack: Stacking
  ) -> Double? {
    let sizes = lines.filter { $0.isBreakable && $0.size == asked }.map { size(of: $0, on: area) }
    let usual = Stack.usualCap * area.page.height * asked.share / 2
    // The first long size decides, since all longer lines are then long, too.
    for size in Set(sizes).sorted(by: >) {
      let reached = size * (1 + 1e-9)
      var shortened = lines
      for index in lines.indices
      where lines[index].isBreakable && lines[index].size == asked
        && self.size(of: lines[index], on: area) <= reached
      {
        (shortened[index].width, shortened[index].narrowWidth) = (0, 0)
      }
      let hasOthers = sizes.contains { $0 > reached }
      let others = hasOthers ? stack(shortened, area).capHeight(of: asked) : usual
      if size < others * Self.leastShare * (1 - 1e-9) { return others * Self.leastShare }
    }
    return nil
  }

  /// Returns the lines with the long ones of a size wrapped: into as few parts as make them large enough, but no more
  /// than fit before all lines have to shrink. Lines of equal length are wrapped alike.
  private func broken(
    _ long: [Line], of asked: Line.Size, in lines: [Line], limit: Double, on area: Stack.Area,
    stack: Stacking
  ) -> [Line] {
    let choices = long.map { line in breaks(of: line, limit: limit, on: area) }
    // The sizes that different numbers of parts reach, including a single part.
    let sizes = Set(choices.joined().map { min($0.size, limit) }).sorted()
    var (best, bestSize) = (lines, stack(lines, area).capHeight(of: asked))
    for size in sizes {
      var changed = lines
      for (line, choices) in zip(long, choices) {
        let choice = choices.first { $0.size >= size * (1 - 1e-9) } ?? choices.last
        guard let choice, let place = changed.firstIndex(where: { $0.index == line.index }) else { continue }
        changed.replaceSubrange(place...place, with: choice.lines)
      }
      let reached = stack(changed, area).capHeight(of: asked)
      if reached > bestSize * (1 + 1e-9) { (best, bestSize) = (changed, reached) }
    }
    return best
  }

  /// A line in parts, and the resulting height of its capitals if nothing else limits it.
  private typealias Breaks = (lines: [Line], size: Double)

  /// Returns a line in one part, two, and so on until it is large enough.
  private func breaks(of line: Line, limit: Double, on area: Stack.Area) -> [Breaks] {
    var breaker = LineBreaker(
      line.setting, keepsPhrases: lettering.spacing == .optical, typesetter: typesetter)
    var breaks: [Breaks] = [([line], size(of: line, on: area))]
    for count in 2...max(2, min(breaker.mostLines, Self.mostParts)) {
      guard let parts = breaker.lines(count) else { break }
      let lines = parts.compactMap {
        measured(line.shown, $0.range, index: line.index, font: line.font)
      }
      guard lines.count == parts.count else { continue }
      breaks.append((lines, lines.map { size(of: $0, on: area) }.min() ?? 0))
      if breaks[breaks.count - 1].size >= limit { break }
    }
    return breaks
  }

  /// The maximum number of parts of a line.
  private static let mostParts = 16

  // MARK: Drawing

  /// Returns a line with its baseline at `y`, aligned within an area around `x` that is `widest` wide. A line that is
  /// fitted by its tracking or its letters' width becomes as wide as `measure`.
  func placed(
    _ line: Line, size: Double, centerX x: Double, baseline y: Double, widest: Double, measure: Double
  ) -> PosterLayout.PlacedLine {
    let key = LetterCache.PlaceKey(
      measured: key(line.index), range: line.range, size: size, center: x, baseline: y, widest: widest,
      measure: measure)
    return cache.placed(key) {
      placedAnew(line, size: size, centerX: x, baseline: y, widest: widest, measure: measure)
    }
  }

  private func placedAnew(
    _ line: Line, size: Double, centerX x: Double, baseline y: Double, widest: Double, measure: Double
  ) -> PosterLayout.PlacedLine {
    var plain = line.setting
    plain.font.size = size
    plain.font.tracking = tracking(line, size, line.fit == .tracking ? measure : widest)
    if line.fit == .width {
      let fitted = fittedWidth(line, room: measure / size)
      (plain.font.axes, plain.font.tracking) = (fitted.axes, fitted.tracking)
    }
    let setting = opened(plain, fullTracking: line.font.tracking)
    var sized = setting
    sized.font.size = Self.size
    let bent = arc(degrees: arc(of: line.index), of: sized)
    let scaledArc = bent?.scaled(by: size / Self.size, movedBy: .zero)
    var pictures = typesetter.pictures(of: setting)
    if let scaledArc {
      pictures = pictures.map {
        GlyphPicture(png: $0.png, frame: $0.frame(along: scaledArc), character: $0.character)
      }
    }
    let measured = typesetter.line(setting)
    let layers = typesetter.layeredGlyphs(of: setting).flatMap { glyph in
      let middle = measured.middle(ofCharacter: glyph.character)
      return glyph.layers.map { layer in
        PosterLayout.PlacedShape(layer, character: glyph.character).moved(along: scaledArc, at: middle)
      }
    }
    let letters = parts(of: setting, along: bent, line: line, size: size)
    var box = letters.compactMap(\.path.bounds).reduce(nil) { $0?.union($1) ?? $1 } as Rect?
    for layer in layers {
      guard let bounds = layer.path.bounds else { continue }
      box = box?.union(bounds) ?? bounds
    }
    for picture in pictures { box = box?.union(picture.frame) ?? picture.frame }
    var ends = (left: (box ?? .zero).minX, middle: (box ?? .zero).midX, right: (box ?? .zero).maxX)
    if let scaledArc {
      ends.middle = scaledArc.apex.x
    } else if setting.isDisplay,
      let seen = self.box(of: plain, fullTracking: line.font.tracking, arc: 0)?.ends
    {
      let scale = size / Self.size
      ends = (
        seen.lowerBound * scale, (seen.lowerBound + seen.upperBound) / 2 * size / Self.size,
        seen.upperBound * scale
      )
    }
    var left =
      switch line.source.alignment {
      case .left: x - widest / 2 - ends.left
      case .center: x - ends.middle
      case .right: x + widest / 2 - ends.right
      }
    if let box, setting.isDisplay {
      // Hanging parts leave at least half of the margin free.
      let reach = widest / 2 * (1 + margins.sides / margins.widest)
      left = max(min(left, x + reach - box.maxX), x - reach - box.minX)
    }
    let origin = Point(left, y)
    let shift = Vector(dx: origin.x, dy: origin.y)
    return PosterLayout.PlacedLine(
      index: line.index, rank: line.rank, setting: setting, origin: origin,
      parts: letters.map { part in
        var part = part
        part.path = part.path.transformed(by: .translation(x: origin.x, y: origin.y))
        return part
      },
      pictures: pictures.map {
        PosterLayout.PlacedGlyph(
          png: $0.png, frame: $0.frame.offset(by: shift), character: $0.character)
      },
      layers: layers.map { $0.offset(by: shift) },
      bounds: (box ?? Rect(x: 0, y: -line.capHeight * size, width: 0, height: line.capHeight * size))
        .offset(by: shift),
      stroke: lettering.stroke * size, capHeight: line.capHeight * size,
      isRightToLeft: measured.isRightToLeft,
      course: (scaledArc?.scaled(by: 1, movedBy: shift)).map(Course.arc),
      hasMissingCharacters: !measured.missingCharacters.isEmpty, advance: measured.width,
      shaped: measured, sources: Array(line.shown.sources[line.range]), range: storedRange(of: line),
      space: trailingSpaces(of: line) > 0 ? typesetter.line(" ", font: plain.font).width : 0)
  }

  /// Returns the letters of a line in its inks, in the order of the text.
  private func parts(
    of setting: TextSetting, along arc: Arc?, line: Line, size: Double
  ) -> [PosterLayout.PlacedLine.Part] {
    let count = setting.text.count
    let lineInk = poster.lines[line.index].ink
    var ranges: [(characters: Range<Int>, ink: RGBA?)] = []
    func add(_ characters: Range<Int>, _ ink: RGBA?) {
      guard !characters.isEmpty else { return }
      if let last = ranges.last, last.ink == ink {
        ranges[ranges.count - 1].characters = last.characters.lowerBound..<characters.upperBound
      } else {
        ranges.append((characters, ink))
      }
    }
    var end = 0
    for span in line.inks {
      add(end..<max(end, span.characters.lowerBound), lineInk)
      add(span.characters, span.ink)
      end = span.characters.upperBound
    }
    add(end..<max(end, count), lineInk)
    if ranges.isEmpty { ranges = [(0..<0, lineInk)] }
    return ranges.map { characters, ink in
      let (color, opacity) = ink.map(PosterLayout.split) ?? (nil, nil)
      let path = inked(setting, along: arc, characters: ranges.count == 1 ? nil : characters)
      return PosterLayout.PlacedLine.Part(
        characters: characters, path: path.transformed(by: .scale(size / Self.size)), ink: color,
        inkOpacity: opacity)
    }
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
    if line.fit == .tracking { return fittedTracking(line, line.setting, room: widest / size) }
    let (full, narrow, room) = (line.width, line.narrowWidth, widest / size)
    let tracking = line.font.tracking
    guard !line.isFitted, line.fit != .width, full > room, full > narrow, tracking > 0 else {
      return tracking
    }
    let share = min(max((room - narrow) / (full - narrow), 0), 1)
    return tracking * (Self.leastTracking + (1 - Self.leastTracking) * share)
  }

  /// Returns the tracking with which a line has a width in em, or the nearest possible one. Letters that are joined, or
  /// a letter that is alone, keep their tracking.
  private func fittedTracking(_ line: Line, _ setting: TextSetting, room: Double) -> Double {
    let own = line.font.tracking
    var setting = setting
    func width(at tracking: Double) -> Double {
      setting.font.tracking = tracking
      return (box(of: setting, fullTracking: own, arc: arc(of: line.index)).map(self.width) ?? 0) / Self.size
    }
    let limits = min(own, Self.fittedTrackings.lowerBound)...Self.fittedTrackings.upperBound
    // The width is nearly linear in the tracking: the secant method converges in two or three steps.
    var (last, lastWidth) = (own, width(at: own))
    var next = own + 0.1
    for _ in 0..<12 {
      let nextWidth = width(at: next)
      let slope = (nextWidth - lastWidth) / (next - last)
      guard slope > 1e-6, slope.isFinite else { return abs(nextWidth - room) < 1e-3 ? next : own }
      (last, lastWidth) = (next, nextWidth)
      next = min(max(next + (room - nextWidth) / slope, limits.lowerBound), limits.upperBound)
      if abs(next - last) < 1e-5 { return next }
    }
    return next
  }

  /// Returns the axis of a font's widths, or nil if it has none.
  private func widthAxis(of font: Font) -> FontAxis? { typesetter.face(of: font)?.axis("wdth") }

  /// Returns the font with the value of the axis of widths with which a line has a width in em, or the nearest possible
  /// one.
  ///
  /// The value is a whole unit of the axis, so that typing does not load a font for every width that occurs; a little
  /// tracking, which nobody sees, makes up for the rest.
  private func fittedWidth(_ line: Line, room: Double) -> Font {
    guard let axis = widthAxis(of: line.font) else { return line.font }
    var setting = line.setting
    func width(at value: Double) -> Double {
      setting.font.axes["wdth"] = value
      let box = box(of: setting, fullTracking: line.font.tracking, arc: arc(of: line.index))
      return (box.map(self.width) ?? 0) / Self.size
    }
    let unit = axis.range.upperBound - axis.range.lowerBound >= 20 ? 1 : 0.01
    var low = (value: axis.range.lowerBound, width: width(at: axis.range.lowerBound))
    var high = (value: axis.range.upperBound, width: width(at: axis.range.upperBound))
    guard low.width < room, room < high.width else {
      setting.font.axes["wdth"] = room <= low.width ? low.value : high.value
      return setting.font
    }
    // The width is nearly linear in the axis; halving bounds the steps where it is not.
    for step in 0..<24 where high.value - low.value > unit * 1.5 {
      let share = step < 6 ? (room - low.width) / (high.width - low.width) : 0.5
      let guess = ((low.value + share * (high.value - low.value)) / unit).rounded() * unit
      let value = min(max(guess, low.value + unit), high.value - unit)
      let reached = width(at: value)
      if reached < room { low = (value, reached) } else { high = (value, reached) }
    }
    setting.font.axes["wdth"] = room - low.width < high.width - room ? low.value : high.value
    setting.font.tracking = fittedTracking(line, setting, room: room)
    return setting.font
  }

  /// Returns the thickened letters of a text or of some of its characters, at the size used for measuring.
  private func inked(_ setting: TextSetting, along arc: Arc?, characters: Range<Int>?) -> Path {
    var setting = setting
    setting.font.size = Self.size
    if let arc {
      let letters = bentLetters(of: setting, along: arc)
        .filter { characters?.contains($0.character) ?? true }.map(\.path)
      return united(letters)
    }
    let placed = typesetter.glyphs(of: setting).compactMap { glyph in
      letter(glyph).map { (glyph: glyph, letter: $0) }
    }.filter { characters?.contains($0.glyph.character) ?? true }
    // Letters that cannot touch need not be compared with each other.
    let largest = placed.reduce(1) { max($0, $1.glyph.relativeSize) }
    let room = penOfStroke(stroke * Self.size).miterLimit * stroke * Self.size * largest
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
    for group in groups { result.append(inked(group)) }
    return result
  }

  /// Returns thickened letters that may touch, as one area without overlaps.
  private func inked(_ group: [(glyph: OutlinedGlyph, letter: LetterCache.Letter)]) -> Path {
    func placed(_ path: Path, _ glyph: OutlinedGlyph) -> Path {
      path.transformed(by: .translation(x: glyph.origin.x, y: glyph.origin.y))
    }
    guard group.count > 1 else {
      return group.first.map { placed($0.letter.path, $0.glyph) } ?? Path()
    }
    let size = group[0].glyph.relativeSize
    // Letters with strokes of their own are united as they are.
    guard group.allSatisfy({ $0.glyph.relativeSize == size && $0.glyph.thickening == 0 }) else {
      return united(group.map { placed($0.letter.path, $0.glyph) })
    }
    var outline = Path()
    for (glyph, _) in group { outline.append(placed(glyph.outline, glyph)) }
    return inked(outline, stroke: stroke * Self.size * size)
  }

  /// Returns thickened letters as one area without overlaps.
  private func united(_ letters: [Path]) -> Path {
    // Too many crossings: letters that overlap are better than none.
    (try? Path.union(letters, tolerance: Self.size / 65536))
      ?? letters.reduce(into: Path()) { $0.append($1) }
  }

  /// Returns an outline thickened by a stroke along it, as one area without overlaps.
  func inked(_ outline: Path, stroke: Double) -> Path {
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

extension GlyphPicture {
  /// Returns the frame moved to an arc; pictures stay upright.
  fileprivate func frame(along arc: Arc) -> Rect {
    Rect(center: arc.bent(frame.center), size: frame.size)
  }
}

extension Poster.Line.Style {
  /// Whether the style changes the shapes of letters and not only their colour.
  fileprivate var changesLetters: Bool {
    font != nil || weight != nil || italic || (size ?? 1) != 1 || !axes.isEmpty || !features.isEmpty
  }
}

extension LineSetter.Line {
  /// Whether the line may be broken into several.
  fileprivate var isBreakable: Bool { source.fit == nil && !source.isFooter }
}

extension Lettering {
  /// The lettering with out-of-range values replaced.
  fileprivate var sane: Lettering {
    func kept(_ value: Double, _ range: ClosedRange<Double>, _ usual: Double) -> Double {
      value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : usual
    }
    var result = self
    let usual = Lettering()
    result.family = String(family.prefix(Self.longestFamily))
    result.weight = min(max(weight, Self.weights.lowerBound), Self.weights.upperBound)
    result.tracking = kept(tracking, Self.trackings, usual.tracking)
    result.stroke = kept(stroke, Self.strokes, usual.stroke)
    return result
  }

  /// The leading with an out-of-range value replaced.
  var saneLeading: Double {
    leading.isFinite ? min(max(leading, Self.leadings.lowerBound), Self.leadings.upperBound) : 1
  }
}
