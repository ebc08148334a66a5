extension CodeTable {
  /// Returns the code length in bits of each symbol in a place, in order; 0 for unused symbols.
  static func lengths(_ place: Place) -> [Int] {
    lengths[place.rawValue].joined().utf8.map { Int(String(UnicodeScalar($0)), radix: 16) ?? 0 }
  }

  /// The lengths in the order of `Place`, as a hexadecimal digit each and a dot for 0, derived from statistics of icons
  /// and crowns.
  ///
  /// A row contains the symbols that differ only in the last number's size; the last row is the escape.
  private static let lengths: [[String]] = [
    // start
    [
      "a....b...baa9ab.", "...........b....", ".........b......", "..........b.....",
      ".......bbbbbb...", "...b..bbbba.b...", "..bbbaaaaa8bbb..", "bbba9999999bbb..",
      "abba98778879abb.", "9.bb886677678ab.", "9bba9866666789b.", "9.aa9775556678ab",
      "9bb987655555678b", "7aa987665555578.", "6baa98876666778b", "b...b.b.bbabbbb.",
      "b",
    ],
    // line
    [
      "899898a87766678.", "89a9a9abbbb.b...", "8aaa99a999bbb.b.", "99999898879b.b..",
      "99a99887878ab...", "ab9888876778....", "aa9888776679a...", "ab99776656689b..",
      "7ba9766655679ab.", "6bba8776656679b.", "6.bba866666678..", "7....a98987678b.",
      "6..b...bba9978b.", "7........bbb98b.", "8.b.........bba.", "b...............",
      "b",
    ],
    // curve
    [
      "bbb..bbbbaa9a...", ".bb.9bbbbbbb....", "bbbbbaababbbb...", ".bbbb799a9bb....",
      "..bba9888899b...", ".ba998787899b...", "b.a998766778ab..", "aba998755667bb..",
      "aba9877644569b..", "bbaa987654467b..", "a.bba98665457a..", "bb.bb987766789..",
      "b...bba8887899b.", "b.......bbbb8ab.", "b.........b.b.b.", "................",
      "b",
    ],
    // smoothCurve
    [
      "................", "................", "bb....b.b.......", "bb..bbbbb.......",
      "bbbbbbbbbb......", "bbaa999aab.b....", "b99998689abb....", "ba98766479bb....",
      "a9987655379b....", "aaa997654479....", "bbaa88755449a...", "bbbb99765657b...",
      "..bbb.b876779b..", "........78b889..", "............b...", "................",
      "9",
    ],
    // shape
    [
      "379b......", "457b......", "8779b.....", "b978bb....", ".bbb9b....",
      "....b9....", "......b...", ".......b..", "..........", "..........",
      "579b......", "668b......", "9778b.....", "ba88bb....", ".bbbab....",
      "....ba....", "......b...", "..........", "..........", "..........",
      "789bb.....", "8679b.....", "87679b....", "b9889b....", ".bb99b....",
      "...bbbb...", ".....bb...", "..........", "..........", "..........",
      "8999b.....", "8888b.....", "98679b....", "98768b....", "bba88b....",
      "..baaab...", ".....bbb..", "......b...", "........b.", "..........",
      "99aaa.....", "a9a99b....", "a9887bb...", "a9876a....", "b97678b...",
      "bbb999b...", "...bbbb...", ".......b..", "..........", "..........",
      "bbbbab....", "bbaaab....", "baaa89b...", "abaa87b...", "ba8877b...",
      "bb9777ab..", "...aaaab..", "......bbb.", "..........", "..........",
      "bbbbbbb...", "bbbbbbb...", "bbaabba...", "bbaaa99...", "bbba988b..",
      "bbb9887b..", "bbb9878bb.", "..bbbbbbb.", ".......bb.", "..........",
      "...bbbb...", ".bb.bbb...", "bbbbbbbb..", "..babbaa..", "b.bbbaaa..",
      "bbbb9b99b.", ".bbb9989b.", "..bb999bbb", ".....bbbbb", ".........b",
      "..........", "..........", ".......bb.", ".....bbbb.", "...bbbbbb.",
      "...bbbba9.", "...b.b.b9b", "..bbbbba9b", "..b.b9b9bb", ".........b",
      "..........", "..........", "..........", "..........", "..........",
      "........ba", "........b8", ".......bbb", ".....bbbbb", ".....98abb",
      "6",
    ],
    // axis
    [
      "5555555555555555",
      "1",
    ],
    // height
    [
      "8877666542233468",
      "8",
    ],
    // turn
    [
      "44443323456.....",
      "6",
    ],
    // count
    [
      ".521445668888888",
      "8",
    ],
    // form
    [
      "43135663"
    ],
    // kindAtStart
    [
      "212"
    ],
    // kindAfterLine
    [
      "122"
    ],
    // kindAfterCurve
    [
      "212"
    ],
    // kindAfterSmoothCurve
    [
      "221"
    ],
  ]
}
