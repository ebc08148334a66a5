import Catalog
import Colors
import Files
import Foundation
import Posters
@testable import Publishing
import Testing

@testable import PosterEditor

/// Where posters are kept that are being edited, by real libraries and files.
@Suite struct PosterKeeperTests {
  private func poster(_ text: String) -> Poster { Poster(title: text, lines: [Poster.Line(text)]) }

  private func library(in folder: ScratchFolder) throws -> Library {
    try Library(path: folder.path + "/library.regalia", access: .writing)
  }

  /// Returns what an editor opens of the only poster of a library.
  private func opened(_ library: Library) throws -> EditedDocument {
    let wall = GalleryPosters(library)
    let id = try #require(try wall.summaries().first).id
    return try EditedDocument(wall.entry(named: id), of: library)
  }

  private func edit(_ document: EditedDocument, _ text: String) -> EditedPoster {
    var edited = EditedPoster(document.poster, history: document.history)
    edited.type { $0.insert(text) }
    return edited
  }

  @Test func `what was done is there again when a poster of the wall is opened anew`() throws {
    let folder = try ScratchFolder()
    let library = try library(in: folder)
    _ = try GalleryPosters(library).add([poster("KEEP")])
    let first = try opened(library)
    let edited = edit(first, " CALM")
    var keeper = PosterKeeper(first.home)

    _ = try keeper.save(edited.poster, edited.storedHistory)
    let again = try opened(library)

    #expect(again.poster == edited.poster)
    var resumed = EditedPoster(again.poster, history: again.history)
    #expect(resumed.undo() == .typing)
    #expect(resumed.poster == first.poster)
  }

  @Test func `what was done to a file is in the library and never in the file`() throws {
    let folder = try ScratchFolder()
    let library = try library(in: folder)
    let path = folder.path + "/calm.json"
    try AtomicFile.write(poster("KEEP").json, to: path)
    let first = try EditedDocument(file: path, history: library)
    let edited = edit(first, " CALM")
    var keeper = PosterKeeper(first.home)

    _ = try keeper.save(edited.poster, edited.storedHistory)

    #expect(try String(contentsOfFile: path, encoding: .utf8) == edited.poster.json)
    let again = try EditedDocument(file: path, history: library)
    #expect(again.history?.undone.map(\.poster) == [first.poster])
    // Another content under the same name has another past.
    try AtomicFile.write(poster("OTHER").json, to: path)
    #expect(try EditedDocument(file: path, history: library).history == nil)
  }

  @Test func `two who change one poster at once lose neither version`() throws {
    let folder = try ScratchFolder()
    let library = try library(in: folder)
    _ = try GalleryPosters(library).add([poster("KEEP")])
    let document = try opened(library)
    var (mine, theirs) = (PosterKeeper(document.home), PosterKeeper(document.home))
    let (first, second) = (edit(document, " CALM"), edit(document, " COOL"))

    guard case .saved = try mine.save(first.poster, first.storedHistory) else {
      Issue.record("the first is simply saved")
      return
    }
    guard case .keptBeside = try theirs.save(second.poster, second.storedHistory) else {
      Issue.record("the second has to be kept beside the first")
      return
    }

    let wall = GalleryPosters(library)
    let texts = try wall.summaries().map { try wall.poster(of: wall.entry(named: $0.id)).lines[0].text }
    #expect(texts == ["KEEP CALM", "KEEP COOL"])
    // From then on each goes on with its own.
    let third = edit(EditedDocument(second.poster, home: theirs.home), "!")
    guard case .saved = try theirs.save(third.poster, third.storedHistory) else {
      Issue.record("it is its own poster now")
      return
    }
    #expect(try wall.summaries().count == 2)
  }

  @Test func `whoever saves by hand hears that the version was kept beside`() throws {
    let folder = try ScratchFolder()
    let library = try library(in: folder)
    _ = try GalleryPosters(library).add([poster("KEEP")])
    let document = try opened(library)
    let driver = EditorDriver(document)
    driver.key(.enter)
    driver.type("!")
    var theirs = PosterKeeper(document.home)
    let other = edit(document, " COOL")
    _ = try theirs.save(other.poster, other.storedHistory)

    driver.key(.character("s"), .control)

    let notices = driver.editor.host.saidNotices.map(\.words)
    #expect(notices.last?.contains("saved beside it") == true, "\(notices)")
    guard case .keptBeside = driver.editor.open.finish() else {
      Issue.record("the wall has to show both")
      return
    }
    #expect(try GalleryPosters(library).summaries().count == 2)
  }

  @Test func `a file that somebody else has changed stays, and the other version is beside it`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/calm.json"
    try AtomicFile.write(poster("KEEP").json, to: path)
    let document = try EditedDocument(file: path, history: nil)
    var keeper = PosterKeeper(document.home)
    try AtomicFile.write(poster("THEIRS").json, to: path)
    #expect(try keeper.newerVersion()?.poster == poster("THEIRS"))

    let mine = edit(document, " CALM")
    guard case .keptBeside(let name) = try keeper.save(mine.poster, mine.storedHistory) else {
      Issue.record("it has to be kept beside")
      return
    }

    #expect(name == PosterHome.wholePath(folder.path) + "/calm (2).json")
    #expect(try EditedDocument(file: path, history: nil).poster == poster("THEIRS"))
    #expect(try EditedDocument(file: name, history: nil).poster == mine.poster)
  }

  @Test func `a poster that was taken down while it was edited hangs again`() throws {
    let folder = try ScratchFolder()
    let library = try library(in: folder)
    _ = try GalleryPosters(library).add([poster("KEEP")])
    let document = try opened(library)
    var keeper = PosterKeeper(document.home)
    try library.remove(try library.posterKeys(), at: 0)
    let mine = edit(document, " CALM")

    _ = try keeper.save(mine.poster, mine.storedHistory)

    #expect(try opened(library).poster == mine.poster)
  }

  @Test func `a folder that cannot be written leaves the file as it was and is told of`() throws {
    let document = EditedDocument(
      poster("KEEP"), home: .file("/proc/regalia-nowhere/calm.json", ContentDigest([]), history: nil))
    var keeper = PosterKeeper(document.home)
    #expect(throws: (any Error).self) { try keeper.save(document.poster, PosterHistory()) }
    #expect(document.home.refusal?.english.contains("cannot be written") == true)
  }

  @Test func `a thousand steps are saved in little more than the text that was typed`() throws {
    var edited = EditedPoster(poster("KEEP"))
    for step in 0..<1000 {
      edited.changeLines(PosterEdit(rawValue: "step-\(step)")) {
        $0.insert("x"); if step % 30 == 29 { $0.breakLine() }
      }
    }
    #expect(edited.history.done.count == 1000)
    let bytes = edited.storedHistory.bytes(present: edited.poster)
    #expect(bytes.count < 4 << 20)
    let read = try PosterHistory(bytes: bytes, present: edited.poster)
    #expect(read.undone.count == 1000)
  }
}
