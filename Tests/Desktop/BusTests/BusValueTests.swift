import Testing

@testable import Bus

@Suite struct BusValueTests {
  private func received(_ value: BusValue) -> BusValue? { value.floatingVariant().flatMap { BusValue($0) } }

  @Test func `values come back from GLib as they went in`() {
    let values: [BusValue] = [
      .boolean(true), .byte(7), .int16(-3), .int32(-70_000), .uint32(.max), .int64(.min), .uint64(.max),
      .double(0.1), .string("tiếng"), .objectPath("/a/b"), .array(of: "(so)", []),
      .array(of: "{sv}", [.entry(.string("k"), .variant(.array(of: "i", [.int32(1)])))]),
      .structure([.string(""), .structure([.uint32(1)])]), .variant(.variant(.string("x"))),
    ]
    for value in values {
      #expect(received(value) == value)
    }
    #expect(BusValue.structure(values).signature == "(byniuxtdsoa(so)a{sv}(s(u))v)".filter { $0 != " " })
  }

  @Test func `a dictionary is asked by its words`() {
    let options = BusValue.options(["uris": .array(of: "s", [.string("file:///a")]), "n": .uint32(2)])

    #expect(options[key: "n"]?.integer == 2)
    #expect(options[key: "uris"]?.elements.first?.text == "file:///a")
    #expect(options[key: "none"] == nil)
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
