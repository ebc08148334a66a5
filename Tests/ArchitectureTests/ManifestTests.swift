import Foundation
import Testing

@Suite struct ManifestTests {
  private let targets: [Manifest.Target]

  init() throws {
    targets = try Manifest.ofCheckout.get().targets.filter(\.isOurs)
  }

  @Test func `no target depends on more than the table allows it`() {
    for target in targets {
      let allowed = ModuleTable.everything(allowedIn: target.name)
      #expect(allowed != nil, "\(target.name) is not in the table")
      for dependency in target.dependencies where allowed?.contains(dependency.name) == false {
        Issue.record("Package.swift: \(target.name) may not depend on \(dependency.name)")
      }
    }
  }

  /// An undeclared import compiles whenever the other module happens to be built first.
  @Test func `whatever a file imports is a dependency of its target`() {
    let names = Set(targets.map(\.name))
    for source in Checkout.sources {
      guard let target = targets.first(where: { $0.name == source.module }) else { continue }
      let declared = Set(target.dependencies.map(\.name))
      for statement in ImportStatement.all(in: source.text)
      where names.contains(statement.module) && !declared.contains(statement.module) {
        Issue.record(
          "\(source.path):\(statement.line): Package.swift does not let \(target.name) use \(statement.module)"
        )
      }
    }
  }

  @Test func `whatever a target depends on, one of its files imports`() {
    let names = Set(targets.map(\.name))
    for target in targets {
      let sources = Checkout.sources.filter { $0.module == target.name }
      let imported = Set(sources.flatMap { ImportStatement.all(in: $0.text).map(\.module) })
      let unused = names.intersection(target.dependencies.map(\.name)).subtracting(imported)
      #expect(unused.isEmpty, "Package.swift: no file of \(target.name) imports \(unused.sorted())")
    }
  }

  @Test func `ARCHITECTURE.md has a sentence for each module, and what it uses, no more and no less`() throws
  {
    let page = try #require(Checkout.files.first { $0.path == "ARCHITECTURE.md" }?.text)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let names = Set(targets.map(\.name))

    #expect(Set(rows.map { $0[0] }) == Set(names.map { "`\($0)`" }))
    for target in targets {
      guard let row = rows.first(where: { $0[0] == "`\(target.name)`" }), row.count == 3 else {
        Issue.record("ARCHITECTURE.md has no row of three cells for \(target.name)")
        continue
      }
      let printed = Set(row[2].split(separator: ", ").map(String.init)).subtracting(["–"])
      #expect(row[1].hasSuffix("."), "\(target.name) has no sentence")
      #expect(printed == names.intersection(target.dependencies.map(\.name)), "the row of \(target.name)")
    }
  }
}
