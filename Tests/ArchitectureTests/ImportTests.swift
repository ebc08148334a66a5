import Testing

@Suite struct ImportTests {
  @Test func `no file imports what its module may not`() {
    let faults = Checkout.sources.flatMap { ModuleTable.faults(in: $0.text, file: $0.path, of: $0.module) }

    #expect(Checkout.sources.count > 50)
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test func `no module imports itself through others`() {
    for start in Set(Checkout.sources.map(\.module)) {
      var reached: Set<String> = []
      var next = ModuleTable.modules(allowedIn: start) ?? []
      while !next.isEmpty {
        reached.formUnion(next)
        next = Set(next.flatMap { ModuleTable.modules(allowedIn: $0) ?? [] }).subtracting(reached)
      }

      #expect(!reached.contains(start), "\(start) leads back to itself")
    }
  }

  @Test(
    arguments: [
      ("import Scene", "GPU", 1),
      ("import Foundation", "Geometry", 1), ("import Foundation", "regalia", 1),
      ("import struct Foundation.Data", "Colors", 1),
      ("import CPango", "Controls", 1),
      ("import CEpoxy", "Renderer", 1),
      ("import ArgumentParser", "Application", 1),
      ("import Shaders", "Application", 1),
      ("import Renderer", "regalia", 1),
      ("import Unheard", "Application", 1),
      ("import Geometry", "Unheard", nil),
      ("@testable import Geometry", "Motion", 1),
      ("@_exported public import Geometry", "Motion", 1),
      ("import Geometry; import Renderer", "Scene", 1),
      ("\n// words\n  @preconcurrency\n  import GPU", "Scene", 3),
      ("#if canImport(Foundation)\nimport Foundation\n#endif", "Motion", 2),
      ("let a = \"\"\"\n  text\n  \"\"\"\ninternal import Application", "GPU", 4),
      ("/* a /* b */ c */ import Application", "GPU", 1),
      ("let url = \"http://a\" // \"\nimport Application", "GPU", 2),
    ] as [(String, String, Int?)])
  func `a line that breaks a rule is found where it stands`(source: String, module: String, line: Int?) {
    let faults = ModuleTable.faults(in: source, file: "File.swift", of: module)

    #expect(faults.count == 1)
    #expect(faults.first?.hasPrefix(line.map { "File.swift:\($0): " } ?? "File.swift: ") == true)
  }

  @Test(arguments: [
    ("import Glibc\npublic import Geometry", "Files", 1),
    ("// import Application", "GPU", 0),
    ("/*\nimport Application\n/* */\nimport Application */", "GPU", 0),
    ("let text = \"\"\"\nimport Application\n\"\"\"", "GPU", 0),
    ("let text = \"import Application\"", "GPU", 0),
    ("importer.import(Application)\nlet imported = Application", "GPU", 0),
    ("import CEpoxy\nimport Geometry\nimport FoundationEssentials", "GPU", 0),
  ])
  func `what is allowed or no import is left alone`(source: String, module: String, faults: Int) {
    #expect(ModuleTable.faults(in: source, file: "File.swift", of: module).count == faults)
  }

  @Test func `an import is read with all that stands before it`() {
    let statements = ImportStatement.all(in: "\n@_spi(Parts) public import enum Colors.ColorSpace\n")

    #expect(
      statements == [ImportStatement(module: "Colors", line: 2, modifiers: ["@_spi(Parts)", "public"])])
  }
}
