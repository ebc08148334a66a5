import Geometry
import Testing
import Text

@testable import Typography

@Suite(.enabled(if: Installed.colourEmoji, "fonts-noto-color-emoji is not installed"))
struct GlyphPictureTests {
  private let typesetter = Typesetter()

  @Test func `an emoji that only a font of colours has is a picture where its character stands`() throws {
    let font = Font(family: "Noto Color Emoji", size: 100)
    let line = typesetter.line("a👍b", font: font)
    let pictures = typesetter.pictures(of: line.setting)

    let picture = try #require(pictures.first)
    #expect(pictures.count == 1 && picture.character == 1)
    #expect(picture.png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(picture.frame.minX > line.caret(at: 1).x - 10 && picture.frame.maxX < line.caret(at: 2).x + 10)
    #expect(picture.frame.height > 60 && picture.frame.height < 160 && picture.frame.midY < 0)
    #expect(typesetter.unseenCharacters(of: line.setting).isEmpty)
    #expect(typesetter.pictures(of: TextSetting("abc", font: font)).isEmpty)
  }
}
