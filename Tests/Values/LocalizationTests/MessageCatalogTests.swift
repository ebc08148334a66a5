import TestSupport
import Testing

@testable import Localization

@Suite struct MessageCatalogTests {
  private static let entries = [
    ("Done", "Fertig"), ("Delete {name}?", "{name} löschen?"), ("menu\u{4}Open", "Öffnen"),
    ("Open", "Offen"), ("One poster\0{count} posters", "Ein Plakat\0{count} Plakate"),
    ("{a} on {b}", "{b} unter {a}"), ("Not translated", ""),
  ]

  private func german(_ entries: [(String, String)] = entries, isBigEndian: Bool = false) throws -> Language {
    let catalog = try MessageCatalog(CatalogFile(entries, isBigEndian: isBigEndian).bytes)
    return Language(tag: "de", catalog: catalog)
  }

  @Test(arguments: [false, true])
  func `texts are translated from files of both byte orders`(isBigEndian: Bool) throws {
    let german = try german(isBigEndian: isBigEndian)

    #expect(german.localized("Done") == "Fertig")
    #expect(german.localized("Open", context: "menu") == "Öffnen")
    #expect(german.localized("Open") == "Offen")
    #expect(german.localized("Delete {name}?", ["name": "{b}"]) == "{b} löschen?")
    #expect(german.localized("{a} on {b}", ["a": "{b}", "b": "2"]) == "2 unter {b}")
    #expect(german.localized("One poster", plural: "{count} posters", count: 1) == "Ein Plakat")
    #expect(german.localized("One poster", plural: "{count} posters", count: 0) == "0 Plakate")
    #expect(german.localized(Message("Done")) == "Fertig")
  }

  @Test func `what has no translation is English, without a word lost`() throws {
    for language in [try german(), .english] {
      #expect(language.localized("Not translated") == "Not translated")
      #expect(language.localized("Unknown {name}", ["name": "x"]) == "Unknown x")
      #expect(language.localized("One crown", plural: "{count} crowns", count: 3) == "3 crowns")
      #expect(language.localized("One crown", plural: "{count} crowns", count: 1) == "One crown")
      #expect(language.localized("Open", context: "elsewhere") == "Open")
      #expect(language.localized("{{ {missing} }", ["name": "x"]) == "{{ {missing} }")
      #expect(language.localized("{{{name}}}", ["name": "x"]) == "{x}")
    }
  }

  @Test(
    arguments: [
      ("Delete {name}?", "Löschen?", .dropped("name")), ("Delete {name}?", "{nom} {name}", .invented("nom")),
      ("Done", "Fertig {x}", .invented("x")), ("Delete {name}?", "{name", .syntax),
      ("Delete {name}?", "{name} }", .syntax), ("A {b}\0{count} {b}", "Ein\0{count} {b}", .dropped("b")),
      ("A\0{count} B", "Nur eine Form", .forms), ("A\0{count} B", "1\0{count}\0{count}", .forms),
      ("A\0{count} B", "Ein\0", .forms), ("Done", "Fertig\0Ja", .forms),
    ] as [(String, String, MessageCatalog.Problem.Reason)])
  func `a translation that cannot be used is reported, and its text is English`(
    original: String, translation: String, reason: MessageCatalog.Problem.Reason
  ) throws {
    let catalog = try MessageCatalog(CatalogFile([(original, translation), ("Yes", "Ja")]).bytes)

    #expect(catalog.problems.map(\.reason) == [reason])
    #expect(catalog.count == 1)
    #expect(catalog.translation(of: Message("Yes")) == "Ja")
    #expect(catalog.translation(of: Message("Done")) == nil)
  }

  @Test func `a placeholder that only one English form has is optional`() throws {
    let original = "Removed {name}\0Removed {count} crowns"
    let catalog = try MessageCatalog(CatalogFile([(original, "{name} entfernt\0{count} entfernt")]).bytes)
    let one = Message("Removed {name}", plural: "Removed {count} crowns", count: 1, ["name": "x"])

    #expect(catalog.problems == [])
    #expect(Language(tag: "de", catalog: catalog).localized(one) == "x entfernt")
  }

  @Test func `a translation that is not in UTF-8 is left out`() throws {
    var bytes = CatalogFile([("Done", "Fertig")]).bytes
    let place = try #require(bytes.lastIndex(of: UInt8(ascii: "F")))
    bytes[place] = 0xff

    #expect(try MessageCatalog(bytes).problems.map(\.reason) == [.encoding])
  }

  @Test func `a file that ends anywhere before its end is refused`() throws {
    for isBigEndian in [false, true] {
      let whole = CatalogFile(Self.entries, isBigEndian: isBigEndian).bytes
      _ = try MessageCatalog(whole)

      for end in 0..<whole.count {
        #expect(throws: MessageCatalogError.self, "\(end) bytes") { try MessageCatalog(Array(whole[..<end])) }
      }
    }
  }

  /// Whatever comes of a file, every text is shown and its values are in it.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a file with wrong bytes gives an error or texts, never a trap`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let whole = CatalogFile(Self.entries, isBigEndian: seed % 2 == 0).bytes
    var (refused, lost) = (0, 0)
    for _ in 0..<5000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let extreme: [UInt8] = [0, 1, 0x7f, 0x80, 0xff, UInt8(ascii: "{")]
        bytes[place] =
          Bool.random(using: &generator)
          ? extreme.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
      }
      guard let catalog = try? MessageCatalog(bytes) else {
        refused += 1
        continue
      }
      let language = Language(tag: "de", catalog: catalog)
      let question = language.localized("Delete {name}?", ["name": "Anna"])
      let counted = language.localized("One poster", plural: "{count} posters", count: 7)
      if !question.contains("Anna") || counted.isEmpty || language.localized("Done").isEmpty { lost += 1 }
    }

    #expect(refused > 0 && refused < 5000)
    #expect(lost == 0)
  }

  @Test func `tables that claim more than there is are refused`() {
    let usual = CatalogFile(Self.entries).bytes
    for (place, value) in [
      (8, 0xffff_ffff), (8, 100_000), (12, 0xffff_fff0), (16, 0xffff_ffff), (4, 0x7fff_0000),
      (28, 0xffff_ffff),
      (32, 0xffff_ffff), (32, 0),
    ] {
      var bytes = usual
      for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
      #expect(throws: MessageCatalogError.self, "\(value) at \(place)") { try MessageCatalog(bytes) }
    }
  }

  /// A thousand texts in the place of one would take a thousand times the memory of the file.
  @Test func `texts that lie over each other are refused`() {
    var bytes = CatalogFile((0..<1000).map { ("\($0)", String(repeating: "x", count: 100)) }).bytes
    let first = 28 + 8 * 1001
    for entry in 0..<1001 {
      let (length, start) = (bytes.count - first - 16 * 1001 - 1, first + 8 * 1001)
      for byte in 0..<4 {
        bytes[first + 8 * entry + byte] = UInt8(truncatingIfNeeded: length >> (8 * byte))
        bytes[first + 8 * entry + 4 + byte] = UInt8(truncatingIfNeeded: start >> (8 * byte))
      }
    }
    #expect(throws: MessageCatalogError.self) { try MessageCatalog(bytes) }
  }

  @Test(arguments: [
    "Content-Type: text/plain; charset=ISO-8859-1\n", "Plural-Forms: nplurals=0; plural=0;\n",
    "Plural-Forms: nplurals=2; plural=n n;\n",
  ])
  func `a header that cannot be followed is an error`(header: String) {
    #expect(throws: MessageCatalogError.self) { try MessageCatalog(CatalogFile([], header: header).bytes) }
  }

  @Test func `without a rule plurals are those of English`() throws {
    let catalog = try MessageCatalog(CatalogFile([], header: "Language: de\n").bytes)

    #expect(catalog.pluralForms == .germanic)
    #expect(catalog.header == ["Language": "de"])
  }
}
