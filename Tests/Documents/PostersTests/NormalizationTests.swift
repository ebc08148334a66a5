import Foundation
import Testing
import Typography

@testable import Posters

/// Accents are composed and decomposed as Unicode says, which Foundation does with tables of its own.
@Suite struct NormalizationTests {
  @Test func `letters and marks are composed and decomposed as Foundation does it`() {
    let letters: [ClosedRange<UInt32>] = [0xA0...0x17F, 0x300...0x3FF, 0x1F00...0x1FFF, 0xFB1D...0xFB4F]
    // Of the other characters every 31st; beyond the first 65,536 Foundation takes letters apart that have no parts.
    let others = stride(from: 0x180, to: 0x1_0000, by: 31).map { UInt32($0) }
    var faults: [String] = []
    for scalar in (letters.joined() + others).compactMap(Unicode.Scalar.init) {
      for text in [String(scalar), "α\u{301}" + String(scalar), String(scalar) + "\u{345}"] {
        let composed = text.precomposedStringWithCanonicalMapping.unicodeScalars
        let decomposed = text.decomposedStringWithCanonicalMapping.unicodeScalars
        if !text.composed.unicodeScalars.elementsEqual(composed)
          || !text.decomposed.unicodeScalars.elementsEqual(decomposed)
        {
          faults.append(String(scalar.value, radix: 16))
        }
      }
    }

    #expect(faults.isEmpty, "\(faults)")
  }

  @Test
  func `vowels of Tibetan and letters of Old Persian are as Unicode says, which Foundation does not know`() {
    #expect(Array("\u{F73}".composed.unicodeScalars) == ["\u{F71}", "\u{F72}"])
    #expect(Array("\u{103AC}".decomposed.unicodeScalars) == ["\u{103AC}"])
  }

  @Test(arguments: [
    ("e\u{301}", "é"), ("\u{1F80}", "\u{1F80}"), ("\u{2126}", "Ω"), ("plain\0text", "plain\0text"),
  ])
  func `accents become parts of their letters`(text: String, composed: String) {
    #expect(Array(text.composed.unicodeScalars) == Array(composed.unicodeScalars))
    #expect(text.decomposed == composed)
  }
}
