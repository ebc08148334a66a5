import Foundation
import TestSupport
import Testing

/// Special files in place of regular ones: no command waits for one, reads it endlessly or replaces it.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct ForeignFileTests {
  let home: Home

  init() throws {
    home = try Home()
    try Data(#"<svg viewBox="0 0 9 9"><path d="M0 9V2l4 4 4-4v7z"/></svg>"#.utf8)
      .write(to: home.folder.appending(path: "crown.svg"))
    try Data(#"{"schema": "regalia-poster", "version": 1, "lines": [{"text": "A"}]}"#.utf8)
      .write(to: home.folder.appending(path: "poster.json"))
    try Data(Self.page.utf8).write(to: home.folder.appending(path: "card.pdf"))
    for name in ["pipe", "pipe.pdf"] { try #require(mkfifo(home.path(name), 0o600) == 0) }
    close(try boundSocket(at: home.path("socket")))
  }

  /// A PDF of one empty page.
  private static let page = """
    %PDF-1.4
    1 0 obj
    << /Type /Catalog /Pages 2 0 R >>
    endobj
    2 0 obj
    << /Type /Pages /Kids [3 0 R] /Count 1 >>
    endobj
    3 0 obj
    << /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] >>
    endobj
    xref
    0 4
    0000000000 65535 f\u{20}
    0000000009 00000 n\u{20}
    0000000058 00000 n\u{20}
    0000000115 00000 n\u{20}
    trailer
    << /Size 4 /Root 1 0 R >>
    startxref
    184
    %%EOF

    """

  /// Each command with each of its arguments that name a file to read, `@` in the file's place.
  static let readers: [String] = [
    "crowns render @ -o o.png --size 8", "crowns import @ --library own", "crowns list --library @",
    "crowns search a --library @", "crowns show a --library @", "crowns stats --library @",
    "crowns remove a --library @", "crowns import crown.svg --library @",
    "crowns export a -o o.svg --library @",
    "crowns render a -o o.png --size 8 --library @",
    "poster new --text A --crown @", "poster new --text A --background @", "poster new --text A --picture @",
    "poster render @ -o o.svg", "poster render poster.json -o o.pdf --impose 2x1 --back @",
    "poster print poster.json --printer none --impose 2x1 --back @",
    "poster add poster.json --data @ --album A --library own", "poster bin list --library @",
    "poster bin restore a --library @", "poster bin delete a --library @",
    "poster schemes list --library @", "poster schemes apply @ midnight",
    "poster schemes apply poster.json @", "poster schemes apply name midnight --library @",
    "poster versions list name --library @", "poster versions save name one --library @",
    "poster versions restore name one --library @", "poster versions rename name one two --library @",
    "poster versions remove name one --library @",
    "poster templates save @", "poster templates save name --library @",
    "poster render poster.json --data @ -o o{A}.svg", "poster render name -o o.svg --library @",
    "poster print @ --printer none", "poster print name --printer none --library @",
    "poster add @ --library own",
    "poster add poster.json --library @", "poster show @", "poster show name --library @",
    "poster set @ line1=B", "poster set poster.json crown=@", "poster set poster.json background=@",
    "poster set name line1=B --library @", "poster list --library @",
    "poster export name --library @", "poster remove name --library @", "poster edit @ --describe",
    "poster edit poster.json --script @ --describe", "poster edit name --describe --library @",
    "palette list --library @", "palette rename name other --library @", "palette show @",
    "palette show name --library @",
    "palette new name --from @ --library own", "palette new name red --library @",
    "palette add name red --library @", "palette remove name --library @", "palette convert @ -o o.gpl",
    "palette convert name -o o.gpl --library @", "palette extract @", "palette check @",
    "palette check name --library @", "poster render poster.json -o o.pdf --pdfx @",
    "poster print poster.json --printer none --pdfx @", "library check --library @",
    "library repair --library @", "library export --library @ -o copy",
    "library import @ --library own", "library import own --library @", "inspect poster @",
    "inspect picker --script @", "inspect gallery --library @", "inspect gallery --script @",
    "inspect crowns --library @", "inspect crowns --script @", "picker --script @ --describe",
    "clock --script @ --describe", "gallery --script @ --describe", "gallery --library @ --describe",
    "crowns browse --script @ --describe", "crowns browse --library @ --describe",
    "palettes --library @ --describe", "palettes --script @ --describe",
    "poster animate @ -o o.apng", "poster animate name -o o.apng --library @", "thumbnail @ -o o.png",
    "tile @ -o o.pdf", "impose @ -o o.pdf", "impose card.pdf -o o.pdf --back @",
    "open @", "record picker --script @ -o o.apng", "bench compare @ @",
    "bench check @ --limits @",
    "bench run fill --frames 2 --limits @", "picker --press @ --describe", "inspect picker --press @",
    "plane hsb --hue 3 --size 8 -o o.png --press @",
  ]

  /// A sample of the pairs in a debug build, all in one with optimisation.
  private static let cases: [(command: String, place: String)] = {
    let places = ["pipe", "socket", "/dev/ptmx", "/dev/zero"]
    guard Sweep.isExhaustive else {
      return readers.enumerated().map { ($1, places[$0 % places.count]) }
    }
    return readers.flatMap { reader in places.map { (reader, $0) } }
  }()

  @Test(arguments: cases)
  func `what is no regular file is refused at once by name`(command: String, place: String) throws {
    let words = command.replacing("@", with: place).split(separator: " ").map(String.init)

    // More memory than this is not to be had, and a minute ends what waits.
    let result = try BuiltProgram.run(words, in: home)

    #expect(result.status == 1 || result.status == 3, "\(command) \(place): \(result.status)")
    #expect(result.complaints.contains(place), "\(command) \(place): \(result.complaints)")
    #expect(result.output.isEmpty)
  }

  @Test func `every option that names a file is tried`() throws {
    let help = try BuiltProgram.run(["--experimental-dump-help"], in: home)
    let program = try JSONDecoder().decode(Envelope.self, from: Data(help.output.utf8)).command
    let written: Set = ["output", "o", "snapshot", "record-input", "plot", "json", "csv"]

    for (name, argument) in program.arguments(below: [])
    where ["file", "picture", "profile"].contains(where: { argument.valueName?.contains($0) == true }) {
      let options = (argument.names ?? []).map(\.name)
      if options.contains(where: written.contains) { continue }
      let isTried = Self.readers.contains { reader in
        guard reader.hasPrefix(name + " ") else { return false }
        return options.isEmpty ? reader.contains("@") : options.contains { reader.contains("--\($0) @") }
      }
      #expect(isTried, "\(name) \(options)")
    }
  }

  @Test(arguments: [
    "library export --library own -o @", "poster new --text A -o @", "curve ease --plot @",
    "poster export poster --library own -o @", "poster render poster.json -o @.pdf",
    "crowns design --family royal -o @", "library repair --library @",
  ])
  func `a pipe that nobody reads from is not waited for and not replaced`(command: String) throws {
    let added = try BuiltProgram.run(["poster", "add", "poster.json", "--library", "own"], in: home)
    #expect(added.status == 0)
    let words = command.replacing("@", with: "pipe").split(separator: " ").map(String.init)

    let result = try BuiltProgram.run(words, in: home)

    #expect(result.status == 3 || result.status == 1, "\(command): \(result.status)")
    #expect(result.complaints.contains("pipe"), "\(command): \(result.complaints)")
    var status = stat()
    for name in ["pipe", "pipe.pdf"] {
      #expect(lstat(home.path(name), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO, "\(command)")
    }
  }
}

private struct Envelope: Decodable {
  let command: Described
}

/// A command as the argument parser describes it.
private struct Described: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let name: String
    }

    let names: [Name]?
    let valueName: String?
  }

  let commandName: String
  let arguments: [Argument]?
  let subcommands: [Described]?

  /// The arguments of all commands that do something themselves, each with the command's words.
  func arguments(below path: [String]) -> [(String, Argument)] {
    let inner = (subcommands ?? []).filter { $0.commandName != "help" }
    guard inner.isEmpty else {
      return inner.flatMap { $0.arguments(below: path + [$0.commandName]) }
    }
    return (arguments ?? []).map { (path.joined(separator: " "), $0) }
  }
}

/// Returns a socket that is bound to a path; the caller closes it.
func boundSocket(at path: String) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
  let length = socklen_t(MemoryLayout<sockaddr_un>.size)
  let result = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
  }
  try #require(result == 0)
  return descriptor
}
