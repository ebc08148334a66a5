import Foundation
import TestSupport
import Testing

@Suite struct VersionTests {
  @Test func `the program, the changes, the metainfo and the package are of one version`() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Fixture.checkout.appending(path: path), encoding: .utf8)
    }
    let source = try text("Sources/Program/regalia/Version.swift")
    let version = try #require(source.firstMatch(of: #/text = "([0-9.]+)"/#)?.output.1)

    let changes = try text("CHANGELOG.md").matches(of: #/\n## \[([0-9.]+)\] - /#).map(\.output.1)
    let releases = try text("Assets/page.regalia.Regalia.metainfo.xml")
      .matches(of: #/<release version="([0-9.]+)"/#).map(\.output.1)
    let package = try text("debian/changelog").firstMatch(of: #/^regalia \(([0-9.]+)-/#)?.output.1

    #expect(changes.first == version)
    #expect(releases.first == version)
    #expect(package == version)
  }

  @Test func `the package that is built with is the same wherever it is named, and brings none along`() throws
  {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Fixture.checkout.appending(path: path), encoding: .utf8)
    }
    let needed = try text("Package.swift").matches(
      of: #/\.package\(url: "([^"]+)", \.upToNextMinor\(from: "([0-9.]+)"\)\)/#)
    let flatpak = try text("Flatpak/page.regalia.Regalia.yml")
    let resolved = try? text("Package.resolved")

    #expect(needed.count == 1)
    for package in needed {
      let (address, version) = (String(package.output.1), String(package.output.2))
      let fetched = try Regex("url: \(address)\\s+tag: v?\(version)\\s")
      #expect(flatpak.contains(fetched), "the Flatpak has another \(address)")
    }
    if let resolved {
      #expect(resolved.matches(of: #/"version" : "[0-9.]+"/#).count == needed.count)
    }
  }
}
