import TestSupport
import Testing

@Suite(.enabled(if: BuiltProgram.path != nil, "the program is not built")) struct CompletionTests {
  @Test func `every argument that is a file completes files`() throws {
    let arguments = try BuiltProgram.description().leaves().flatMap { name, command in
      (command.arguments ?? []).filter(\.namesFile).map { (name: "\(name) \($0.title)", argument: $0) }
    }

    let others = arguments.filter { !$0.argument.completesFiles }.map(\.name)
    #expect(arguments.count > 80)
    #expect(others.isEmpty, "\(others.joined(separator: "\n"))")
  }

  @Test(
    arguments: [
      ("gallery", "export-to", nil), ("picker", "snapshot", ["png"]), ("curve", "plot", ["svg"]),
      ("poster render", "data", ["csv"]), ("poster render", "output", ["pdf", "png", "svg"]),
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
