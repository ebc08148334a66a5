import CZlib
public import Colors
public import Geometry

/// A moving picture as the third edition of PNG has it: of each frame only the rectangle that has changed is stored.
///
/// Equal frames give equal bytes.
public struct AnimatedPNG {
  private let size: PixelSize
  private let framesPerSecond: Double
  private var frames: [Frame] = []
  private var last: Bitmap?
  /// The size and the colours from the first frame's header.
  private var header: [UInt8] = []

  private struct Frame {
    let rect: PixelRectangle
    /// The compressed rows, or with a palette their pixels until all colours are known.
    let data: [UInt8]
    let pixels: Bitmap?
    /// How many frames it is seen for.
    var count = 1
  }

  /// Where pixels have changed.
  private struct PixelRectangle {
    var x: Range<Int>
    var y: Range<Int>
  }

  /// The most colours of the whole picture; nil is as many as there are.
  private let colors: Int?
  /// The number of times that it is played; 0 is forever.
  private let plays: Int

  /// The bytes that the frames take so far, without their headers.
  public private(set) var byteCount = 0

  /// Creates an empty moving picture.
  ///
  /// - Parameters:
  ///   - size: The size of all frames.
  ///   - framesPerSecond: The rate, above 0; a frame lasts at most 65 seconds.
  ///   - colors: The most colours of the whole picture, held to 2…256, or nil for all. Fewer colours make smaller
  ///     files, and keep the changes of all frames in memory until they are encoded.
  ///   - plays: The number of times that it is played; 0 is forever. The last frame stays after the last time, and is
  ///     what programs without animations show.
  public init(size: PixelSize, framesPerSecond: Double, colors: Int? = nil, plays: Int = 0) {
    self.plays = plays
    self.colors = colors.map { min(max($0, 2), 256) }
    precondition(framesPerSecond > 0, "frames follow each other in time")
    self.size = size
    self.framesPerSecond = framesPerSecond
  }

  /// Adds a frame; one that equals the frame before it lengthens that one.
  ///
  /// - Parameter bitmap: An opaque picture of the size of all frames.
  /// - Throws: ``ImageError`` if the frame cannot be compressed.
  public mutating func append(_ bitmap: Bitmap) throws(ImageError) {
    precondition(bitmap.size == size, "all frames have the size of the picture")
    precondition(bitmap.isOpaque, "nothing is seen through a frame")
    let rect: PixelRectangle
    if let last {
      guard let changed = Self.difference(last, bitmap) else { return prolong() }
      rect = changed
    } else {
      rect = PixelRectangle(x: 0..<size.width, y: 0..<size.height)
    }
    last = bitmap
    let part = bitmap.part(rect.x, rect.y)
    if colors != nil {
      byteCount += part.bytes.count
      return frames.append(Frame(rect: rect, data: [], pixels: part))
    }
    let png = try PNG.encoded(part, compression: 9)
    if header.isEmpty { header = Self.chunks(of: png).first { $0.name == "IHDR" }?.data ?? [] }
    let data = Self.imageData(of: png)
    byteCount += data.count
    frames.append(Frame(rect: rect, data: data, pixels: nil))
  }

  /// Lets the last frame be seen for one more.
  public mutating func prolong() { frames[frames.count - 1].count += 1 }

  /// The bytes of the file; what cannot show it moving shows the first frame, or the last one of those that end.
  public var encoded: [UInt8] {
    var result: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let palette = colors.map { Palette(of: frames.compactMap(\.pixels), count: $0) }
    if let palette {
      result += Self.chunk("IHDR", Self.word(size.width) + Self.word(size.height) + [8, 3, 0, 0, 0])
      result += Self.chunk("PLTE", palette.bytes)
    } else {
      result += Self.chunk("IHDR", header)
    }
    result += Self.chunk("acTL", Self.word(frames.count) + Self.word(plays))
    func compressed(_ pixels: Bitmap) -> [UInt8]? {
      palette.map { deflated($0.rows(of: pixels), level: 9) }
        ?? (try? PNG.encoded(pixels, compression: 9)).map(Self.imageData)
    }
    // A picture before the first control is no part of the film.
    let still = plays > 0 && frames.count > 1 ? last.flatMap(compressed) : nil
    if let still { result += Self.chunk("IDAT", still) }
    var number = 0
    for (index, frame) in frames.enumerated() {
      var control = Self.word(number)
      for value in [frame.rect.x.count, frame.rect.y.count, frame.rect.x.lowerBound, frame.rect.y.lowerBound]
      {
        control += Self.word(value)
      }
      // The pixels before stay, and are replaced.
      control += time(of: frame) + [0, 0]
      result += Self.chunk("fcTL", control)
      number += 1
      let data = frame.pixels.flatMap(compressed) ?? frame.data
      if index == 0, still == nil {
        result += Self.chunk("IDAT", data)
      } else {
        result += Self.chunk("fdAT", Self.word(number) + data)
        number += 1
      }
    }
    return result + Self.chunk("IEND", [])
  }

  /// Returns how long a frame is seen, as numerator and denominator in seconds.
  private func time(of frame: Frame) -> [UInt8] {
    if let rate = Int(exactly: framesPerSecond), rate <= 65_535, frame.count <= 65_535 {
      return Self.half(frame.count) + Self.half(rate)
    }
    let seconds = Double(frame.count) / framesPerSecond
    return seconds < 65
      ? Self.half(Int((seconds * 1000).rounded())) + Self.half(1000)
      : Self.half(Int(min(seconds.rounded(), 65_535))) + Self.half(1)
  }

  /// Returns the smallest rectangle outside of which two pictures are the same; nil where they are that everywhere.
  private static func difference(_ one: Bitmap, _ other: Bitmap) -> PixelRectangle? {
    let (width, height) = (one.size.width, one.size.height)
    var (left, right, top, bottom) = (width, -1, height, -1)
    one.bytes.withUnsafeBytes { first in
      other.bytes.withUnsafeBytes { second in
        let (first, second) = (first.bindMemory(to: UInt32.self), second.bindMemory(to: UInt32.self))
        for y in 0..<height {
          let row = y * width
          guard let start = (0..<width).first(where: { first[row + $0] != second[row + $0] }) else {
            continue
          }
          let end = (0..<width).last { first[row + $0] != second[row + $0] } ?? start
          (left, right, top, bottom) = (min(left, start), max(right, end), min(top, y), y)
        }
      }
    }
    return right < 0 ? nil : PixelRectangle(x: left..<right + 1, y: top..<bottom + 1)
  }

  // MARK: Chunks

  private static func chunks(of png: [UInt8]) -> [(name: String, data: [UInt8])] {
    var result: [(name: String, data: [UInt8])] = []
    var place = 8
    while place + 12 <= png.count {
      let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: png[place + 4..<place + 8], as: UTF8.self)
      guard place + 12 + length <= png.count else { break }
      result.append((name, Array(png[place + 8..<place + 8 + length])))
      place += 12 + length
    }
    return result
  }

  private static func imageData(of png: [UInt8]) -> [UInt8] {
    chunks(of: png).filter { $0.name == "IDAT" }.flatMap(\.data)
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    let check = body.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
    return word(data.count) + body + word(Int(check))
  }

  /// Numbers as PNG has them, the highest byte first.
  private static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func half(_ value: Int) -> [UInt8] { [8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
}

extension Bitmap {
  fileprivate func part(_ columns: Range<Int>, _ rows: Range<Int>) -> Bitmap {
    var kept: [UInt8] = []
    kept.reserveCapacity(4 * columns.count * rows.count)
    for row in rows {
      let start = 4 * (row * size.width + columns.lowerBound)
      kept += bytes[start..<start + 4 * columns.count]
    }
    return Bitmap(size: PixelSize(width: columns.count, height: rows.count), bytes: kept)
  }
}

/// A few colours that stand for all of some pictures, by median cut: P. Heckbert, “Color image quantization for frame
/// buffer display”, 1982.
private struct Palette {
  /// For each colour of five bits a channel the number of the one that stands for it.
  private var numbers = [UInt8](repeating: 0, count: 1 << 15)
  private(set) var bytes: [UInt8] = []

  /// A colour of five bits a channel: the sums of the channels of all pixels that have it, and how many they are.
  private struct Bin {
    let place: Int
    let sums: SIMD4<Int>

    func channel(_ index: Int) -> Int { (place >> (5 * index)) & 31 }
  }

  init(of pictures: [Bitmap], count: Int) {
    var sums = [SIMD4<Int>](repeating: .zero, count: 1 << 15)
    for picture in pictures {
      for pixel in stride(from: 0, to: picture.bytes.count, by: 4) {
        let (red, green, blue) = (picture.bytes[pixel], picture.bytes[pixel + 1], picture.bytes[pixel + 2])
        sums[Self.place(red, green, blue)] &+= SIMD4(Int(red), Int(green), Int(blue), 1)
      }
    }
    var boxes = [sums.indices.filter { sums[$0].w > 0 }.map { Bin(place: $0, sums: sums[$0]) }]
    while boxes.count < count, let box = Self.worst(boxes) {
      let parts = Self.halves(of: boxes[box.index], along: box.channel)
      boxes[box.index] = parts.0
      boxes.append(parts.1)
    }
    for (number, box) in boxes.enumerated() {
      let all = box.reduce(SIMD4<Int>.zero) { $0 &+ $1.sums }
      for channel in 0..<3 { bytes.append(UInt8((all[channel] + all.w / 2) / max(all.w, 1))) }
      for bin in box { numbers[bin.place] = UInt8(number) }
    }
  }

  private static func place(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    (Int(red) >> 3) << 10 | (Int(green) >> 3) << 5 | Int(blue) >> 3
  }

  /// Returns the box that is to be divided next, the one with the most pixels over the largest extent, and the channel
  /// along which it extends.
  private static func worst(_ boxes: [[Bin]]) -> (index: Int, channel: Int)? {
    var best: (index: Int, channel: Int, cost: Int)?
    for (index, box) in boxes.enumerated() where box.count > 1 {
      let weight = box.reduce(0) { $0 + $1.sums.w }
      for channel in 0..<3 {
        let values = box.map { $0.channel(channel) }
        let extent = (values.max() ?? 0) - (values.min() ?? 0)
        // The root of the weight, so that rare colours far from others have a place, too.
        let cost = extent * Int(Double(weight).squareRoot())
        if extent > 0, cost > best?.cost ?? 0 { best = (index, channel, cost) }
      }
    }
    return best.map { ($0.index, $0.channel) }
  }

  private static func halves(of box: [Bin], along channel: Int) -> ([Bin], [Bin]) {
    let sorted = box.sorted { ($0.channel(channel), $0.place) < ($1.channel(channel), $1.place) }
    let half = box.reduce(0) { $0 + $1.sums.w } / 2
    var (count, passed) = (0, 0)
    while count < sorted.count - 1, passed <= half {
      passed += sorted[count].sums.w
      count += 1
    }
    return (Array(sorted.prefix(count)), Array(sorted.dropFirst(count)))
  }

  /// Returns the rows of a picture as numbers of colours, each row after a byte that says that it is not filtered.
  func rows(of picture: Bitmap) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((picture.size.width + 1) * picture.size.height)
    for y in 0..<picture.size.height {
      result.append(0)
      for x in 0..<picture.size.width {
        let pixel = 4 * (y * picture.size.width + x)
        let bytes = picture.bytes
        result.append(numbers[Self.place(bytes[pixel], bytes[pixel + 1], bytes[pixel + 2])])
      }
    }
    return result
  }
}
