import Foundation
import TestSupport
import Testing

@Suite struct VersionTests {
  @Test func `the program, the changes, the metainfo and the package are of one version`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Fixture.checkout.appending(path: path), encoding: .utf8)
    }
    let source = try text("Sources/regalia/Version.swift")
    let version = try #require(source.firstMatch(of: #/text = "([0-9.]+)"/#)?.output.1)

    let changes = try text("CHANGELOG.md").matches(of: #/\n## \[([0-9.]+)\] - /#).map(\.output.1)
    let releases = try text("Assets/page.regalia.Regalia.metainfo.xml")
      .matches(of: #/<release version="([0-9.]+)"/#).map(\.output.1)
    let package = try text("debian/changelog").firstMatch(of: #/^regalia \(([0-9.]+)-/#)?.output.1

    #expect(changes.first == version)
    #expect(releases.first == version)
    #expect(package == version)
  }

  @Test func `the packages that are built with are of one exact version, wherever they are named`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Fixture.checkout.appending(path: path), encoding: .utf8)
    }
    let needed = try text("Package.swift").matches(of: #/\.package\(url: "([^"]+)", ([a-z]+): "([0-9.]+)"\)/#)
    let flatpak = try text("Flatpak/page.regalia.Regalia.yml")
    let resolved = try? text("Package.resolved")

    #expect(needed.count == 2)
    for package in needed {
      let (address, version) = (String(package.output.1), String(package.output.3))
      #expect(package.output.2 == "exact", "\(address)")
      let fetched = try Regex("url: \(address)\\s+tag: v?\(version)\\s")
      #expect(flatpak.contains(fetched), "the Flatpak has another \(address)")
    }
    // Where something was resolved, it is these and nothing that they bring along.
    if let resolved {
      let pins = resolved.matches(of: #/"version" : "([0-9.]+)"/#).map { String($0.output.1) }
      #expect(pins.sorted() == needed.map { String($0.output.3) }.sorted())
    }
  }
}
