import Colors
import TestSupport
import Testing

@Suite struct HexconeTextTests {
  /// All 16,777,216 colours where the tests are exhaustive, otherwise those of some reds.
  @Test func `colours survive RGB to HSB to RGB, and so does their one-decimal text`() async {
    let lost = await withTaskGroup(of: Loss.self) { group in
      for red in Sweep.sample(0...255, 10) + [255] {
        group.addTask { lossByHSB(red: UInt8(red)) }
      }
      return await group.reduce(into: Loss()) { sum, part in
        sum.numbers += part.numbers
        sum.text += part.text
      }
    }

    #expect(lost == Loss())
  }

  @Test func `HSL and HWB survive with their text wherever red is most and blue least`() async {
    let lost = await withTaskGroup(of: Loss.self) { group in
      for red in Sweep.sample(0...255, 10) + [255] {
        group.addTask { lossByHSLAndHWB(red: UInt8(red)) }
      }
      return await group.reduce(into: Loss()) { sum, part in
        sum.numbers += part.numbers
        sum.text += part.text
      }
    }

    #expect(lost == Loss())
  }

  @Test(arguments: [ColorFormat.hsb, .hsl, .hwb])
  func `the public text is the one that is proved here, in every sector`(format: ColorFormat) throws {
    var chance = SeededGenerator(seed: 7)
    for _ in 0..<(Sweep.isExhaustive ? 2000 : 500) {
      let hex = UInt32.random(in: 0...0xff_ffff, using: &chance)
      let color = Color(RGBA(hex: hex))

      let text = color.text(as: format)

      let read = try #require(
        Array(text.utf8).withUnsafeBufferPointer { bytes in
          bytes.baseAddress.flatMap { HexconeText.read($0, count: bytes.count) }
        })
      let expected =
        switch format {
        case .hsb: HexconeText(HSB(color.rgba))
        case .hsl: HexconeText(HSL(color.rgba))
        default: HexconeText(HWB(color.rgba))
        }
      #expect(read.text == expected)
      #expect(try Color(parsing: text).rgba.bytes8 == color.rgba.bytes8)
      #expect(try Color(parsing: text) == Color(parsing: text.uppercased()))
    }
  }

  @Test func `a hue that rounds up to a full turn is written 0`() {
    #expect(HexconeText(hue: 359.96, 1, 1).hue == 0)
    #expect(HexconeText(hue: 359.94, 1, 1).hue == 3599)
  }
}

/// How many colours did not come back.
private struct Loss: Equatable {
  var numbers = 0
  var text = 0
}

/// Sends every colour with one red through HSB and through its text.
///
/// Plain loops over pointers: the body runs 16.7 million times without the optimiser.
private func lossByHSB(red: UInt8) -> Loss {
  var lost = Loss()
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: HexconeText.capacity)
  defer { bytes.deallocate() }
  var index = 0
  while index < 65536 {
    let green = UInt8(truncatingIfNeeded: index >> 8)
    let blue = UInt8(truncatingIfNeeded: index)
    let hsb = HSB(RGBA(bytes: red, green, blue))
    let plain = hsb.rgba().bytes8
    if plain.r != red || plain.g != green || plain.b != blue { lost.numbers &+= 1 }

    let count = HexconeText(hsb).write(.hsb, to: bytes)
    if let read = HexconeText.read(bytes, count: count), read.notation == .hsb {
      let back = read.text.hsb.rgba().bytes8
      if back.r != red || back.g != green || back.b != blue { lost.text &+= 1 }
    } else {
      lost.text &+= 1
    }
    index &+= 1
  }
  return lost
}

/// Sends every colour with one red, no more green than that and no more blue than green, through HSL and HWB.
private func lossByHSLAndHWB(red: UInt8) -> Loss {
  var lost = Loss()
  let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: HexconeText.capacity)
  defer { bytes.deallocate() }
  func count(_ back: RGBA, _ wanted: RGBA, _ losses: inout Int) {
    let (back, wanted) = (back.bytes8, wanted.bytes8)
    if back.r != wanted.r || back.g != wanted.g || back.b != wanted.b { losses &+= 1 }
  }
  var green: UInt8 = 0
  while true {
    var blue: UInt8 = 0
    while true {
      let rgba = RGBA(bytes: red, green, blue)
      let (hsl, hwb) = (HSL(rgba), HWB(rgba))
      count(hsl.rgba(), rgba, &lost.numbers)
      count(hwb.rgba(), rgba, &lost.numbers)

      let hslText = HexconeText.read(bytes, count: HexconeText(hsl).write(.hsl, to: bytes))
      count(hslText?.text.hsl.rgba() ?? .clear, rgba, &lost.text)
      let hwbText = HexconeText.read(bytes, count: HexconeText(hwb).write(.hwb, to: bytes))
      count(hwbText?.text.hwb.rgba() ?? .clear, rgba, &lost.text)
      if blue == green { break }
      blue &+= 1
    }
    if green == red { break }
    green &+= 1
  }
  return lost
}
