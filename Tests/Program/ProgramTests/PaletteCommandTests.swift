import Catalog
import Foundation
import TestSupport
import Testing

/// Palettes from the command line.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct PaletteCommandTests {
  let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: String...) throws -> BuiltProgram.Result {
    try BuiltProgram.run(arguments, in: home)
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `a palette is made, shown, added to, taken from and removed`() throws {
    #expect(try run("palette", "new", "Flag", "white", "sky=#5bc2e7").output == "flag\n")
    #expect(try run("palette", "add", "Flag", "gold=oklch(0.85 0.17 90)", "#c8102e").status == 0)
    #expect(try run("palette", "list").output == "flag\tFlag\t4\n")
    let shown = try object(try run("palette", "show", "flag", "--json").output)
    #expect(shown["name"] as? String == "Flag")
    let colors = try #require(shown["colors"] as? [[String: Any]])
    #expect(colors.map { $0["hex"] as? String } == ["#ffffff", "#5bc2e7", "#f9c718", "#c8102e"])
    #expect(colors.map { $0["name"] as? String } == ["", "sky", "gold", ""])

    #expect(try run("palette", "remove", "flag", "--color", "gold", "--color", "1").status == 0)
    #expect(try run("palette", "show", "flag").output == "#5bc2e7\tsky\n#c8102e\n")
    #expect(try run("palette", "remove", "flag").status == 0)
    #expect(try run("palette", "list").output.isEmpty)
  }

  @Test func `what is refused is one line, exits with 1 and changes nothing`() throws {
    #expect(try run("palette", "new", "Flag", "white").status == 0)
    for arguments in [
      ["show", "nobody"], ["show", "/no/such/file"], ["add", "flag", "red", "blurple"],
      ["new", "X", "blurple"],
      ["remove", "flag", "nobody"], ["remove", "flag", "--color", "red"], ["check", "nobody"],
      ["ramp", "red", "--contrast-against", "gray", "--ratios", "15"], ["extract", "/no/such/picture"],
    ] {
      let result = try BuiltProgram.run(["palette"] + arguments, in: home)
      #expect(result.status == 1 && result.complaintLines == 1, "\(arguments): \(result.complaints)")
    }
    #expect(try run("palette", "show", "flag").output == "#ffffff\n")
    let missing = try BuiltProgram.run(["palette", "check", "nofile.gpl"], in: home)
    #expect(missing.complaints.contains("nofile.gpl: cannot be read: there is no such file"))
  }

  @Test func `a palette that cannot be read is named and left out of the list`() throws {
    let path = home.path("own.regalia")
    let library = try Library(path: path, access: .writing)
    _ = try library.insert(PaletteRecord(id: "odd", name: "Odd", document: Array("nothing".utf8)))
    #expect(try run("palette", "new", "Flag", "white", "--library", path).status == 0)

    let listed = try run("palette", "list", "--library", path)

    #expect(listed.status == 0 && listed.output == "flag\tFlag\t1\n")
    #expect(listed.complaints.hasPrefix("regalia: palette odd: "))
  }

  @Test func `a file goes through other formats and back, and what is lost is said`() throws {
    #expect(try run("palette", "new", "Flag", "white", "sky=#5bc2e780").status == 0)
    #expect(try run("palette", "convert", "flag", "-o", "a.ase").complaints.contains("made opaque"))
    #expect(try run("palette", "convert", "a.ase", "-o", "b.tokens.json").status == 0)
    #expect(try run("palette", "convert", "b.tokens.json", "-o", "c.scss").status == 0)
    #expect(try run("palette", "show", "c.scss").output == "#ffffff\n#5bc2e7\tsky\n")
    #expect(try run("palette", "convert", "c.scss", "-o", "c.unknown").status == 2)
  }

  @Test func `a palette is renamed, and its id is made of the new name`() throws {
    #expect(try run("palette", "new", "Flag", "white").status == 0)
    #expect(try run("palette", "new", "Other", "red").status == 0)

    #expect(try run("palette", "rename", "flag", "Union Flag").output == "union-flag\n")
    #expect(try run("palette", "list").output == "union-flag\tUnion Flag\t1\nother\tOther\t1\n")
    // An id that another one has gets a number, and one's own is free.
    #expect(try run("palette", "rename", "union-flag", "Other!").output == "other-2\n")
    #expect(try run("palette", "rename", "other-2", "Other").output == "other-2\n")
    for name in [" ", "a\nb", String(repeating: "x", count: 1001)] {
      #expect(try run("palette", "rename", "other-2", name).status != 0)
    }
    #expect(try object(try run("palette", "show", "other-2", "--json").output)["name"] as? String == "Other")
  }

  /// A file called as the palette was taken without a word.
  @Test func `a name that a file and a palette have is refused`() throws {
    #expect(try run("palette", "new", "Brand", "white", "--library", "own").status == 0)
    #expect(try run("palette", "rename", "brand", "brand.gpl", "--library", "own").output == "brand-gpl\n")
    try Data("GIMP Palette\n1 2 3\n".utf8).write(to: home.folder.appending(path: "brand.gpl"))

    let result = try run("palette", "show", "brand.gpl", "--library", "own")

    #expect(result.status == 1 && result.complaints.contains("./brand.gpl or the palette’s id, brand-gpl"))
    #expect(try run("palette", "show", "./brand.gpl", "--library", "own").output == "#010203\n")
    #expect(try run("palette", "show", "brand-gpl", "--library", "own").output == "#ffffff\n")
  }

  @Test func `ramps have the ratios that are printed beside them`() throws {
    let lines = try run("palette", "ramp", "#c8102e", "--contrast-against", "white", "--ratios", "3,4.5,7")
      .output.split(separator: "\n")
    #expect(lines.count == 3)
    for (line, target) in zip(lines, [3.0, 4.5, 7]) {
      let words = line.split(separator: "\t").map(String.init)
      let judged = try object(try run("contrast", words[0], "white", "--json").output)
      let ratio = try #require(judged["wcag"] as? Double)
      #expect((ratio - target).magnitude <= 0.01)
      #expect(words[1] == String(format: "%.2f", ratio))
    }
    #expect(
      try run("palette", "ramp", "red", "blue", "--steps", "3").output.split(separator: "\n").count == 3)
    #expect(try run("palette", "harmony", "#c8102e", "triad").output.split(separator: "\n").count == 3)
    #expect(try run("palette", "harmony", "#c8102e").output.split(separator: "\n").count == 5)
  }

  @Test func `a check is a table, an object or a drawing`() throws {
    #expect(
      try run("palette", "check", "white", "red", "#fe0000").output.contains("normal: 2 and 3 look alike"))
    let report = try object(try run("palette", "check", "white", "red", "--json").output)
    #expect((report["pairs"] as? [Any])?.count == 1)
    #expect(try run("palette", "check", "white", "red", "-o", "a.svg").status == 0)
    #expect(try run("crowns", "render", "a.svg", "-o", "a.png", "--size", "64").status == 0)
  }

  @Test func `every notation of a colour stands in a table`() throws {
    let lines = try run("color", "oklch(from tomato calc(l - 0.1) c h)", "--to", "all").output.split(
      separator: "\n")
    #expect(lines.first == "hex     #db4025" && lines.count == 15)
    #expect(try run("color", "light-dark(red, blue)", "--scheme", "dark").output == "#0000ff\n")
  }
}
