import Testing

@testable import Windowing

@Suite struct KeyTests {
  @Test(arguments: "abcdefghijklmnopqrstuvwxyz0123456789-=[]\\;',./`")
  func `a character that a key bears leads to that key`(character: Character) throws {
    let key = try #require(Key(character: String(character)))

    #expect(key.rawValue == Int32(try #require(Character(character.uppercased()).asciiValue)))
  }

  @Test(arguments: ["", "A", "é", "ß", "с", "ab", "&", "\0"])
  func `a character that no key bears leads to none`(text: String) {
    #expect(Key(character: text) == nil)
  }
}
