import Catalog
import Foundation
import Geometry
import Heraldry
import Synchronization
import VectorArt

/// Crowns of the catalogue as a library keeps them.
struct DrawnCrowns: Sendable {
  let crowns: [CrownRecord]

  /// Draws on all processors, and writes the SVG files into a folder when there is one.
  init(_ entries: [CrownEntry], writingTo folder: URL?) throws {
    if let folder { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    let results = Mutex([Result<CrownRecord, any Error>?](repeating: nil, count: entries.count))
    DispatchQueue.concurrentPerform(iterations: entries.count) { index in
      let result = Result { try Self.crown(entries[index], folder: folder) }
      results.withLock { $0[index] = result }
    }
    crowns = try results.withLock { $0 }.compactMap { try $0?.get() }
  }

  private static func crown(_ entry: CrownEntry, folder: URL?) throws -> CrownRecord {
    let drawing = entry.drawing()
    let text = svg(of: drawing)
    if let folder { try Data(text.utf8).write(to: folder.appending(path: "\(entry.id).svg")) }
    let image = VectorImage(path: try drawing.outline(), viewport: Rect(origin: .zero, size: drawing.size))
    return try CrownRecord(
      id: entry.id, name: entry.name, tags: entry.tags, source: "Regalia", licence: "MIT",
      svg: Array(text.utf8), image: image)
  }
}
