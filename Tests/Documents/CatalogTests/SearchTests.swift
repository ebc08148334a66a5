import Catalog
import Foundation
import Heraldry
import TestSupport
import Testing
import VectorArt

/// What people type who look for a crown, in the crowns that ship.
@Suite struct SearchTests {
  private let folder: TestFolder
  private let library: Library
  private let families: [String: CrownFamily]

  init() throws {
    folder = try TestFolder()
    // The words decide what is found; all crowns may have one drawing.
    let image = try VectorImage(svg: Self.drawing)
    let crowns = try CrownCatalogue.all.map { entry in
      try CrownRecord(
        id: entry.id, name: entry.name, tags: entry.tags, source: "Regalia", licence: "MIT",
        svg: Array("\(Self.drawing)<!-- \(entry.id) -->".utf8), image: image)
    }
    try ShippedLibrary.write(crowns, to: folder.path("shipped.sqlite"))
    library = try Library(path: nil, shipped: folder.path("shipped.sqlite"), access: .reading)
    families = Dictionary(uniqueKeysWithValues: CrownCatalogue.all.map { ($0.id, $0.family) })
  }

  private static let drawing = "<svg viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>"

  private func found(_ words: String) throws -> [CrownFamily] {
    try library.crowns(matching: words).compactMap { families[$0.id] }
  }

  private static let questions =
    [
      ("viking", CrownFamily.eastern), ("coronet of a duke", .duke), ("imperial state crown", .imperial),
      ("crown of thorns", .eastern), ("napoleon", .laurel), ("cartoon king", .cartoon), ("kroon", nil),
      ("gold", nil), ("small", nil), ("king's crown", .royal), ("the queen", .royal),
      ("a star crown", .celestial),
      ("golden star", .celestial),
    ] as [(String, CrownFamily?)]

  @Test func `what people ask for is found`() throws {
    for (words, family) in Self.questions {
      let first = try found(words).first
      #expect(first != nil && (family == nil || first == family), "\(words)")
    }
  }

  private static let translations: [(String, CrownFamily)] = [
    ("königskrone", CrownFamily.royal), ("Krone der Königin", .royal), ("kaiserkrone", .imperial),
    ("lorbeerkranz", .laurel), ("schiffskrone", .naval), ("sternenkrone", .celestial), ("mauerkrone", .mural),
    ("herzog", .duke), ("dornenkrone", .eastern), ("märchen", .fairyTale), ("spielkarte", .card),
    ("couronne du roi", .royal), ("reine", .royal), ("impératrice", .imperial), ("étoile", .celestial),
    ("couronne de laurier", .laurel), ("évêque", .mitre), ("fée", .fairyTale), ("mariage", .tiara),
    ("corona de la reina", .royal), ("rey", .royal), ("estrellas", .celestial),
    ("corona de espinas", .eastern),
    ("emperador", .imperial), ("papa", .papal), ("duquesa", .duke),
    ("koningskroon", .royal), ("koningin", .royal), ("keizer", .imperial), ("sterrenkroon", .celestial),
    ("doornenkroon", .eastern), ("sprookje", .fairyTale), ("paus", .papal),
    ("kungakrona", .royal), ("drottning", .royal), ("kejsarkrona", .imperial), ("stjärna", .celestial),
    ("lagerkrans", .laurel), ("törnekrona", .eastern), ("greve", .earl), ("påve", .papal),
    ("corona del re", .royal), ("regina", .royal), ("imperatore", .imperial), ("stelle", .celestial),
    ("alloro", .laurel), ("corona di spine", .eastern), ("vescovo", .mitre), ("scacchi", .chessKing),
  ]

  @Test func `words of six languages find what English words find`() throws {
    for (words, family) in Self.translations {
      let first = try found(words).first
      #expect(first == family || family == .chessKing && first == .chessQueen, "\(words)")
    }
  }

  @Test func `kings and queens are royal before they are pieces of chess or cards`() throws {
    let royal: Set<CrownFamily> = [.royal, .tudor, .stEdward]
    for words in ["king", "queen", "kings", "roi", "könig", "drottning"] {
      let families = try found(words)
      let firstPiece = try #require(families.firstIndex { [.chessKing, .chessQueen, .card].contains($0) })

      let before = families[..<firstPiece]
      #expect(before.allSatisfy { royal.contains($0) }, "\(words)")
      #expect(before.count { $0 == .royal } == CrownCatalogue.all.count { $0.family == .royal }, "\(words)")
    }
  }

  @Test func `a star is celestial first, and then everything else that has one`() throws {
    let families = try found("star crown")
    let celestial = CrownCatalogue.all.count { $0.family == .celestial }

    #expect(families.prefix(celestial).allSatisfy { $0 == .celestial })
    #expect(families.contains(.fairyTale))
  }

  @Test func `a king of chess is asked for by two words`() throws {
    #expect(Set(try found("chess king")) == [.chessKing])
    #expect(Set(try found("playing card queen")) == [.card])
  }

  @Test func `words that stand for nothing still find nothing`() throws {
    for words in ["zebra", "crown zebra", "of zebra", "xyz king"] { #expect(try found(words).isEmpty) }
  }

  @Test func `words that only join others count where there are no others`() throws {
    #expect(try found("of") == found("of "))
    #expect(try !found("of").isEmpty)
  }
}
