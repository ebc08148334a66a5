/// Words of several languages that mean the same to somebody who looks for a crown.
struct Synonyms {
  /// The vocabulary in English, German, French, Spanish, Dutch, Swedish and Italian.
  static let shared = Synonyms(groups)

  private var groups: [[String]] = []
  private var groupsByWord: [String: [Int]] = [:]

  private init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for word in words { groupsByWord[Self.folded(word), default: []].append(groups.count) }
      groups.append(words)
    }
  }

  /// All words that are known.
  static var vocabulary: [String] { shared.groups.flatMap { $0 } }

  /// Returns the words that stand for `word`, which may be the beginning of one when it has four letters or more.
  func of(_ word: String) -> [String] {
    let folded = Self.folded(word)
    var found = Set((Self.meanings[folded] ?? []))
    for group in members(of: folded) { found.formUnion(group.filter { !$0.hasPrefix(word) }) }
    return found.sorted()
  }

  private func members(of word: String) -> [[String]] {
    var indices = Set(groupsByWord[word] ?? [])
    if word.count >= 4 {
      for (known, groups) in groupsByWord where known.hasPrefix(word) { indices.formUnion(groups) }
    }
    return indices.sorted().map { groups[$0] }
  }

  /// Returns whether two words stand in one group.
  func mean(_ word: String, _ other: String) -> Bool {
    !Set(groupsByWord[Self.folded(word)] ?? []).isDisjoint(with: groupsByWord[other] ?? [])
  }

  /// Returns a word in lower case and without accents, as the index of words has it.
  static func folded(_ word: String) -> String {
    word.caseFolded.withoutDiacritics
  }

  /// A group a line. Compounds stand beside what they are made of, since nothing else takes them apart.
  private static let groups = """
    crown crowns coronet corona coronas couronne couronnes krone kronen kroon kronen krona kronor coroncina corone
    tiara tiare diadem diadème diadema diademe headband circlet stirnreif haarband hoofdband pannband
    king kings royal royale monarch sovereign regal rex könig koenig könige königlich königskrone koenigskrone roi \
    rois royaume rey reyes real koning koningen koninklijk koningskroon kung kunglig kungakrona re reale monarque \
    monarca
    queen queens royal royale monarch sovereign regal regina königin koenigin reine reina koningin drottning
    emperor empress imperial imperiale tsar kaiser kaiserin kaiserlich kaiserkrone czar caesar empereur impératrice \
    impérial emperador emperatriz keizer keizerin keizerlijk keizerskroon kejsare kejsarinna kejserlig kejsarkrona \
    imperatore imperatrice habsburg reichskrone
    prince princess heir dauphin prinz prinzessin princesse príncipe princesa prins prinses prinsessa principe \
    principessa kronprinz kroonprins kronprins
    duke duchess ducal herzog herzogin duc duchesse duque duquesa hertog hertogin hertig hertiginna duca duchessa
    earl count countess jarl graf gräfin comte comtesse conde condesa graaf gravin greve grevinna conte contessa
    marquess marquis marchioness markgraf markgräfin marqués marquesa markies markiezin markis markisinna marchese
    baron baroness freiherr freiherrin baronne barón baronesa barones friherre friherrinna barone baronessa
    viscount viscountess vicomte vicomtesse vizegraf vizconde burggraaf vicegreve visconte
    pope papal pontiff triregnum papst päpstlich pape papa papale paus pauselijk påve påvlig tiare
    bishop abbot mitre miter episcopal church bischof abt mitra kirche évêque église obispo iglesia bisschop \
    mijter kerk biskop kyrka vescovo chiesa
    ship naval navy sail sailor nautical sea schiff schiffskrone marine segel meer bateau navire voile mer barco \
    naval vela schip scheepskroon zeil zee skepp skeppskrona segel hav nave mare
    castle mural city town tower wall fortress burg stadt turm mauer mauerkrone festung château ville tour mur \
    forteresse castillo ciudad torre muro fortaleza kasteel toren muur muurkroon slott torn murkrona castello città
    celestial heaven heavenly sky astral stellar star stars stern sterne sternenkrone himmel étoile étoiles ciel \
    céleste estrella estrellas cielo celeste ster sterren sterrenkroon hemel stjärna stjärnor stjärnkrona himmel \
    stella stelle
    eastern antique ancient radiate oriental antik antico antica antigua antiguo oosters östlich orientale viking \
    vikings wikinger norse barbarian
    spikes radiate stakes thorn thorns spike dornen dornenkrone dorn épine épines espina espinas doorn doornen \
    doornenkroon törne törnen törnekrona spina spine
    wreath garland chaplet kranz guirlande girlande couronne guirnalda krans slinger ghirlanda corona
    laurel bay victory victor winner caesar lorbeer lorbeerkranz sieg laurier lauriers victoire laureles lauwer \
    lauwerkrans lager lagerkrans lagerkrona seger alloro vittoria napoleon napoléon bonaparte
    imperial napoleon napoléon bonaparte
    oak eiche eichenlaub eichenkranz chêne roble eik eikenkrans ek eklöv quercia civic
    flower flowers floral blossom blume blumen blumenkranz blumenkrone blüte fleur fleurs flor flores bloem bloemen \
    bloemenkrans bloemenkroon blomma blommor blomsterkrans blomsterkrona fiore fiori midsummer midsommar
    wheat corn grain harvest ernte erntekrone ähre ähren weizen blé moisson trigo cosecha tarwe oogst vete skörd \
    grano raccolto
    jewel jewels jewelled jeweled gem gems gemmed stone juwel juwelen edelstein edelsteine bijou bijoux joyau joya \
    joyas juweel edelsteen juvel juveler ädelsten gioiello gioielli gemma gemme
    pearl pearls bead ball perle perlen perles perla perlas parel parels pärla pärlor perla
    lis lys lily fleur-de-lis lilie lilien lirio lelie lilja giglio
    cross crosses kreuz croix cruz kruis kors croce
    heart hearts herz herzen cœur coeur corazón hart hjärta cuore
    sun sonne soleil sol zon sole
    moon crescent mond halbmond lune croissant luna media maan måne mezzaluna
    rose roses rosen rosa rosas roos rozen ros rosor
    flame flames fire flamme flammen feuer feu llama fuego vlam vuur låga eld fiamma fuoco
    ray rays spike spikes beam strahl strahlen rayon rayons rayo rayos straal stralen stråle raggio raggi
    ermine fur hermelin hermine armiño ermellino pelz
    wedding bridal bride hochzeit braut brautkrone mariage mariée boda novia bruiloft bruid bruidskroon bröllop brud \
    brudkrona matrimonio sposa
    coronation krönung couronnement coronación kroning kröning incoronazione
    cartoon comic simple icon logo emoji einfach zeichentrick comic dessin tekenfilm tecknad cartone animato \
    einfach sencillo semplice eenvoudig enkel
    leaf leaves foliage blatt blätter feuille feuilles hoja hojas blad bladeren foglia foglie
    russian kokoshnik russisch russe ruso rusa rysk russo
    fairy fantasy elf märchen fée conte hada cuento sprookje saga fiaba fata elven elfe
    chess schach schachkönig schachdame échecs ajedrez schaak schack scacchi
    card cards karte karten spielkarte carte cartes carta cartas kaart kaarten speelkaart kort spelkort
    game spiel jeu juego spel gioco
    arch arched closed bügel bügelkrone arche arco boog båge
    cap velvet bonnet mütze samt bonnet velours gorro terciopelo muts fluweel mössa sammet berretto velluto
    low small little tiny klein kleine petit petite pequeño pequeña kleine liten små piccolo piccola niedrig
    tall large big high great groß große gross hoch grand grande haut alto alta groot grote hoog stor stora hög
    wide broad spreading breit large ancho breed bred largo
    upright narrow schmal étroit estrecho smal stretto
    british england english englisch anglais inglés engels engelsk inglese
    two 2 zwei deux dos twee två due
    three 3 drei trois tres drie tre
    four 4 vier quatre cuatro fyra quattro
    five 5 fünf cinq cinco vijf fem cinque
    six 6 sechs seis zes sex sei
    seven 7 sieben sept siete zeven sju sette
    eight 8 acht huit ocho åtta otto
    nine 9 neun neuf nueve negen nio nove
    ten 10 zehn dix diez tien tio dieci
    eleven 11
    twelve 12 zwölf douze doce twaalf tolv dodici
    thirteen 13
    fourteen 14
    fifteen 15
    sixteen 16
    """

  /// What words mean that mean nothing in return: crowns have one ink, so that every crown can be golden.
  private static let meanings: [String: [String]] = {
    var meanings: [String: [String]] = [:]
    for color in colors { meanings[color] = ["crown"] }
    return meanings
  }()

  private static let colors: Set<String> = [
    "gold", "golden", "goldene", "dore", "doree", "oro", "dorado", "dorada", "goud", "gouden", "guld",
    "gyllene",
    "dorato", "dorata", "silver", "silber", "silbern", "argent", "plata", "zilver", "zilveren", "argento",
    "black", "schwarz", "noir", "noire", "negro", "negra", "zwart", "svart", "nero", "nera",
    "white", "weiss", "blanc", "blanche", "blanco", "blanca", "wit", "vit", "bianco", "bianca",
  ]

  // MARK: Words of several senses

  /// Returns expressions of FTS5 for what a word means first among crowns, the narrowest first; none for a word of
  /// one sense.
  ///
  /// A king is royal before he is a piece of chess, stars belong to celestial crowns before any other, and an
  /// imperial crown is no mitre.
  func senses(of word: String) -> [String] {
    let folded = Self.folded(word)
    return Self.senses.first { $0.words.contains(folded) }?.expressions ?? []
  }

  private static let senses: [(words: Set<String>, expressions: [String])] = [
    (
      [
        "king", "kings", "konig", "koenig", "konige", "roi", "rois", "rey", "reyes", "koning", "koningen",
        "kung",
        "re",
      ], ["king AND royal"]
    ),
    (
      ["queen", "queens", "konigin", "koenigin", "reine", "reina", "koningin", "drottning", "regina"],
      ["queen AND royal"]
    ),
    (
      [
        "star", "stars", "stern", "sterne", "etoile", "etoiles", "estrella", "estrellas", "ster", "sterren",
        "stjarna", "stjarnor", "stella", "stelle",
      ], ["star * AND celestial", "celestial"]
    ),
    (["imperial"], ["imperial NOT mitre"]),
  ]

  // MARK: Words that tell little

  /// Returns whether a word only joins others.
  func isStopWord(_ word: String) -> Bool { Self.stopWords.contains(Self.folded(word)) }

  /// Returns whether a word says of a crown what most have or who may wear it: what finds nothing is searched for
  /// again without such words.
  func isGeneral(_ word: String) -> Bool {
    let folded = Self.folded(word)
    return Self.colors.contains(folded) || Self.generalWords.contains(folded)
      || Self.generalGroups.contains { mean(folded, $0) }
  }

  private static let generalGroups = ["crown", "king", "queen", "prince", "coronation"]

  private static let generalWords: Set<String> = [
    "state", "official", "old", "new", "beautiful", "real", "icon", "logo", "symbol", "svg", "alt", "alte",
    "ancien", "ancienne", "viejo", "oud", "oude", "gammal", "vecchio",
  ]

  private static let stopWords: Set<String> = [
    "a", "an", "the", "of", "for", "with", "and", "or", "in", "on", "by", "to", "from", "s", "d", "l",
    "der", "die", "das", "des", "dem", "den", "ein", "eine", "einer", "eines", "einem", "und", "mit", "von",
    "vom",
    "fur", "zu", "im", "am", "le", "la", "les", "un", "une", "du", "de", "et", "avec", "pour", "en", "aux",
    "au",
    "el", "los", "las", "una", "del", "y", "con", "para", "por", "het", "een", "van", "met", "voor", "op",
    "ett", "och", "med", "av", "till", "pa", "il", "lo", "gli", "di", "dei", "della", "delle", "e", "per",
    "da",
  ]
}
