import Geometry
import Images

/// The request to the decoding process, in 64-bit integers. A shared memory file contains the bytes of the picture
/// file, followed by those of its profile.
struct PictureRequestMessage {
  var request: DecodingRequest
  /// The length of the picture file.
  var count: Int

  static let length = 13 * 8

  private static let kinds: [PictureKind] = [.png, .jpeg, .webp, .gif, .bmp, .tiff]

  init(_ request: DecodingRequest, count: Int) {
    self.request = request
    self.count = count
  }

  var bytes: [UInt8] {
    let numbers = [
      Self.kinds.firstIndex(of: request.kind) ?? 0, request.canvas.width, request.canvas.height,
      request.target.width, request.target.height, request.frame.lowerBound, request.frame.upperBound,
      request.origin.x, request.origin.y, count, request.profile.bytes.count,
      request.profile.isDeflated ? 1 : 0, 0,
    ]
    return numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
  }

  /// Reads a request without the bytes of the profile, whose number is stored in `profileCount`.
  init?(_ bytes: [UInt8], profileCount: inout Int) {
    guard bytes.count == Self.length else { return nil }
    let numbers = stride(from: 0, to: bytes.count, by: 8).map { place in
      bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard Self.kinds.indices.contains(numbers[0]), numbers.allSatisfy({ $0 >= 0 }), numbers[5] <= numbers[6]
    else { return nil }
    count = numbers[9]
    profileCount = numbers[10]
    request = DecodingRequest(
      kind: Self.kinds[numbers[0]], canvas: PixelSize(width: numbers[1], height: numbers[2]),
      target: PixelSize(width: numbers[3], height: numbers[4]), frame: numbers[5]..<numbers[6],
      origin: (numbers[7], numbers[8]), profile: .init(bytes: [], isDeflated: numbers[11] != 0))
  }
}

/// The messages of an answer: the size, each row, the end; or an error at any time. Each begins with a header of four
/// 32-bit integers.
enum PictureAnswer: UInt32 {
  /// The width and the height.
  case size = 1
  /// A row; four bytes per pixel follow.
  case row
  case end
  /// An error message; the first number is its length.
  case damaged
  /// The picture is too large: the width, the height, and the limit in megapixels.
  case tooLarge
  /// The library for this kind of picture is missing.
  case noDecoder

  static let headLength = 16
  /// The limit on the length of an error message.
  static let mostText = 400

  func head(_ first: Int = 0, _ second: Int = 0, _ third: Int = 0) -> [UInt8] {
    [Int(rawValue), first, second, third].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }

  /// Reads a header.
  static func read(_ head: [UInt8]) -> (answer: PictureAnswer, numbers: [Int])? {
    let numbers = (0..<4).map { index in
      (0..<4).reduce(0) { $0 | Int(head[4 * index + $1]) << (8 * $1) }
    }
    return PictureAnswer(rawValue: UInt32(numbers[0])).map { ($0, Array(numbers.dropFirst())) }
  }
}
