import ColorManagement
import Colors
import Geometry
import TestSupport
import Testing

@Suite struct InkConverterTests {
  @Test func `white is the paper, and black has no colour`() throws {
    let converter = try InkConverter(Press.profile())

    let white = converter.inks(of: .white)
    let black = converter.inks(of: RGBA(hex: 0))

    #expect(white == CMYK(cyan: 0, magenta: 0, yellow: 0, black: 0))
    #expect(black.black > 0.9 && max(black.cyan, black.magenta, black.yellow) < 0.01)
  }

  @Test func `inks are shares, for colours beyond what there is too`() throws {
    let converter = try InkConverter(Press.profile())
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      func channel() -> Double { Double.random(in: -0.5...1.5, using: &generator) }
      let inks = converter.inks(of: RGBA(red: channel(), green: channel(), blue: channel()))
      for ink in [inks.cyan, inks.magenta, inks.yellow, inks.black] { #expect((0...1).contains(ink)) }
    }
  }

  @Test func `a picture has the inks that its colours have one by one`() throws {
    let converter = try InkConverter(Press.profile())
    var generator = SeededGenerator(seed: 9)
    let pixels = (0..<900).map { _ in UInt8.random(in: 0...255, using: &generator) }

    let inks = converter.inks(ofPixels: pixels)

    #expect(inks.count == 1200)
    for index in 0..<300 {
      let color = RGBA(bytes: pixels[3 * index], pixels[3 * index + 1], pixels[3 * index + 2])
      let exact = converter.inks(of: color)
      let wanted = [exact.cyan, exact.magenta, exact.yellow, exact.black]
      // The tables of bytes are made coarser than the profile's.
      for (ink, share) in zip(inks[4 * index..<4 * index + 4], wanted) {
        #expect(abs(Double(ink) / 255 - share) < 0.03, "\(color)")
      }
    }
  }
}

@Suite struct PrintProofTests {
  private func proof(_ colors: [UInt32]) throws -> PrintProof {
    let bytes = colors.flatMap { hex -> [UInt8] in
      let color = RGBA(hex: hex).bytes8
      return [color.r, color.g, color.b, 255]
    }
    let bitmap = Bitmap(size: PixelSize(width: colors.count, height: 1), bytes: bytes)
    return try PrintProofer(Press.profile()).proof(of: bitmap)
  }

  @Test func `what the press cannot show is told from what it can`() throws {
    let can: [UInt32] = [0xffffff, 0x000000, 0x808080, 0xf6e8cb, 0x1e3a2b, 0xa07864]
    let cannot: [UInt32] = [0x00ff00, 0xff0000, 0x0000ff, 0xd00000, 0xffff00]

    #expect(try proof(can).isOutOfGamut == Array(repeating: false, count: can.count))
    #expect(try proof(cannot).isOutOfGamut == Array(repeating: true, count: cannot.count))
    #expect(try proof([0xffffff, 0x00ff00, 0x00ff00, 0x808080]).share == 0.5)
  }

  @Test func `what the press can show looks the same on paper, and the rest duller`() throws {
    let picture = try proof([0xf6e8cb, 0x808080, 0x00ff00]).picture

    for (byte, wanted) in zip(picture.bytes[..<8], [0xf6, 0xe8, 0xcb, 0xff, 0x80, 0x80, 0x80, 0xff]) {
      #expect(abs(Int(byte) - wanted) <= 3)
    }
    #expect(picture.bytes[8] > 60 && picture.bytes[10] > 60 && picture.bytes[11] == 255)
  }

  @Test func `a picture without pixels has nothing out of gamut`() throws {
    let bitmap = Bitmap(size: PixelSize(width: 0, height: 0), bytes: [])
    #expect(try PrintProofer(Press.profile()).proof(of: bitmap).share == 0)
  }
}
