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

  @Test func `topics and commands complete help, once`() throws {
    for shell in ["bash", "zsh", "fish"] {
      let script = try Command(program: BuiltProgram.path ?? "", arguments: ["completions", shell]).run()
      #expect(script.output.contains("getting-started"), "\(shell)")
      #expect(script.output.ranges(of: "_regalia_help() {").count <= 1, "\(shell)")
      #expect(!script.output.contains("Show subcommand help"), "\(shell)")
      guard shell == "bash" else { continue }
      try TemporaryFolder.with { folder in
        let file = folder.appending(path: "regalia.bash")
        try Data(script.output.utf8).write(to: file)
        let typing = "source \"$1\"; COMP_WORDS=(regalia help get); COMP_CWORD=2; _regalia regalia get help; "
        let outcome = try Command(
          program: "/bin/bash",
          arguments: ["-c", typing + "printf '%s\n' \"${COMPREPLY[@]}\"", "-", file.file]
        ).run()
        #expect(outcome.output == "getting-started\n", "\(outcome.errors)")
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
