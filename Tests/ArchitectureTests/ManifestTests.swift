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

  @Test func `ARCHITECTURE.md has each module with the imports it may have`() throws {
    let page = try #require(Checkout.files.first { $0.path == "ARCHITECTURE.md" }?.text)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    for target in targets {
      guard let row = rows.first(where: { $0[0] == "`\(target.name)`" }), row.count == 3 else {
        Issue.record("ARCHITECTURE.md has no row of three cells for \(target.name)")
        continue
      }
      let allowed = try #require(ModuleTable.modules(allowedIn: target.name))
      let named = Set(row[2].split(separator: ", ").map(String.init)).subtracting(["–"])
      let used = allowed.intersection(target.dependencies.map(\.name))
      #expect(row[1].hasSuffix("."), "\(target.name) has no sentence")
      #expect(named.isSubset(of: allowed), "\(target.name) may not use \(named.subtracting(allowed))")
      #expect(used.isSubset(of: named), "the row of \(target.name) lacks \(used.subtracting(named))")
    }
  }
}
