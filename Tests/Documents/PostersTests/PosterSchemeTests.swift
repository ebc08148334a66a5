import Colors
import Geometry
import Localization
import TestSupport
import Testing
import Typography

@testable import Posters

@Suite struct PosterSchemeTests {
  private let typesetter = Typesetter()

  // MARK: The schemes that ship

  @Test func `ten schemes ship, and each of their inks reads on every colour of their gradients`() {
    #expect(PosterScheme.all.count == 10 && Set(PosterScheme.all.map(\.id)).count == 10)
    #expect(Set(PosterScheme.all.map(\.name.english)).count == 10)
    for scheme in PosterScheme.all {
      for step in 0...20 {
        let ground = scheme.ground(at: Double(step) / 20)
        for ink in scheme.inks {
          #expect(wcagContrast(ink, ground) >= 4.5, "\(scheme.id) at \(step)")
        }
      }
      #expect(scheme.refusal == nil && scheme.inks.count >= 3)
    }
  }

  // MARK: Contrast

  /// The relative luminance as WCAG 2.1 defines it, written once more.
  private func luminance(_ color: RGBA) -> Double {
    func light(_ value: Double) -> Double {
      value <= 0.04045 ? value / 12.92 : powers((value + 0.055) / 1.055)
    }
    return 0.2126 * light(color.red) + 0.7152 * light(color.green) + 0.0722 * light(color.blue)
  }

  /// Returns x to the power of 2.4 as the fifth root of x to the power of 12, by Newton's method.
  private func powers(_ base: Double) -> Double {
    let wanted = (0..<12).reduce(1.0) { product, _ in product * base }
    var root = 1.0
    for _ in 0..<200 { root -= (root * root * root * root * root - wanted) / (5 * root * root * root * root) }
    return root
  }

  private func ratio(_ first: RGBA, _ second: RGBA) -> Double {
    let (a, b) = (luminance(first), luminance(second))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private func color(_ random: inout SeededGenerator) -> RGBA {
    RGBA(hex: UInt32.random(in: 0...0xff_ffff, using: &random))
  }

  private func background(_ random: inout SeededGenerator) -> Background {
    func stops() -> [Background.Stop] {
      let count = Int.random(in: 2...4, using: &random)
      return (0..<count).map { index in
        var color = color(&random)
        if Int.random(in: 0..<4, using: &random) == 0 { color.alpha = 0.6 }
        return Background.Stop(color, at: Double(index) / Double(count - 1))
      }
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .linear(stops: stops(), start: Point(0.5, 0), end: Point(0.5, 1))
    case 1: return .radial(stops: stops(), center: Point(0.5, 0.4), radius: 1)
    default: return .color(color(&random))
    }
  }

  private func poster(_ random: inout SeededGenerator) -> Poster {
    var poster = Poster(
      background: background(&random), emblem: Samples.triangle,
      lines: [Poster.Line("KEEP"), Poster.Line("CALM and"), Poster.Line("CARRY ON", rank: .small)],
      ink: color(&random))
    if Bool.random(using: &random) { poster.lines[1].ink = color(&random) }
    if Bool.random(using: &random) { poster.lines[2].ink = poster.lines[1].ink }
    if Bool.random(using: &random) {
      let ink = color(&random)
      poster.lines[0].changeStyle(of: 1..<3) { $0.ink = ink }
    }
    return poster
  }

  private func palette(_ index: Int, _ random: inout SeededGenerator) -> PosterScheme {
    PosterScheme(
      palette: "p\(index)", name: "Palette \(index)",
      colors: (0..<Int.random(in: 1...7, using: &random)).map { _ in color(&random) })
  }

  @Test func `no ink has less contrast in any scheme or palette than it had, or than is enough`() {
    var random = SeededGenerator(seed: 54)
    var (kept, refused) = (0, 0)
    for _ in 0..<24 {
      let poster = poster(&random)
      let recoloring = Recoloring(poster, typesetter: typesetter)
      let layout = PosterLayout(poster, typesetter: typesetter)
      let before = Dictionary(
        uniqueKeysWithValues: Set(roles(of: poster)).map { ink in
          (ink, GroundColors(behindInkOf: layout, only: ink).legibility(of: ink).ratio)
        })
      let palettes = (0..<8).map { palette($0, &random) }
      for scheme in PosterScheme.all + palettes {
        guard let result = try? recoloring.poster(in: scheme) else {
          refused += 1
          continue
        }
        kept += 1
        let (old, new) = (roles(of: poster), roles(of: result))
        if case .color(let first) = poster.background, case .color(let second) = result.background {
          for (old, new) in zip(old, new) {
            #expect(ratio(new, second) >= min(ratio(old, first), 4.5) - 1e-6, "\(scheme.id)")
          }
        } else if Set(new).count == Set(old).count {
          // Two inks that became one would be judged together, where the grounds of both count.
          let layout = PosterLayout(result, typesetter: typesetter)
          for (old, new) in Set(zip(old, new).map { [$0, $1] }).map({ ($0[0], $0[1]) }) {
            let after = GroundColors(behindInkOf: layout, only: new).legibility(of: new).ratio
            #expect(after >= min(before[old] ?? 1, 4.5) - 1e-9, "\(scheme.id)")
          }
        }
      }
    }
    #expect(kept > 300 && refused > 0)
  }

  /// The inks of the poster, its lines and its words, with repetitions.
  private func roles(of poster: Poster) -> [RGBA] {
    [poster.ink] + poster.lines.flatMap { [$0.ink] + $0.spans.map(\.style.ink) }.compactMap(\.self)
  }

  @Test func `a scheme changes colours and nothing else, and equal colours stay equal`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<30 {
      let poster = poster(&random)
      let result = try Recoloring(poster, typesetter: typesetter).poster(in: PosterScheme.all[4])
      var known: [RGBA: RGBA] = [:]
      for (old, new) in zip(roles(of: poster), roles(of: result)) {
        #expect(known[old] == nil || known[old] == new)
        known[old] = new
      }
      var restored = result
      restored.background = poster.background
      restored.ink = poster.ink
      for index in restored.lines.indices {
        restored.lines[index].ink = poster.lines[index].ink
        restored.lines[index].spans = poster.lines[index].spans
      }
      #expect(restored == poster)
      #expect(result.background != poster.background)
    }
  }

  @Test func `lettering, crown and words take the colours of their roles, and a gradient the grounds`() throws
  {
    var poster = Poster(
      background: .linear(
        stops: [.init(.black, at: 0), .init(RGBA(hex: 0x222222), at: 0.5), .init(.black, at: 1)],
        start: .zero,
        end: Point(1, 1)), emblem: Samples.triangle, lines: [Poster.Line("ONE TWO"), Poster.Line("THREE")],
      ink: .white)
    poster.lines[0].changeStyle(of: 0..<3) { $0.ink = RGBA(hex: 0xffff00) }
    poster.lines[1].ink = RGBA(hex: 0x00ffff)
    let scheme = PosterScheme.all[1]

    let result = try Recoloring(poster, typesetter: typesetter).poster(in: scheme)
    #expect(result.ink == scheme.inks[0] && result.lines[0].spans[0].style.ink == scheme.inks[1])
    #expect(result.lines[1].ink == scheme.inks[2])
    guard case .linear(let stops, _, _) = result.background else {
      Issue.record("the ground is no gradient")
      return
    }
    #expect(stops.map(\.color) == [scheme.grounds[0], scheme.grounds[1], scheme.grounds[0]])
    #expect(stops.map(\.location) == [0, 0.5, 1])
  }

  // MARK: Palettes

  @Test func `a palette gives its first colour as ground and its strongest contrast as lettering`() {
    let scheme = PosterScheme(
      palette: "p", name: "Mine", colors: [0xf0f0e0, 0xe8e0c8, 0x993333, 0x202020].map { RGBA(hex: $0) })
    #expect(scheme.grounds == [RGBA(hex: 0xf0f0e0), RGBA(hex: 0xe8e0c8)])
    #expect(scheme.inks == [RGBA(hex: 0x202020), RGBA(hex: 0x993333)] && scheme.refusal == nil)
  }

  @Test(arguments: [[0x808080], [0x808080, 0x8a8a8a, 0x767676], [0x808080, 0x808080], []] as [[UInt32]])
  func `a palette without contrast is refused by its name, with the reason`(_ colors: [UInt32]) throws {
    let scheme = PosterScheme(palette: "g", name: "Greys", colors: colors.map { RGBA(hex: $0) })
    let refusal = try #require(throws: PosterScheme.Refusal.self) {
      try Recoloring(Poster(lines: [Poster.Line("HELLO")]), typesetter: typesetter).poster(in: scheme)
    }
    #expect(refusal.description.hasPrefix("“Greys” has "))
    #expect(refusal.description.contains(colors.count > 2 ? "3 is needed" : "fewer than two colours"))
  }

  @Test func `a ground from white to black is refused for letters across it that read now`() {
    let poster = Poster(
      background: .linear(
        stops: [.init(RGBA(hex: 0x000000), at: 0), .init(RGBA(hex: 0x222222), at: 1)], start: Point(0.5, 0),
        end: Point(0.5, 1)), lines: ["A", "B", "C", "D"].map { Poster.Line($0) }, ink: .white)
    let scheme = PosterScheme(
      "half", Message("Half"), grounds: [0xffffff, 0x000000], inks: [0x808080, 0x0000ff])
    let refusal = #expect(throws: PosterScheme.Refusal.self) {
      try Recoloring(poster, typesetter: typesetter).poster(in: scheme)
    }
    #expect(refusal?.description.contains("“Half” has no contrast on this poster") == true)
  }
}
