import Localization
import Testing
import Text

@Suite struct XMLReaderTests {
  /// The events of a document as lines.
  private func events(_ text: String, limits: XMLLimits = XMLLimits()) throws -> [String] {
    var lines: [String] = []
    try XMLReader.read(Array(text.utf8), limits: limits) { event in
      switch event {
      case .start(let name, let attributes, let place):
        lines.append(
          "\(place.line):\(place.column) <\(name)\(attributes.map { " \($0.name)=\($0.value)" }.joined())>")
      case .text(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
      case .end: lines.append("/")
      case .instruction(let target, let text, let place):
        lines.append("\(place.line):\(place.column) <?\(target) \(text)?>")
      }
      return nil
    }
    return lines
  }

  @Test func `elements, attributes and texts come in order with their places`() throws {
    let text = "<?xml version='1.0'?>\n<a x:y='1 &lt; 2' z=''>é<b/><![CDATA[<&]]></a>"

    #expect(try events(text) == ["2:1 <a x:y=1 < 2 z=>", "é", "2:25 <b>", "/", "<&", "/"])
  }

  @Test func `instructions come with their places`() throws {
    #expect(try events("<?a b='c'?>\n<d><?e?></d>") == ["1:1 <?a b='c'?>", "2:1 <d>", "2:4 <?e ?>", "/"])
  }

  @Test func `entities of the document are replaced, others are never fetched`() throws {
    #expect(try events("<!DOCTYPE a [<!ENTITY e '<b/>'>]><a>&e;</a>").filter { $0 != "/" }.count == 2)
    let error = #expect(throws: XMLError.self) {
      try events(
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'><!ENTITY % p SYSTEM 'x'>%p;]><a>&f;</a>")
    }
    #expect(error?.description.contains("the entity &f; is unknown") == true)
    #expect(try events("<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>").count == 2)
  }

  @Test func `what grows, nests or holds too much is refused where it does`() {
    var bomb = "<!DOCTYPE a [<!ENTITY a '0123456789'>"
    for (from, to) in zip("abcdefgh", "bcdefghi") {
      bomb += "<!ENTITY \(to) '\(String(repeating: "&\(from);", count: 10))'>"
    }
    let deep = String(repeating: "<a>", count: 200)
    let wide = "<a" + (0..<20).map { " a\($0)=''" }.joined() + "/>"
    for (text, words) in [(bomb + "]><a>&i;</a>", "entities"), (deep, "deep"), (wide, "10 attributes")] {
      let error = #expect(throws: XMLError.self) { try events(text, limits: XMLLimits(attributes: 10)) }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
  }

  @Test func `the reader's word ends the reading at its place`() {
    let error = #expect(throws: XMLError.self) {
      try XMLReader.read(Array("<a>\n  <b/><c/></a>".utf8)) { event in
        if case .start("b", _, _) = event { Message("no b") } else { nil }
      }
    }

    #expect(error == XMLError(Message("no b"), at: XMLPlace(line: 2, column: 3)))
  }
}
