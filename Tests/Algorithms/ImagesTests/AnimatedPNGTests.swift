import Colors
import Geometry
import Images
import Testing

@Suite struct AnimatedPNGTests {
  private let size = PixelSize(width: 30, height: 20)

  private func frame(_ change: (inout Bitmap) -> Void = { _ in }) -> Bitmap {
    let bytes = (0..<600).flatMap { place -> [UInt8] in [UInt8(place % 250), 90, UInt8(place / 30), 255] }
    var bitmap = Bitmap(size: size, bytes: bytes)
    change(&bitmap)
    return bitmap
  }

  /// The names of a file's chunks.
  private func chunks(_ bytes: [UInt8]) -> [String] {
    var (names, place): ([String], Int) = ([], 8)
    while place + 12 <= bytes.count {
      names.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
      place += 12 + bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(place == bytes.count)
    return names
  }

  @Test func `what cannot show it moving shows the first frame`() throws {
    var film = AnimatedPNG(size: size, framesPerSecond: 5)
    try film.append(frame())
    try film.append(frame { $0.bytes[4 * 100] = 255 })
    #expect(try Bitmap(encoded: film.encoded) == frame())
  }

  @Test func `a frame that stays is stored once, and one that changes a little is small`() throws {
    var film = AnimatedPNG(size: size, framesPerSecond: 5)
    for _ in 0..<4 { try film.append(frame()) }
    try film.append(frame { $0.bytes[4 * (5 * 30 + 7)] = 255 })
    try film.append(frame())

    let bytes = film.encoded
    #expect(
      chunks(bytes) == ["IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"])
    // The second frame is one pixel, at 7, 5; the first is seen for 4/5 seconds.
    let first = 8 + 25 + 20 + 8
    #expect(Array(bytes[first + 20..<first + 24]) == [0, 4, 0, 5])
    var again = AnimatedPNG(size: size, framesPerSecond: 5)
    for bitmap in [frame(), frame(), frame(), frame(), frame { $0.bytes[4 * (5 * 30 + 7)] = 255 }, frame()] {
      try again.append(bitmap)
    }
    #expect(again.encoded == bytes)
  }

  @Test func `one that ends is its last frame where pictures do not move`() throws {
    let last = frame { $0.bytes[4 * 100] = 255 }
    var film = AnimatedPNG(size: size, framesPerSecond: 30, plays: 1)
    try film.append(frame())
    film.prolong()
    try film.append(last)

    let bytes = film.encoded
    #expect(try Bitmap(encoded: bytes) == last)
    // The picture before the first control is none of the two frames.
    #expect(chunks(bytes) == ["IHDR", "acTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"])
    let control = 8 + 25 + 8
    #expect(Array(bytes[control..<control + 8]) == [0, 0, 0, 2, 0, 0, 0, 1])
  }

  @Test(arguments: [(29.97, [3, 232]), (240, [0, 240]), (0.01, [0, 1])] as [(Double, [UInt8])])
  func `the denominator of a frame's time is the rate where that is whole`(rate: Double, unit: [UInt8]) throws
  {
    var film = AnimatedPNG(size: size, framesPerSecond: rate)
    try film.append(frame())
    let first = 8 + 25 + 20 + 8
    #expect(Array(film.encoded[first + 22..<first + 24]) == unit)
  }

  @Test func `few colours stand for all of them, and those that are few stay as they are`() throws {
    let flat = (0..<600).flatMap { $0 % 3 == 0 ? [255, 0, 0, 255] : [0, 64, 128, 255] as [UInt8] }
    var film = AnimatedPNG(size: size, framesPerSecond: 1, colors: 4)
    try film.append(Bitmap(size: size, bytes: flat))
    #expect(try Bitmap(encoded: film.encoded).bytes == flat)

    var reduced = AnimatedPNG(size: size, framesPerSecond: 1, colors: 256)
    try reduced.append(frame())
    let shown = try Bitmap(encoded: reduced.encoded)
    // Colours of five bits a channel are told apart at least where there are no more than 256 of them.
    for (seen, meant) in zip(shown.bytes, frame().bytes) { #expect(abs(Int(seen) - Int(meant)) < 8) }
  }
}
