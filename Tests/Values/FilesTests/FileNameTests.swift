import Files
import Testing

@Suite struct FileNameTests {
  @Test(arguments: [
    ("../../traversed/victim", "_._.._traversed_victim"), ("/etc/passwd", "_etc_passwd"), ("..", "_"),
    (".", "_"),
    ("...", "_"), (".hidden", "_hidden"), ("-rf", "_rf"), ("a\0b", "a_b"), ("a\nb\tc", "a_b_c"),
    ("a\r\nb", "a_b"),
    ("C:\\x", "C__x"), ("name. ", "name"), ("", "unnamed"), ("  ", "unnamed"), ("nul", "_nul"),
    ("CON.txt", "_CON.txt"),
    ("com1 .svg", "_com1 .svg"), ("company", "company"), ("Crown of Bavaria", "Crown of Bavaria"),
    ("Größe é", "Größe é"),
    ("\u{202E}gvs.exe", "_gvs.exe"), ("a/../b", "a_.._b"),
  ])
  func `foreign text becomes one name`(text: String, name: String) {
    #expect(FileName.safe(text) == name)
  }

  @Test func `whatever the text, the name stays in its folder and fits`() {
    var generator = SystemRandomNumberGenerator()
    let letters = Array("/\\.\0 -:aA\n_éß👩‍👩‍👧‍👦\u{301}\u{202E}nulCON1").map { $0 }
    for _ in 0..<5000 {
      let count = Int.random(in: 0...40, using: &generator)
      let text = String((0..<count).compactMap { _ in letters.randomElement(using: &generator) })
      let name = FileName.safe(text)

      #expect(
        !name.isEmpty && name != "." && name != ".." && name.first != "." && name.first != "-", "\(text)")
      #expect(name.utf8.count <= FileName.longest + 1, "\(text)")
      #expect(!name.utf8.contains { $0 == 0x2F || $0 == 0x5C || $0 < 0x20 }, "\(text)")
      #expect(FileName.safe(name) == name, "\(text)")
    }
  }

  @Test func `three hundred letters are cut between characters`() {
    #expect(FileName.safe(String(repeating: "a", count: 300)).utf8.count == 160)
    #expect(FileName.safe(String(repeating: "👩‍👩‍👧‍👦", count: 300)).count == 160 / 25)
  }

  @Test func `names that differ by case or not at all get numbers`() {
    var names = FileNames()

    #expect(
      ["Crown", "crown", "CROWN", "a/b", "a_b", "Straße", "STRASSE"].map { names.next($0) }
        == ["Crown", "crown-2", "CROWN-3", "a_b", "a_b-2", "Straße", "STRASSE-2"])
  }
}
