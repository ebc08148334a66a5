import Colors
import Foundation
import Geometry
import Posters
import TestSupport
import Testing

@Suite struct PosterHistoryTests {
  /// Returns a poster after so many random edits, and all versions on the way.
  private func edited(_ count: Int, seed: UInt64) -> (steps: [PosterHistory.Step], present: Poster) {
    var generator = SeededGenerator(seed: seed)
    var poster = Poster(
      title: "Keep calm", lines: [.init("KEEP"), .init("CALM"), .init("and", rank: .small)])
    var steps: [PosterHistory.Step] = []
    for index in 0..<count {
      steps.append(.init(PosterEdit(rawValue: "step-\(index)"), poster: poster))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: poster.lines.append(.init("LINE \(index)"))
      case 1: if poster.lines.count > 1 { poster.lines.removeFirst() }
      case 2: poster.ink = RGBA(bytes: UInt8.random(in: 0...255, using: &generator), 0, 0)
      case 3:
        poster.emblem = .drawing(
          Path(rect: Rect(x: 0, y: 0, width: Double(index + 1), height: 7)), source: "c")
      default: poster.lines[0].text += "é"
      }
      if poster.lines.count > 40 { poster.lines.removeLast(30) }
    }
    return (steps, poster)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `every version comes back, both ways`(seed: UInt64) throws {
    let (steps, present) = edited(60, seed: seed)
    let redone = Array(edited(10, seed: seed + 10).steps)
    let history = PosterHistory(undone: steps, redone: redone)

    let read = try PosterHistory(bytes: history.bytes(present: present), present: present)

    #expect(read == history)
  }

  @Test func `a thousand steps of typing take less than three bytes for each byte of the text's changes`()
    throws
  {
    var poster = Poster(lines: [.init("")])
    poster.emblem = .picture(bytes: [UInt8](repeating: 7, count: 20_000), source: "large")
    var steps: [PosterHistory.Step] = []
    for index in 0..<1000 {
      steps.append(.init(.typing, poster: poster))
      poster.lines[0].text = String(repeating: "A", count: index % 60 + 1)
    }

    let bytes = PosterHistory(undone: steps).bytes(present: poster)

    #expect(bytes.count < 1000 * 400)
    // The picture, which never changed, is not in it at all.
    #expect(!String(decoding: bytes, as: UTF8.self).contains("BwcHBwcHBwcH"))
    #expect(try PosterHistory(bytes: bytes, present: poster).undone.count == 1000)
  }

  @Test func `beyond the limit the oldest steps go, and the rest is whole`() throws {
    let (steps, present) = edited(200, seed: 5)

    let bytes = PosterHistory(undone: steps).bytes(present: present, atMost: 8000)

    let read = try PosterHistory(bytes: bytes, present: present).undone
    #expect(!read.isEmpty && read.count < 200)
    #expect(read == Array(steps.suffix(read.count)))
  }

  /// The format of versions before identifiers: the English names in menus.
  @Test func `a history of an earlier version is read, and its steps have identifiers from then on`() throws {
    let stored = #"""
      {"schema":"regalia-history","version":1,"undone":[\#
      {"name":"typing","members":{"lines":[{"text":"KEEP"}]}},\#
      {"name":"line order","members":{"title":"A"}},{"name":"Renaming","members":{"title":"B"}},\#
      {"name":"something else","members":{"title":"C"}}],\#
      "redone":[{"name":"Changes from the command line","members":{"title":"D"}}]}
      """#
    let present = Poster(title: "Now", lines: [.init("KEEP"), .init("CALM")])

    let history = try PosterHistory(bytes: Array(stored.utf8), present: present)

    #expect(history.undone.map(\.poster.title) == ["C", "B", "A", "Now"])
    #expect(
      history.undone.map(\.edit) == [PosterEdit(rawValue: "something else"), .renaming, .lineOrder, .typing])
    #expect(history.redone.map(\.edit) == [.changesFromCommandLine])
    let written = history.bytes(present: present)
    let text = String(decoding: written, as: UTF8.self)
    #expect(text.contains("line-order") && !text.contains("line order"))
    #expect(try PosterHistory(bytes: written, present: present) == history)
  }

  @Test(arguments: [
    "", "{}", "[1]", #"{"schema":"regalia-history","version":2}"#, #"{"schema":"regalia-poster"}"#,
  ])
  func `what is no history is refused`(text: String) {
    #expect(throws: PosterError.self) { try PosterHistory(bytes: Array(text.utf8), present: Poster()) }
  }
}
