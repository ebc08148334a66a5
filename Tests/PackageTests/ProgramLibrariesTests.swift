import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct ProgramLibrariesTests {
  /// The whole of Foundation brings ICU along, whose data are 34 MB: `icudt` is what ICU calls them.
  @Test func `the program has nothing of ICU, linked or shared`() throws {
    let path = try #require(BuiltProgram.path)
    let program = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)

    #expect(program.range(of: Data("icudt".utf8)) == nil)
    #expect(program.range(of: Data("lib_FoundationICU.so".utf8)) == nil)
    #expect(program.range(of: Data("libFoundation.so".utf8)) == nil)
  }
}
