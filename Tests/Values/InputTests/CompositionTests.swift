import Testing

@testable import Input

@Suite struct CompositionTests {
  @Test func `caret and selection never lie beyond the text`() {
    let composition = Composition("tiế", caret: 9, selection: 1..<7)

    #expect(composition.caret == 3)
    #expect(composition.selection == 1..<3)
    #expect(Composition("ab", caret: -1).caret == 0)
    #expect(Composition("ab").caret == 2)
  }
}
