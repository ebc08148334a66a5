import Foundation
import Geometry
import Typography
import VectorArt

/// Measures the lines of a poster and draws them.
struct LineSetter {
  private let typesetter: Typesetter
  private let poster: Poster
  private let lettering: Lettering
  private(set) var warnings: [PosterWarning] = []

  /// What is measured, for an em of 1.
  struct Line {
    let index: Int
    let rank: Poster.Line.Rank
    let text: String
    /// The width of the ink at full tracking, and at the least that it may fall to.
    let width: Double
    let narrowWidth: Double
    /// How far the ink reaches above and below the baseline.
    let ascent: Double
    let descent: Double
    /// The height of the capitals with their stroke.
    let capHeight: Double
  }

  /// The part of the tracking that long lines keep before they are set smaller.
  static let leastTracking = 0.7

  init(_ poster: Poster, typesetter: Typesetter) {
    self.poster = poster
    self.typesetter = typesetter
    lettering = poster.lettering.sane
  }

  /// The width of the stroke in em.
  var stroke: Double { lettering.stroke }

  private func font(size: Double, tracking: Double) -> Font {
    Font(family: lettering.family, size: size, weight: lettering.weight, tracking: tracking)
  }

  mutating func lines() -> [Line] {
    if poster.lines.count > Poster.mostLines { warnings.append(.tooManyLines(poster.lines.count)) }
    let result = poster.lines.prefix(Poster.mostLines).enumerated().compactMap { index, line in
      measured(line, index: index)
    }
    if !result.isEmpty { checkFont() }
    return result
  }

  private mutating func checkFont() {
    let wanted = lettering.family.split(separator: ",").first.map { String($0).trimmed } ?? ""
    let used = typesetter.resolvedFamily(for: font(size: 64, tracking: 0))
    let generic = ["sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui"]
    guard used?.lowercased() != wanted.lowercased(), !generic.contains(wanted.lowercased()) else { return }
    warnings.append(.missingFont(family: wanted, used: used))
  }

  private mutating func measured(_ line: Poster.Line, index: Int) -> Line? {
    let text = shown(line, index: index)
    let size = 1000.0
    let full = typesetter.line(text, font: font(size: size, tracking: lettering.tracking))
    let metrics = full.metrics
    guard !text.trimmed.isEmpty,
      let box = stroked(typesetter.outline(of: full), size: size), box.width > 0 || box.height > 0
    else {
      warnings.append(.emptyLine(index))
      return nil
    }
    if !full.missingCharacters.isEmpty {
      warnings.append(.missingCharacters(full.missingCharacters, line: index))
    }
    if full.isTruncated { warnings.append(.cutText(line: index)) }
    var narrow = box
    if lettering.tracking > 0 {
      let tracking = lettering.tracking * Self.leastTracking
      let setting = TextSetting(text, font: font(size: size, tracking: tracking))
      narrow = stroked(typesetter.outline(of: setting), size: size) ?? box
    }
    return Line(
      index: index, rank: line.rank, text: text, width: box.width / size,
      narrowWidth: min(narrow.width, box.width) / size, ascent: -box.minY / size,
      descent: box.maxY / size, capHeight: max(metrics.capHeight / size, 0.1) + stroke)
  }

  /// Returns the box of letters with their stroke, whose corners may reach farther than its half.
  private func stroked(_ outline: Path, size: Double) -> Rect? {
    guard let box = outline.bounds else { return nil }
    let line = outline.stroked(penOfStroke(stroke * size), tolerance: size / 1000)
    return line?.bounds.map(box.union) ?? box.outset(by: stroke * size / 2)
  }

  private func penOfStroke(_ width: Double) -> StrokeStyle {
    StrokeStyle(width: width, join: .miter, miterLimit: 3)
  }

  /// Returns the text without what has no place on a line.
  private mutating func shown(_ line: Poster.Line, index: Int) -> String {
    // Fonts have more letters with their accents than accents to be put on letters.
    var text = line.shownText.precomposedStringWithCanonicalMapping
    if text.count > Poster.Line.longest {
      text = String(text.prefix(Poster.Line.longest))
      warnings.append(.cutText(line: index))
    }
    let isControl: (Unicode.Scalar) -> Bool = { $0.value < 32 || (0x7F..<0xA0).contains($0.value) }
    guard text.unicodeScalars.contains(where: isControl) else { return text.trimmed }
    var kept = String.UnicodeScalarView()
    var lost = false
    for scalar in text.unicodeScalars {
      if !isControl(scalar) {
        kept.append(scalar)
      } else if scalar.properties.isWhitespace {
        kept.append(" ")
      } else {
        lost = true
      }
    }
    if lost { warnings.append(.controlCharacters(line: index)) }
    return String(kept).trimmed
  }

  /// Returns a line with its ink centred about `x` and its baseline at `y`, not wider than `widest`.
  func placed(
    _ line: Line, size: Double, centerX x: Double, baseline y: Double, widest: Double
  ) -> PosterLayout.PlacedLine {
    let setting = TextSetting(line.text, font: font(size: size, tracking: tracking(line, size, widest)))
    let outline = typesetter.outline(of: setting)
    let letters = inked(outline, stroke: lettering.stroke * size)
    let box = letters.bounds ?? .zero
    let origin = Point(x - box.midX, y)
    let measured = typesetter.line(line.text, font: setting.font)
    return PosterLayout.PlacedLine(
      index: line.index, rank: line.rank, setting: setting, origin: origin,
      path: letters.transformed(by: .translation(x: origin.x, y: origin.y)),
      bounds: box.offset(by: Vector(dx: origin.x, dy: origin.y)), stroke: lettering.stroke * size,
      isRightToLeft: measured.isRightToLeft,
      hasMissingCharacters: !measured.missingCharacters.isEmpty, advance: measured.width)
  }

  /// A line that is too wide is drawn closer before all are set smaller.
  private func tracking(_ line: Line, _ size: Double, _ widest: Double) -> Double {
    let (full, narrow, room) = (line.width, line.narrowWidth, widest / size)
    guard full > room, full > narrow, lettering.tracking > 0 else { return lettering.tracking }
    let share = min(max((room - narrow) / (full - narrow), 0), 1)
    return lettering.tracking * (Self.leastTracking + (1 - Self.leastTracking) * share)
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
        // Absurdly many crossings: thin letters are better than none.
        return outline
      }
    }
    return result
  }
}

extension Lettering {
  /// The letters with values that can be drawn in place of absurd ones.
  fileprivate var sane: Lettering {
    func kept(_ value: Double, _ range: ClosedRange<Double>, _ usual: Double) -> Double {
      value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : usual
    }
    let usual = Lettering()
    return Lettering(
      family: String(family.prefix(Self.longestFamily)),
      weight: min(max(weight, Self.weights.lowerBound), Self.weights.upperBound),
      tracking: kept(tracking, Self.trackings, usual.tracking),
      stroke: kept(stroke, Self.strokes, usual.stroke))
  }
}
