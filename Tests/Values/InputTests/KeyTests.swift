import Testing

@testable import Input

@Suite struct KeyTests {
  @Test func `every key is read back from its name`() {
    let named: [Key] = [
      .escape, .enter, .tab, .space, .backspace, .delete, .insert, .left, .right, .up, .down, .home, .end,
      .pageUp, .pageDown, .menu, .character("a"), .character("+"), .character("é"),
    ]
    for key in named + (1...24).map(Key.function) {
      #expect(Key(name: key.name) == key)
    }
  }

  @Test(arguments: ["", "F0", "F25", "Fx", "ab", "Arrow"])
  func `what names no key is none`(name: String) {
    #expect(Key(name: name) == nil)
  }

  @Test func `names of browsers are understood`() {
    #expect(Key(name: "Return") == .enter)
    #expect(Key(name: "ArrowLeft") == .left)
    #expect(Key(name: " ") == .space)
    #expect(Key(name: "A") == .character("a"))
  }
}
