import Catalog
import Foundation
import Heraldry
import TestSupport
import Testing
import VectorArt

/// The library that `make crowns` writes.
@Suite struct ShippedLibraryTests {
  private static let path = Fixture.checkout.appending(path: "Assets/crowns.sqlite").path(
    percentEncoded: false)

  @Test(.enabled(if: FileManager.default.fileExists(atPath: path), "make crowns has not been run"))
  func `the shipped library holds the catalogue as it is drawn now`() throws {
    let library = try Library(path: nil, shipped: Self.path, access: .reading)
    let crowns = try library.crownRecords()
    let entries = CrownCatalogue.all

    #expect(crowns.map(\.id) == entries.map(\.id))
    #expect(crowns.map(\.name) == entries.map(\.name))
    #expect(crowns.map(\.tags) == entries.map(\.tags))
    // Every crown would take long; one of each family is redrawn.
    for family in CrownFamily.allCases {
      let index = try #require(entries.firstIndex { $0.family == family })
      let drawn = Array(svg(of: entries[index].drawing()).utf8)
      #expect(crowns[index].origin == ContentDigest(drawn), "\(entries[index].id): run make crowns")
      #expect(try crowns[index].path().bounds == crowns[index].bounds)
    }
  }

  @Test func `drawing, importing, coding and writing crowns twice gives the same bytes`() throws {
    let folder = try TestFolder()
    let entries = CrownFamily.allCases.suffix(3).compactMap { family in
      CrownCatalogue.all.first { $0.family == family }
    }
    for name in ["one", "two"] {
      let crowns = try entries.map { entry in
        let text = svg(of: entry.drawing())
        return try CrownRecord(
          id: entry.id, name: entry.name, tags: entry.tags, source: "Regalia", licence: "MIT",
          svg: Array(text.utf8), image: VectorImage(svg: text))
      }
      try ShippedLibrary.write(crowns, to: folder.path(name))
    }

    #expect(try folder.bytes("one") == folder.bytes("two"))
  }
}
