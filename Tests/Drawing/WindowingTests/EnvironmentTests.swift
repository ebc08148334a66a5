import Testing

@testable import Windowing

@Suite struct EnvironmentTests {
  @Test(arguments: ["nonsense", "ES", "gl ", "vulkan"])
  func `an unknown kind of context is refused with those there are`(name: String) {
    let error = #expect(throws: WindowError.self) { _ = try ContextPreference(named: name) }

    #expect(error == .unknownContext(name))
    #expect(ContextPreference.names.allSatisfy { error?.description.contains($0) == true })
  }

  @Test func `every name there is gives a preference, each another way first or more`() throws {
    let ways = try ContextPreference.names.map { try ContextPreference(named: $0).ways }

    #expect(Set(ways).count == ways.count)
    #expect(ways.allSatisfy { !$0.isEmpty })
    #expect(ContextPreference.any.ways.first == .embedded)
  }

  @Test(arguments: ["", "0", "-1", "nan", "inf", "1e9", "two", "0.1", "8.01"])
  func `a scale that is none is no scale`(text: String) {
    #expect(DisplayScale.named(text) == nil)
  }

  @Test(arguments: [("1", 1.0), ("1.25", 1.25), ("2", 2), ("8", 8)])
  func `a scale that is one is taken`(text: String, scale: Double) {
    #expect(DisplayScale.named(text) == scale)
    #expect(DisplayScale.usable(scale) == scale)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e9] as [Double])
  func `a scale that a window system cannot mean counts as 1`(scale: Double) {
    #expect(DisplayScale.usable(scale) == 1)
  }
}
