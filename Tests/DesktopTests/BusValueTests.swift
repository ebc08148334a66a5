import Testing

@testable import Desktop

@Suite struct BusValueTests {
  private func received(_ value: BusValue) -> BusValue? { value.floatingVariant().flatMap { BusValue($0) } }

  @Test func `what is sent is received`() {
    let value = BusValue.structure([
      .int32(-3), .array(of: "(so)", [.structure([.string("é"), .objectPath("/a")])]),
      .options(["a": .array(of: "y", [.byte(1), .byte(2)]), "b": .double(.infinity)]),
    ])

    #expect(received(value) == value)
  }

  @Test func `a message of a hundred thousand bytes is read, one of a million is not`() {
    // Each took forty times its size: a megabyte forty, a hundred of them all memory.
    for (count, isRead) in [(100_000, true), (1_000_000, false)] {
      let bytes = BusValue.array(of: "y", [BusValue](repeating: .byte(7), count: count))
      #expect((received(.structure([.variant(bytes)])) != nil) == isRead)
    }
  }

  @Test func `a text of megabytes is not read`() {
    #expect(received(.string(String(repeating: "x", count: 1 << 20))) != nil)
    #expect(received(.string(String(repeating: "x", count: 5 << 20))) == nil)
  }
}
