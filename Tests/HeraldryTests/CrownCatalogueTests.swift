import CrownSilhouette
import Heraldry
import Testing

@Suite struct CrownCatalogueTests {
  private let all = CrownCatalogue.all

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

  @Test func `no two crowns look the same`() async {
    let silhouettes = await Self.silhouettes(of: all).sorted { $0.inkCount < $1.inkCount }
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
