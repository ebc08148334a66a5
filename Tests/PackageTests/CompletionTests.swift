import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: BuiltProgram.path != nil, "the program is not built")) struct CompletionTests {
  @Test func `every argument that is a file completes files`() throws {
    let arguments = try BuiltProgram.description().leaves().flatMap { name, command in
      (command.arguments ?? []).filter(\.namesFile).map { (command: name, argument: $0) }
    }
    #expect(arguments.count > 80)

    try TemporaryFolder.with { folder in
      try Data().write(to: folder.appending(path: "zebra.png"))
      for (name, argument) in arguments where !argument.completesFiles {
        // Where a name is meant as well, the program offers both.
        try #require(argument.completionKind?.isAsked == true, "\(name) \(argument.title)")
        let key = argument.names?.first.map { "--" + $0.name } ?? "positional@0"
        let words = ["regalia"] + name.split(separator: " ").map(String.init) + ["zeb"]
        let outcome = try Command(
          program: BuiltProgram.path ?? "",
          arguments: ["---completion"] + words[1..<words.count - 1]
            + ["--", key, String(words.count - 1), "3"] + words, folder: folder
        ).run()

        #expect(outcome.output.split(separator: "\n").contains("zebra.png"), "\(name) \(argument.title)")
      }
    }
  }

  @Test(
    arguments: [
      ("gallery", "export-to", nil), ("picker", "snapshot", ["png"]), ("curve", "plot", ["svg"]),
      ("poster render", "data", ["csv", "tsv", "jsonl", "ndjson"]),
      ("poster render", "output", ["pdf", "png", "svg", "jpg", "jpeg", "webp", "avif"]),
      ("poster render", "pdfx", ["icc", "icm"]), ("bench run", "limits", ["json"]),
    ] as [(String, String, [String]?)])
  func `where a file has one kind only files of that kind are offered`(
    command: String, option: String, endings: [String]?
  ) throws {
    let description = try BuiltProgram.description().leaves().first { $0.name == command }?.command
    let completion = description?.arguments?.first { $0.names?.contains { $0.name == option } ?? false }?
      .completionKind

    #expect(completion?.file?.extensions == endings)
    #expect(completion?.isDirectory == (endings == nil))
  }
}
