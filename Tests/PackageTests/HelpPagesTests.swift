import Foundation
import TestSupport
import Testing

/// The help pages, as `Scripts/help` makes them and the program finds them.
@Suite(.enabled(if: Command.path(of: "python3") != nil, "python3 is not installed")) struct HelpPagesTests {
  private static let pages = Fixture.checkout.appending(path: "Assets/help/pages")

  private static let topics = pages.names(ending: ".md").filter { $0 != "index" }

  /// Runs `Scripts/help` of a checkout.
  private func help(_ arguments: String..., in root: URL = Fixture.checkout) throws -> Command.Outcome {
    try Command(
      program: "/usr/bin/env", arguments: ["python3", root.appending(path: "Scripts/help").file] + arguments
    ).run()
  }

  /// Calls `body` with a copy of what the script reads; the sources are linked.
  private func withCopy(_ body: (URL) throws -> Void) throws {
    try TemporaryFolder.with { root in
      let files = FileManager.default
      for folder in ["Scripts", "Assets/help/pages", "Assets/help/pictures"] {
        let copy = root.appending(path: folder)
        try files.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try files.copyItem(at: Fixture.checkout.appending(path: folder), to: copy)
      }
      try files.copyItem(
        at: Fixture.checkout.appending(path: "Assets/help/help.css"),
        to: root.appending(path: "Assets/help/help.css"))
      try files.createSymbolicLink(
        at: root.appending(path: "Sources"), withDestinationURL: Fixture.checkout.appending(path: "Sources"))
      try body(root)
    }
  }

  private func change(_ page: String, in root: URL, _ change: (inout String) -> Void) throws {
    let file = root.appending(path: "Assets/help/pages/\(page).md")
    var text = try String(contentsOf: file, encoding: .utf8)
    let before = text
    change(&text)
    #expect(text != before)
    try Data(text.utf8).write(to: file)
  }

  @Test func `there are ten pages, whose labels are texts of the program`() throws {
    let outcome = try help("check")

    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.output)\(outcome.errors)")
    #expect(Self.topics.count == 10)
  }

  @Test func `a wrong label, key, link or picture, and a page without its words, are found`() throws {
    try withCopy { root in
      try change("colours", in: root) { $0.replace("[Choose] to", with: "[Chose] to") }
      try change("posters", in: root) { $0.replace("<Ctrl+N>", with: "<Ctlr+N>") }
      try change("gallery", in: root) { $0 += "\nSee [[nowhere]] and [half.\n" }
      try change("outputs", in: root) { $0 = String($0.prefix(200)) + "\n" }
      try FileManager.default.removeItem(at: root.appending(path: "Assets/help/pictures/schemes.png"))

      let outcome = try help("check", in: root)

      #expect(outcome.status == 1)
      for words in [
        "the program has no text “Chose”", "there is no key “Ctlr”", "there is no page “nowhere”",
        "without its partner", "a page has 80 to 200 words", "schemes.png is missing",
      ] {
        #expect(outcome.output.contains(words), "\(words)")
      }
    }
  }

  @Test func `translations come from the catalogues, and what has none stays English and says so`() throws {
    try withCopy { root in
      let header = "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=1; plural=0;\\n\"\n\n"
      for (file, entries) in [
        "help/de.po": "msgid \"Pick a colour\"\nmsgstr \"Farbe & Wahl\"\n\n"
          + "msgid \"Press [Choose] to accept the colour.\"\nmsgstr \"Drücken Sie zuletzt [Choose].\"\n",
        "locale/de.po": "msgid \"Choose\"\nmsgstr \"Auswählen\"\n\n"
          + "msgctxt \"key\"\nmsgid \"Ctrl\"\nmsgstr \"Strg\"\n", "help/ar.po": "",
      ] {
        let place = root.appending(path: "Assets/\(file)")
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((header + entries).utf8).write(to: place)
      }

      let outcome = try help("build", in: root)
      #expect(outcome.status == 0, "\(outcome.errors)")
      func page(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: "Assets/help/\(path)"), encoding: .utf8)
      }
      let german = try page("de/regalia/colours.html")
      #expect(german.contains("<html lang=\"de\" dir=\"ltr\">"))
      #expect(german.contains("<h1>Farbe &amp; Wahl</h1>"))
      #expect(german.contains("<li>Drücken Sie zuletzt <b>Auswählen</b>.</li>"))
      #expect(german.contains("<li lang=\"en\" dir=\"ltr\">Press <kbd>Strg+E</kbd>"))
      #expect(try page("de/regalia/colours.txt").contains("Drücken Sie zuletzt [Auswählen]."))
      // Links have the title of their page.
      #expect(try page("de/regalia/index.html").contains("<a href=\"colours.html\">Farbe &amp; Wahl</a>"))
      #expect(try page("ar/regalia/colours.html").contains("<html lang=\"ar\" dir=\"rtl\">"))
    }
  }

  @Test func `every language has a page for each topic, and every link and picture exists`() throws {
    try TemporaryFolder.with { folder in
      #expect(try help("build", folder.file).status == 0)
      let catalogs = Fixture.checkout.appending(path: "Assets/help").names(ending: ".po")
      for language in ["C"] + catalogs {
        let place = folder.appending(path: "\(language)/regalia")
        #expect(place.names(ending: ".html") == (Self.topics + ["index"]).sorted())
        for topic in Self.topics + ["index"] {
          let text = try String(contentsOf: place.appending(path: topic + ".html"), encoding: .utf8)
          #expect(text.contains("prefers-color-scheme: dark"), "\(language) \(topic)")
          let targets = text.matches(of: #/ (?:href|src)="([^"]*)"/#).map { String($0.1) }
          #expect(targets.count > 1, "\(language) \(topic)")
          for target in targets {
            #expect(
              FileManager.default.fileExists(atPath: place.appending(path: target).file),
              "\(language) \(topic): \(target)")
          }
        }
      }
    }
  }

  @Test(.enabled(if: BuiltProgram.path != nil, "the program is not built"))
  func `the program prints each page, in the language of its messages`() throws {
    let home = try Home()
    let usage = try BuiltProgram.run(["help", "--help"], in: home).output.split(
      whereSeparator: \.isWhitespace
    )
    .joined(separator: " ")
    let listed = try #require(usage.firstMatch(of: #/The topics are ([^.]*)\./#)).1
    #expect(listed.split(separator: ", ").map(String.init).sorted() == Self.topics)

    for topic in Self.topics {
      let title = try String(contentsOf: Self.pages.appending(path: topic + ".md"), encoding: .utf8)
        .prefix { $0 != "\n" }.dropFirst(2)
      let printed = try BuiltProgram.run(["help", topic, "--print"], in: home)
      #expect(printed.status == 0 && printed.output.hasPrefix(title + "\n="), "\(printed.complaints)")
    }
    let german = try BuiltProgram.run(["help", "--print"], in: home, environment: ["LANG": "de_DE.UTF-8"])
    #expect(german.output.hasPrefix("Hilfe zu Regalia\n"))
  }

  @Test(.enabled(if: BuiltProgram.path != nil, "the program is not built"))
  func `the desktop's program opens a page, and without one the error says what to do`() throws {
    let home = try Home()
    let path = "\(home.folder.file):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
    let viewer = home.folder.appending(path: "xdg-open")
    try viewer.writeProgram("printf '%s' \"$1\" >\"$HOME/opened\"")

    let opening = try BuiltProgram.run(["help", "gallery"], in: home, environment: ["PATH": path])
    #expect(opening.status == 0, "\(opening.complaints)")
    let opened = try String(contentsOf: home.folder.appending(path: "opened"), encoding: .utf8)
    #expect(opened.hasSuffix("/C/regalia/gallery.html") && FileManager.default.fileExists(atPath: opened))

    try viewer.writeProgram("exit 3")
    let failing = try BuiltProgram.run(
      ["help", "gallery"], in: home,
      environment: ["PATH": path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.path("none"))"])
    #expect(failing.status == 3)
    #expect(
      failing.complaints.contains("/C/regalia/gallery.html") && failing.complaints.contains("web browser"))
  }

  @Test(.enabled(if: BuiltProgram.path != nil, "the program is not built"))
  func `the name of a command prints its usage, and any other word is refused with what is near`() throws {
    let home = try Home()
    for words in [["poster", "new"], ["picker"], ["bench", "ab"]] {
      let help = try BuiltProgram.run(["help"] + words, in: home)
      let usage = try BuiltProgram.run(words + ["--help"], in: home)
      #expect(help.status == 0 && help.output == usage.output)
    }
    let near = try BuiltProgram.run(["help", "colurs"], in: home)
    #expect(near.status == 2 && near.complaints.contains("did you mean “colours”?"))
    let inner = try BuiltProgram.run(["help", "poster", "nwe"], in: home)
    #expect(inner.status == 2 && inner.complaints.contains("did you mean “new”?"))
    let topic = try BuiltProgram.run(["help", "gallery", "new"], in: home)
    #expect(topic.status == 2 && topic.complaintLines == 1)
  }
}
