import Geometry
import Localization

/// Reads the first frame of a GIF (GIF89a, CompuServe 1990).
final class GIFRows: PictureRows {
  let size: PixelSize
  let layout = PixelLayout.rgba
  /// The upper left corner of the frame on the canvas.
  let origin: (x: Int, y: Int)
  /// The palette index of each pixel, in stored row order.
  private let numbers: [UInt8]
  private let palette: [UInt8]
  /// The transparent index.
  private let clear: Int?
  /// The stored position of each row.
  private let order: [Int]
  private var y = 0

  init(_ source: PictureSource) throws(ImageError) {
    var reader = GIFReader(source)
    let canvas = try reader.bytes(13)
    var palette = try reader.palette(canvas[10])
    var clear: Int?
    search: while true {
      switch try reader.byte() {
      case 0x2C: break search
      case 0x21:
        let isControl = try reader.byte() == 0xF9
        let block = try reader.blocks()
        if isControl, block.count >= 4 { clear = block[0] & 1 != 0 ? Int(block[3]) : nil }
      case 0x3B: throw .damaged(Message("the file contains no picture"))
      default: throw .damaged(Message("the blocks are invalid"))
      }
    }
    let head = try reader.bytes(9)
    func number(_ place: Int) -> Int { Int(head[place]) | Int(head[place + 1]) << 8 }
    origin = (number(0), number(2))
    size = PixelSize(width: number(4), height: number(6))
    guard !size.isEmpty else { throw .damaged(Message("the picture has no pixels")) }
    try ImageError.check(size, bytesPerPixel: 1)
    if head[8] & 0x80 != 0 { palette = try reader.palette(head[8]) }
    numbers = try reader.pixels(size.width * size.height)
    self.palette = palette
    self.clear = clear
    order = Self.order(size.height, isInterlaced: head[8] & 0x40 != 0)
  }

  /// Returns the stored position of each row, from the top.
  private static func order(_ height: Int, isInterlaced: Bool) -> [Int] {
    var order = Array(0..<height)
    guard isInterlaced else { return order }
    var stored = 0
    for (start, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
      for row in stride(from: start, to: height, by: step) {
        order[row] = stored
        stored += 1
      }
    }
    return order
  }

  func read(into row: inout [UInt8]) throws(ImageError) {
    let start = order[y] * size.width
    for x in 0..<size.width {
      let number = Int(numbers[start + x])
      let isSeen = number != clear
      for channel in 0..<3 {
        let place = 3 * number + channel
        row[4 * x + channel] = isSeen && place < palette.count ? palette[place] : 0
      }
      row[4 * x + 3] = isSeen ? 255 : 0
    }
    y += 1
  }
}

/// Reads the blocks of a GIF one after the other.
private struct GIFReader {
  private let cursor: SourceCursor
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  private var (place, end) = (0, 0)

  init(_ source: PictureSource) { cursor = SourceCursor(source) }

  mutating func byte() throws(ImageError) -> UInt8 {
    if place == end {
      end = buffer.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { cursor.read(into: $0, count: bytes.count) } ?? 0
      }
      place = 0
      if end == 0 { throw .damaged(Message("the data ends too early")) }
    }
    defer { place += 1 }
    return buffer[place]
  }

  mutating func bytes(_ count: Int) throws(ImageError) -> [UInt8] {
    var result: [UInt8] = []
    for _ in 0..<count { result.append(try byte()) }
    return result
  }

  /// Returns the palette that follows if the flags announce one, three bytes per colour.
  mutating func palette(_ flags: UInt8) throws(ImageError) -> [UInt8] {
    flags & 0x80 == 0 ? [] : try bytes(3 * (2 << Int(flags & 7)))
  }

  /// Returns the first of a chain of data blocks, and skips the others.
  mutating func blocks() throws(ImageError) -> [UInt8] {
    var first: [UInt8]?
    while true {
      let block = try bytes(Int(try byte()))
      if block.isEmpty { return first ?? [] }
      first = first ?? block
    }
  }

  /// Decodes pixels from LZW data in blocks; missing pixels at the end get index 0.
  mutating func pixels(_ count: Int) throws(ImageError) -> [UInt8] {
    let least = Int(try byte())
    guard (1...8).contains(least) else { throw .damaged(Message("the compressed data is invalid")) }
    let (clear, end) = (1 << least, 1 << least + 1)
    // Each entry extends an earlier one by one index; strings are read backwards.
    var before = [Int](repeating: 0, count: 4096)
    var last = [UInt8](repeating: 0, count: 4096)
    for number in 0..<clear { last[number] = UInt8(truncatingIfNeeded: number) }
    var string = [UInt8](repeating: 0, count: 4097)
    var (next, width, previous, first) = (end + 1, least + 1, -1, UInt8(0))
    var (bits, held, left) = (0, 0, 0)
    var result = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      while held < width {
        if left == 0 { left = Int(try byte()) }
        // An empty block ends the data.
        guard left > 0 else { return result }
        bits |= Int(try byte()) << held
        held += 8
        left -= 1
      }
      let code = bits & (1 << width - 1)
      bits >>= width
      held -= width
      if code == end { return result }
      if code == clear {
        (next, width, previous) = (end + 1, least + 1, -1)
        continue
      }
      guard code < next || (code == next && previous >= 0), previous >= 0 || code < clear else {
        throw .damaged(Message("the compressed data is invalid"))
      }
      var (length, entry) = (0, code)
      if code == next {
        string[0] = first
        (length, entry) = (1, previous)
      }
      while entry > end {
        string[length] = last[entry]
        length += 1
        entry = before[entry]
      }
      first = last[entry]
      string[length] = first
      for place in stride(from: length, through: 0, by: -1) where done < count {
        result[done] = string[place]
        done += 1
      }
      if previous >= 0, next < 4096 {
        (before[next], last[next]) = (previous, first)
        next += 1
        if next == 1 << width, width < 12 { width += 1 }
      }
      previous = code
    }
    return result
  }
}
