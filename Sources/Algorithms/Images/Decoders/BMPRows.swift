import Geometry
import Localization

/// Reads Windows bitmaps with palettes of 1, 4 or 8 bits, with 16, 24 or 32 bits, with masks, and with run-length
/// encoding.
///
/// The format is documented in the Windows SDK (wingdi.h, BITMAPINFOHEADER and later headers).
final class BMPRows: PictureRows {
  let size: PixelSize
  let layout: PixelLayout
  private let source: PictureSource
  private let bits: Int
  private let isTopDown: Bool
  private let start: Int
  private let palette: [UInt8]
  private let masks: [ChannelMask]
  /// The palette index of each pixel of a run-length encoded file, bottom row first.
  private var numbers: [UInt8] = []
  private var y = 0

  init(_ source: PictureSource) throws(ImageError) {
    let file = HeadBytes(source.part(0..<1 << 12))
    guard let start = file.little(10, 4), let length = file.little(14, 4) else { throw Self.noHead }
    let isOld = length == 12
    let side = isOld ? 2 : 4
    guard isOld || length >= 40, let width = file.little(18, side), let height = file.little(18 + side, side),
      let bits = file.little(isOld ? 24 : 28, 2), let compression = isOld ? 0 : file.little(30, 4)
    else { throw Self.noHead }
    let rows = isOld ? height : Int(Int32(truncatingIfNeeded: height))
    (isTopDown, self.start, self.bits, self.source) = (rows < 0, start, bits, source)
    size = PixelSize(width: width, height: Int(rows.magnitude))
    guard !size.isEmpty else { throw .damaged(Message("the picture has no pixels")) }
    let isRuns = (compression == 1 && bits == 8) || (compression == 2 && bits == 4)
    let hasMasks = [3, 6].contains(compression) && [16, 32].contains(bits)
    guard [1, 4, 8, 16, 24, 32].contains(bits), compression == 0 || isRuns || hasMasks else {
      throw .damaged(Message("the storage format is not supported"))
    }
    if bits <= 8 {
      let entry = isOld ? 3 : 4
      let wanted = isOld ? 0 : file.little(46, 4) ?? 0
      let count = wanted == 0 ? 1 << bits : min(wanted, 1 << bits)
      let bytes = file.part(14 + length..<14 + length + entry * count)
      // The byte order is blue, green, red.
      palette = stride(from: 0, to: bytes.count - 2, by: entry).flatMap { (place: Int) -> [UInt8] in
        [bytes[place + 2], bytes[place + 1], bytes[place]]
      }
    } else {
      palette = []
    }
    masks = try Self.masks(file, bits: bits, length: length, hasMasks: hasMasks, isSix: compression == 6)
    layout = masks.count == 4 ? .rgba : .rgb
    if isRuns { numbers = try Self.runs(source, from: start, bits: bits, size: size) }
  }

  private static let noHead = ImageError.damaged(Message("the header ends too early"))

  /// Returns the bit masks of red, green, blue and alpha, if any, in pixels without a palette.
  private static func masks(
    _ file: HeadBytes, bits: Int, length: Int, hasMasks: Bool, isSix: Bool
  ) throws(ImageError) -> [ChannelMask] {
    guard bits == 16 || bits == 32 else { return [] }
    guard hasMasks else {
      // Without masks the fourth byte is unused.
      let usual: [UInt32] = bits == 16 ? [0x7C00, 0x3E0, 0x1F] : [0xFF_0000, 0xFF00, 0xFF]
      return usual.map { ChannelMask($0) }
    }
    let count = isSix || length >= 56 ? 4 : 3
    let values = (0..<count).compactMap { file.little(54 + 4 * $0, 4) }.map { UInt32(truncatingIfNeeded: $0) }
    guard values.count == count, values.prefix(3).allSatisfy({ $0 != 0 }) else { throw noHead }
    return values.filter { $0 != 0 }.map { ChannelMask($0) }
  }

  func read(into row: inout [UInt8]) throws(ImageError) {
    defer { y += 1 }
    let place = isTopDown ? y : size.height - 1 - y
    guard numbers.isEmpty else {
      for x in 0..<size.width { take(Int(numbers[place * size.width + x]), x, &row) }
      return
    }
    let stride = (size.width * bits + 31) / 32 * 4
    let stored = source.part(start + place * stride..<start + (place + 1) * stride)
    guard stored.count == stride else { throw .damaged(Message("the data ends too early")) }
    switch bits {
    case 24:
      for x in 0..<size.width {
        for channel in 0..<3 { row[3 * x + channel] = stored[3 * x + 2 - channel] }
      }
    case 16, 32:
      let bytes = bits / 8
      for x in 0..<size.width {
        let pixel = (0..<bytes).reduce(UInt32(0)) { $0 | UInt32(stored[bytes * x + $1]) << UInt32(8 * $1) }
        for (channel, mask) in masks.enumerated() { row[masks.count * x + channel] = mask.value(in: pixel) }
      }
    default:
      for x in 0..<size.width {
        let shift = 8 - bits - x * bits % 8
        take(Int(stored[x * bits / 8] >> UInt8(shift)) & (1 << bits - 1), x, &row)
      }
    }
  }

  private func take(_ number: Int, _ x: Int, _ row: inout [UInt8]) {
    for channel in 0..<3 {
      row[3 * x + channel] = 3 * number + channel < palette.count ? palette[3 * number + channel] : 0
    }
  }

  // MARK: Run-length encoding

  private static func runs(
    _ source: PictureSource, from start: Int, bits: Int, size: PixelSize
  ) throws(ImageError) -> [UInt8] {
    try ImageError.check(size, bytesPerPixel: 1, more: source.count)
    var result = [UInt8](repeating: 0, count: size.width * size.height)
    let stored = source.part(min(start, source.count)..<source.count)
    var (place, x, y) = (0, 0, 0)
    func put(_ number: UInt8) {
      if x < size.width, y < size.height { result[y * size.width + x] = number }
      x += 1
    }
    func half(_ byte: UInt8, _ index: Int) -> UInt8 {
      bits == 8 ? byte : index % 2 == 0 ? byte >> 4 : byte & 15
    }
    while place + 1 < stored.count, y < size.height {
      let (count, code) = (Int(stored[place]), Int(stored[place + 1]))
      place += 2
      if count > 0 {
        for index in 0..<count { put(half(UInt8(code), index)) }
        continue
      }
      switch code {
      case 0: (x, y) = (0, y + 1)
      case 1: return result
      case 2:
        guard place + 1 < stored.count else { throw .damaged(Message("the data ends too early")) }
        (x, y) = (x + Int(stored[place]), y + Int(stored[place + 1]))
        place += 2
      default:
        let bytes = (code * bits + 7) / 8
        guard place + bytes <= stored.count else { throw .damaged(Message("the data ends too early")) }
        for index in 0..<code { put(half(stored[place + index * bits / 8], index)) }
        place += bytes + bytes % 2
      }
    }
    return result
  }
}

/// The bits of a channel within a pixel.
private struct ChannelMask {
  private let mask: UInt32
  private let shift: UInt32
  private let most: UInt32

  init(_ mask: UInt32) {
    self.mask = mask
    shift = UInt32(mask.trailingZeroBitCount & 31)
    most = max(mask >> shift, 1)
  }

  func value(in pixel: UInt32) -> UInt8 {
    UInt8(min((UInt64((pixel & mask) >> shift) * 255 + UInt64(most) / 2) / UInt64(most), 255))
  }
}
