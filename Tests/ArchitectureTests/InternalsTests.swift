import Testing

/// The pages about how subsystems work.
@Suite struct InternalsTests {
  private static let pages = Checkout.files.filter {
    $0.path.hasPrefix("Documentation/internals/") && $0.path.hasSuffix(".md")
  }

  @Test func `each page is linked from ARCHITECTURE.md, and is of a readable length`() {
    let architecture = Checkout.files.first { $0.path == "ARCHITECTURE.md" }?.text ?? ""

    #expect(Self.pages.count >= 8)
    for page in Self.pages {
      #expect(architecture.contains("](\(page.path))"), "\(page.path)")
      let lines = (page.text ?? "").split(separator: "\n", omittingEmptySubsequences: false).count
      #expect((60...201).contains(lines), "\(page.path): \(lines) lines")
    }
  }

  /// A name that nobody uses any more is an explanation that nobody can follow.
  @Test func `every type that a page names is in the sources`() {
    let words = Checkout.sources.reduce(into: Set<Substring>()) { words, source in
      words.formUnion(source.text.split { !($0.isLetter || $0.isNumber || $0 == "_") })
    }
    let files = Set(
      Checkout.files.filter { $0.path.hasSuffix(".swift") }
        .compactMap { $0.path.split(separator: "/").last?.dropLast(".swift".count) })
    let folders = Set(Checkout.files.flatMap { $0.path.split(separator: "/") })

    for page in Self.pages {
      let names = (page.text ?? "").matches(of: #/`([A-Z][A-Za-z]\w*(?:\+\w+)?)/#).map(\.output.1)
      #expect(names.count > 4, "\(page.path)")
      for name in names where !words.contains(name) && !files.contains(name) && !folders.contains(name) {
        Issue.record("\(page.path): there is no \(name)")
      }
    }
  }
}
