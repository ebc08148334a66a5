import Testing
import Typography

@Suite struct MissingCharactersTests {
  @Test(arguments: [
    ("漢", "fonts-noto-cjk"), ("ひ", "fonts-noto-cjk"), ("한", "fonts-noto-cjk"), ("𠮷", "fonts-noto-cjk"),
    ("🦉", "fonts-symbola"), ("⚡", "fonts-symbola"), ("ሀ", "fonts-noto-core"), ("ก", "fonts-noto-core"),
  ])
  func `the package is named that has what is missing`(text: String, package: String) {
    let missing = MissingCharacters(Array(text.unicodeScalars))

    #expect(missing.packages == [package])
    #expect(missing.description.contains("install \(package) to see it"))
  }

  @Test(arguments: ["\u{e000}", "\u{f8ff}", "\u{378}"])
  func `for what no font need have nothing is to be installed`(text: String) {
    let missing = MissingCharacters(Array(text.unicodeScalars))

    #expect(missing.packages.isEmpty)
    #expect(
      missing.description.hasSuffix(String(text.unicodeScalars.map(\.value)[0], radix: 16).uppercased()))
  }

  @Test func `each package is named once`() {
    let missing = MissingCharacters(Array("漢字🦉".unicodeScalars))

    #expect(missing.packages == ["fonts-noto-cjk", "fonts-symbola"])
    #expect(missing.description.hasPrefix("No installed font has 3 of these characters"))
  }
}
