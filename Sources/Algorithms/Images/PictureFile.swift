public import Geometry
import Localization

/// A picture file and the contents of its header. Creating one decodes no pixels, so it is cheap.
///
///     let file = try PictureFile(bytes)
///     print(file.kind, file.size)
///
/// The pixels may still be damaged; a ``PictureDecoder`` reports such damage.
public struct PictureFile: Hashable, Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// The kind of the picture.
  public let kind: PictureKind
  /// The size of the upright picture.
  public var size: PixelSize { orientation.shown(storedSize) }
  /// The orientation of the stored pixels.
  public let orientation: PictureOrientation

  /// The size of the stored pixels.
  let storedSize: PixelSize
  /// The first frame's place in the file and on the picture.
  let frame: Frame
  /// The ICC profile in the file.
  let profile: EmbeddedProfile
  /// The position of the orientation's value in the file.
  private let orientationPlace: Range<Int>?

  /// The file of a JPEG with its orientation set to upright, for callers that turn it themselves; nil for other kinds.
  public var jpegAsStored: [UInt8]? {
    guard kind == .jpeg, let orientationPlace else { return nil }
    var bytes = bytes
    // Correct in either byte order.
    for place in orientationPlace where bytes[place] != 0 { bytes[place] = 1 }
    return bytes
  }

  /// The first frame of an animation, or the only one.
  struct Frame: Hashable, Sendable {
    var bytes: Range<Int>
    var x = 0
    var y = 0
  }

  /// An ICC profile as stored in a file.
  package struct EmbeddedProfile: Hashable, Sendable {
    package var bytes: [UInt8]
    /// Whether it is compressed by zlib, as in PNG.
    package var isDeflated: Bool

    package init(bytes: [UInt8] = [], isDeflated: Bool = false) {
      (self.bytes, self.isDeflated) = (bytes, isDeflated)
    }

    /// The limit on a profile's length; press profiles have up to about 3 MB.
    package static let mostBytes = 4 << 20
  }

  /// The limit on the pixels of a picture: 256 megapixels.
  public static let mostPixels = 256_000_000

  /// The limit on the pixels of a decoded picture, to which larger ones are reduced. 64 megapixels take 256 MB.
  public static let mostKeptPixels = 64_000_000

  /// Reads the header of a file.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: ``ImageError`` if the file is not a picture, is damaged, or has more than ``mostPixels``.
  public init(_ bytes: [UInt8]) throws(ImageError) {
    guard let kind = PictureKind(firstBytes: bytes) else {
      throw ImageError(path: "picture", reason: .notAPicture)
    }
    guard let head = PictureHead(bytes, kind) else {
      throw ImageError(path: "picture", reason: .damaged(Message("the header is incomplete or invalid")))
    }
    let size = head.size
    guard !size.isEmpty, let count = size.count else {
      throw ImageError(path: "picture", reason: .damaged(Message("the picture has no pixels")))
    }
    guard count <= Self.mostPixels else {
      throw ImageError(path: "picture", reason: .tooLarge(size, maximumPixels: Self.mostPixels))
    }
    self.bytes = bytes
    self.kind = kind
    storedSize = size
    orientation = head.orientation
    orientationPlace = head.orientationPlace
    frame = head.frame ?? Frame(bytes: 0..<bytes.count)
    profile = head.profile.bytes.count <= EmbeddedProfile.mostBytes ? head.profile : EmbeddedProfile()
  }

  /// Returns the request for a decoder. `fitting` limits the upright size; a larger picture is reduced in proportion.
  package func request(fitting: PixelSize?) -> DecodingRequest {
    var target = storedSize
    if let fitting, !fitting.isEmpty { target = target.reduced(toFit: orientation.shown(fitting)) }
    return DecodingRequest(
      kind: kind, canvas: storedSize, target: target.reduced(to: Self.mostKeptPixels), frame: frame.bytes,
      origin: (frame.x, frame.y), profile: profile)
  }
}

extension PixelSize {
  /// Returns the size, reduced in proportion to fit into `room`.
  func reduced(toFit room: PixelSize) -> PixelSize {
    guard width > room.width || height > room.height else { return self }
    return scaled(
      by: min(Double(room.width) / Double(width), Double(room.height) / Double(height)),
      .toNearestOrAwayFromZero)
  }

  /// Returns the size, reduced in proportion to at most `most` pixels.
  func reduced(to most: Int) -> PixelSize {
    guard let count, count > most else { return self }
    return scaled(by: (Double(most) / Double(count)).squareRoot(), .down)
  }

  private func scaled(by factor: Double, _ rule: FloatingPointRoundingRule) -> PixelSize {
    PixelSize(
      width: max(1, Int((Double(width) * factor).rounded(rule))),
      height: max(1, Int((Double(height) * factor).rounded(rule))))
  }
}

/// The transform that makes stored pixels upright: the eight values of Exif (CIPA DC-008, Orientation).
public enum PictureOrientation: Int, Hashable, Sendable {
  /// Unchanged.
  case upright = 1
  /// Mirrored horizontally.
  case mirrored
  /// Turned by a half turn.
  case upsideDown
  /// Mirrored vertically.
  case flipped
  /// Rows and columns are exchanged.
  case transposed
  /// Turned clockwise by a quarter turn.
  case quarterClockwise
  /// Rows and columns are exchanged across the other diagonal.
  case transversed
  /// Turned counterclockwise by a quarter turn.
  case quarterCounterclockwise

  /// Whether rows and columns are exchanged.
  public var exchangesSides: Bool { rawValue > 4 }

  /// The transform from the unit square of stored pixels to that of the upright picture.
  public var transform: AffineTransform {
    switch self {
    case .upright: AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    case .mirrored: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
    case .upsideDown: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
    case .flipped: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
    case .transposed: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .quarterClockwise: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
    case .transversed: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 1, ty: 1)
    case .quarterCounterclockwise: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
    }
  }

  /// Returns the upright size of a stored size, or the reverse.
  func shown(_ size: PixelSize) -> PixelSize {
    exchangesSides ? PixelSize(width: size.height, height: size.width) : size
  }
}
