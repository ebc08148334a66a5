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
    for command in ["gallery", "picker", "crowns", "clock"] {
      #expect(entry.contains("Exec=regalia \(command)"))
    }
    #expect(metainfo.contains("<id>\(Self.id)</id>"))
    #expect(metainfo.contains("<launchable type=\"desktop-id\">\(Self.id).desktop</launchable>"))
    #expect(try text("\(Self.id).svg").contains("viewBox=\"0 0 128 128\""))
  }
}
