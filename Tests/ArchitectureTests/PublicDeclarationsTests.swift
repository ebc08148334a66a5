import Testing

@Suite struct PublicDeclarationsTests {
  @Test func `at least 95 % of what a module makes public is documented`() {
    let files = Checkout.sources.map { ($0, PublicDeclarations(in: $0.text)) }
    let inherited = files.reduce(into: Set<String>()) { $0.formUnion($1.1.requirements) }

    #expect(files.reduce(0) { $0 + $1.1.all.count } > 4000)
    for (module, files) in Dictionary(grouping: files, by: \.0.module) {
      let all = files.flatMap { file, declarations in declarations.all.map { (file.path, $0) } }
      let bare = all.filter { !$0.1.isDocumented && !inherited.contains($0.1.name) }
      #expect(
        bare.count * 20 <= all.count,
        "\(module): \(bare.count) of \(all.count)\n\(bare.map { "\($0.0):\($0.1.line): \($0.1.name)" }.joined(separator: "\n"))"
      )
    }
  }

  @Test func `no two modules make types of one name public, and none is named like another module`() {
    let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "protocol", "typealias"]
    let access: Set<Substring> = ["public", "open", "package"]
    var owners: [Substring: Set<String>] = [:]
    for file in Checkout.sources {
      for line in file.text.split(separator: "\n") where line.first?.isLetter == true || line.first == "@" {
        let words = line.split { " (:<=".contains($0) }
        guard let kind = words.firstIndex(where: kinds.contains), !access.isDisjoint(with: words[..<kind]),
          !words[..<kind].contains("import"), kind + 1 < words.count
        else { continue }
        owners[words[kind + 1], default: []].insert(file.module)
      }
    }
    let modules = Set(Checkout.sources.map(\.module))

    #expect(owners.count > 300)
    for (name, owners) in owners {
      #expect(owners.count == 1, "\(name): \(owners.sorted().joined(separator: ", "))")
      #expect(owners == [String(name)] || !modules.contains(String(name)), "\(name) is another module")
    }
  }

  @Test(arguments: [
    ("public struct Spring {}", "Spring"),
    ("/// Where it is.\n\npublic var place: Double", "place"),
    ("  @inlinable\n  public func advanced(by seconds: Double) -> Double {", "advanced"),
    ("// The mass.\n@usableFromInline public let mass: Double", "mass"),
    ("public init?(_ text: String) {", "init"),
    ("/// How loud it is.\npublic enum Volume: String {\n  case low = \"l\"\n}", "low"),
    ("/// What moves.\npublic protocol Moving {\n  var speed: Double { get }\n}", "speed"),
    ("/// The response.\npublic var response: Double", "response"),
    ("/// Whether is empty.\n@inlinable public var isEmpty: Bool { true }", "isEmpty"),
  ])
  func `what has no comment, or none that says anything, is found`(source: String, name: String) {
    let bare = PublicDeclarations(in: source).all.filter { !$0.isDocumented }

    #expect(bare.map(\.name) == [name])
  }

  @Test(arguments: [
    "/// A damped spring.\npublic struct Spring {}",
    "/// Returns where it is after some seconds.\n@inlinable\n@inline(__always)\npublic func advanced() {}",
    "struct Spring {\n  var mass = 1.0\n}",
    "public override func layOut() {}\npublic var description: String { \"\" }",
    "public import Geometry\nextension Spring: Hashable {\n  public func hash(into hasher: inout Hasher) {}\n}",
    "/// How loud it is.\npublic enum Volume {\n  /// The least.\n  case low\n\n  var next: Volume {\n    switch self {\n    case .low: .low\n    }\n  }\n}",
  ])
  func `what is documented or needs no comment is left alone`(source: String) {
    #expect(PublicDeclarations(in: source).all.filter { !$0.isDocumented }.map(\.name) == [])
  }
}
