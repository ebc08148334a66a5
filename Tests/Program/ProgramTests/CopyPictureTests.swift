import Colors
import Foundation
import Geometry
import Images
import TestSupport
import Testing

/// Data copied in the editor, as other programs receive them.
@Suite(.waiting, .enabled(if: Desktop.isPossible, Desktop.missing)) struct CopyPictureTests {
  @Test func `a poster is copied as a picture and as a drawing, and text takes the clipboard back`() throws {
    let desktop = try Desktop()
    let path = desktop.home.path("p.json")
    // Noise does not compress: the picture is sent in parts.
    var generator = SeededGenerator(seed: 3)
    let side = 400
    let noise = (0..<side * side).flatMap { _ -> [UInt8] in
      let word = generator.next()
      return [UInt8(word & 255), UInt8(word >> 8 & 255), UInt8(word >> 16 & 255), 255]
    }
    let photo = Bitmap(size: PixelSize(width: side, height: side), bytes: noise)
    try Data(PNG.encoded(photo)).write(to: URL(filePath: desktop.home.path("noise.png")))
    let made = try BuiltProgram.run(
      [
        "poster", "new", "--text", "HI", "--crown", "none", "--page", "100x100mm", "--background",
        desktop.home.path("noise.png"), "-o", path,
      ], in: desktop.home)
    #expect(made.status == 0)
    let editor = try ProgramWindow(on: desktop, "poster", "edit", path)

    try editor.key("ctrl+shift+g")
    var picture: Data?
    try eventually("a picture can be pasted") {
      picture = try desktop.clipboard(as: "image/png")
      return picture != nil
    }
    let kinds = try desktop.clipboard(as: "TARGETS").map { String(decoding: $0, as: UTF8.self) }
    let bitmap = try Bitmap(encoded: Array(try #require(picture)))

    #expect(try #require(picture).count > 1 << 20)
    #expect(bitmap.size == PixelSize(width: 2000, height: 2000))
    #expect(kinds?.contains("image/png") == true && kinds?.contains("MULTIPLE") == true)
    #expect(try desktop.clipboard(as: "image/svg+xml") == nil)

    try editor.key("ctrl+shift+e")
    try eventually("a drawing can be pasted") {
      try desktop.clipboard(as: "image/svg+xml").map { $0.starts(with: Data("<".utf8)) } == true
    }
    #expect(desktop.clipboard?.contains("<svg") == true)

    // xclip answers with its text whatever it is asked for.
    try desktop.setClipboard("something else")
    #expect(try desktop.clipboard(as: "image/svg+xml") == Data("something else".utf8))
  }
}
