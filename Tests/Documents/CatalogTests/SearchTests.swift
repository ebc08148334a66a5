import Catalog
import Foundation
import Heraldry
import TestSupport
import Testing
import VectorArt

/// Typical searches for a crown, in the shipped crowns.
@Suite struct SearchTests {
  private let folder: TestFolder
  private let library: Library
  private let families: [String: CrownFamily]

  init() throws {
    folder = try TestFolder()
    // The words decide what is found; all crowns may have one drawing.
    let image = try VectorImage(svg: Self.drawing)
    let crowns = try CrownCatalogue.all.map { entry in
      try CrownRecord(
        id: entry.id, name: entry.name, tags: entry.tags, source: "Regalia", licence: "MIT",
        svg: Array("\(Self.drawing)<!-- \(entry.id) -->".utf8), image: image)
    }
    try ShippedLibrary.write(crowns, to: folder.path("shipped.sqlite"))
    library = try Library(path: nil, shipped: folder.path("shipped.sqlite"), access: .reading)
    families = Dictionary(uniqueKeysWithValues: CrownCatalogue.all.map { ($0.id, $0.family) })
  }

  private static let drawing = "<svg viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>"

  private func found(_ words: String) throws -> [CrownFamily] {
    try library.crowns(matching: words).compactMap { families[$0.id] }
  }

  private static let questions =
    [
      ("viking", CrownFamily.eastern), ("coronet of a duke", .duke), ("imperial state crown", .imperial),
      ("crown of thorns", .eastern), ("napoleon", .laurel), ("cartoon king", .cartoon), ("kroon", nil),
      ("gold", nil), ("small", nil), ("king's crown", .royal), ("the queen", .royal),
      ("a star crown", .celestial),
      ("golden star", .celestial),
    ] as [(String, CrownFamily?)]

  @Test func `what people ask for is found`() throws {
    for (words, family) in Self.questions {
      let first = try found(words).first
      #expect(first != nil && (family == nil || first == family), "\(words)")
    }
  }

  private static let translations: [(String, CrownFamily)] = [
    ("königskrone", CrownFamily.royal), ("Krone der Königin", .royal), ("kaiserkrone", .imperial),
    ("lorbeerkranz", .laurel), ("schiffskrone", .naval), ("sternenkrone", .celestial), ("mauerkrone", .mural),
    ("herzog", .duke), ("dornenkrone", .eastern), ("märchen", .fairyTale), ("spielkarte", .card),
    ("couronne du roi", .royal), ("reine", .royal), ("impératrice", .imperial), ("étoile", .celestial),
    ("couronne de laurier", .laurel), ("évêque", .mitre), ("fée", .fairyTale), ("mariage", .tiara),
    ("corona de la reina", .royal), ("rey", .royal), ("estrellas", .celestial),
    ("corona de espinas", .eastern),
    ("emperador", .imperial), ("papa", .papal), ("duquesa", .duke),
    ("koningskroon", .royal), ("koningin", .royal), ("keizer", .imperial), ("sterrenkroon", .celestial),
    ("doornenkroon", .eastern), ("sprookje", .fairyTale), ("paus", .papal),
    ("kungakrona", .royal), ("drottning", .royal), ("kejsarkrona", .imperial), ("stjärna", .celestial),
    ("lagerkrans", .laurel), ("törnekrona", .eastern), ("greve", .earl), ("påve", .papal),
    ("corona del re", .royal), ("regina", .royal), ("imperatore", .imperial), ("stelle", .celestial),
    ("alloro", .laurel), ("corona di spine", .eastern), ("vescovo", .mitre), ("scacchi", .chessKing),
  ]

  @Test func `words of six languages find what English words find`() throws {
    for (words, family) in Self.translations {
      let first = try found(words).first
      #expect(first == family || family == .chessKing && first == .chessQueen, "\(words)")
    }
  }

  /// A word of Polish and one of Japanese for each family; of two where both languages have one word for both.
  private static let familyWords: [CrownFamily: [String]] = [
    .royal: ["królewska", "krolewska", "王冠", "国王"],
    .imperial: ["cesarska", "korona cesarza", "皇帝の冠", "こうてい"],
    .tudor: ["tudorów", "チューダー"], .stEdward: ["edwarda", "エドワード"], .heir: ["królewicz", "プリンス", "ぷりんす"],
    .duke: ["diuk", "公爵"], .marquess: ["markiz", "侯爵"], .earl: ["hrabia", "伯爵"],
    .viscount: ["wicehrabia", "子爵"],
    .baron: ["baronowska", "男爵"], .mural: ["miejska", "城壁"], .naval: ["okręt", "海軍"],
    .vallary: ["palisada", "柵"],
    .celestial: ["gwiazda", "星の王冠"], .eastern: ["antyczna", "古代"], .civic: ["obywatelska", "市民"],
    .laurel: ["wawrzyn", "月桂冠"], .harvest: ["dożynki", "収穫"], .floral: ["kwiatowa", "花冠"],
    .papal: ["papieska", "教皇"],
    .mitre: ["biskupia", "司教"], .tiara: ["tiara", "ティアラ"], .diadem: ["opaska", "ヘッドバンド"],
    .kokoshnik: ["kokosznik", "ココシニク"], .chessKing: ["szachy król", "チェスの王"],
    .chessQueen: ["szachowa królowa", "チェスの女王"],
    .card: ["karciana", "トランプ"], .cartoon: ["komiks", "漫画"], .fairyTale: ["bajka", "おとぎ話"],
  ]

  @Test(arguments: CrownFamily.allCases)
  func `every family is found by its words in Polish and Japanese`(family: CrownFamily) throws {
    for words in try #require(Self.familyWords[family]) {
      #expect(try found(words).contains(family), "\(words)")
      #expect(try found(words).count < CrownCatalogue.all.count || family == .royal, "\(words)")
    }
  }

  private static let ornamentWords: [Finial: [String]] = [
    .fleurDeLis: ["lilia", "百合"], .lily: ["lilia", "ゆり"], .strawberryLeaf: ["liść truskawki", "苺の葉"],
    .oakLeaf: ["liść dębu", "樫の葉"],
    .mapleLeaf: ["klon", "楓"], .acanthus: ["akant", "アカンサス"], .shamrock: ["koniczyna", "クローバー"],
    .crossPattee: ["krzyż kawalerski", "十字"], .maltese: ["krzyż maltański", "マルタ十字"],
    .latinCross: ["krzyż łaciński", "ラテン十字"],
    .patriarchalCross: ["patriarchalny", "総主教"], .trefoilCross: ["krzyż trójlistny", "三つ葉の十字"],
    .pearl: ["perła", "真珠"],
    .raisedPearl: ["perla", "しんじゅ"], .pearlTrio: ["perły", "パール"], .ray: ["promień", "光線"],
    .pearledRay: ["promien", "光線"],
    .starredRay: ["promień", "光"], .star: ["gwiazda", "星"], .sun: ["słońce", "太陽"],
    .crescent: ["półksiężyc", "三日月"],
    .trefoil: ["trójliść", "三つ葉"], .quatrefoil: ["czwórliść", "四つ葉"], .rose: ["róża", "薔薇", "バラ"],
    .daisy: ["stokrotka", "雛菊"],
    .tulip: ["tulipan", "チューリップ"], .lotus: ["lotos", "蓮"], .thistle: ["oset", "アザミ"],
    .heart: ["serce", "ハート"], .spade: ["pik", "スペード"],
    .club: ["trefl", "クラブ"], .diamond: ["karo", "ダイヤ"], .lozenge: ["romb", "菱形"], .spear: ["grot", "槍"],
    .pale: ["kołek", "杭"],
    .flame: ["płomień", "炎"], .feather: ["pióro", "羽根"], .shell: ["muszla", "貝"], .wheat: ["kłos", "麦"],
    .laurel: ["laur", "月桂樹"],
    .olive: ["oliwka", "オリーブ"], .ivy: ["bluszcz", "蔦"], .palm: ["palma", "椰子"], .tower: ["wieża", "塔"],
    .turret: ["baszta", "小塔"],
    .sail: ["żagiel", "帆"], .stern: ["rufa", "船尾"], .acorn: ["żołądź", "団栗"], .orb: ["jabłko", "宝珠"],
    .crossedOrb: ["jabłko krzyż", "宝珠と十字"],
    .drop: ["kropla", "雫"], .bell: ["dzwonek", "鈴"], .bow: ["kokarda", "リボン"], .wave: ["fala", "波"],
    .knob: ["gałka", "ノブ"],
  ]

  @Test(arguments: Finial.allCases)
  func `every ornament is found by its words in Polish and Japanese`(finial: Finial) throws {
    let holders = Set(
      CrownCatalogue.all.filter { [$0.design.finial, $0.design.between, $0.design.top].contains(finial) }
        .filter { entry in entry.tags.contains(finial.words.singular) }.map(\.id))
    for words in try #require(Self.ornamentWords[finial]) where !holders.isEmpty {
      #expect(try library.crowns(matching: words).contains { holders.contains($0.id) }, "\(words)")
    }
  }

  @Test(arguments: [
    ("lauerl", "laurel"), ("kokoshnk", "kokoshnik"), ("celestal", "celestial"), ("emperorr", "emperor"),
    ("könjg", "könig"), ("gwiazdda", "gwiazda"), ("marquees", "marquess"), ("papsl tiara", "papal tiara"),
  ])
  func `a word with one slip finds what was meant`(slip: String, words: String) throws {
    // The first are those that have the word itself, not only the beginning of another.
    let meant = try library.crowns(matching: words).prefix(10).map(\.id)

    let found = Set(try library.crowns(matching: slip).map(\.id))
    #expect(!meant.isEmpty && found.isSuperset(of: meant))
  }

  @Test func `what differs by one slip comes last, and short words have none`() throws {
    let whole = try library.crowns(matching: "heart").map(\.id)
    let slips = try library.crowns(matching: "hearr").map(\.id)

    #expect(Set(slips).isSuperset(of: whole) && !whole.isEmpty)
    for words in ["rsoe", "star", "bella"] {
      let literal = try library.crowns(matching: words)
      #expect(words == "star" ? !literal.isEmpty : words.count == 4 ? literal.isEmpty : true, "\(words)")
    }
  }

  @Test func `what most crowns are leaves them in their order`() throws {
    for words in ["crown", "crowns", "krone", "korona", "冠"] {
      let keys = try library.crowns(matching: words).map(\.id)
      #expect(keys.first.flatMap { families[$0] } == .royal, "\(words)")
    }
    #expect(try found("crown").first != .vallary)
  }

  @Test func `kings and queens are royal before they are pieces of chess or cards`() throws {
    let royal: Set<CrownFamily> = [.royal, .tudor, .stEdward]
    for words in ["king", "queen", "kings", "roi", "könig", "drottning"] {
      let families = try found(words)
      let firstPiece = try #require(families.firstIndex { [.chessKing, .chessQueen, .card].contains($0) })

      let before = families[..<firstPiece]
      #expect(before.allSatisfy { royal.contains($0) }, "\(words)")
      #expect(before.count { $0 == .royal } == CrownCatalogue.all.count { $0.family == .royal }, "\(words)")
    }
  }

  @Test func `a star is celestial first, and then everything else that has one`() throws {
    let families = try found("star crown")
    let celestial = CrownCatalogue.all.count { $0.family == .celestial }

    #expect(families.prefix(celestial).allSatisfy { $0 == .celestial })
    #expect(families.contains(.fairyTale))
  }

  @Test func `a king of chess is asked for by two words`() throws {
    #expect(Set(try found("chess king")) == [.chessKing])
    #expect(Set(try found("playing card queen")) == [.card])
  }

  @Test func `words that stand for nothing still find nothing`() throws {
    for words in ["zebra", "crown zebra", "of zebra", "xyz king"] { #expect(try found(words).isEmpty) }
  }

  @Test func `words that only join others count where there are no others`() throws {
    #expect(try found("of") == found("of "))
    #expect(try !found("of").isEmpty)
  }
}
