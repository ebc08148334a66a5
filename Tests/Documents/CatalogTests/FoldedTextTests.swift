import Foundation
import TestSupport
import Testing

@testable import Catalog

/// Foundation folds by CoreFoundation's own tables; ids and search words were made by them once and stay as they are.
@Suite struct FoldedTextTests {
  private func slug(byFoundation text: String) -> String {
    let plain = text.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil).lowercased()
    let words = plain.split { !$0.isLetter && !$0.isNumber }
    let slug = String(words.joined(separator: "-").prefix(80))
    return slug.hasSuffix("-") ? String(slug.dropLast()) : slug
  }

  @Test func `ids of all crowns that ship are made as ever`() throws {
    let shipped = Fixture.checkout.appending(path: "Assets/crowns.sqlite")
    let library = try Library(path: nil, shipped: shipped.path, access: .reading)
    let names = try library.crowns().flatMap { [$0.name, $0.id] + $0.tags }
    #expect(names.count > 3000)

    #expect(names.filter { Slug.made(of: $0, fallback: "") != slug(byFoundation: $0) } == [])
  }

  @Test func `words of searches fold as ever`() {
    let words = Synonyms.vocabulary
    #expect(words.count > 500)

    let latin = words.filter { !$0.unicodeScalars.contains { (0x30A1...0x30FC).contains($0.value) } }
    let changed = latin.filter {
      Synonyms.folded($0)
        != $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        .replacingOccurrences(of: "ß", with: "ss").replacingOccurrences(of: "ł", with: "l")
    }
    #expect(Synonyms.folded("バラ") == "ばら" && Synonyms.folded("ｸｲｰﾝ") == "くいーん")
    #expect(changed == [])
  }

  @Test
  func
    `letters of Latin, Greek, Cyrillic, Japanese, Korean and Chinese fold as ever, wide and narrow ones too`()
  {
    let blocks: [ClosedRange<UInt32>] = [
      0x20...0x36F, 0x370...0x482, 0x48A...0x52F, 0x1E00...0x1FCC, 0x3041...0x309D, 0x30A1...0x30FD,
      0x4E00...0x4FFF,
      0xAC00...0xAFFF, 0xFF01...0xFF9D,
    ]
    let letters = blocks.joined().compactMap(Unicode.Scalar.init).map { "Krone \($0)\($0) x" }

    #expect(letters.filter { Slug.made(of: $0, fallback: "") != slug(byFoundation: $0) } == [])
  }

  @Test(arguments: [
    ("Ärger & Größe", "arger-große"), ("Ｋｅｅｐ　Ｃａｌｍ", "keep-calm"), ("Zażółć gęślą jaźń", "zazołc-gesla-jazn"),
    ("ﾊﾞｶ", "バカ"), ("nul\u{0}l", "null"), ("", "poster"), ("♛ — ♛", "poster"),
  ])
  func `a name has no marks, no symbols and one width`(name: String, slug: String) {
    #expect(Slug.made(of: name, fallback: "poster") == slug)
  }
}
