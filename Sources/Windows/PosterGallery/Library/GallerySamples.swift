import Publishing
import Catalog
import Colors
import Geometry
import Heraldry
import Posters
import Text
import Typography

/// The sample posters of a new library.
enum GallerySamples {
  /// A compact description of a poster.
  struct Design {
    var title: String
    /// The lines, separated by slashes; those in lower case, or after a dot, are small.
    var text: String
    var ground: Background
    var ink: UInt32
    var crown: (family: CrownFamily, number: Int)
    var lettering = Lettering()
    var page = Page.poster
    var language = "en"

    func poster(_ crowns: CatalogueCrowns) throws -> Poster {
      let lines = try Poster.lines(from: text).map { line in
        line.text.first == "·" ? Poster.Line(String(line.text.dropFirst()), rank: .small) : line
      }
      var poster = Poster(
        title: title, page: page, background: ground, emblem: try emblem(crowns), lines: lines,
        lettering: lettering, ink: RGBA(hex: ink))
      poster.language = language
      return poster
    }

    private func emblem(_ crowns: CatalogueCrowns) throws -> Emblem {
      let entry = CrownEntry(.numbered(crown.number, of: crown.family))
      return .drawing(try crowns.path(of: entry), source: entry.name)
    }
  }

  /// Returns records of the samples that can be drawn with the fonts of this machine.
  static func records(at time: Double) -> [PosterRecord] {
    let typesetter = Typesetter()
    return posters.filter { poster in
      poster.lines.allSatisfy { line in
        let font = Font(
          family: line.font ?? poster.lettering.family, size: 12, weight: poster.lettering.weight)
        return typesetter.line(TextSetting(line.shownText, font: font, language: poster.language))
          .missingCharacters.isEmpty
      }
    }.map { PosterRecord($0, at: time) }
  }

  /// The sample posters, created once.
  static let posters: [Poster] = {
    let crowns = CatalogueCrowns()
    return designs.compactMap { try? $0.poster(crowns) }
  }()

  // MARK: Lettering and backgrounds

  private static func letters(
    _ family: String, _ weight: Int = 700, tracking: Double = 0.03, stroke: Double = 0
  ) -> Lettering {
    Lettering(family: family, weight: weight, tracking: tracking, stroke: stroke)
  }

  // Untranslated: the names of fonts.
  private static let inter = letters("Inter Display, Inter", 800, tracking: 0.01)
  private static let cabin = letters("Cabin", 700, tracking: 0.06)
  private static let serif = letters("C059, TeX Gyre Schola, DejaVu Serif", 700, tracking: 0.04)
  private static let palatino = letters("P052, TeX Gyre Pagella, DejaVu Serif", 700, tracking: 0.05)
  private static let gothic = letters("URW Gothic, TeX Gyre Adventor, Inter", 600, tracking: 0.02)
  private static let mono = letters("DejaVu Sans Mono", 700, tracking: 0)
  private static let sans = letters("Noto Sans, DejaVu Sans", 700, tracking: 0)

  private static let glow = Point(0.5, 0.28)

  // MARK: The designs

  // Untranslated: the words of sample posters, each in the language that it names.
  static let designs: [Design] = [
    Design(
      title: "Keep calm", text: "KEEP/CALM/and/CARRY/ON", ground: .plain(0xd00000), ink: 0xffffff,
      crown: (.tudor, 0)),
    Design(
      title: "Make tea", text: "MAKE/TEA/not/WAR", ground: .plain(0x1d3b2a), ink: 0xf3e7cd,
      crown: (.royal, 4)),
    Design(
      title: "Stay curious", text: "STAY/CURIOUS", ground: .falling(0x251058, 0x5b3fa8, 0x8fa6f0),
      ink: 0xffffff, crown: (.celestial, 1), lettering: gothic),
    Design(
      title: "Rise and shine", text: "RISE/and/SHINE", ground: .falling(0xffd97a, 0xff9f5b, 0xf2654a),
      ink: 0x5c1420, crown: (.eastern, 0)),
    Design(
      title: "Less but better", text: "LESS/but/BETTER", ground: .plain(0xf4f2ec), ink: 0xd7261e,
      crown: (.baron, 0), lettering: inter),
    Design(
      title: "Sail on", text: "SAIL/ON", ground: .falling(0x0a2e4a, 0x0b6e7f), ink: 0xf4efe2,
      crown: (.naval, 0)),
    Design(
      title: "More cake", text: "EAT/more/CAKE", ground: .plain(0xf7c3cd), ink: 0x8a1538,
      crown: (.cartoon, 0), lettering: cabin),
    Design(
      title: "Another chapter", text: "READ/one more/CHAPTER", ground: .plain(0xefe4d0), ink: 0x53281a,
      crown: (.laurel, 0), lettering: serif),
    Design(
      title: "Dream bigger", text: "DREAM/a little/BIGGER",
      ground: .glowing(0x51418c, 0x1a1238, at: glow, radius: 1.25),
      ink: 0xffe7a3, crown: (.fairyTale, 0)),
    Design(
      title: "Walk the dog", text: "WALK/THE/DOG", ground: .plain(0xffcb2e), ink: 0x1d1a16,
      crown: (.card, 0)),
    Design(
      title: "Μηδὲν ἄγαν", text: "ΜΗΔΕΝ/ΑΓΑΝ", ground: .plain(0x17477e), ink: 0xfafafa,
      crown: (.civic, 0), lettering: inter, language: "el"),
    Design(
      title: "Build bridges", text: "BUILD/BRIDGES/not/WALLS", ground: .plain(0xc4523b), ink: 0xfff3e2,
      crown: (.mural, 0)),
    Design(
      title: "Grow something", text: "GROW/some/THING", ground: .falling(0xe5efc4, 0xa9cf8f), ink: 0x1f4220,
      crown: (.harvest, 0)),
    Design(
      title: "Listen", text: "LISTEN", ground: .plain(0x141414), ink: 0xff5440, crown: (.diadem, 0),
      lettering: gothic, page: Page(width: 508, height: 508)),
    Design(
      title: "Тише едешь", text: "ТИШЕ/едешь/ДАЛЬШЕ/БУДЕШЬ", ground: .plain(0x8f1d22), ink: 0xffe6ad,
      crown: (.kokoshnik, 0), lettering: inter, language: "ru"),
    Design(
      title: "Mind the gap", text: "MIND/the/GAP", ground: .plain(0x123a83), ink: 0xffffff,
      crown: (.stEdward, 0)),
    Design(
      title: "Good things take time", text: "GOOD/THINGS/take/TIME", ground: .slanted(0xf6a5b0, 0xffe3d8),
      ink: 0x57203a, crown: (.floral, 0), lettering: cabin),
    Design(
      title: "一期一会", text: "一期/一会", ground: .plain(0xf5efe3), ink: 0xb3211f, crown: (.imperial, 0),
      lettering: letters("Noto Sans CJK JP, Droid Sans Fallback", 700, tracking: 0.06, stroke: 0.03),
      language: "ja"),
    Design(
      title: "Checkmate", text: "CHECK/MATE", ground: .plain(0x2e2f33), ink: 0xe9e3d5,
      crown: (.chessKing, 0), lettering: palatino),
    Design(
      title: "الصبر مفتاح الفرج", text: "الصبر/·مفتاح/الفرج", ground: .falling(0x125a45, 0x0b332a),
      ink: 0xe9c975, crown: (.diadem, 3), lettering: sans, language: "ar"),
    Design(
      title: "Save the bees", text: "SAVE/THE/BEES", ground: .plain(0xf9b233), ink: 0x2c1d05,
      crown: (.chessQueen, 0)),
    Design(
      title: "Carpe diem", text: "CARPE/DIEM", ground: .slanted(0xf3d27a, 0xc0902c), ink: 0x2d1f06,
      crown: (.laurel, 7), lettering: palatino, language: "la"),
    Design(
      title: "Be kind", text: "WORK/HARD/be/KIND", ground: .plain(0x0c7a68), ink: 0xeaf7f0,
      crown: (.duke, 0)),
    Design(
      title: "לאט לאט", text: "לאט/לאט", ground: .plain(0x24424f), ink: 0xf0e7d8, crown: (.royal, 12),
      lettering: sans, language: "he"),
    Design(
      title: "The long way round", text: "TAKE/the long/WAY ROUND",
      ground: .falling(0xfbe3a6, 0xf3a98a, 0xc8677d),
      ink: 0x3e1d2e, crown: (.marquess, 0), page: Page(width: 762, height: 508)),
    Design(
      title: "Back up", text: "BACK UP/your/FILES", ground: .plain(0x0c1112), ink: 0x43dd93,
      crown: (.vallary, 0), lettering: mono, page: Page(width: 297, height: 420)),
    Design(
      title: "Keep cool", text: "KEEP/COOL/it is only/JULY", ground: .falling(0xc9f0fb, 0x6fb4de),
      ink: 0x0d3157, crown: (.tiara, 0), lettering: gothic),
    Design(
      title: "Play it again", text: "PLAY/it/AGAIN",
      ground: .glowing(0xf0566a, 0x6f1b56, at: glow, radius: 1.25), ink: 0xffe9c9,
      crown: (.card, 4)),
    Design(
      title: "Sleep is free", text: "SLEEP/is/FREE", ground: .falling(0x101f33, 0x2d566b), ink: 0xd3e8ee,
      crown: (.viscount, 0), lettering: cabin),
    Design(
      title: "Festina lente", text: "FESTINA/LENTE", ground: .plain(0xe8e3d8), ink: 0x28323c,
      crown: (.earl, 0), lettering: serif, page: Page(width: 420, height: 594), language: "la"),
  ]
}
