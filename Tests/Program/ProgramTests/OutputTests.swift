import Foundation
import TestSupport
import Testing

/// The output of commands, its destination, and their error messages.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct OutputTests {
  let home: Home

  init() throws {
    home = try Home()
    for (name, text) in [
      "crown.svg": #"<svg viewBox="0 0 9 9"><path d="M0 9V2l4 4 4-4v7z"/></svg>"#,
      "poster.json": #"{"schema": "regalia-poster", "version": 1, "title": "A", "lines": [{"text": "A"}]}"#,
      "brand.gpl": "GIMP Palette\n200 16 46 Red\n",
    ] { try Data(text.utf8).write(to: home.folder.appending(path: name)) }
    for words in [["poster", "add", "poster.json"], ["palette", "new", "Flag", "white", "sky=#5bc2e7"]] {
      #expect(try BuiltProgram.run(words + ["--library", "own"], in: home).status == 0)
    }
  }

  private func run(_ line: String, redirection: String = "") throws -> BuiltProgram.Result {
    try BuiltProgram.run(line.split(separator: " ").map(String.init), in: home, redirection: redirection)
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: home.folder.appending(path: name))
  }

  /// Each command that writes a file, with the file's name as `@`.
  private static let writers: [(command: String, file: String)] = [
    ("plane hsb --hue 3 --size 8 -o @", "a.png"), ("crowns render crown.svg --size 16 -o @", "a.png"),
    ("crowns design --family royal -o @", "a.svg"),
    ("crowns export papal-three-coronets-strawberry-leaves --pdf -o @", "a.pdf"),
    ("poster new --text A -o @", "a.json"), ("poster export a --library own -o @", "a.json"),
    ("poster render poster.json --to png --dpi 20 -o @", "a.png"),
    ("poster render poster.json --to svg -o @", "a.svg"),
    ("poster render poster.json --to pdf -o @", "a.pdf"),
    ("palette convert brand.gpl --to ase -o @", "a.ase"),
    ("palette convert brand.gpl --to css -o @", "a.txt"),
    ("palette ramp red blue --steps 3 --to gpl -o @", "a.gpl"),
    ("palette harmony red --to scss -o @", "a.scss"),
    ("palette extract photo.png --to hex -o @", "a.hex"), ("palette check red blue --svg -o @", "a.svg"),
    ("thumbnail poster.json --size 32 -o @", "a.png"), ("library export --library own -o @", "a.regalia"),
    ("picker --snapshot @", "a.png"), ("curve ease --plot @", "a.svg"),
    ("record clock --seconds 0.2 --fps 10 --size 120x64 --to apng -o @", "a.apng"),
  ]

  /// `plane` and `crowns render` wrote a file that was called “-”.
  @Test(arguments: writers)
  func `a dash is standard output, which gets what the file gets`(command: String, file: String) throws {
    #expect(try run("plane hsb --hue 3 --size 8 -o photo.png").status == 0)

    let written = try run(command.replacing("@", with: file))
    let printed = try run(command.replacing("@", with: "-"), redirection: ">printed")

    #expect(written.status == 0 && printed.status == 0, "\(written.complaints) \(printed.complaints)")
    #expect(try bytes(file) == bytes("printed"))
    #expect(!FileManager.default.fileExists(atPath: home.path("-")))
    // Where nothing can be written it is said.
    let refused = try run(command.replacing("@", with: "-"), redirection: ">/dev/full")
    #expect(refused.status == 3 || refused.status == 1, "\(refused)")
    #expect(refused.complaints.hasPrefix("regalia: ") && refused.complaints.contains("standard output"))
  }

  @Test func `a recording has nothing to say its format by, and a folder of crowns is none`() throws {
    #expect(try run("record clock -o -").complaints.contains("--to"))
    #expect(try run("poster render poster.json -o -").complaints.contains("--to"))
    #expect(try run("palette convert brand.gpl -o -").complaints.contains("--to"))
    #expect(try run("crowns export --all -o -").status != 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path("")).allSatisfy { $0 != "-" })
  }

  // MARK: Refusals

  /// Commands that are refused, each for a reason of its own.
  private static let refusals = [
    "help nope", "help palette nope", "palette help nope", "poster render help", "pooster", "poster rendr",
    "color nope", "color", "color --to nope red", "contrast nope red", "difference red nope",
    "color #a27959 --to name", "plane", "plane nope --size 8 -o a.png", "plane hsb --hue x --size 8 -o a.png",
    "plane hsb --hue 3 --size 8 -o no/such/a.png", "curve nope", "picker --color nope", "clock --theme drak",
    "crowns show nope", "crowns remove nope", "crowns render nope.svg -o a.png --size 8",
    "crowns import nope.svg",
    "crowns import brand.gpl --library mine", "crowns list --library nope", "crowns design --family tudr",
    "poster new --text A --ink nope", "poster new --text A --crown nope", "poster new --text A --page B9",
    "poster show nope", "poster set nope line1=x", "poster set poster.json nope=x",
    "poster edit nope --describe",
    "poster render poster.json -o a.txt", "poster render nope.json -o a.pdf", "poster remove nope",
    "palette show nope", "palette show poster.json", "palette convert brand.gpl -o a.nope",
    "palette add nope red --library own", "palette ramp nope", "palette check nope.gpl",
    "palette extract brand.gpl",
    "library check --library nope", "library import nope --library own", "library repair --library crown.svg",
    "library export --library own -o /", "open nope.json", "thumbnail nope.json -o a.png",
    "record nope -o a.apng", "record clock -o a.nope", "bench nope", "bench compare nope nope",
    "completions fihs",
    "gallery --library no/such/place --snapshot a.png", "picker --script nope --describe", "inspect nope",
  ]

  /// `color` named itself not, usage was quoted in two other ways, and `help nope` printed all help.
  @Test(arguments: refusals)
  func `a refusal begins with the program's name and quotes as all others do`(line: String) throws {
    let result = try run(line)

    #expect(result.status != 0 && result.output.isEmpty, "\(line): \(result)")
    let lines = result.complaints.split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("regalia: ") }, "\(result.complaints)")
    for mark in ["\"", "`", " '"] {
      #expect(!result.complaints.contains(mark), "\(line): \(result.complaints)")
    }
  }

  @Test func `a line of standard input that is no colour is named by its number`() throws {
    try Data("red\n\nnope\nblue\nrgb(\n".utf8).write(to: home.folder.appending(path: "colors"))

    let result = try run("color -", redirection: "<colors")
    let objects = try run("color - --json", redirection: "<colors")

    #expect(result.status == 1 && result.output == "#ff0000\n#0000ff\n")
    let lines = result.complaints.split(separator: "\n")
    #expect(lines.first?.hasPrefix("regalia: standard input, line 3: “nope”: ") == true, "\(lines)")
    #expect(lines.count == 2 && lines[1].hasPrefix("regalia: standard input, line 5: "))
    #expect(objects.output.contains(#""line":3"#) && objects.output.contains(#""line":5"#))
  }

  /// It printed “gray”.
  @Test func `a colour without a name is refused with the nearest one and its difference`() throws {
    let result = try run("color red #a27959 --to name")
    let object = try run("color #a27959 --json").output

    #expect(result.status == 1 && result.output == "red\n")
    #expect(result.complaints.contains("nearest is gray, at a ΔE2000 of "), "\(result.complaints)")
    #expect(object.contains(#""name":null,"nearestName":"gray""#))
    #expect(try run("color #a27959 --to all").output.contains("name    ≈ gray\n"))
  }

  // MARK: Lists

  @Test func `a null byte ends rows whose names are exact, and JSON has them too`() throws {
    let title = "a\u{1B}]0;owned\u{7}\nforged\t\u{202E}b"
    let document = try JSONSerialization.data(withJSONObject: [
      "schema": "regalia-poster", "version": 1, "title": title, "lines": [["text": "A"]],
    ])
    try document.write(to: home.folder.appending(path: "hostile.json"))
    #expect(try run("poster add hostile.json --library own").status == 0)

    let rows = try run("poster list --library own --null").output.split(separator: "\0")
    let list = try run("poster list --library own").output

    #expect(rows.count == 2 && rows.contains { $0.hasSuffix("\t" + title) })
    #expect(
      list.split(separator: "\n").count == 2 && list.contains(#"a\u{1b}]0;owned\u{7}\nforged\t\u{202e}b"#))
    #expect(try run("palette list --library own --null").output == "flag\tFlag\t2\0")
    #expect(try run("palette show flag --library own --null").output == "#ffffff\0#5bc2e7\tsky\0")
    #expect(try run("crowns list --null").output.split(separator: "\0").count > 1000)
    #expect(try run("palette list --json --null").status == 2)
  }

  @Test func `control characters of files reach the terminal in no warning and no error`() throws {
    let hostile = "x\u{1B}[2J\u{7}\u{9B}\u{202E}\ny"
    let texts = [
      #"{"schema": "regalia-poster", "version": 1, "\#("a\u{9B}\u{202E}b")": 1, "lines": [{"text": "A", "font": "F\u{9B}"}]}"#,
      #"{"schema": "regalia-poster", "version": 1, "ink": "\#("\u{9B}\u{202E}")", "lines": [{"text": "A"}]}"#,
    ]
    for (index, text) in texts.enumerated() {
      try Data(text.utf8).write(to: home.folder.appending(path: "\(index).json"))
    }
    try Data(#"<svg viewBox="0 0 9 9"><path/></svg>"#.utf8).write(
      to: home.folder.appending(path: "\(hostile).svg"))
    try Data("GIMP Palette\n1 2 3 \(hostile)\n".utf8).write(to: home.folder.appending(path: "hostile.gpl"))

    let results = try [
      ["poster", "show", "0.json"], ["poster", "show", "1.json"],
      ["poster", "render", "1.json", "-o", "a.pdf"],
      ["crowns", "import", "\(hostile).svg", "--library", "mine"], ["palette", "check", "hostile.gpl"],
      ["palette", "show", "hostile.gpl"], ["color", hostile], ["palette", "show", hostile],
      ["palette", "new", hostile, "red"], ["library", "check", "--library", hostile],
      ["inspect", "poster", "0.json"],
      ["poster", "new", "--text", "A", "--font", hostile, "-o", "b.json"],
    ].map { try BuiltProgram.run($0, in: home) }

    for result in results {
      for scalar in (result.output + result.complaints).unicodeScalars where scalar != "\n" && scalar != "\t"
      {
        #expect(scalar.properties.generalCategory != .control && scalar.value != 0x202E, "\(result)")
      }
    }
  }

  // MARK: Completions

  /// Returns what bash offers for a command line of which the last word is being typed.
  private func completions(_ words: [String]) throws -> [String] {
    let script = #"""
      source <("$0" completions bash)
      COMP_WORDS=("$0" "$@") COMP_CWORD=$#
      COMP_LINE="$0 $*" COMP_POINT=${#COMP_LINE}
      _regalia "$0" "${@: -1}" "${@: -2:1}" 2>/dev/null
      printf '%s\n' "${COMPREPLY[@]}"
      """#
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script, try #require(BuiltProgram.path)] + words
    process.environment = home.environment
    process.currentDirectoryURL = home.folder
    let output = Pipe()
    process.standardOutput = output
    try process.start()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test(arguments: [
    ("palette show --library own f", "flag"), ("palette add --library own ", "flag"),
    ("palette convert --library own ", "brand.gpl"), ("palette convert --library own ", "flag"),
    ("palette convert flag --to de", "design-tokens"), ("poster remove --library own ", "a"),
    ("poster set --library own a in", "ink="), ("poster render --library own ", "poster.json"),
    ("crowns show papal-three-coronets-st", "papal-three-coronets-strawberry-leaves"),
    ("record galle", "gallery-open"),
    ("bench run galle", "gallery-open"), ("color --to okl", "oklch"), ("color rebecca", "rebeccapurple"),
    ("picker --color tom", "tomato"), ("poster new --page A", "A4"), ("plane okl", "oklch"),
    ("completions f", "fish"),
  ])
  func `bash completes values, palettes, posters, crowns and scenes`(line: String, offer: String) throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)

    let offers = try completions(words)

    #expect(offers.contains(offer), "\(offers)")
  }
}
