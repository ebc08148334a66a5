import Colors
import Foundation
import Images
import TestSupport
import Testing

/// The pictures in the README and in the help pages, and the script that draws them.
@Suite struct PicturesTests {
  private static let folder = Fixture.checkout.appending(path: "Documentation/pictures")
  private static let help = Fixture.checkout.appending(path: "Assets/help/pictures")

  private static func files(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.file).sorted()
  }

  private func draw(with program: String, into folder: URL, _ help: URL) throws -> Command.Outcome {
    try Command(program: "/bin/sh", arguments: ["Scripts/pictures", program, folder.file, help.file]).run()
  }

  /// Returns how far two pictures are apart: levels of 255 in the mean of all channels.
  ///
  /// Other fonts' hints and drivers move edges by a little, which comes to well below one level; a control at another
  /// place, or another colour of the ground, comes to several.
  private static func difference(of one: URL, to other: URL) throws -> Double {
    guard one.pathExtension == "png" else {
      return try Data(contentsOf: one) == Data(contentsOf: other) ? 0 : 255
    }
    let (first, second) = (try Bitmap(contentsOf: one.file), try Bitmap(contentsOf: other.file))
    guard first.size == second.size, !first.bytes.isEmpty else { return 255 }
    var sum = 0
    first.bytes.withUnsafeBufferPointer { first in
      second.bytes.withUnsafeBufferPointer { second in
        var index = 0
        while index < first.count {
          sum += abs(Int(first[index]) - Int(second[index]))
          index += 1
        }
      }
    }
    return Double(sum) / Double(first.bytes.count)
  }

  @Test func `the README shows every picture, each with words for those who do not see it`() throws {
    let readme = try String(contentsOf: Fixture.checkout.appending(path: "README.md"), encoding: .utf8)
    let images = readme.matches(of: #/<img src="Documentation/pictures/([^"]+)"[^>]* alt="([^"]+)">/#)

    #expect(images.map { String($0.1) }.sorted() == (try Self.files(in: Self.folder)))
    #expect(images.allSatisfy { $0.2.count > 20 })
    #expect(readme.matches(of: #/<img /#).count == images.count)
  }

  @Test func `all pictures together are small`() throws {
    let sizes = try Self.files(in: Self.folder).map {
      try Data(contentsOf: Self.folder.appending(path: $0)).count
    }

    #expect(sizes.reduce(0, +) < 900_000)
  }

  /// The pictures have the fonts of Debian 12; Debian 13's Inter sets words a little wider, which moves what follows.
  private static let hasFontsOfPictures =
    (try? String(contentsOfFile: "/etc/debian_version", encoding: .utf8))?.hasPrefix("12") == true

  @Test(
    .enabled(if: BuiltProgram.path != nil, "the program is not built"),
    .enabled(if: PicturesTests.hasFontsOfPictures, "the pictures were drawn with the fonts of Debian 12"))
  func `the script draws each of them as it is in the README and the help`() throws {
    try TemporaryFolder.with { folder in
      let (readme, help) = (folder.appending(path: "pictures"), folder.appending(path: "help"))
      let outcome = try draw(with: BuiltProgram.path ?? "", into: readme, help)
      #expect(outcome.status == 0, "\(outcome.errors)")

      for (place, kept) in [(readme, Self.folder), (help, Self.help)] {
        #expect(try Self.files(in: place) == Self.files(in: kept))
        for file in try Self.files(in: place) {
          let drawn = place.appending(path: file)
          let difference = try Self.difference(of: drawn, to: kept.appending(path: file))
          #expect(difference < 1, "\(file) looks otherwise now; make pictures draws it anew")
        }
      }
    }
  }

  @Test func `when one cannot be drawn, none is replaced`() throws {
    try TemporaryFolder.with { folder in
      let (pictures, help) = (folder.appending(path: "pictures"), folder.appending(path: "help"))
      try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
      try Data("before".utf8).write(to: pictures.appending(path: "clock.png"))
      let program = folder.appending(path: "program")
      try program.writeProgram("case $1 in clock) exit 3 ;; esac; for last; do :; done; echo new > \"$last\"")

      let outcome = try draw(with: program.file, into: pictures, help)

      #expect(outcome.status == 3)
      #expect(try Self.files(in: pictures) == ["clock.png"])
      #expect(try Self.files(in: help) == [])
      #expect(try Data(contentsOf: pictures.appending(path: "clock.png")) == Data("before".utf8))
    }
  }
}
