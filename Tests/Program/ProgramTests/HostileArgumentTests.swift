import Foundation
import TestSupport
import Testing

/// What comes from elsewhere: names, lines and texts that are not as they should be.
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
    #expect(try run("palette", "new", title, "red", "--library", library).status == 0)

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
  @Test func `a name without a separator and an ending is that of a poster on the wall`() throws {
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
