import Geometry
import Localization

/// A request to decode a picture: with the file's bytes, the only input of a decoder.
package struct DecodingRequest: Sendable {
  /// The kind of the picture.
  package var kind: PictureKind
  /// The size of the stored pixels.
  package var canvas: PixelSize
  /// The size to decode to, at most that of the canvas.
  package var target: PixelSize
  /// The range of the first frame in the file.
  package var frame: Range<Int>
  /// The upper left corner of the first frame on the canvas.
  package var origin: (x: Int, y: Int)
  /// The embedded ICC profile.
  package var profile: PictureFile.EmbeddedProfile

  package init(
    kind: PictureKind, canvas: PixelSize, target: PixelSize, frame: Range<Int>, origin: (x: Int, y: Int),
    profile: PictureFile.EmbeddedProfile
  ) {
    self.kind = kind
    self.canvas = canvas
    self.target = target
    self.frame = frame
    self.origin = origin
    self.profile = profile
  }

  /// Decodes the first frame to the target size, as sRGB with straight alpha, row by row from the top, without turning
  /// it.
  ///
  /// A picture that would need too much memory at that size is decoded smaller. `begin` receives the size, then `take`
  /// receives each row.
  package func decode(
    _ source: PictureSource, begin: (PixelSize) throws(ImageError) -> Void,
    take: (UnsafeBufferPointer<UInt8>) throws(ImageError) -> Void
  ) throws(ImageError) {
    let rows = try open(source)
    let target = PixelSize(
      width: min(target.width, rows.size.width), height: min(target.height, rows.size.height))
    guard !target.isEmpty else { throw .damaged(Message("the picture has no pixels")) }
    try begin(target)
    var reducer = RowReducer(from: rows.size, to: target, of: rows.layout)
    var colors = RowColors(rows.layout, profile: profile)
    var row = [UInt8](repeating: 0, count: rows.size.width * rows.layout.channels)
    for _ in 0..<rows.size.height {
      try rows.read(into: &row)
      if rows.size == target {
        try colors.withPixels(of: row, take)
      } else if reducer.add(row) {
        try colors.withPixels(of: reducer.row, take)
      }
    }
    try rows.finish()
  }

  /// Opens the first frame, and pads it with transparent pixels to the size of the canvas.
  private func open(_ source: PictureSource) throws(ImageError) -> any PictureRows {
    func whole(_ rows: some PictureRows) throws(ImageError) -> any PictureRows {
      guard rows.size == canvas else { throw .damaged(Message("the picture has two different sizes")) }
      return rows
    }
    switch kind {
    case .png: return try whole(PNGRows(source))
    case .jpeg: return try JPEGRows(source, canvas: canvas, target: target)
    case .tiff: return try whole(TIFFRows(source))
    case .bmp: return try whole(BMPRows(source))
    case .gif:
      let rows = try GIFRows(source)
      return rows.origin == (0, 0) && rows.size == canvas
        ? rows : PaddedRows(rows, at: rows.origin, on: canvas)
    case .webp:
      let bytes = source.part(frame)
      let isWhole = origin == (0, 0) && frame.lowerBound == 0
      let rows = try WebPRows(bytes, canvas: canvas, target: target)
      return isWhole || rows.isWhole ? rows : PaddedRows(rows, at: origin, on: canvas)
    }
  }

  /// The limit on the bytes that a decoder keeps before it can return the first row.
  static let mostKeptBytes = 192 << 20
}

/// A picture that is read row by row from the top.
protocol PictureRows: AnyObject {
  /// The size of the decoded picture, which may be smaller than the stored one.
  var size: PixelSize { get }
  var layout: PixelLayout { get }
  /// Reads the next row. Not called after the last row.
  func read(into row: inout [UInt8]) throws(ImageError)
  /// Checks after the last row that the file is complete.
  func finish() throws(ImageError)
}

extension PictureRows {
  func finish() throws(ImageError) {}
}

/// The channels of a pixel, eight bits each. Alpha is straight; in CMYK, 255 is full ink.
enum PixelLayout: Hashable, Sendable {
  case gray, grayAlpha, rgb, rgba, cmyk

  var hasAlpha: Bool { self == .grayAlpha || self == .rgba }

  /// The number of colour channels.
  var colors: Int {
    switch self {
    case .gray, .grayAlpha: 1
    case .rgb, .rgba: 3
    case .cmyk: 4
    }
  }

  var channels: Int { colors + (hasAlpha ? 1 : 0) }

  init?(channels: Int) {
    guard (1...4).contains(channels) else { return nil }
    self = [.gray, .grayAlpha, .rgb, .rgba][channels - 1]
  }
}

/// The rows of a frame at their place on a transparent canvas.
final class PaddedRows: PictureRows {
  let size: PixelSize
  let layout = PixelLayout.rgba
  private let frame: any PictureRows
  private let origin: (x: Int, y: Int)
  private var inside: [UInt8]
  private var y = 0

  init(_ frame: any PictureRows, at origin: (x: Int, y: Int), on canvas: PixelSize) {
    self.frame = frame
    self.origin = origin
    size = canvas
    inside = [UInt8](repeating: 0, count: frame.size.width * frame.layout.channels)
  }

  func read(into row: inout [UInt8]) throws(ImageError) {
    for index in row.indices { row[index] = 0 }
    defer { y += 1 }
    guard (origin.y..<origin.y + frame.size.height).contains(y) else { return }
    try frame.read(into: &inside)
    let channels = frame.layout.channels
    for x in 0..<max(min(frame.size.width, size.width - origin.x), 0) {
      let target = 4 * (origin.x + x)
      for channel in 0..<3 { row[target + channel] = inside[channels * x + channel] }
      row[target + 3] = channels == 4 ? inside[channels * x + 3] : 255
    }
  }
}

extension ImageError {
  static func damaged(_ reason: Message) -> ImageError {
    ImageError(path: "picture", reason: .damaged(reason))
  }

  /// Throws if a picture of a size needs more memory than ``DecodingRequest/mostKeptBytes``.
  static func check(_ size: PixelSize, bytesPerPixel: Double, more: Int = 0) throws(ImageError) {
    let most = DecodingRequest.mostKeptBytes
    guard Double(size.count ?? .max) * bytesPerPixel + Double(more) > Double(most) else { return }
    let pixels = Int(Double(max(most - more, 0)) / bytesPerPixel)
    throw ImageError(path: "picture", reason: .tooLarge(size, maximumPixels: pixels))
  }
}
