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

  @Test func `ARCHITECTURE.md has a sentence for each module, and what it uses, no more and no less`() {
    let names = Set(targets.map(\.name))

    #expect(ModuleTable.rows.map(\.name).sorted() == names.sorted())
    for target in targets {
      let row = ModuleTable.rows.first { $0.name == target.name }
      #expect(row?.sentence.hasSuffix(".") == true, "\(target.name) has no sentence")
      let used = names.intersection(target.dependencies.map(\.name))
      #expect(row?.uses == used, "the row of \(target.name)")
    }
  }

  @Test func `where to look for a feature is in each module, and in files that there are`() {
    let files = Dictionary(grouping: Checkout.sources, by: \.module).mapValues { sources in
      Set(
        sources.compactMap { $0.path.split(separator: "/").last?.dropLast(".swift".count) }.map(String.init))
    }

    #expect(ModuleTable.places.map(\.module).sorted() == files.keys.filter { $0 != "Shaders" }.sorted())
    for (module, names) in ModuleTable.places {
      let missing = names.filter { files[module]?.contains($0) != true }
      #expect(missing.isEmpty, "ARCHITECTURE.md, Where to look: \(module) has no \(missing)")
    }
  }

  @Test func `the documentation of each library begins with its module's sentence`() throws {
    let libraries = try Manifest.ofCheckout.get().products.filter(\.isLibrary).map(\.name)
    #expect(libraries.count >= 30)

    for name in libraries {
      let page =
        Checkout.files.first { $0.path.hasSuffix("/\(name)/Documentation.docc/\(name).md") }?.text ?? ""
      let paragraphs = page.split(separator: "\n\n").prefix(2).map { String($0).replacing("\n", with: " ") }
      let sentence = ModuleTable.rows.first { $0.name == name }?.sentence ?? ""
      #expect(paragraphs == ["# ``\(name)``", sentence], "the first page of \(name)")
    }
  }

  @Test func `the table of products says which libraries of the system each needs`() throws {
    let manifest = try Manifest.ofCheckout.get()
    let dependencies = Dictionary(
      uniqueKeysWithValues: manifest.targets.map { ($0.name, $0.dependencies.map(\.name)) })
    // CSandbox has a header of ours alone, and nothing to install.
    let system = Set(manifest.targets.filter { $0.type == "system" }.map(\.name)).subtracting(["CSandbox"])
    func everything(below name: String) -> Set<String> {
      (dependencies[name] ?? []).reduce(into: []) { $0.formUnion(everything(below: $1).union([$1])) }
    }
    let page = Checkout.files.first { $0.path == "README.md" }?.text ?? ""
    let table = page.split(separator: "| Products | Libraries of the system |\n|---|---|\n").last ?? ""
    var told: [String: Set<String>] = [:]
    for row in table.split(separator: "\n", omittingEmptySubsequences: false).prefix(while: {
      $0.hasPrefix("|")
    }) {
      let cells = row.split(separator: "|").map { $0.split(separator: ",").map { $0.filter { $0 != " " } } }
      for product in cells.first ?? [] { told[product] = Set(cells.last ?? []).subtracting(["none"]) }
    }

    let libraries = manifest.products.filter(\.isLibrary).map(\.name)
    #expect(told.keys.sorted() == libraries.sorted())
    for library in libraries {
      let needed = everything(below: library).intersection(system).map { String($0.dropFirst()) }
      #expect(told[library]?.sorted() == needed.sorted(), "the row of \(library)")
    }
  }

  @Test func `a client outside the package imports every product`() throws {
    let libraries = try Manifest.ofCheckout.get().products.filter(\.isLibrary).map(\.name)
    let client = Checkout.files.first { $0.path == "Examples/EveryProduct/main.swift" }?.text ?? ""
    let manifest = Checkout.files.first { $0.path == "Examples/Package.swift" }?.text ?? ""

    #expect(ImportStatement.all(in: client).map(\.module) == libraries.sorted())
    for library in libraries { #expect(manifest.contains("\"\(library)\""), "\(library)") }
  }

  /// Clients cannot name types of a module that they cannot depend on.
  @Test func `no library shows types of a module that is none`() throws {
    let libraries = Set(try Manifest.ofCheckout.get().products.filter(\.isLibrary).map(\.name))
    let hidden = Set(try Manifest.ofCheckout.get().targets.map(\.name)).subtracting(libraries)
    // A module's declarations may name types of another module even if no file imports that module publicly.
    let types = Dictionary(
      uniqueKeysWithValues: hidden.map { module in
        (module, Set(Checkout.sources.filter { $0.module == module }.flatMap { declaredTypes(in: $0.text) }))
      })

    for source in Checkout.sources where libraries.contains(source.module) {
      let imports = ImportStatement.all(in: source.text).filter { hidden.contains($0.module) }
      for statement in imports where statement.modifiers.contains("public") {
        Issue.record("\(source.path):\(statement.line): \(statement.module) is no library")
      }
      let foreign = imports.reduce(into: Set<Substring>()) { $0.formUnion(types[$1.module] ?? []) }
      for (line, text) in publicDeclarations(in: source.text) {
        for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) where foreign.contains(word)
        {
          Issue.record(
            "\(source.path):\(line): a public declaration names \(word), of a module that is no library")
        }
      }
    }
  }

  @Test func `public declarations and types are found in a source`() {
    let source = """
      package struct Hidden {}
      public func shown(
        _ value: Hidden
      ) -> Int { Other() }
        public var plain: Int { 3 }
      """

    #expect(publicDeclarations(in: source).map(\.line) == [2, 5])
    #expect(publicDeclarations(in: source).first?.text.contains("Hidden") == true)
    #expect(publicDeclarations(in: source).first?.text.contains("Other") == false)
    #expect(declaredTypes(in: source) == ["Hidden"])
  }

  /// Returns the public declarations of a source without bodies and initial values, and the line at which each begins.
  private func publicDeclarations(in source: String) -> [(line: Int, text: String)] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      let line = lines[index].drop { $0 == " " }
      guard line.hasPrefix("public "), !line.contains("import ") else { return nil }
      var text = ""
      for line in lines[index...] {
        text += line.prefix { $0 != "{" && $0 != "=" } + " "
        let isOpen = text.count { $0 == "(" } > text.count { $0 == ")" }
        if line.contains("{") || !isOpen { break }
      }
      return (index + 1, text)
    }
  }

  /// Returns the names of the types that a source declares for other modules.
  private func declaredTypes(in source: String) -> [Substring] {
    source.matches(
      of:
        #/(?m)^(?:@\w+ )*(?:public|package) (?:final |indirect )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/#
    ).map(\.output.1)
  }

  /// The modules of a chain are compiled one after the other: a chain that grows makes every build slower.
  @Test func `ARCHITECTURE.md says how long the longest chain of modules is`() {
    let chain = ModuleTable.longestChain(
      Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.dependencies.map(\.name)) }))

    #expect(ModuleTable.chainLength == chain.count, "\(chain.joined(separator: " → "))")
  }

  @Test func `the longest chain is found`() {
    let chain = ModuleTable.longestChain(
      ["A": ["B", "D", "Glibc"], "B": ["C"], "C": ["D"], "D": [], "E": ["C"]])

    #expect(chain == ["A", "B", "C", "D"])
  }

  @Test func `ARCHITECTURE.md draws the layers of the manifest, each with its modules`() throws {
    let manifest = Checkout.files.first { $0.path == "Package.swift" }?.text ?? ""
    let layers = manifest.matches(of: #/case \w+ = "(\w+)"/#).map { String($0.output.1) }
    let drawn = ModuleTable.floors.map { Set($0).subtracting(["Shaders"]).sorted() }

    #expect(layers.count == drawn.count)
    for (layer, names) in zip(layers, drawn) {
      #expect(
        targets.filter { $0.path?.hasPrefix("Sources/\(layer)/") == true }.map(\.name).sorted() == names)
    }
  }

  @Test func `every module stands on one floor and uses none on a floor above its own`() {
    let floors = ModuleTable.floors
    func floor(of name: String) -> Int? { floors.firstIndex { $0.contains(name) } }

    #expect(floors.count > 8)
    #expect(floors.joined().sorted() == targets.map(\.name).sorted())
    for row in ModuleTable.rows {
      guard let own = floor(of: row.name) else { continue }
      for used in row.uses where floor(of: used).map({ $0 > own }) == true {
        Issue.record("\(row.name) stands below \(used), which it uses")
      }
    }
  }
}
