import Foundation
import Testing

/// Untrusted pictures are decoded in a separate process. A call that does not name a decoder would decode them in the
/// program itself.
@Suite struct ForeignPictureTests {
  /// Calls that decode pictures, or create an object that does.
  private static let calls = [
    "Bitmap(encoded:", "Bitmap(contentsOf:", "PosterPictures(", "GroundColors(", "PosterPDF.document(",
    "PosterSVG.document(", "PosterExport(\n", "PosterExport(options:", "PosterPrinter.send(",
    "Thumbnail(side:",
    "PosterBatch(\n", "MergeFiller(template", "MergeFiller(merge", "MergeJob(", "PosterExport.warnings(",
    "PicturePanel.picture(",
    "PaletteFiles(paths",
    "DroppedPosters(paths", "LibraryEdits(library", "LibraryReader(opened)", ".bitmap(bleed:",
    "PosterSources.background(",
    ".isTintedByItself(", "PosterSources.emblem(", "PosterPicture(\n", "PosterPicture(typesetter",
    "PosterPicture.layer(",
    "PosterWorker(", "ProofJob(", "GalleryExporter(", "LibraryDataSource(", "ThumbnailMaker(",
    ".pictures(by:",
    ".unreadablePictures(by", ".bitmap(of: file",
  ]
  private static let layers = [
    "Sources/Documents/Posters/", "Sources/Work/", "Sources/Windows/", "Sources/Program/",
  ]

  /// Files that decode only our own pictures: those in our cache, glyphs of fonts, and crowns of the catalogue.
  private static let own: Set = [
    "Sources/Windows/PosterGallery/Library/ThumbnailDiskCache.swift",
    "Sources/Windows/PosterEditor/Crown/CrownPanel.swift",
    "Sources/Work/Publishing/PosterTemplate.swift",
  ]

  @Test func `whoever decodes a picture says by which decoder`() {
    var faults: [String] = []
    var count = 0
    for file in Checkout.sources where Self.layers.contains(where: { file.path.hasPrefix($0) }) {
      for call in Self.calls {
        for range in file.text.ranges(of: call) {
          let rest = file.text[range.lowerBound...]
          var depth = 0
          let end = rest.indices.first { index in
            if rest[index] == "(" { depth += 1 }
            if rest[index] == ")" { depth -= 1 }
            return rest[index] == ")" && depth == 0
          }
          count += 1
          let text = rest[..<(end ?? rest.endIndex)]
          let isSaid = text.contains("by: ") || text.contains("by decoder:") || text.contains("Request")
          let isOwn = text.contains("(\"default\"") || Self.own.contains(file.path)
          if !isSaid, !isOwn { faults.append("\(file.path): \(text.prefix(80))") }
        }
      }
    }

    #expect(count > 25)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }
}
