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
