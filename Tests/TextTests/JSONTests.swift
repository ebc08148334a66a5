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
    ("nul", "line 1, column 1"), (#""\ud800""#, "half a character"),
  ])
  func `an error says where`(text: String, place: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
  }

  @Test func `too many levels are refused`() {
    let text = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
  }

  @Test func `numbers that are none are null`() {
    let value: JSONValue = ["a": .number(.infinity), "b": .number(.nan), "c": .number(1.5), "d": .text(nil)]
    #expect(value.line == #"{"a":null,"b":null,"c":1.5,"d":null}"#)
  }
}
