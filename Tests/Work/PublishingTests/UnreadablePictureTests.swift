import Colors
import Foundation
import Geometry
import Images
import Posters
import Testing

@testable import Publishing

/// Pictures that cannot be decoded at their exported size.
@Suite struct UnreadablePictureTests {
  /// A decoder that is fast enough only for small sizes.
  private struct Slow: PictureDecoder {
    static let reason = ImageError.Reason.tooSlow(seconds: 4)

    func bitmap(
      of file: PictureFile, fitting: PixelSize?, unless isStopped: () -> Bool
    ) throws(ImageError) -> Bitmap {
      guard let fitting, fitting.width <= 64 else { throw ImageError(path: "picture", reason: Self.reason) }
      return try DirectDecoder().bitmap(of: file, fitting: fitting, unless: isStopped)
    }
  }

  private func poster() throws -> Poster {
    let size = PixelSize(width: 400, height: 400)
    let opaque = Bitmap(size: size, bytes: [UInt8](repeating: 255, count: 640_000))
    let thin = Bitmap(size: size, bytes: [UInt8](repeating: 128, count: 640_000))
    var poster = Poster(
      title: "A", emblem: .picture(bytes: try PNG.encoded(thin), source: "b.png"), lines: [Poster.Line("A")])
    poster.tintsEmblem = true
    // Every export format decodes a blurred picture.
    poster.background = .picture(.init(bytes: try PNG.encoded(opaque), blur: 0.001))
    return poster
  }

  @Test(arguments: [PosterExport.Format.pdf, .svg, .png])
  func `an export that lacks a picture names it, though a smaller one could be decoded`(
    format: PosterExport.Format
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.\(format.rawValue)").path
    var options = PosterExport.Options()
    options.pixelsPerInch = 72
    func warnings(_ decoder: any PictureDecoder) throws -> [PosterWarning] {
      let export = PosterExport(options: options, cacheDirectory: nil, by: decoder)
      return try export.write([poster()], to: path, as: format).filter {
        if case .unreadablePicture = $0 { true } else { false }
      }
    }

    #expect(
      try warnings(Slow()) == [
        .unreadablePicture(field: "background.data", message: Slow.reason.message),
        .unreadablePicture(field: "emblem.data", message: Slow.reason.message),
      ])
    #expect(try warnings(DirectDecoder()).isEmpty)
  }
}
