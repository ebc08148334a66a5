import Colors
import Files
import Foundation
import Geometry
import Images
import Posters
import TestSupport
import Testing
import Text

@testable import Publishing

@Suite struct ExportSetTests {
  private let home: Home
  private let sets: ExportSets

  init() throws {
    let home = try Home()
    self.home = home
    sets = ExportSets(UserFolders { $0 == "HOME" ? home.folder.path(percentEncoded: false) : nil })
  }

  private var file: String { home.path(".local/share/regalia/export-sets.json") }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: FilePath(file).folder.text, withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }

  // MARK: Outputs as text

  @Test(arguments: [
    "print=pdf,bleed=3mm,marks,pdfx", "web=png,width=1600", "story=jpeg,1080x1920,quality=85",
    "phone=webp,1170x2532,quality=100", "small=avif,width=16,quality=1", "drawing=svg", "page=pdf",
    "two words=png,30000x16",
  ])
  func `an output is written as it is read`(text: String) throws {
    let output = try ExportOutput(parsing: text)
    #expect(try ExportOutput(parsing: output.text) == output)
    #expect(output.text.hasPrefix(text), "\(output.text)")
    #expect(ExportOutput(.object(output.members)) == output)
  }

  @Test(arguments: [
    ("story", "name=format"), ("=png", "name=format"), ("story=", "name a format"),
    ("story=gif", "pdf, png, svg, jpeg, webp, avif"), ("story=1080x1920", "name a format"),
    ("story=png,1080", "1080x1920"), ("story=png,1080x", "1080x1920"), ("story=png,9x9", "16 to 30000"),
    ("story=png,width=30001", "16 to 30000"), ("story=jpeg,quality=0", "from 1 to 100"),
    ("story=jpeg,quality=101", "from 1 to 100"), ("print=pdf,bleed=x", "millimetres"),
    ("print=pdf,bleed=-1", "up to 100 mm"), ("print=pdf,bleed=nan", "up to 100 mm"),
    ("../up=png", "part of a file's name"), ("a/b=png", "part of a file's name"), ("..=png", "part of a"),
  ])
  func `an output that cannot be is refused with what to write`(text: String, words: String) {
    #expect {
      try ExportOutput(parsing: text)
    } throws: {
      "\($0)".contains(words)
    }
  }

  @Test func `the sets that ship can all be written, and the first has a print and a story`() {
    for set in ExportSet.shipped {
      #expect(set.outputs.allSatisfy { $0.fault == nil } && set.outputs.count >= 5)
      #expect(Set(set.outputs.map(\.name)).count == set.outputs.count)
      #expect(ExportSet(set.value) == set)
    }
    let print = ExportSet.shipped[0].outputs[0]
    #expect(print.hasPress && print.hasMarks && print.options.bleed == 3)
    #expect(ExportSet.shipped[0].output(named: "STORY")?.size == .pixels(width: 1080, height: 1920))
  }

  // MARK: The file

  @Test func `sets are kept, renamed and removed, and one that ships can be replaced and comes back`() throws
  {
    let shipped = ExportSet.shipped
    #expect(try sets.all() == shipped)
    let concert = ExportSet("Concert", [try ExportOutput(parsing: "story=jpeg,1080x1920")])
    try sets.put(concert)
    try sets.put(ExportSet("album", []))
    let names = shipped.map(\.name)
    #expect(try sets.all().map(\.name) == names + ["album", "Concert"])
    #expect(try sets.set(named: "CONCERT") == concert)

    var tour = concert
    tour.name = "Tour"
    try sets.put(tour, replacing: "concert")
    #expect(try sets.all().map(\.name) == names + ["album", "Tour"])
    var clash = tour
    clash.name = "Album"
    #expect(throws: ExportSets.Refusal.self) { try sets.put(clash, replacing: "Tour") }

    try sets.put(ExportSet(names[0], []))
    #expect(try sets.set(named: names[0]).outputs.isEmpty)
    try sets.remove(named: names[0])
    #expect(try sets.all().map(\.name) == names + ["album", "Tour"])
    #expect(try sets.set(named: names[0]) == shipped[0])
    #expect(throws: ExportSets.Refusal.self) { try sets.remove(named: names[0]) }
    #expect(throws: ExportSets.Refusal.self) { try sets.remove(named: "nothing") }
    try sets.remove(named: "tour")
    #expect(throws: ExportSets.Refusal.self) { try sets.set(named: "Tour") }
  }

  @Test(arguments: ["", "{", "[]", "{\"sets\": 3}", "\u{0}\u{1}"])
  func `a file that is no such file is refused with its name, and left as it was`(text: String) throws {
    try write(text)
    for change in [
      { _ = try sets.all() }, { try sets.put(ExportSet("A", [])) }, { try sets.remove(named: "A") },
    ] {
      #expect {
        try change()
      } throws: {
        "\($0)".contains(file)
      }
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test func `what another version or a person wrote there is kept, though this one does not know it`() throws
  {
    try write(
      #"""
      {"future": 1, "sets": [{"name": "A", "names": "{name}.{ext}", "colour": "red", "outputs": [
        {"name": "x", "format": "jxl", "width": 5}, {"name": "story", "format": "png", "glow": true}]}]}
      """#)
    #expect(try sets.set(named: "A").outputs.map(\.name) == ["story"])
    try sets.put(ExportSet("B", []))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    for words in ["future", "colour", "jxl", "glow"] { #expect(text.contains(words), "\(words) in \(text)") }
  }

  // MARK: Names of files

  private let posters = [
    Poster(title: "Keep calm", lines: [Poster.Line("A")]), Poster(title: "Träum süß / ..", lines: []),
    Poster(title: "", lines: []),
  ]
  private let outputs = [
    ExportOutput("story", .jpeg, .pixels(width: 108, height: 192)), ExportOutput("web", .png, .width(100)),
  ]

  private func paths(_ pattern: String, _ posters: [Poster]? = nil, replaces: Bool = false) throws -> [String]
  {
    try ExportRun(
      posters ?? self.posters, ExportSet("A", outputs, pattern: pattern), in: home.path("out"),
      replaces: replaces
    ).jobs.map { String($0.path.dropFirst(home.path("out/").count)) }
  }

  @Test func `names are made of the poster, the output, a number and the format`() throws {
    #expect(
      try paths("{name}-{output}.{ext}") == [
        "keep-calm-story.jpg", "keep-calm-web.png", "träum-süß-story.jpg", "träum-süß-web.png",
        "poster-story.jpg", "poster-web.png",
      ])
    #expect(
      try paths("{output}/{n:000} {name}.{ext}").prefix(3) == [
        "story/001 keep-calm.jpg", "web/001 keep-calm.png", "story/002 träum-süß.jpg",
      ])
  }

  @Test(arguments: [
    ("{name}.png", ".{ext}"), ("{name}.{ext} ", ".{ext}"), ("", ".{ext}"),
    ("../{name}.{ext}", "out of the folder"),
    ("/{name}.{ext}", "out of the folder"), ("{output}/../../{name}.{ext}", "out of the folder"),
    ("~/{name}.{ext}", "out of the folder"), ("./{name}.{ext}", "out of the folder"),
    ("{title}.{ext}", "not {title}"), ("{name}.{ext}", "put {n} or {output}"),
    ("{output}.{ext}", "put {n} or {output}"),
  ])
  func `a pattern that would overwrite or leave the folder is refused before anything is written`(
    pattern: String, words: String
  ) {
    // Both outputs in one format, so that the ending does not tell them apart.
    let set = ExportSet("A", [outputs[0], ExportOutput("small", .jpeg, .width(50))], pattern: pattern)
    #expect {
      try ExportRun(posters, set, in: home.path("out"))
    } throws: {
      "\($0)".contains(words)
    }
    #expect(!FileManager.default.fileExists(atPath: home.path("out")))
  }

  @Test func `posters of one name need a number, and capitals do not tell files apart`() throws {
    let twins = [posters[0], Poster(title: "KEEP CALM!")]
    #expect(throws: ExportRun.Refusal.self) { try paths("{name}-{output}.{ext}", twins) }
    #expect(try paths("{n}-{name}-{output}.{ext}", twins).count == 4)
  }

  @Test func `titles and names of outputs never lead out of the folder`() throws {
    for title in ["../../etc/passwd", "..", "/", "a/b\\c", "\u{0}\n", "~root", ".hidden", "CON"] {
      for path in try paths("{output}/{name}.{ext}", [Poster(title: title)]) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        #expect(parts.count == 2 && !parts.contains("..") && !parts.contains(""), "\(title): \(path)")
      }
    }
  }

  @Test func `files that are there are kept unless they are to be replaced`() throws {
    try FileManager.default.createDirectory(atPath: home.path("out"), withIntermediateDirectories: true)
    try "mine".write(toFile: home.path("out/keep-calm-web.png"), atomically: true, encoding: .utf8)
    #expect {
      try paths("{name}-{output}.{ext}")
    } throws: {
      "\($0)".contains("keep-calm-web.png")
    }
    #expect(try paths("{name}-{output}.{ext}", replaces: true).count == 6)
    #expect(try String(contentsOfFile: home.path("out/keep-calm-web.png"), encoding: .utf8) == "mine")
  }

  // MARK: Writing

  private func run(_ run: ExportRun, while goesOn: (ExportRun.Progress) -> Bool = { _ in true })
    -> ExportRun.Outcome
  {
    run.run(cacheDirectory: nil, by: DirectDecoder(), while: goesOn)
  }

  private func contents() -> [String] {
    (FileManager.default.enumerator(atPath: home.path("out"))?.allObjects as? [String] ?? []).sorted()
  }

  @Test func `pictures have exactly their pixels, whatever the page`() throws {
    var generator = SeededGenerator(seed: 54)
    for _ in 0..<6 {
      let page = Page(
        width: .random(in: 50...900, using: &generator), height: .random(in: 50...900, using: &generator))
      var poster = posters[0]
      (poster.page, poster.bleed) = (page, 3)
      let (width, height) = (
        Int.random(in: 16...300, using: &generator), Int.random(in: 16...300, using: &generator)
      )
      let set = ExportSet("A", [ExportOutput("a", .png, .pixels(width: width, height: height), bleed: nil)])
      let made = run(try ExportRun([poster], set, in: home.path("out"), replaces: true))
      let path = try #require(made.written.first, "\(made)")
      #expect(try Bitmap(contentsOf: path).size == PixelSize(width: width, height: height), "\(page)")
    }
  }

  @Test func `cancelling in the middle keeps whole files and leaves nothing else`() throws {
    let set = ExportSet("A", outputs)
    let all = try ExportRun(posters, set, in: home.path("out"))
    for count in 0..<all.jobs.count {
      try? FileManager.default.removeItem(atPath: home.path("out"))
      // While a file is drawn, not only between two.
      let outcome = run(all) { $0.done < count || $0.share == 0 && $0.done == count }
      #expect(outcome.isStopped && outcome.written == all.jobs.prefix(count).map(\.path))
      #expect(contents() == all.jobs.prefix(count).map { FilePath($0.path).name }.sorted())
    }
  }

  @Test func `a file that cannot be made is told of, and the others are made`() throws {
    // The second is more than a picture has: 300 pixels an inch of a long page.
    var long = posters[0]
    long.page = Page(width: 10, height: 6000)
    let set = ExportSet(
      "A",
      [
        outputs[0], ExportOutput("long", .jpeg, .page), ExportOutput("web", .svg),
      ])
    let outcome = run(try ExportRun([long], set, in: home.path("out")))
    #expect(outcome.written.count == 2 && !outcome.isStopped)
    #expect(
      outcome.failures.count == 1 && outcome.failures[0].english.contains("60000 each way"), "\(outcome)")
    #expect(contents() == ["keep-calm-story.jpg", "keep-calm-web.svg"])
    #expect(outcome.summary(of: 3, in: home.path("out")).english.contains("2 of 3 files are in"))
  }

  @Test func `six outputs of ten posters are the same bytes as each made alone`() throws {
    let ten = try PosterTemplate.all.prefix(10).map { try $0.poster() }
    let set = ExportSet(
      "Six",
      [
        ExportOutput("print", .pdf, bleed: 3, hasMarks: true),
        ExportOutput("web", .png, .width(160)),
        ExportOutput("story", .jpeg, .pixels(width: 108, height: 192), quality: 85),
        ExportOutput("phone", .webp, .pixels(width: 117, height: 253)),
        ExportOutput("desktop", .avif, .pixels(width: 240, height: 135)),
        ExportOutput("drawing", .svg),
      ])
    let together = try ExportRun(ten, set, in: home.path("out"))
    let outcome = run(together)
    #expect(outcome.written.count == 60, "\(outcome)")
    for job in together.jobs {
      let alone = try ExportRun(
        [ten[job.poster]], set, in: home.path("alone-\(job.poster)"), only: [job.output.name])
      let one = run(alone)
      #expect(one.written.count == 1, "\(one)")
      #expect(
        try Data(contentsOf: URL(filePath: alone.jobs[0].path))
          == Data(contentsOf: URL(filePath: job.path)), "\(job.path)")
    }
  }
}
