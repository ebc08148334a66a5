import Foundation
import TestSupport
import Testing

/// The examples in the help texts do what they show.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct HelpExampleTests {
  /// A command as the argument parser describes it.
  private struct Described: Decodable {
    let commandName: String
    let discussion: String?
    let subcommands: [Described]?

    /// The lines of help that show the program being run.
    var examples: [String] {
      let lines = (discussion ?? "").split(separator: "\n").map(String.init)
      let own = lines.filter { $0.hasPrefix("  ") && $0.contains(#/(^\s+|\(|&& )regalia( |$)/#) }
      return own.map { $0.trimmingCharacters(in: .whitespaces) } + (subcommands ?? []).flatMap(\.examples)
    }
  }

  private struct Envelope: Decodable { let command: Described }

  private static let all: [String] = {
    guard let home = try? Home(),
      let help = try? BuiltProgram.run(["--experimental-dump-help"], in: home).output,
      let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(help.utf8))
    else { return [] }
    // Two columns or more of blanks begin the words that explain an example.
    let lines = envelope.command.examples.map { $0.replacing(#/\ {3,}.*$/#, with: "") }
    return Array(Set(lines)).sorted()
  }()

  /// Those that measure or film for a long time, or need two builds or a printer; and the one that draws all crowns,
  /// unless the tests are exhaustive.
  private static func isLeftOut(_ example: String) -> Bool {
    example.contains(#/regalia (?:bench|record|poster print)|\.\/old/#)
      || !Sweep.isExhaustive && example.contains("crowns export --all")
  }

  /// Examples that draw take most of the time; some of them run always, and all in exhaustive tests.
  private static var drawing: Regex<Substring> { #/\s(?:--snapshot|--output|-o|inspect|edit)\s/# }

  @Test func `there are examples, most of which are run here`() {
    let run = Self.all.filter { !Self.isLeftOut($0) }

    #expect(run.count > 50)
    #expect(Self.all.count - run.count < 12)
  }

  @Test func `each runs as it stands in the help`() throws {
    // The files are made once and copied for each.
    let template = try Home()
    try fill(template)
    let examples = Self.all.filter { !Self.isLeftOut($0) }
    let drawn = examples.filter { $0.contains(Self.drawing) }
    for example in examples.filter({ !$0.contains(Self.drawing) }) + Sweep.sample(drawn, 10) {
      let home = try Home()
      try FileManager.default.removeItem(at: home.folder)
      try FileManager.default.copyItem(at: template.folder, to: home.folder)

      let outcome = try Self.run(example, in: home)

      // An example that opens a window may only fail because no display is available.
      #expect(outcome.status == 0 || outcome.words.contains("no display"), "\(example): \(outcome.words)")
    }
  }

  private static func run(_ example: String, in home: Home) throws -> (status: Int32, words: String) {
    let script = "regalia() { '\(BuiltProgram.path ?? "")' \"$@\"; }\n\(example)\n"
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.environment = home.environment
    process.currentDirectoryURL = home.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    let complaints = Gatherer()
    process.standardError = complaints.pipe
    try process.start()
    process.waitUntilExit()
    return (process.terminationStatus, complaints.rest())
  }

  /// Makes the files that examples speak of.
  private func fill(_ home: Home) throws {
    let drawing =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 9V2l4 4 4-4v7z"/></svg>"#
    let script = #"{"t":0.1,"type":"move","x":200,"y":200}"#
    var poster = try BuiltProgram.run(["poster", "new", "--text", "KEEP/CALM"], in: home).output
    for name in ["calm.json", "a.json", "b.json", "poster.json", "tea.json"] {
      try poster.write(toFile: home.path(name), atomically: true, encoding: .utf8)
    }
    // The same poster is on the wall and in the bin.
    for arguments in [["add", "calm.json"], ["remove", "keep-calm"], ["add", "calm.json"]] {
      #expect(try BuiltProgram.run(["poster"] + arguments, in: home).status == 0)
    }
    let set = ["poster", "sets", "add", "Concert", "story=jpeg,108x192"]
    #expect(try BuiltProgram.run(set, in: home).status == 0)
    let library = ["poster", "add", "calm.json", "--library", home.path("posters.regalia")]
    #expect(try BuiltProgram.run(library, in: home).status == 0)
    poster = try BuiltProgram.run(["poster", "new", "--text", "HELLO/{name}"], in: home).output
    let texts = [
      "tudor.svg": drawing, "drawing.svg": drawing, "coronet.svg": drawing, "drawings/one.svg": drawing,
      "visit.jsonl": script + "\n", "typing.jsonl": script + "\n", "palette.txt": "tomato\n",
      "people.csv": "name\nAnna\nBerta\n", "people.tsv": "Full name\tn\nAnna\t1\nBerta\t2\n",
      "badge.json": poster,
    ]
    for (name, text) in texts {
      let path = home.folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: path, atomically: true, encoding: .utf8)
    }
    for arguments in [
      ["new", "Flag", "white", "#c8102e", "sky=#5bc2e7"], ["convert", "flag", "-o", "brand.gpl"],
      ["convert", "flag", "-o", "brand.ase"],
    ] {
      #expect(try BuiltProgram.run(["palette"] + arguments, in: home).status == 0)
    }
    let document = home.path("plan.pdf")
    #expect(try BuiltProgram.run(["poster", "render", "calm.json", "-o", document], in: home).status == 0)
    for name in ["flyer", "card", "labels", "tickets", "terms"] {
      try FileManager.default.copyItem(atPath: document, toPath: home.path(name + ".pdf"))
    }
    let version = ["poster", "versions", "save", "keep-calm", "Before printing"]
    #expect(try BuiltProgram.run(version, in: home).status == 0)
    let template = ["poster", "templates", "save", "calm.json", "--title", "Team poster"]
    #expect(try BuiltProgram.run(template, in: home).status == 0)
    let photo = try BuiltProgram.run(
      ["plane", "hsb", "--hue", "9", "--size", "16", "-o", "photo.png"], in: home)
    #expect(photo.status == 0)
    try FileManager.default.moveItem(atPath: home.path("photo.png"), toPath: home.path("photo.jpg"))
  }
}
