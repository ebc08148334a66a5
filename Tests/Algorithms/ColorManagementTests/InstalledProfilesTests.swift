import ColorManagement
import Foundation
import Testing

@Suite struct InstalledProfilesTests {
  /// Calls `body` with a folder in which profiles of these names lie, each in a folder of its own.
  private func with(_ names: [String], _ body: (InstalledProfiles, URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "profiles-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (index, name) in names.enumerated() {
      let place = folder.appending(path: "color/icc/\(index)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data(named(name)).write(to: place.appending(path: "file\(index).icc"))
    }
    let path = folder.path(percentEncoded: false)
    try body(InstalledProfiles { ["XDG_DATA_DIRS": path, "HOME": "/nowhere"][$0] }, folder)
  }

  private func fault(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func `coated FOGRA39 is taken where none is named, or else what comes nearest`() throws {
    try with(["Office printer", "PSO Uncoated (FOGRA47)", "PSO Coated v3", "Coated FOGRA39"]) {
      (profiles, _) throws in
      #expect(
        profiles.entries.map(\.profile.name) == [
          "Coated FOGRA39", "PSO Coated v3", "Office printer", "PSO Uncoated (FOGRA47)",
        ])
      #expect(try profiles.profile(named: nil).name == "Coated FOGRA39")
    }
    try with(["Uncoated FOGRA29", "SWOP Coated"]) { (profiles, _) throws in
      #expect(try profiles.profile(named: nil).name == "SWOP Coated")
      #expect(!InstalledProfiles.isUsual(try profiles.profile(named: nil)))
    }
  }

  @Test func `a profile is found by its name, its file's, a part of either, and by its path`() throws {
    try with(["ISO Coated v2 (ECI)", "Coated GRACoL 2006"]) { (profiles, folder) throws in
      #expect(try profiles.profile(named: "iso coated V2 (eci)").name == "ISO Coated v2 (ECI)")
      #expect(try profiles.profile(named: "file1").name == "Coated GRACoL 2006")
      #expect(try profiles.profile(named: "gracol").name == "Coated GRACoL 2006")
      let path = folder.appending(path: "color/icc/0/file0.icc").path(percentEncoded: false)
      #expect(try profiles.profile(named: path).name == "ISO Coated v2 (ECI)")
      let vague = fault { _ = try profiles.profile(named: "coated") }
      #expect(vague.contains("several names: “ISO Coated v2 (ECI)”, “Coated GRACoL 2006”"))
      let unknown = fault { _ = try profiles.profile(named: "newsprint") }
      #expect(
        unknown.contains("“newsprint” is neither a file nor an installed profile")
          && unknown.contains("ISO Coated"))
      let missing = fault { _ = try profiles.profile(named: folder.path(percentEncoded: false) + "x.icc") }
      #expect(missing.contains("there is no such file"))
    }
  }

  @Test func `where none is installed it is said what to install`() throws {
    try with([]) { (profiles, _) throws in
      let words = fault { _ = try profiles.profile(named: nil) }
      #expect(words.contains("no printing profile is installed") && words.contains("package"))
    }
  }

  @Test func `files that are no profiles of a press are passed over`() throws {
    try with(["Coated FOGRA39"]) { (_, folder) throws in
      let place = folder.appending(path: "color/icc")
      try Data("no profile".utf8).write(to: place.appending(path: "note.icc"))
      try Data(named("Cut")[..<3000]).write(to: place.appending(path: "cut.icc"))
      let path = folder.path(percentEncoded: false)
      let profiles = InstalledProfiles { ["XDG_DATA_DIRS": path][$0] }
      #expect(profiles.entries.map(\.profile.name) == ["Coated FOGRA39"])
    }
  }
}
