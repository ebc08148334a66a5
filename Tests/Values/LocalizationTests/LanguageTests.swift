import TestSupport
import Testing

@testable import Localization

@Suite struct LanguageTests {
  @Test(arguments: [
    (["LANG": "de_AT.UTF-8"], ["de-AT"]), (["LANG": "de_AT.UTF-8", "LC_MESSAGES": "fr"], ["fr"]),
    (["LANG": "de", "LC_MESSAGES": "fr", "LC_ALL": "sv_SE"], ["sv-SE"]),
    (["LANG": "de", "LC_ALL": ""], ["de"]),
    (["LANG": "de", "LANGUAGE": "pt_BR:pt::../x:en"], ["pt-BR", "pt", "en"]),
    (["LANGUAGE": "de"], ["de"]), (["LANGUAGE": "de", "LC_ALL": "C"], []),
    (["LANGUAGE": "de", "LANG": "C.UTF-8"], []), (["LANGUAGE": "de", "LANG": "POSIX"], []),
    (["LANG": "de", "LANGUAGE": "///"], ["de"]), ([:], []), (["LANG": "../../etc/passwd"], []),
    (["LANG": "de_"], []), (["LANG": "Ü"], []), (["LANG": String(repeating: "d", count: 5000)], []),
    (
      ["LANG": "xx_YY", "LANGUAGE": String(repeating: "de:", count: 5000)], Array(repeating: "de", count: 32)
    ),
  ])
  func `the environment names the languages`(variables: [String: String], tags: [String]) {
    #expect(LocaleName.preferred { variables[$0] }.map(\.tag) == tags)
  }

  @Test func `of very many languages the first are taken, and a very long name is none`() {
    let many = String(repeating: "de:", count: 5000), long = String(repeating: "d", count: 5000)

    #expect(LocaleName.preferred { $0 == "LANGUAGE" ? many : nil }.count == 32)
    #expect(LocaleName.preferred { $0 == "LANG" ? long : nil }.isEmpty)
  }

  @Test func `catalogues are looked for from the closest one on`() throws {
    let name = try #require(LocaleName("sr_RS.UTF-8@latin"))

    #expect(name.catalogNames == ["sr_RS@latin", "sr@latin", "sr_RS", "sr"])
    #expect(LocaleName("ja")?.catalogNames == ["ja"])
  }

  private func chosen(_ language: String, _ catalogs: [String: [UInt8]]) -> (tag: String, faults: [String]) {
    var faults: [String] = []
    let locales = LocaleName.preferred { $0 == "LANGUAGE" ? language : nil }
    let language = Language.preferred(locales, catalog: { catalogs[$0] }) { name, _ in faults.append(name) }
    return (language.tag, faults)
  }

  @Test func `the first language that there is a catalogue for is taken`() {
    let good = CatalogFile([("Done", "x")]).bytes

    #expect(chosen("sv:de_AT:fr", ["de": good, "fr": good]).tag == "de")
    #expect(chosen("sv:en:fr", ["fr": good]).tag == "en")
    #expect(chosen("en_GB:fr", ["fr": good, "en_GB": good]).tag == "en-GB")
    #expect(chosen("sv", [:]).tag == "en")
  }

  @Test func `a broken catalogue is reported and the next one taken`() {
    let good = CatalogFile([("Done", "x")]).bytes

    let (tag, faults) = chosen("de_AT:fr", ["de_AT": Array(good.dropLast(3)), "de": [], "fr": good])

    #expect(tag == "fr")
    #expect(faults == ["de_AT", "de"])
  }
}
