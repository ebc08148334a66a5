import Testing
import Text

@Suite struct JSONTests {
  @Test(arguments: [
    "null", "true", "-0.50e+3", #""a\"\\\n\u0001é😀""#, "[]", "{}", #"{"b":1,"a":[{"c":null},2.50]}"#,
  ])
  func `what was read is written again as it stood`(text: String) throws {
    #expect(try JSONValue(parsing: text).line == text)
    #expect(try JSONValue(parsing: JSONValue(parsing: text).text).line == text)
  }

  @Test(arguments: [
    ("{\"a\":1,\n \"a\":2}", "line 2, column 5"), ("[1,]", "line 1, column 4"), ("[01]", "line 1, column 3"),
    ("{} x", "line 1, column 4"), ("\"\u{1}\"", "line 1, column 2"), ("", "line 1, column 1"),
    ("[1", "line 1, column 3"),
    ("nul", "line 1, column 1"), (#""\ud800""#, "only one half"),
  ])
  func `an error says where`(text: String, place: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
  }

  @Test func `too many levels are refused`() {
    let text = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
  }

  @Test func `a text that is all escapes is read as a whole`() throws {
    // Text that was put together piece by piece took minutes for some megabytes of these.
    let text = #"""# + String(repeating: #"\u00e9x\n"#, count: 100_000) + #"""#

    #expect(try JSONValue(parsing: text) == .string(String(repeating: "éx\n", count: 100_000)))
  }

  @Test func `more values than are read are refused with the place of the first`() throws {
    let bytes = Array("[1,[2,3]]".utf8)

    #expect(try JSONValue(bytes, mostValues: 5).line == "[1,[2,3]]")
    let error = #expect(throws: JSONError.self) { try JSONValue(bytes, mostValues: 4) }

    #expect(error?.description.contains("column 7: it has more than 4 values") == true)
  }

  @Test func `numbers that are none are null`() {
    let value: JSONValue = ["a": .number(.infinity), "b": .number(.nan), "c": .number(1.5), "d": .text(nil)]
    #expect(value.line == #"{"a":null,"b":null,"c":1.5,"d":null}"#)
  }
}

@Suite struct JSONFieldsTests {
  private func fields(_ text: String) throws -> JSONFields<JSONError> {
    try JSONFields(JSONValue(parsing: text), path: "a")
  }

  @Test func `what is taken is gone, and the rest is kept in its order`() throws {
    var fields = try fields(#"{"z":1,"name":"x","is":true,"y":{"b":[1]}}"#)

    #expect(try fields.text("name") == "x")
    #expect(try fields.flag("is") == true)
    #expect(try fields.text("name") == nil)
    #expect(fields.rest.map(\.name) == ["z", "y"])
    #expect(try fields.object("y")?.path == "a.y")
  }

  @Test func `a value of another kind is named with its way`() throws {
    let errors: [(String, (inout JSONFields<JSONError>) throws(JSONError) -> Void)] = [
      (
        "a.n: a number belongs here, not a text", { (fields) throws(JSONError) in _ = try fields.number("n") }
      ),
      ("a.t[1]: a text belongs here, not null", { (fields) throws(JSONError) in _ = try fields.texts("t") }),
      ("a.r: 7 is not from 0 to 1", { (fields) throws(JSONError) in _ = try fields.number("r", in: 0...1) }),
      (
        "a.o: an object in braces belongs here, not a list",
        { (fields) throws(JSONError) in _ = try fields.object("o") }
      ),
    ]
    for (words, take) in errors {
      var fields = try fields(#"{"n":"1","t":["a",null],"r":7,"o":[]}"#)
      let error = #expect(throws: JSONError.self) { try take(&fields) }
      #expect(error?.description == words)
    }
  }
}
