import Application
import Catalog
import Colors
import Foundation
import Geometry
import Images
import Posters
import Publishing
import Testing

@testable import PosterGallery
import Files

/// Thumbnails that stay on disk.
@Suite struct ThumbnailMakerTests {
  /// A decoder that fails with `reason`, or works if that is nil.
  private struct Failing: PictureDecoder {
    let reason: ImageError.Reason?

    func bitmap(
      of file: PictureFile, fitting: PixelSize?, unless isStopped: () -> Bool
    ) throws(ImageError) -> Bitmap {
      if let reason { throw ImageError(path: "picture", reason: reason) }
      return try DirectDecoder().bitmap(of: file, fitting: fitting, unless: isStopped)
    }
  }

  @Test(
    arguments: [
      nil, .damaged(.init("the data ends too early")), .tooSlow(seconds: 4),
      .undecodable(.init(verbatim: "it broke")),
    ] as [ImageError.Reason?])
  func `a page without its picture says so, and is drawn again in the next window`(
    reason: ImageError.Reason?
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var folders = UserFolders()
    folders.cache = folder
    let opened = try GalleryLibrary.empty()
    defer { withExtendedLifetime(opened) {} }
    let size = PixelSize(width: 8, height: 12)
    let photo = try PNG.encoded(
      Bitmap(size: size, bytes: [UInt8](repeating: 255, count: 4 * size.width * size.height)))
    let poster = Poster(title: "A", background: .picture(.init(bytes: photo)), lines: [Poster.Line("A")])
    let record = PosterRecord(poster, at: 0)
    try opened.library.insert([record])
    let digest = ContentDigest(record.document)
    let key = ThumbnailKey(
      digest: digest, size: PixelSize(width: 40, height: 60), scale: 1, ground: RGBA(hex: 0x202020))
    let maker = ThumbnailMaker(
      library: opened.library, folders: folders, failure: PainterFailure(), by: Failing(reason: reason),
      unless: { false })
    let made = maker.make(
      ThumbnailLoader.Job(
        digest: digest, picture: key, poster: try #require(try opened.library.posterKeys().first)),
      room: key.size, unless: { false })

    guard case .picture(_, _, let fault)? = made else {
      Issue.record("no picture was painted")
      return
    }
    #expect(fault == reason.map { .unreadableBackground($0.message) })
    #expect((Folder.names(in: folder + "/thumbnails") ?? []).count == (reason == nil ? 1 : 0))
  }
}
