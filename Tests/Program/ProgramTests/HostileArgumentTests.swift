import Catalog
import Foundation
import TestSupport
import Testing

/// Untrusted input: invalid names, lines and texts.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct HostileArgumentTests {
  let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: String..., redirection: String = "") throws -> BuiltProgram.Result {
    try BuiltProgram.run(arguments, in: home, redirection: redirection)
  }

  /// Two different arguments wrote one file.
  @Test func `an argument that is not UTF-8 is refused, and nothing is written`() throws {
    let result = try shell(#"cd "$0" && "$1" plane --hue 3 --size 8 -o "$(printf 'a\377.png')"; echo $?; ls"#)

    #expect(result.contains("is not UTF-8"))
    #expect(result.hasSuffix("2\n"))
  }

  @Test func `a line without an end is refused after 64 KiB`() throws {
    let result = try shell(#"head -c 3000000 /dev/zero | tr '\0' x | "$1" color -; echo $?"#)

    #expect(result.contains("line 1 of standard input is longer than 64 KiB") && result.hasSuffix("3\n"))
  }

  @Test func `lines are read whatever ends them, and a closed standard input is an error`() throws {
    #expect(try shell(#"printf 'red\r\n\nblue' | "$1" color -"#) == "#ff0000\n#0000ff\n")
    #expect(try shell(#""$1" color - <&-; echo $?"#).hasSuffix("3\n"))
  }

  @Test func `control characters of a title reach neither the terminal nor the lines of a list`() throws {
    let title = "a\u{1B}]0;owned\u{7}\nforged\t\u{202E}b\u{9B}c"
    let library = home.path("library.sqlite")
    let document =
      #"{"schema": "regalia-poster", "version": 1, "lines": [{"text": "a"}], "title": \#(try json(title))}"#
    try Data(document.utf8).write(to: URL(filePath: home.path("a.json")))
    #expect(try run("poster", "add", home.path("a.json"), "--library", library).status == 0)
    _ = try Library(path: library, access: .writing).insert(
      PaletteRecord(name: title, document: Array(#"{"colors": ["red"]}"#.utf8)))
    // At the command line there is no such name.
    #expect(try run("palette", "new", title, "red", "--library", library).status == 1)

    for words in [["poster", "list"], ["palette", "list"]] {
      let result = try BuiltProgram.run(words + ["--library", library], in: home)
      #expect(result.output.split(separator: "\n").count == 1)
      #expect(
        result.output.unicodeScalars.allSatisfy {
          $0 == "\n" || $0 == "\t" || ($0.properties.generalCategory != .control && $0.value != 0x202E)
        })
      #expect(result.output.contains(#"\u{1b}"#))
    }
  }

  @Test func `what is done is told although standard output is full`() throws {
    let library = home.path("library.sqlite")
    let result = try shell(#""$1" palette new Flag red --library "$0/library.sqlite" >/dev/full; echo $?"#)

    #expect(result.contains("the palette is in the library: flag") && result.hasSuffix("3\n"))
    #expect(try run("palette", "list", "--library", library).output == "flag\tFlag\t1\n")
    // Where it is closed nothing is done.
    #expect(
      try shell(#""$1" palette new Other red --library "$0/library.sqlite" >&-; echo $? >&2"#).hasSuffix(
        "3\n"))
    #expect(try run("palette", "list", "--library", library).output == "flag\tFlag\t1\n")
  }

  /// It took a file called as the poster in the current folder instead of the one on the wall.
  @Test func `a name without a separator and an ending is that of a poster in the gallery`() throws {
    let library = home.path("library.sqlite")
    try Data(
      #"{"schema": "regalia-poster", "version": 1, "lines": [{"text": "WALL"}], "title": "Calm"}"#.utf8
    ).write(
      to: URL(filePath: home.path("a.json")))
    #expect(try run("poster", "add", home.path("a.json"), "--library", library).output == "calm\n")
    try Data(#"{"lines": [{"text": "FILE"}]}"#.utf8).write(to: URL(filePath: home.path("calm")))

    let changed = try shell(
      #"cd "$0" && "$1" poster set calm line1=CHANGED --library library.sqlite && "$1" poster show calm --library library.sqlite && cat calm"#
    )

    #expect(changed.contains("line1\tCHANGED"))
    #expect(changed.hasSuffix(#"{"lines": [{"text": "FILE"}]}"#))
  }

  /// Of 80 edits by two programs 25 were lost, every one confirmed.
  @Test func `of edits of one document by three programs at once none is lost`() throws {
    let lines = (0..<10).map { _ in #"{"text": "a"}"# }.joined(separator: ", ")
    try Data(#"{"schema": "regalia-poster", "version": 1, "lines": [\#(lines)]}"#.utf8).write(
      to: URL(filePath: home.path("a.json")))

    let result = try shell(
      #"""
      cd "$0" && seq 10 | xargs -P 3 -I N sh -c '"$0" poster set ./a.json "lineN=done N" 2>&1 || echo failed' "$1"
      "$1" poster show ./a.json
      """#)

    #expect(!result.contains("failed"))
    #expect((1...10).allSatisfy { result.contains("line\($0)\tdone \($0)\n") })
  }

  /// A file called as a colour or a crown was taken for it.
  @Test func `a name without a separator and an ending is that of a crown or a colour`() throws {
    for name in ["red", "default", "papal-three-coronets-strawberry-leaves"] {
      try Data("no picture".utf8).write(to: home.folder.appending(path: name))
    }

    #expect(try run("poster", "new", "--text", "A", "--background", "red", "-o", "a.json").status == 0)
    #expect(
      try run("crowns", "render", "papal-three-coronets-strawberry-leaves", "-o", "a.png", "--size", "8")
        .status == 0)
    try Data("no picture".utf8).write(to: home.folder.appending(path: "photo"))
    let result = try run("poster", "new", "--text", "A", "--background", "photo", "-o", "b.json")
    #expect(result.status == 1 && result.complaints.contains("the file of this name is ./photo"))
  }

  @Test func `a poster and a file of one name are told apart only by what is written before it`() throws {
    let library = home.path("library.sqlite")
    for (name, title) in [("a.json", "No. 1"), ("No. 1", "File")] {
      try Data(
        #"{"schema": "regalia-poster", "version": 1, "lines": [{"text": "x"}], "title": "\#(title)"}"#.utf8
      ).write(to: home.folder.appending(path: name))
    }
    #expect(try run("poster", "add", "a.json", "--library", library).status == 0)

    let both = try run("poster", "show", "No. 1", "--library", library)

    #expect(both.status == 1 && both.complaints.contains("./No. 1 or gallery:No. 1"), "\(both.complaints)")
    // The second one is what earlier versions called it.
    for prefix in ["gallery:", "wall:"] {
      let shown = try run("poster", "show", prefix + "No. 1", "--library", library)
      #expect(shown.output.contains("title\tNo. 1"))
    }
    #expect(try run("poster", "show", "./No. 1", "--library", library).output.contains("title\tFile"))
  }

  @Test func `a table without rows is refused, and one as spreadsheets write it is read`() throws {
    let badge = try run("poster", "new", "--text", "HI/{name}", "-o", "badge.json")
    #expect(badge.status == 0)
    func render(_ table: [UInt8]) throws -> BuiltProgram.Result {
      try Data(table).write(to: home.folder.appending(path: "people.csv"))
      return try run("poster", "render", "badge.json", "--data", "people.csv", "-o", "{name}.svg")
    }

    let empty = try render(Array("name\n".utf8))
    #expect(
      empty.status == 1 && empty.complaints.contains("people.csv") || empty.complaints.contains("no rows"))
    let wide = Array("\u{FEFF}sep=;\r\nname;x\r\nŁucja;1\r\n".utf16).flatMap {
      [UInt8($0 & 255), UInt8($0 >> 8)]
    }
    #expect(try render(wide).status == 0)
    let drawing = try String(contentsOfFile: home.path("Łucja.svg"), encoding: .utf8)
    // The line is small, and set in capitals as its name in braces was.
    #expect(drawing.contains(">ŁUCJA</") && !drawing.contains(">Łucja</"))
  }

  // MARK: Scripts

  /// Returns every file with its contents, except the cache.
  private func files() throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: home.path("")).filter {
      !$0.contains("cache")
    }
    return Dictionary(
      uniqueKeysWithValues: try names.compactMap { name in
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: home.path(name), isDirectory: &isFolder),
          !isFolder.boolValue
        else { return nil }
        return (name, try Data(contentsOf: home.folder.appending(path: name)))
      })
  }

  /// It removed crowns and palettes for good, saved the document and exported files.
  @Test func `a script without a window changes nothing but what was asked for`() throws {
    try Data(
      #"{"schema": "regalia-poster", "version": 1, "lines": [{"text": "WALL"}], "title": "Calm"}"#.utf8
    ).write(to: home.folder.appending(path: "calm.json"))
    try Data(#"<svg viewBox="0 0 9 9"><path d="M0 9V2l4 4 4-4v7z"/></svg>"#.utf8)
      .write(to: home.folder.appending(path: "crown.svg"))
    for words in [
      ["poster", "add", "calm.json"], ["palette", "new", "Flag", "white", "red"],
      ["crowns", "import", "crown.svg"],
    ] { #expect(try BuiltProgram.run(words, in: home).status == 0) }
    func key(_ time: Double, _ name: String, _ modifiers: String = "") -> String {
      #"{"t":\#(time),"type":"key","key":"\#(name)","modifiers":[\#(modifiers)]}"#
    }
    func text(_ time: Double, _ words: String) -> String {
      #"{"t":\#(time),"type":"text","text":"\#(words)"}"#
    }
    func chosen(_ time: Double, _ words: String) -> [String] {
      [key(time, "p", #""control","shift""#), text(time + 0.1, words), key(time + 0.2, "Enter")]
    }
    let edits =
      [key(0.1, "Delete"), key(0.2, "a", #""control""#), key(0.3, "Delete"), key(0.4, "s", #""control""#)]
      + chosen(1, "Export as JSON") + [key(1.5, "Enter")] + chosen(2, "Remove palette")
      + chosen(3, "New palette")
      + chosen(4, "Save as") + [key(4.5, "Enter")] + [
        key(5, "e", #""control""#), key(5.5, "Enter"), key(6, "b", #""control""#),
      ]
    try Data(edits.joined(separator: "\n").utf8).write(to: home.folder.appending(path: "script"))
    let before = try files()

    for words in [
      ["palettes"], ["crowns", "browse"], ["gallery"], ["poster", "edit", "calm"],
      ["poster", "edit", "calm.json"],
      ["picker"],
    ] {
      let result = try BuiltProgram.run(words + ["--script", "script", "--describe"], in: home)
      #expect(result.status == 0, "\(words): \(result.complaints)")
      let after = try files()
      #expect(
        Set(after.keys) == Set(before.keys), "\(words): \(Set(after.keys).symmetricDifference(before.keys))")
      for (name, bytes) in before { #expect(after[name] == bytes, "\(words): \(name)") }
    }
  }

  @Test func `a whole disk is not searched for drawings`() throws {
    let result = try run("crowns", "import", "/", "--library", "own")

    #expect(
      result.status == 1 && result.complaints.contains("nearer to the drawings"), "\(result.complaints)")
  }

  // MARK: Libraries

  /// It said “there is no such library; name one that exists”.
  @Test func `a home that is missing is said`() throws {
    let environment = ["HOME": "", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": ""]
    func run(_ words: String...) throws -> BuiltProgram.Result {
      try BuiltProgram.run(words, in: home, environment: environment)
    }

    let made = try run("palette", "new", "Flag", "red")
    let listed = try run("palette", "list")

    #expect(made.status == 3 && made.complaints.contains("no home folder"), "\(made)")
    #expect(listed.status == 0 && listed.complaints.contains("no home folder"), "\(listed)")
    #expect(try run("crowns", "list").output.split(separator: "\n").count > 1000)
  }

  /// Each left `-wal` and `-shm` behind.
  @Test func `reading a library leaves no file beside it`() throws {
    #expect(try run("palette", "new", "Flag", "red", "--library", "own").status == 0)
    let library = try Data(contentsOf: home.folder.appending(path: "own"))

    for words in [
      ["palette", "list"], ["palette", "show", "flag"], ["poster", "list"], ["crowns", "list"],
      ["library", "check"],
    ] {
      #expect(try BuiltProgram.run(words + ["--library", "own"], in: home).status == 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: home.path(""))
      #expect(names.filter { $0.hasPrefix("own") } == ["own"], "\(words): \(names)")
      #expect(try Data(contentsOf: home.folder.appending(path: "own")) == library)
    }
  }

  private func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }

  /// Runs a shell's script with the home folder as `$0` and the program as `$1`; returns both outputs, in one.
  private func shell(_ script: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, home.path(""), try #require(BuiltProgram.path)]
    process.environment = home.environment
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.start()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
