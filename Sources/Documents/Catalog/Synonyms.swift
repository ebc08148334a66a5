// Untranslated file: words of many languages, by which crowns are found.

import Text

/// Synonyms in several languages for finding crowns.
struct Synonyms {
  /// The vocabulary in English, German, French, Spanish, Dutch, Swedish, Italian, Polish and Japanese.
  static let shared = Synonyms(groups)

  private var groups: [[String]] = []
  private var groupsByWord: [String: [Int]] = [:]
  /// The length of the longest Japanese word, in characters.
  private var longestJapanese = 0

  private init(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for word in words {
        groupsByWord[Self.folded(word), default: []].append(groups.count)
        if Self.isJapanese(word) { longestJapanese = max(longestJapanese, word.count) }
      }
      groups.append(words)
    }
  }

  /// All known words.
  static var vocabulary: [String] { shared.groups.flatMap { $0 } }

  /// Returns the synonyms of `word`, which may be the beginning of a word if it has four letters or more.
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

  /// Returns the words that differ from `word` by one misspelling, and their synonyms; empty for short words, which
  /// resemble too many others.
  func similar(to word: String) -> [String] {
    let typed = Self.folded(word)
    var found: Set<String> = []
    for (known, groups) in groupsByWord where Self.isSlip(of: known, for: typed) {
      found.insert(known)
      for group in groups { found.formUnion(self.groups[group]) }
    }
    return found.sorted()
  }

  /// Whether a word is long enough for misspellings to be considered.
  static func canHaveSlip(_ typed: String) -> Bool { typed.count >= 5 }

  /// Returns whether a typed word of five letters or more may be a misspelling of another: one letter added, missing,
  /// wrong, or swapped with its neighbour.
  static func isSlip(of word: String, for typed: String) -> Bool {
    canHaveSlip(typed) && (typed.count - word.count).magnitude <= 1
      && Spelling.slips(from: typed, to: word) == 1
  }

  /// Splits a Japanese text, which has no spaces, into words: at each place the longest known one, without particles.
  func parts(of text: String) -> [String] {
    guard Self.isJapanese(text) else { return [text] }
    var parts: [String] = []
    var unknown = ""
    var rest = text[...]
    func end() {
      if !unknown.isEmpty, !isStopWord(unknown) { parts.append(unknown) }
      unknown = ""
    }
    while let first = rest.first {
      let known = (1...max(1, min(longestJapanese, rest.count))).reversed().map { rest.prefix($0) }
        .first {
          groupsByWord[Self.folded(String($0))] != nil || Self.colors.contains(Self.folded(String($0)))
        }
      if let known {
        end()
        parts.append(String(known))
        rest = rest[known.endIndex...]
      } else {
        unknown.append(first)
        rest.removeFirst()
      }
    }
    end()
    return parts.isEmpty ? [text] : parts
  }

  /// Whether a text contains Japanese letters.
  private static func isJapanese(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      (0x3041...0x30FF).contains($0.value) || (0x4E00...0x9FFF).contains($0.value)
    }
  }

  /// Returns whether two words belong to the same group.
  func mean(_ word: String, _ other: String) -> Bool {
    !Set(groupsByWord[Self.folded(word)] ?? []).isDisjoint(with: groupsByWord[other] ?? [])
  }

  /// Returns a word in lower case without diacritics, with ł as l and Katakana as Hiragana.
  static func folded(_ word: String) -> String {
    let plain = word.caseFolded.withoutDiacritics
    guard plain.utf8.contains(where: { $0 >= 0x80 }) else { return plain }
    var folded = String.UnicodeScalarView()
    for scalar in plain.unicodeScalars {
      let isKatakana = (0x30A1...0x30F6).contains(scalar.value)
      folded.append(scalar == "ł" ? "l" : isKatakana ? Unicode.Scalar(scalar.value - 0x60) ?? scalar : scalar)
    }
    return String(folded)
  }

  /// One group per line. Compounds are listed beside their parts, since they are not split otherwise.
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
    crown korona korony koron koronę koroną koronka 王冠 冠 宝冠 おうかん かんむり クラウン
    tiara diadem korona tiary diademy opaska przepaska ティアラ ダイアデム 頭飾り ヘッドバンド
    royal king monarch sovereign król króla królowie królewski królewska królewskie monarcha 王 国王 王様 王室 王家 おう おうさま \
    こくおう キング ロイヤル
    queen królowa królowej królowe 女王 王妃 じょおう おうひ クイーン
    imperial emperor empress tsar cesarz cesarza cesarski cesarska cesarskie cesarzowa cesarstwo car carski carska 皇帝 帝冠 帝国 \
    こうてい エンペラー
    tudor tudorów tudorski tudorska チューダー テューダー
    edward edwarda エドワード
    british england brytyjski brytyjska angielski angielska anglia 英国 イギリス
    prince princess heir książę księcia książęcy książęca królewicz księżniczka księżniczki następca 王子 王女 皇太子 姫 おうじ おうじょ \
    ひめ プリンス プリンセス
    duke duchess ducal książę księcia książęcy książęca diuk 公爵 こうしゃく
    marquess marquis markiz markiza markizy 侯爵 こうしゃく
    earl count hrabia hrabiego hrabiowski hrabiowska 伯爵 はくしゃく
    viscount wicehrabia wicehrabiego 子爵 ししゃく
    baron baroness barona baronowski baronowska 男爵 だんしゃく バロン
    mural city castle wall battlements fortress mur mury murowy murowa miasto miejski miejska zamek twierdza 城壁 城 都市 要塞 \
    じょうへき しろ
    naval ship navy sea sailor okręt okrętowy okrętowa statek morski morska morze marynarz 海軍 船 海 かいぐん ふね うみ
    vallary palisado camp rampart stakes palisada palisadowy palisadowa wał obóz obozowy obozowa 柵 砦 陣営 さく とりで
    celestial heaven sky astral niebo niebiański niebiańska niebieska gwiezdny gwiezdna 天 天上 空 てん そら
    eastern antique ancient radiate wschodni wschodnia antyczny antyczna starożytny starożytna promienisty promienista 東方 古代 \
    とうほう こだい
    spikes radiate cierń ciernie cierniowy cierniowa kolce 茨 いばら とげ
    civic obywatelski obywatelska 市民 しみん
    laurel victory wawrzyn wawrzynu wawrzynowy laur lauru laurowy laurowa zwycięstwo 月桂樹 月桂冠 勝利 げっけいじゅ げっけいかん
    harvest grain corn żniwa żniwny żniwna dożynki dożynkowy dożynkowa zboże 収穫 しゅうかく
    floral flower flowers kwiat kwiaty kwiatów kwiatowy kwiatowa 花 花冠 はな はなかんむり フラワー
    wreath wieniec wieńca wieńce wianek wianki 花輪 輪 はなわ リース
    papal pope triregnum church papież papieża papieski papieska 教皇 法王 三重冠 きょうこう ほうおう
    mitre bishop abbot church mitra biskup biskupa biskupi biskupia infuła opat 司教冠 司教 しきょうかん しきょう ミトラ
    church kościół kościelny kościelna 教会 きょうかい
    kokoshnik russian kokosznik rosyjski rosyjska ココシニク ココーシニク ロシア
    chess szachy szachów szachowy szachowa チェス
    card karta karty kart karciany karciana トランプ カード
    game gra gry ゲーム
    cartoon comic simple komiks komiksowy komiksowa kreskówka prosty prosta 漫画 まんが アニメ 簡単 かんたん シンプル
    fairy fantasy elf bajka bajki bajkowy bajkowa baśń baśniowy baśniowa wróżka おとぎ話 おとぎばなし 童話 妖精 どうわ ようせい ファンタジー
    fleur-de-lis lis lily lilies lilia lilie lilii lilijka 百合 ゆり フルールドリス
    strawberry truskawka truskawki truskawkowy truskawkowe poziomka 苺 いちご ストロベリー
    leaf leaves liść liście liści 葉 木の葉 は このは
    oak dąb dębu dębowy dębowa dębowe 樫 オーク かし
    maple klon klonu klonowy klonowe 楓 紅葉 かえで もみじ メープル
    acanthus akant akantu akantowy アカンサス
    shamrock trefoil koniczyna koniczyny koniczynka クローバー シャムロック
    trefoil botonny trójliść trójlistny trójlistna 三つ葉 みつば
    quatrefoil czwórliść czterolistny 四つ葉 よつば
    cross crosses krzyż krzyże krzyża 十字 十字架 じゅうじ じゅうじか クロス
    pattée kawalerski rozszerzony パティー
    maltese maltański maltańskie マルタ マルタ十字
    plain prosty prosta łaciński ラテン ラテン十字
    patriarchal patriarchalny patriarszy 総主教 そうしゅきょう
    pearl pearls perła perły pereł perłowy perłowa 真珠 しんじゅ パール
    ray rays promień promienie promieni 光線 光 こうせん ひかり
    star stars gwiazda gwiazdy gwiazd 星 ほし スター
    sun słońce słońca 太陽 たいよう サン
    crescent moon półksiężyc księżyc 三日月 月 みかづき つき
    rose roses róża róże róży 薔薇 ばら ローズ
    daisy stokrotka stokrotki 雛菊 ひなぎく デイジー
    tulip tulipan tulipany チューリップ
    lotus lotos lotosu 蓮 はす ロータス
    thistle oset ostu 薊 あざみ
    heart hearts serce serca 心 心臓 こころ ハート
    spade pik piki スペード
    club trefl trefle クラブ
    diamond karo diament diamenty ダイヤ ダイヤモンド
    lozenge romb romby 菱 菱形 ひし ひしがた
    spearhead grot groty włócznia 槍 やり
    pale pal pale kołek kołki 杭 くい
    flame flames fire płomień płomienie ogień 炎 火 ほのお ひ
    feather feathers pióro pióra 羽 羽根 はね
    shell scallop muszla muszle 貝 貝殻 かい かいがら
    wheat grain pszenica pszenicy kłos kłosy 麦 小麦 むぎ こむぎ
    olive oliwka oliwny oliwna oliwne オリーブ
    ivy bluszcz bluszczu 蔦 つた アイビー
    palm palma palmy palmowy 椰子 棕櫚 やし しゅろ
    tower wieża wieże wieży 塔 とう タワー
    turret wieżyczka wieżyczki baszta 小塔 しょうとう
    sail żagiel żagle żagli 帆 ほ
    stern rufa rufy 船尾 せんび
    acorn żołądź żołędzie 団栗 どんぐり
    orb jabłko kula 宝珠 ほうじゅ オーブ
    drop kropla krople 雫 滴 しずく
    bell dzwon dzwony dzwonek 鈴 鐘 すず かね ベル
    bow kokarda kokardy リボン 蝶結び ちょうむすび
    wave fala fale 波 なみ
    knob gałka gałki guzik つまみ ノブ
    jewel jewels gem gems stone klejnot klejnoty kamień 宝石 ほうせき
    ermine fur gronostaj gronostaje futro 白貂 毛皮 けがわ アーミン
    wedding bride ślub ślubny ślubna wesele panna 結婚 結婚式 花嫁 けっこん はなよめ
    coronation koronacja koronacji 戴冠 戴冠式 たいかん たいかんしき
    arched arch closed łuk łuki pałąk pałąki アーチ
    cap velvet czapka aksamit 帽子 ぼうし
    low small mały mała małe niski niska 小さい 低い ちいさい
    tall duży duża duże wysoki wysoka 大きい 高い おおきい
    wide szeroki szeroka 広い ひろい
    upright wąski wąska 狭い 細い
    two dwa dwie 二
    three trzy 三
    four cztery 四
    five pięć 五
    six sześć 六
    seven siedem 七
    eight osiem 八
    nine dziewięć 九
    ten dziesięć 十
    """

  /// One-way synonyms: crowns have a single ink, so that every crown can be golden.
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
    "zloty", "zlota", "zlote", "srebrny", "srebrna", "srebrne", "czarny", "czarna", "bialy", "biala", "金",
    "金色", "黄金",
    "銀", "銀色", "黒", "白",
  ]

  // MARK: Ambiguous words

  /// Returns FTS5 expressions for a word's primary sense among crowns, the narrowest first; empty for a word with one
  /// sense.
  ///
  /// A king is royal rather than a chess piece, stars belong to celestial crowns first, and an imperial crown is not a
  /// mitre.
  func senses(of word: String) -> [String] {
    let folded = Self.folded(word)
    return Self.senses.first { $0.words.contains(folded) }?.expressions ?? []
  }

  private static let senses: [(words: Set<String>, expressions: [String])] = [
    (
      [
        "king", "kings", "konig", "koenig", "konige", "roi", "rois", "rey", "reyes", "koning", "koningen",
        "kung",
        "re", "krol", "krola", "王", "国王", "王様", "おうさま", "きんぐ",
      ], ["king AND royal"]
    ),
    (
      [
        "queen", "queens", "konigin", "koenigin", "reine", "reina", "koningin", "drottning", "regina",
        "krolowa", "krolowej", "女王", "王妃", "じょおう", "くいーん",
      ],
      ["queen AND royal"]
    ),
    (
      [
        "star", "stars", "stern", "sterne", "etoile", "etoiles", "estrella", "estrellas", "ster", "sterren",
        "stjarna", "stjarnor", "stella", "stelle", "gwiazda", "gwiazdy", "gwiazd", "星", "ほし", "すたー",
      ], ["star * AND celestial", "celestial"]
    ),
    (["imperial"], ["imperial NOT mitre"]),
  ]

  // MARK: Unspecific words

  /// Returns whether a word is a stop word.
  func isStopWord(_ word: String) -> Bool { Self.stopWords.contains(Self.folded(word)) }

  /// Returns whether a word describes most crowns or their wearers: a search without results is repeated without such
  /// words.
  func isGeneral(_ word: String) -> Bool {
    let folded = Self.folded(word)
    return Self.colors.contains(folded) || Self.generalWords.contains(folded)
      || Self.generalGroups.contains { mean(folded, $0) }
  }

  /// Returns whether a word means any kind of crown.
  func meansCrown(_ word: String) -> Bool {
    let folded = Self.folded(word)
    return Self.colors.contains(folded) || mean(folded, "crown")
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
    "da", "z", "ze", "i", "w", "na", "dla", "od", "do", "の", "と", "に", "が", "を", "な", "で",
  ]
}
