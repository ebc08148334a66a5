import Controls
import Foundation
import Geometry
import Input
import TestSupport
import Testing
import Typography

@testable import Application
import Files
import Workers

@Suite struct FilePanelTests {
  private let home: Home
  private let host: ControlHost
  private let files: FileDialogs
  private let chosen = Chosen()
  private let work = WorkGroup()

  private final class Chosen { var paths: [[String]] = [] }

  /// A folder with two folders, three files and a hidden one.
  init() throws {
    home = try Home()
    for folder in ["in/Posters", "in/archive", "in/Posters/Old"] {
      try FileManager.default.createDirectory(
        atPath: home.path(folder), withIntermediateDirectories: true)
    }
    for file in ["in/beta.svg", "in/Alpha.SVG", "in/gamma.pdf", "in/.hidden.svg"] {
      try Data("<svg/>".utf8).write(to: URL(filePath: home.path(file)))
    }
    let interface = Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1)
    let host = ControlHost(root: Button("Root") {}, interface: interface)
    self.host = host
    host.layOut(size: Size(800, 600))
    let state = home.path("state")
    files = FileDialogs(
      folders: UserFolders { $0 == "XDG_STATE_HOME" ? state : nil }, usesDesktop: false, work: work
    ) { host }
  }

  private func ask(_ kind: FileRequest.Kind, in folder: String = "in", _ endings: String...) {
    files.ask(
      .init(
        kind, title: "Files", filters: endings.isEmpty ? [] : [("Drawings", endings)],
        folder: home.path(folder))
    ) { [chosen] in chosen.paths.append($0) }
    settle()
  }

  private func settle() { while work.finish() { _ = host.advance(to: host.now) } }

  private func press(_ keys: Key...) { for key in keys { press(key, []) } }

  private func press(_ key: Key, _ modifiers: Modifiers) {
    host.handle(.key(key, modifiers, isRepeat: false), at: host.now + 0.01)
    _ = host.advance(to: host.now + 0.01)
    settle()
  }

  private func type(_ text: String) {
    for letter in text { host.handle(.text(String(letter)), at: host.now + 0.01) }
    _ = host.advance(to: host.now + 0.01)
    settle()
  }

  private var nodes: [AccessibilityNode] {
    func all(_ node: AccessibilityNode) -> [AccessibilityNode] { [node] + node.children.flatMap(all) }
    return all(host.accessibility())
  }

  private var listed: [String] { nodes.filter { $0.role == .listItem }.map(\.label) }
  private var folder: String? { nodes.first { $0.label == "Folder" && $0.role == .textField }?.value }
  private var current: String? { nodes.first { $0.states.contains(.selected) }?.label }
  private var fault: String? { nodes.first { $0.role == .notification }?.label }

  @Test func `folders stand before files, each by name, and only what is wanted`() {
    ask(.open, "svg")
    #expect(listed == ["archive, folder", "Posters, folder", "Alpha.SVG", "beta.svg"])

    press(.character("h"), .control)
    #expect(listed == ["archive, folder", "Posters, folder", ".hidden.svg", "Alpha.SVG", "beta.svg"])
  }

  @Test func `letters find a file, and Return takes it`() {
    ask(.open, "svg")
    type("be")
    #expect(current == "beta.svg")
    press(.enter)

    #expect(chosen.paths == [[home.path("in/beta.svg")]])
    #expect(nodes.allSatisfy { $0.role != .dialog })
  }

  @Test func `Return goes into a folder, and Backspace back to it`() {
    ask(.open)
    type("po")
    press(.enter)
    #expect(folder == home.path("in/Posters") && listed == ["Old, folder"])

    press(.backspace)
    #expect(folder == home.path("in") && current == "Posters, folder")
    #expect(chosen.paths.isEmpty)
  }

  @Test func `a path that is typed is gone to, and one that is not there is refused`() {
    ask(.open)
    press(.character("l"), .control)
    type("Posters/../Posters/Old/")
    press(.enter)
    #expect(folder == home.path("in/Posters/Old"))

    press(.character("l"), .control)
    type("nowhere")
    press(.enter)
    let field = nodes.first { $0.label == "Folder" && $0.role == .textField }
    #expect(field?.description == "There is no folder “nowhere”")
  }

  @Test func `a name without an ending gets the usual one`() {
    ask(.save(name: "poster"), "svg")
    press(.enter)

    #expect(chosen.paths == [[home.path("in/poster.svg")]])
  }

  @Test func `what is there is only replaced after a question`() {
    ask(.save(name: "beta.svg"), "svg")
    press(.enter)
    #expect(chosen.paths.isEmpty && host.isAsking)
    press(.enter)
    #expect(chosen.paths.isEmpty && !host.isAsking)

    press(.enter)
    let replace = nodes.first { $0.label == "Replace" }
    #expect(host.perform(.press, on: replace?.id ?? "", at: host.now))
    #expect(chosen.paths == [[home.path("in/beta.svg")]])
  }

  @Test func `a file cannot be saved without a name or into nowhere`() {
    ask(.save(name: ""))
    press(.enter)
    #expect(fault == "Enter a file name")
    type("none/file.txt")
    press(.enter)
    #expect(fault == "There is no folder “none”" && chosen.paths.isEmpty)
  }

  @Test func `a folder is the one that is shown, or the one that is marked`() {
    ask(.folder)
    #expect(listed == ["archive, folder", "Posters, folder"])
    let whole = nodes.first { $0.label == "Choose “in”" }
    #expect(host.perform(.press, on: whole?.id ?? "", at: host.now))

    ask(.folder)
    press(.down)
    let marked = nodes.first { $0.label == "Choose “archive”" }
    #expect(host.perform(.press, on: marked?.id ?? "", at: host.now))
    #expect(chosen.paths == [[home.path("in")], [home.path("in/archive")]])
  }

  @Test func `a new folder is made and gone into; what is there cannot be made`() {
    ask(.folder)
    for expected in [nil, "“New” could not be created: the name is already in use"] {
      let button = nodes.first { $0.label == "New folder…" }
      #expect(host.perform(.press, on: button?.id ?? "", at: host.now))
      type("New")
      press(.enter)
      #expect(fault == expected)
      if expected == nil {
        #expect(folder == home.path("in/New"))
        press(.up, .alt)
      }
    }
  }

  @Test func `the folder that was used last is where one begins next`() {
    ask(.folder, in: "in/Posters")
    let button = nodes.first { $0.label == "Choose “Posters”" }
    #expect(host.perform(.press, on: button?.id ?? "", at: host.now))
    files.ask(.init(.open, title: "Files")) { _ in }
    settle()

    #expect(folder == home.path("in/Posters"))
  }

  @Test func `a folder that has gone says so, and up leads out of it`() throws {
    ask(.open, in: "in/Posters/Old")
    try FileManager.default.removeItem(atPath: home.path("in/Posters"))
    press(.character("h"), .control)
    #expect(fault == "The folder “Old” no longer exists")

    press(.up, .alt)
    press(.up, .alt)
    #expect(folder == home.path("in") && fault == nil)
  }

  @Test func `a folder stays until the one that was wanted last has been read`() {
    let folder = OpenFolder(for: .init(.open, title: "Files"), in: work)
    folder.read(home.path("in"))
    #expect(folder.isBeingRead && folder.listing.entries.isEmpty)
    folder.read(home.path("in/Posters"), selecting: "Old")
    #expect(folder.path == home.path("in/Posters"))
    _ = work.finish()

    let read = folder.receive()
    #expect(read?.listing.path == home.path("in/Posters") && read?.current == 0)
    #expect(!folder.isBeingRead && folder.listing == read?.listing && folder.receive() == nil)
  }

  @Test func `places with a name are not among those that were used last`() {
    let state = home.path("state")
    let places = FilePlaces(UserFolders { $0 == "XDG_STATE_HOME" ? state : nil }, .english)
    for folder in ["in/archive", "in/Posters", "in/gone"] { places.use(home.path(folder)) }
    places.use("/")

    #expect(places.named.contains { $0 == ("Computer", "/") })
    #expect(places.others == [home.path("in/Posters"), home.path("in/archive")])
    #expect(places.start(in: nil) == "/" && places.start(in: home.path("in")) == home.path("in"))
    #expect(places.start(in: home.path("in/gone")) == "/")
  }

  @Test func `Escape gives nothing, and the dialog is said once`() {
    ask(.open)
    #expect(nodes.filter { $0.role == .dialog }.map(\.label) == ["Files"])
    press(.escape)

    #expect(nodes.allSatisfy { $0.role != .dialog } && chosen.paths.isEmpty)
  }

  @Test(arguments: [0, 1, 999, 1000, 999_499, 999_500, 1_250_000, 10_000_000_000])
  func `a size is said in four figures at most`(bytes: Int) {
    let words = FileWords.size(bytes)
    #expect(words.prefix { $0 != " " }.count <= 4, "\(words)")
  }
}
