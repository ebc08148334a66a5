@testable import Catalog
import Foundation
import Geometry
import TestSupport
import Testing
import VectorArt

/// Libraries whose paths were written by each version there has been.
@Suite struct EarlierPathsTests {
  @Test(arguments: 1...4)
  func `a path of every version is the one that was kept`(version: Int) throws {
    let folder = try TestFolder()
    try Fixture.data("Libraries/paths-\(version).sqlite").write(
      to: URL(filePath: folder.path("own.sqlite")))
    let library = try Library(path: folder.path("own.sqlite"), access: .writing)

    let crowns = try library.crownRecords()

    #expect(crowns.count == 4)
    #expect(try library.unreadableRows().isEmpty)
    for crown in crowns {
      #expect(crown.code.first == UInt8(version))
      let bounds = try #require(try crown.path().bounds)
      // Written when the crown was coded, by the decoder of that time.
      #expect((bounds.minX - crown.bounds.minX).magnitude < 1e-9)
      #expect((bounds.minY - crown.bounds.minY).magnitude < 1e-9)
      #expect((bounds.maxX - crown.bounds.maxX).magnitude < 1e-9)
      #expect((bounds.maxY - crown.bounds.maxY).magnitude < 1e-9)
      var segments = 0
      try crown.path().forEachSegment(closingOpenSubpaths: true) { _ in segments += 1 }
      if version > 1 { #expect(segments == crown.segments) }
    }
  }

  @Test(arguments: [[9, 1, 2, 3], [2, 140, 3, 83, 20, 65], []] as [[UInt8]])
  func `a code that is no path is named and not drawn as nothing`(code: [UInt8]) throws {
    let folder = try TestFolder()
    let file = folder.path("own.sqlite")
    try Fixture.data("Libraries/paths-3.sqlite").write(to: URL(filePath: file))
    try Connection(file).execute(
      "UPDATE crowns SET code = ? WHERE key = (SELECT min(key) FROM crowns)", [code])
    let library = try Library(path: file, access: .reading)

    #expect(try library.crownRecords().count == 3)
    #expect(try library.unreadableRows().count == 1)
  }

  @Test func `a path that is sealed and cannot be decoded is found by whoever decodes it`() throws {
    let folder = try TestFolder()
    let file = folder.path("own.sqlite")
    try Fixture.data("Libraries/paths-3.sqlite").write(to: URL(filePath: file))
    var code: [UInt8] = [4, 0xFF, 0xFF, 0xFF]
    code.append(check(code))
    try Connection(file).execute(
      "UPDATE crowns SET code = ? WHERE key = (SELECT min(key) FROM crowns)", [code])
    let library = try Library(path: file, access: .reading)

    #expect(try library.crownRecords(.sealed).map { (try? $0.path()) == nil } == [true, false, false, false])
    #expect(try library.crownRecords().count == 3)
    #expect(try library.unreadableRows().count == 1)
  }

  /// The CRC of 8 bits that ends a code.
  private func check(_ bytes: [UInt8]) -> UInt8 {
    bytes.reduce(0xFF) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 != 0 ? (sum << 1) ^ 7 : sum << 1 }
    }
  }
}
