import Foundation
import TestSupport
import Testing

/// The commands of every window that produce output without opening it.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct WindowCommandTests {
  let home: Home

  init() throws { home = try Home() }

  private static let windows: [[String]] = [["picker"], ["clock", "--at", "10:10"], ["crowns"], ["gallery"]]

  private func write(_ script: String) throws {
    try script.write(toFile: home.path("visit.jsonl"), atomically: true, encoding: .utf8)
  }

  private func text(_ arguments: [String]) throws -> String {
    let result = try BuiltProgram.run(arguments, in: home)
    #expect(result.status == 0 && result.complaints.isEmpty, "\(arguments): \(result.complaints)")
    return result.output
  }

  @Test(arguments: windows)
  func `is described after its script, not before`(window: [String]) throws {
    // Tab brings the focus to a control or, in the clock, to its panel.
    let step =
      window[0] == "clock" ? #"{"t":0.1,"type":"text","text":","}"# : #"{"t":0.1,"type":"key","key":"Tab"}"#
    try write(step + "\n" + #"{"t":0.2,"type":"resize","width":643,"height":500}"#)

    let before = try text(window + ["--describe"])
    let after = try text(window + ["--describe", "--script", "visit.jsonl"])

    #expect(before.contains("\"role\""))
    #expect(after.contains("643") && !before.contains("643"), "\(window) did not play its script")
  }

  @Test(arguments: ["picker", "crowns", "gallery"])
  func `has layers that can be printed at a time of a script`(window: String) throws {
    try write(#"{"t":0.1,"type":"resize","width":640,"height":500}"#)

    let before = try text(["inspect", window, "--script", "visit.jsonl", "--at", "0.05"])
    let after = try text(["inspect", window, "--script", "visit.jsonl", "--at", "0.1"])
    let json = try text(["inspect", window, "--json"])

    #expect(after.contains("640x500") && !before.contains("640x500"))
    #expect((try JSONSerialization.jsonObject(with: Data(json.utf8))) is [String: Any])
  }

  @Test func `a clock warns of a font that is not installed, whether it is asked for or remembered`() throws {
    let asked = try BuiltProgram.run(
      ["clock", "--at", "10:10", "--font", "No Such Font", "--snapshot", "clock.png"], in: home)
    #expect(asked.status == 0 && asked.complaintLines == 1)
    #expect(
      asked.complaints.hasPrefix("regalia: “No Such Font” is not installed; ")
        && asked.complaints.hasSuffix(" is used in its place\n"), "\(asked.complaints)")

    let folder = home.path("config/regalia")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "font = No Such Font\n".write(toFile: folder + "/clock", atomically: true, encoding: .utf8)
    let remembered = try BuiltProgram.run(
      ["clock", "--at", "10:10", "--snapshot", "clock.png"], in: home)
    #expect(remembered.complaints == asked.complaints)
  }

  @Test(arguments: [["color", "red"], ["--version"], ["gallery", "--describe"], ["pooster"]])
  func `ends at once, without libraries being taken apart that threads beside it still use`(
    arguments: [String]
  ) throws {
    let loader = try BuiltProgram.run(arguments, in: home, environment: ["LD_DEBUG": "files"]).complaints
    #expect(loader.contains("calling init:") && !loader.contains("calling fini:"))
  }

  @Test func `prints the layers of a poster`() throws {
    let document = try text(["poster", "new", "--text", "KEEP/CALM"])
    try document.write(toFile: home.path("calm.json"), atomically: true, encoding: .utf8)

    let outline = try text(["inspect", "poster", "calm.json"])

    #expect(outline.contains("poster"))
    #expect(outline.contains("KEEP") && outline.contains("emblem"))
  }
}
