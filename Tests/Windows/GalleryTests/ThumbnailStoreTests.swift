import Catalog
import Foundation
import Geometry
import Scene
import TestSupport
import Testing

@testable import PosterGallery

@Suite struct ThumbnailStoreTests {
  private func key(_ number: Int, _ size: PixelSize = PixelSize(width: 20, height: 30)) -> ThumbnailKey {
    ThumbnailKey(
      digest: ContentDigest([UInt8(truncatingIfNeeded: number)]), size: size, scale: 1,
      ground: .white)
  }

  /// Pixels with runs, small steps, large steps and colours that come back.
  private func pixels(_ size: PixelSize, seed: Int) -> [UInt8] {
    var random = SeededGenerator(seed: UInt64(seed))
    var result: [UInt8] = []
    var color: [UInt8] = [10, 200, 30]
    for _ in 0..<size.width * size.height {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: color = color.map { $0 &+ UInt8.random(in: 0...3, using: &random) &- 2 }
      case 1: color = color.map { $0 &+ UInt8.random(in: 0...30, using: &random) &- 15 }
      case 2: color = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
      case 3: color = [255, 0, 128]
      default: break
      }
      result += color + [255]
    }
    return result
  }

  @Test func `keeps pictures in memory within its budget, those used last`() {
    let size = PixelSize(width: 10, height: 10)
    var memory = ThumbnailMemoryCache(budget: 4000)
    for number in 0..<100 {
      memory.keep(SharedBitmap(size: size, bytes: [UInt8](repeating: 1, count: 400)), for: key(number, size))
      #expect(memory.byteCount <= 4000)
      #expect(memory.byteCount == memory.count * 400)
      // The first is used again and again.
      #expect(memory.use(key(0, size)) != nil)
    }
    #expect(memory.contains(key(99, size)))
    #expect(!memory.contains(key(50, size)))

    memory.budget = 1000
    #expect(memory.byteCount <= 1000)
    #expect(memory.contains(key(0, size)))
  }

  @Test func `keeps more pictures for a large window than for a small one, but not any number`() {
    var memory = PosterMemory()
    let budgets = [800, 1600, 3840, 100_000].map { width in
      memory.fit(PixelSize(width: width, height: width * 5 / 8))
      return memory.pictures.budget >> 20
    }
    #expect(budgets == [16, 24, 64, 64])
  }

  @Test func `keeps pictures on disk within its budget, and survives damaged files`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("thumbnails-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let size = PixelSize(width: 40, height: 40)
    var files = ThumbnailDiskCache(folder: folder, budget: 40_000)
    for number in 0..<60 { files.write(pixels(size, seed: number), for: key(number, size)) }
    #expect(files.read(key(59, size)) == pixels(size, seed: 59))
    #expect(files.read(key(0, size)) == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let total = try names.reduce(0) { sum, name in
      try sum + Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)).count
    }
    #expect(total <= 40_000 && names.count > 5)
    for name in names { try Data("no picture".utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    #expect(files.read(key(59, size)) == nil)
  }

  @Test(arguments: [
    ("{\"schema\": \"x\", \"title\": \"page\", \"page\": {\"width\": 508, \"height\": 762}}", Size(508, 762)),
    ("{\"page\":{\"height\":210.5,\"width\":297,\"x\":1}}", Size(297, 210.5)),
    ("{\"title\": \"\\\"page\\\": {\", \"page\" : {\"width\" : 1e2,\n\"height\" : 5}}", Size(100, 5)),
  ])
  func `finds the page of a document before reading it`(document: String, page: Size) {
    #expect(GalleryPage.size(in: Array(document.utf8)) == page)
  }

  @Test(arguments: [
    "", "{}", "{\"page\"", "{\"page\":{\"width\":1", "{\"page\":{\"width\":-1,\"height\":2}}", "\"page\"",
  ])
  func `finds no page where there is none`(document: String) {
    #expect(GalleryPage.size(in: Array(document.utf8)) == nil)
  }
}
