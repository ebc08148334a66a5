import Foundation
import Colors
import Images
import TestSupport
import Testing

/// Another rasteriser draws the same windows.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct RasterTests {
  let home: Home

  init() throws { home = try Home() }

  /// Returns the environment that forces Mesa's software drivers, whatever graphics card there is.
  private func driver(_ name: String) -> [String: String] {
    ["LIBGL_ALWAYS_SOFTWARE": "1", "GALLIUM_DRIVER": name]
  }

  private func isInstalled(_ name: String) throws -> Bool {
    try BuiltProgram.run(["doctor"], in: home, environment: driver(name)).output.contains(name)
  }

  private func picture(_ window: [String], by name: String) throws -> [UInt8] {
    let file = home.path("\(name).png")
    let drawn = try BuiltProgram.run(window + ["--snapshot", file], in: home, environment: driver(name))
    #expect(drawn.status == 0, "\(drawn.complaints)")
    return try Bitmap(contentsOf: file).bytes
  }

  // Softpipe works in single precision throughout; llvmpipe rounds some weights of textures to eight bits.
  @Test(arguments: [
    ["picker", "--size", "330x370", "--appearance", "light"],
    ["clock", "--at", "10:10:00.2", "--size", "200x80"],
  ])
  func `softpipe draws a window within two levels of llvmpipe`(window: [String]) throws {
    guard try isInstalled("softpipe"), try isInstalled("llvmpipe") else { return }

    let (first, second) = (try picture(window, by: "llvmpipe"), try picture(window, by: "softpipe"))

    #expect(!first.isEmpty)
    #expect(try #require(first.largestDifference(from: second)) <= 2)
  }
}
