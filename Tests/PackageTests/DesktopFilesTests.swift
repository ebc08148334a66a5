import Foundation
import TestSupport
import Testing

@Suite struct DesktopFilesTests {
  private static let id = "page.regalia.Regalia"

  @Test(
    .enabled(if: Command.path(of: "desktop-file-validate") != nil, "desktop-file-validate is not installed"))
  func `the desktop entry is valid`() throws {
    let outcome = try Command(
      program: Command.path(of: "desktop-file-validate") ?? "", arguments: ["Assets/\(Self.id).desktop"]
    ).run()

    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty, "\(outcome.output)")
  }

  @Test(.enabled(if: Command.path(of: "appstreamcli") != nil, "appstreamcli is not installed"))
  func `the metainfo is valid`() throws {
    let outcome = try Command(
      program: Command.path(of: "appstreamcli") ?? "",
      arguments: ["validate", "--no-net", "Assets/\(Self.id).metainfo.xml"]
    ).run()

    #expect(outcome.status == 0, "\(outcome.output)")
  }

  @Test func `entry, metainfo and icon call the program by one name`() throws {
    let folder = Fixture.checkout.appending(path: "Assets")
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    let entry = try text("\(Self.id).desktop").split(separator: "\n")
    let metainfo = try text("\(Self.id).metainfo.xml")

    #expect(entry.contains("Icon=\(Self.id)"))
    for command in ["open %F", "picker", "crowns", "clock"] {
      #expect(entry.contains("Exec=regalia \(command)"))
    }
    #expect(metainfo.contains("<id>\(Self.id)</id>"))
    #expect(metainfo.contains("<launchable type=\"desktop-id\">\(Self.id).desktop</launchable>"))
    #expect(try text("\(Self.id).svg").contains("viewBox=\"0 0 128 128\""))
  }

  @Test(
    .enabled(
      if: Command.path(of: "update-mime-database") != nil && Command.path(of: "gio") != nil
        && BuiltProgram.path != nil,
      "shared-mime-info, gio or the program is missing"))
  func `posters and libraries are known by their names and by their content`() throws {
    try TemporaryFolder.with { folder in
      let packages = folder.appending(path: "share/mime/packages")
      try FileManager.default.createDirectory(at: packages, withIntermediateDirectories: true)
      let assets = Fixture.checkout.appending(path: "Assets")
      try FileManager.default.copyItem(
        at: assets.appending(path: "\(Self.id).mime.xml"), to: packages.appending(path: "\(Self.id).xml"))
      // Sub-classes need the types that they belong to.
      try FileManager.default.copyItem(
        atPath: "/usr/share/mime/packages/freedesktop.org.xml",
        toPath: packages.appending(path: "freedesktop.org.xml").file)
      let database = try Command(
        program: Command.path(of: "update-mime-database") ?? "",
        arguments: [folder.appending(path: "share/mime").file]
      ).run()
      #expect(database.status == 0, "\(database.errors)")
      let poster = try Command(
        program: BuiltProgram.path ?? "", arguments: ["poster", "new", "--text", "KEEP/CALM"]
      ).run().output
      let names = ["a.poster.json", "c"]
      for name in names { try Data(poster.utf8).write(to: folder.appending(path: name)) }
      try Data("{}".utf8).write(to: folder.appending(path: "other.json"))
      let shipped = assets.appending(path: "crowns.sqlite")
      for name in ["d.regalia", "e"] {
        try FileManager.default.copyItem(at: shipped, to: folder.appending(path: name))
      }

      func type(_ name: String) throws -> String {
        let answer = try Command(
          program: Command.path(of: "gio") ?? "",
          arguments: ["info", "-a", "standard::content-type", folder.appending(path: name).file],
          environment: [
            "XDG_DATA_DIRS": folder.appending(path: "share").file,
            "XDG_DATA_HOME": folder.appending(path: "home").file,
          ]
        ).run().output
        return answer.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
      }
      for name in names {
        #expect(try type(name) == "application/vnd.regalia.poster+json", "\(name)")
      }
      #expect(try type("other.json") == "application/json")
      for name in ["d.regalia", "e"] {
        #expect(try type(name) == "application/vnd.regalia.library", "\(name)")
      }
    }
  }
}
