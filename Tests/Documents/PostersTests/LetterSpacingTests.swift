import Colors
import Geometry
import TestSupport
import Testing
import Typography

@testable import Posters

/// Whether letters touch, as counting pieces of drawn ink tells: that knows nothing of outlines and edges.
@Suite(.enabled(if: Installed.gillius, "fonts-adf-gillius is not installed"))
struct LetterSpacingTests {
  private let typesetter = Typesetter()
  private let cache = LetterCache()

  private func poster(_ lines: [String], _ lettering: Lettering) -> Poster {
    Poster(
      page: Page(width: 600, height: 900), background: .color(.white), lines: lines.map { Poster.Line($0) },
      lettering: lettering, ink: .black)
  }

  /// Returns the pieces of ink of lines of text, on a picture in which no gap that there should be is below two pixels.
  private func pieces(_ lines: [String], _ lettering: Lettering) throws -> Int {
    let layout = PosterLayout(poster(lines, lettering), typesetter: typesetter, cache: cache)
    let size = PixelSize(width: 1200, height: 1800)
    let bitmap = try #require(layout.bitmap(size: size))
    return inkComponents(of: bitmap.bytes, width: size.width)
  }

  /// Letters whose pairs come near to each other; each is one piece of ink in the fonts that are looked at.
  private static let words = [
    "KEYLAX", "AVATARY", "RAKETX", "FLATLY", "OXEYES", "TRAFFKA", "LLAMAZ", "WAXTYVE", "f\u{200B}TfLy",
  ]

  private static let trackings = [(0.02, 0.03), (-0.1, 0.1)]

  @Test(
    arguments: [
      "Gillius ADF No2", "Cabin", "Inter Display", "C059", "P052", "Nimbus Mono PS", "Nimbus Sans Narrow",
      "URW Bookman", "URW Gothic", "DejaVu Sans", "Z003",
    ], trackings)
  func `no letters touch in any font, whatever tracking and stroke`(
    family: String, spacing: (tracking: Double, stroke: Double)
  ) throws {
    let lettering = Lettering(family: family, weight: 700, tracking: spacing.tracking, stroke: spacing.stroke)
    let letters = Self.words.joined().filter { $0 != "\u{200B}" }

    for mode in Lettering.Spacing.allCases {
      var lettering = lettering
      lettering.spacing = mode
      #expect(try pieces(Self.words, lettering) == letters.count, "\(family) \(mode)")
    }
  }

  @Test func `letters that may touch do, as they did before`() throws {
    let open = try pieces(["KEY", "RAKE"], Lettering(tracking: 0.02))
    let touching = try pieces(["KEY", "RAKE"], Lettering(tracking: 0.02, touches: true))

    #expect(open == 7 && touching < 7)
  }

  @Test func `letters that stand apart stay where the font has them`() throws {
    for text in ["KEEP", "CALM", "AND", "CARRY", "ON"] {
      let lines = [false, true].map { touches in
        PosterLayout(poster([text], Lettering(touches: touches)), typesetter: typesetter).lines
      }
      #expect(lines[0] == lines[1], "\(text)")
    }
  }

  @Test func `letters are a fifth of a stem with its stroke apart, seen in every direction`() throws {
    let lettering = Lettering(tracking: -0.2, stroke: 0.05)
    let layout = PosterLayout(poster(["HIVATOLEY"], lettering), typesetter: typesetter)
    let line = layout.lines[0]
    let stem = try #require(
      PosterLayout(poster(["I"], lettering), typesetter: typesetter).lines.first)
    let gap = 0.2 * stem.bounds.width / stem.setting.font.size * line.setting.font.size
    // Points along the outlines of letters, which are the subpaths that no other one holds.
    var letters: [(box: Rect, points: [Point])] = []
    for part in line.path.flattened(within: gap / 100).subpaths {
      let points = part.elements.compactMap { element -> Point? in
        switch element {
        case .move(let point), .line(let point): point
        default: nil
        }
      }
      let dense = zip(points, points.dropFirst() + points.prefix(1)).flatMap { a, b in
        (0..<20).map { a.interpolated(to: b, at: Double($0) / 20) }
      }
      if let box = part.bounds, !letters.contains(where: { $0.box.contains(box) }) {
        letters.append((box, dense))
      }
    }
    letters.sort { $0.box.minX < $1.box.minX }

    #expect(letters.count == 9)
    for (a, b) in zip(letters, letters.dropFirst()) {
      let nearest = a.points.reduce(Double.infinity) { least, point in
        b.points.reduce(least) { min($0, point.distance(to: $1)) }
      }
      // The letters would touch without the gap; rows of 0.004 em make it a little wider here and there.
      #expect(nearest > 0.97 * gap && nearest < 1.5 * gap, "\(a.box) \(b.box) \(nearest / gap)")
    }
  }

  @Test func `joined letters, dashes and the carets between letters stay together`() throws {
    let arabic = [false, true].map { touches in
      PosterLayout(
        poster(["مرحبا"], Lettering(stroke: 0.06, touches: touches)), typesetter: typesetter
      ).lines
    }
    #expect(arabic[0] == arabic[1])
    let dashes = PosterLayout(
      poster(["A——B"], Lettering(family: "DejaVu Sans", tracking: 0, stroke: 0.02)), typesetter: typesetter)
    #expect(dashes.lines[0].setting.openings.allSatisfy { $0.character != 1 })

    let tight = PosterLayout(poster(["LAVA"], Lettering(tracking: -0.1)), typesetter: typesetter)
    let xs = try (0...4).map { offset in
      try #require(tight.caret(at: TextPosition(line: 0, offset: offset))).minX
    }
    #expect(zip(xs, xs.dropFirst()).allSatisfy { $0 < $1 })
    #expect(abs(xs[0] - tight.lines[0].bounds.minX) < 0.2 * tight.lines[0].setting.font.size)
    #expect(abs(xs[4] - tight.lines[0].bounds.maxX) < 0.2 * tight.lines[0].setting.font.size)
  }

  @Test func `a line as narrow as it has to be keeps within the margins`() throws {
    for text in ["RAKE THE YARROW", "AVATAR OF VALLETTA"] {
      let layout = PosterLayout(
        poster([text, "LAX"], Lettering(tracking: 0.03, stroke: 0.08)), typesetter: typesetter)
      for line in layout.lines {
        #expect(line.bounds.width <= 0.8 * layout.page.width + 1e-6)
      }
    }
  }

  @Test func `SVG places letters that were moved apart where they are drawn`() throws {
    let layout = PosterLayout(
      poster(["RAKE"], Lettering(tracking: 0.02)), typesetter: typesetter)
    let line = layout.lines[0]
    #expect(!line.setting.openings.isEmpty)
    let places = typesetter.glyphs(of: line.setting).map { line.origin.x + $0.origin.x }

    let moved = line.pieces(of: line.parts[0]).compactMap(\.x)

    #expect(moved.count == line.setting.openings.count)
    for x in moved { #expect(places.contains { abs($0 - x) < 0.05 }, "\(x) \(places)") }
  }
}
