import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Command.path(of: "make") != nil, "make is not installed"))
struct InstallTests {
  private static let files = Set(
    [
      "bin/regalia",
      "lib/regalia/installed",
      "lib/regalia/regalia",
      "lib/regalia/regalia_Part.resources/deep/a file.txt",
      "share/applications/page.regalia.Regalia.desktop",
      "share/bash-completion/completions/regalia",
      "share/dbus-1/services/page.regalia.Regalia.service",
      "share/doc/regalia/LICENSE",
      "share/doc/regalia/NOTICES",
      "share/fish/vendor_completions.d/regalia.fish",
      "share/icons/hicolor/128x128/apps/page.regalia.Regalia.png",
      "share/icons/hicolor/16x16/apps/page.regalia.Regalia.png",
      "share/icons/hicolor/24x24/apps/page.regalia.Regalia.png",
      "share/icons/hicolor/256x256/apps/page.regalia.Regalia.png",
      "share/icons/hicolor/32x32/apps/page.regalia.Regalia.png",
      "share/icons/hicolor/48x48/apps/page.regalia.Regalia.png",
      "share/icons/hicolor/64x64/apps/page.regalia.Regalia.png",
      "share/icons/hicolor/scalable/apps/page.regalia.Regalia.svg",
      "share/icons/hicolor/symbolic/apps/page.regalia.Regalia-symbolic.svg",
      "share/man/man1/regalia.1",
      "share/metainfo/page.regalia.Regalia.metainfo.xml",
      "share/mime/packages/page.regalia.Regalia.xml",
      "share/regalia/crowns.sqlite",
      "share/thumbnailers/page.regalia.Regalia.thumbnailer",
      "share/zsh/site-functions/_regalia",
    ] + languages.map { "share/locale/\($0)/LC_MESSAGES/regalia.mo" } + helpFiles)

  private static let assets = Fixture.checkout.appending(path: "Assets")

  /// The languages that have a catalogue.
  private static let languages = assets.appending(path: "locale").names(ending: ".po")

  /// The help pages of all languages, and their pictures.
  private static let helpFiles: [String] = {
    let help = assets.appending(path: "help")
    let topics = help.appending(path: "pages").names(ending: ".md")
    let pages = (["C"] + help.names(ending: ".po")).flatMap { language in
      topics.flatMap { ["\(language)/regalia/\($0).html", "\(language)/regalia/\($0).txt"] }
    }
    let pictures = help.appending(path: "pictures").names(ending: ".png").map { "C/regalia/\($0).png" }
    return (pages + pictures).map { "share/help/" + $0 }
  }()

  @Test func `everything is installed, and uninstalling leaves nothing`() throws {
    try Stage.with { stage in
      let prefix = stage.folder.appending(path: "not/yet/there")

      let installing = try stage.make("install", "PREFIX=\(prefix.file)")
      let installed = try prefix.everythingBelow.filter { !$0.hasSuffix("/") }
      let uninstalling = try stage.make("uninstall", "PREFIX=\(prefix.file)")
      let left = try stage.folder.everythingBelow

      #expect(installing.status == 0, "\(installing.errors)")
      #expect(installed == Self.files)
      #expect(uninstalling.status == 0, "\(uninstalling.errors)")
      #expect(left.allSatisfy { $0.hasPrefix("build/") })
    }
  }

  @Test func `the program is found through its link, and its resources stand beside it`() throws {
    try Stage.with { stage in
      let prefix = stage.folder.appending(path: "usr")
      _ = try stage.make("install", "PREFIX=\(prefix.file)")

      let answer = try Command(program: prefix.appending(path: "bin/regalia").file, arguments: ["hello"])
        .run()
      #expect(answer.output == "regalia hello\n")
      let resource = prefix.appending(path: "lib/regalia/regalia_Part.resources/deep/a file.txt")
      #expect(try String(contentsOf: resource, encoding: .utf8) == "part")
    }
  }

  @Test func `installing twice is as good as once`() throws {
    try Stage.with { stage in
      let prefix = stage.folder.appending(path: "usr")
      _ = try stage.make("install", "PREFIX=\(prefix.file)")
      let once = try prefix.everythingBelow

      #expect(try stage.make("install", "PREFIX=\(prefix.file)").status == 0)
      #expect(try prefix.everythingBelow == once)
      _ = try stage.make("uninstall", "PREFIX=\(prefix.file)")
      #expect(!FileManager.default.fileExists(atPath: prefix.file))
    }
  }

  @Test func `what was there before stays, empty folders too`() throws {
    try Stage.with { stage in
      let root = stage.folder.appending(path: "root")
      for folder in ["usr/bin", "usr/share/man/man1"] {
        try FileManager.default.createDirectory(
          at: root.appending(path: folder), withIntermediateDirectories: true)
      }
      try Data().write(to: root.appending(path: "usr/bin/other"))
      let before = try root.everythingBelow

      _ = try stage.make("install", "PREFIX=/usr", "DESTDIR=\(root.file)")
      #expect(FileManager.default.fileExists(atPath: root.file + "/usr/bin/regalia"))
      _ = try stage.make("uninstall", "PREFIX=/usr", "DESTDIR=\(root.file)")

      #expect(try root.everythingBelow == before)
    }
  }

  @Test func `a folder in which others have put something stays with it`() throws {
    try Stage.with { stage in
      let prefix = stage.folder.appending(path: "usr")
      _ = try stage.make("install", "PREFIX=\(prefix.file)")
      try Data().write(to: prefix.appending(path: "bin/other"))

      _ = try stage.make("uninstall", "PREFIX=\(prefix.file)")

      #expect(try prefix.everythingBelow == ["bin/", "bin/other"])
    }
  }

  @Test func `uninstalling what is not there says so and is no fault`() throws {
    try Stage.with { stage in
      let outcome = try stage.make("uninstall", "PREFIX=\(stage.folder.file)/usr")

      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("Nothing of Regalia is installed below "))
    }
  }

  @Test func `a list that leads out of the prefix removes nothing`() throws {
    try Stage.with { stage in
      let prefix = stage.folder.appending(path: "usr")
      _ = try stage.make("install", "PREFIX=\(prefix.file)")
      let list = prefix.appending(path: "lib/regalia/installed")
      try Data((try String(contentsOf: list, encoding: .utf8) + "../precious\n").utf8).write(to: list)
      try Data().write(to: stage.folder.appending(path: "precious"))
      let before = try stage.folder.everythingBelow

      let outcome = try stage.make("uninstall", "PREFIX=\(prefix.file)")

      #expect(outcome.status != 0)
      #expect(try stage.folder.everythingBelow == before)
    }
  }

  @Test func `a relative prefix and a program that is not built are refused`() throws {
    try Stage.with { stage in
      let relative = try stage.make("install", "PREFIX=usr")
      #expect(relative.status != 0)
      #expect(relative.errors.contains("PREFIX must be an absolute path"))

      let folder = stage.folder.file
      let unbuilt = try Command(
        program: "/bin/sh", arguments: ["Scripts/install", "\(folder)/none", "\(folder)/usr"]
      ).run()
      #expect(unbuilt.status == 3)
      #expect(unbuilt.errors.contains("make release"))
      #expect(!FileManager.default.fileExists(atPath: folder + "/usr"))
    }
  }

  @Test(.enabled(if: BuiltProgram.path != nil, "the program is not built"))
  func `the real program writes completions that bash can load`() throws {
    try Stage.with { stage in
      let prefix = stage.folder.appending(path: "usr")
      let outcome = try stage.make(
        "install", "PREFIX=\(prefix.file)", "BINARY=\(BuiltProgram.path ?? "")")
      #expect(outcome.status == 0, "\(outcome.errors)")

      let loaded = try Command(
        program: "/bin/bash",
        arguments: [
          "-c", "source \"$1\" && complete -p regalia", "-",
          prefix.appending(path: "share/bash-completion/completions/regalia").file,
        ]
      ).run()
      #expect(loaded.status == 0, "\(loaded.errors)")
      let zsh = try String(
        contentsOf: prefix.appending(path: "share/zsh/site-functions/_regalia"), encoding: .utf8)
      #expect(zsh.hasPrefix("#compdef regalia"))
      let version = try Command(
        program: prefix.appending(path: "bin/regalia").file, arguments: ["--version"]
      ).run()
      #expect(version.output.hasPrefix("regalia "))
    }
  }
}

/// A folder with a stand-in for the built program.
private struct Stage {
  let folder: URL

  static func with(_ body: (Stage) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let build = folder.appending(path: "build")
      let bundle = build.appending(path: "regalia_Part.resources/deep")
      try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
      try Data("part".utf8).write(to: bundle.appending(path: "a file.txt"))
      try build.appending(path: "regalia").writeProgram("echo regalia \"$@\"")
      try body(Stage(folder: folder))
    }
  }

  /// Runs make in the checkout; a later setting of a variable wins.
  func make(_ arguments: String...) throws -> Command.Outcome {
    try Command(
      program: Command.path(of: "make") ?? "",
      arguments: ["--no-print-directory", "BINARY=\(folder.file)/build/regalia"] + arguments
    ).run()
  }
}
