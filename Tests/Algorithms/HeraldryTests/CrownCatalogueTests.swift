import CrownSilhouette
import Geometry
import TestSupport
import Testing

@testable import Heraldry

@Suite struct CrownCatalogueTests {
  private let all = CrownCatalogue.all

  @Test func `a shipped crown is found by its id, and no other is`() {
    for family in CrownFamily.allCases {
      let crowns = CrownCatalogue.all.filter { $0.family == family }
      for crown in [crowns.first, crowns.last].compactMap({ $0 }) {
        #expect(CrownCatalogue.entry(named: crown.id) == crown)
        #expect(CrownCatalogue.entry(named: crown.id + "-") == nil)
      }
    }
    #expect(CrownCatalogue.entry(named: CrownCatalogue.poster.id) == CrownCatalogue.poster)
    #expect(CrownCatalogue.all.contains(CrownCatalogue.poster))
    for id in ["", "tudor", "tudor-", "-royal"] { #expect(CrownCatalogue.entry(named: id) == nil) }
  }

  @Test func `there are a thousand crowns and more, of every family`() {
    #expect(all.count >= 1000)
    for family in CrownFamily.allCases { #expect(all.filter { $0.family == family }.count >= 20) }
  }

  @Test func `ids and names belong to one crown each, and ids are slugs`() {
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(Set(all.map(\.name)).count == all.count)
    for entry in all {
      #expect(entry.id.allSatisfy { $0 == "-" || $0.isASCII && ($0.isNumber || $0.isLowercase) })
      #expect(!entry.id.hasPrefix("-") && !entry.id.hasSuffix("-") && !entry.id.contains("--"))
    }
  }

  @Test func `a crown is tagged with its rank and with what is on it, each word once`() throws {
    let entry = try #require(all.first { $0.family == .earl })

    #expect(entry.tags.contains("earl"))
    #expect(entry.tags.contains("coronet"))
    #expect(entry.tags.contains("rays") || entry.tags.contains("pearled ray"))
    for entry in all {
      #expect(Set(entry.tags).count == entry.tags.count)
      #expect(entry.tags.count >= 5)
    }
  }

  /// The choice of each part that a name tells of changes what is drawn: of every crown where the tests are exhaustive,
  /// otherwise of some of each family.
  @Test func `names claim only what is drawn`() {
    for entry in Sweep.sample(all, 90) {
      for (option, words) in entry.design.phrases where words.contains(where: { entry.name.contains($0) }) {
        #expect(entry.design.idleOptions([option]).isEmpty, "\(entry.name): \(option)")
      }
    }
  }

  @Test func `no name says the same thing twice`() {
    for entry in all {
      if let between = entry.design.between, between == entry.design.finial {
        #expect(entry.name.ranges(of: between.words.plural).count == 1, "\(entry.name)")
      }
    }
  }

  /// Only what is wound, wavy, worn askew or cut at a slant differs from its image in a mirror.
  @Test func `crowns are as symmetric as they look`() {
    let slanted = [
      "scrolled", "twisted", "greek key", "chevron", "tilted", "chaplet", "wave", "flame", "sail",
    ]
    let families: [CrownFamily] = [.kokoshnik, .chessKing, .chessQueen, .cartoon, .card, .duke, .royal]
    for family in families {
      let entries = all.filter { entry in
        entry.family == family && !slanted.contains { entry.name.lowercased().contains($0) }
      }
      for entry in entries.prefix(3) {
        let silhouette = Silhouette(entry.drawing())
        #expect(silhouette.difference(to: silhouette.mirrored) < 0.03, "\(entry.id)")
      }
    }
  }

  @Test(arguments: [CrownFamily.chessKing, .chessQueen, .cartoon, .card])
  func `what stands on peaks stands side by side`(family: CrownFamily) {
    let entries = all.filter {
      $0.family == family && $0.design.form != .tilted && $0.design.top != $0.design.finial
    }
    for entry in entries.prefix(12) {
      let drawing = entry.drawing()
      let boxes = drawing.boxes(of: Ornament.of(entry.design.finial).id).sorted { $0.midX < $1.midX }
      for (a, b) in zip(boxes, boxes.dropFirst()) { #expect(a.maxX <= b.minX + 1, "\(entry.id)") }
    }
  }

  @Test func `no two crowns look the same`() async {
    let silhouettes = await Self.silhouettes(of: Sweep.sample(all, 300)).sorted { $0.inkCount < $1.inkCount }
    var least = 1.0

    for (index, silhouette) in silhouettes.enumerated() {
      for other in silhouettes[(index + 1)...] {
        // Two that differ in the amount of ink by more than a share differ in at least that share of pixels.
        if Double(silhouette.inkCount) < Double(other.inkCount) * (1 - Self.leastDifference) { break }
        least = min(least, silhouette.difference(to: other))
      }
    }

    #expect(least >= Self.leastDifference)
  }

  /// Returns what the crowns look like, worked out on all cores.
  private static func silhouettes(of entries: [CrownEntry]) async -> [Silhouette] {
    await withTaskGroup(of: [Silhouette].self) { group in
      for start in stride(from: 0, to: entries.count, by: 100) {
        let part = entries[start..<min(start + 100, entries.count)]
        group.addTask { part.map { Silhouette($0.drawing()) } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  /// The share of the area of either of two crowns that the other must leave bare or add.
  private static let leastDifference = 0.12
}

extension CrownDesign {
  /// The words that tell of each option in a name.
  fileprivate var phrases: [(option: String, words: [String])] {
    [
      // The joined rays of an eastern crown are cut, not put on.
      ("finial", family == .eastern && form == .straight ? [] : [finial.words.plural]),
      ("between", between.map { [$0.words.plural] } ?? []),
      ("top", ["topped by"]), ("circlet", ["circlet"]), ("arch trim", [" arch"]),
    ]
  }
}

extension CrownDrawing {
  /// Returns the boxes of a part wherever it is used.
  fileprivate func boxes(of id: String) -> [Rect] {
    let shapes = parts.first { $0.id == id }?.shapes ?? []
    func boxes(_ node: Node, _ transform: AffineTransform) -> [Rect] {
      switch node {
      case .shape: return []
      case .use(let part, let own):
        let whole = own.concatenating(transform)
        let all = shapes.compactMap { $0.path.transformed(by: whole).bounds }
        guard part == id, let first = all.first else { return [] }
        return [all.dropFirst().reduce(first) { $0.union($1) }]
      case .group(let own, _, let children):
        return children.flatMap { boxes($0, own.concatenating(transform)) }
      }
    }
    return nodes.flatMap { boxes($0, .identity) }
  }
}
