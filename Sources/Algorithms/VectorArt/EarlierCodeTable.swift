/// How likely each symbol was in one place of the codes of versions 1 to 3; frequencies out of 1024.
enum EarlierCodeTable {
  enum Place: Int, CaseIterable {
    case count
    case kindAtStart, kindAfterLine, kindAfterUpright, kindAfterSmoothLine, kindAfterSmoothCurve,
      kindAfterCurve
    case hasAxis, form
    case closes
    case start
    case straight, across
    case smoothLine
    case forward, sideways
    case startAngle, endAngle
    case startHandle, endHandle
  }

  /// The frequencies have this many bits.
  static let bits = 10

  /// The longest number that can be coded, in bits.
  static let mostBits = 43

  /// The symbol that says “as many bits as the other number”.
  static let evenSize = 32

  private static func ones(_ count: Int) -> [Int] { Array(repeating: 1, count: count) }

  /// The frequencies of version 1.
  static let first: [Place: [Int]] = [
    .count: ones(0) + [4, 58, 262, 323, 211, 105, 22, 3] + ones(36),
    .kindAtStart: [285, 110, 190, 10, 10, 419],
    .kindAfterLine: [473, 98, 61, 12, 146, 234],
    .kindAfterUpright: [164, 175, 177, 12, 400, 96],
    .kindAfterSmoothLine: [145, 75, 103, 24, 596, 81],
    .kindAfterSmoothCurve: [104, 84, 81, 58, 591, 106],
    .kindAfterCurve: [135, 41, 41, 24, 419, 364],
    .closes: [889, 135],
    .start: ones(0) + [43, 7, 1, 1, 1, 2, 6, 9, 14, 29, 70, 115, 184, 256, 225, 33] + ones(28),
    .straight: ones(0) + [2, 4, 8, 11, 6, 4, 10, 20, 53, 96, 171, 225, 204, 125, 51, 6] + ones(28),
    .across: ones(18) + [
      3, 2, 3, 3, 4, 2, 1, 1, 2, 7, 15, 37, 90, 161, 263, 183, 114, 61, 17, 6, 3, 1, 1, 2, 2, 1, 2,
    ] + ones(19),
    .smoothLine: ones(1) + [2, 16, 56, 86, 34, 12, 21, 49, 54, 182, 92, 151, 81, 139, 20] + ones(28),
    .forward: ones(2) + [2, 1, 1, 3, 5, 13, 47, 201, 323, 223, 117, 50, 7] + ones(29),
    .sideways: ones(25) + [2, 5, 18, 25, 66, 178, 406, 234, 34, 2] + ones(29),
    .startAngle: ones(0) + [11, 23, 21, 36, 60, 97, 177, 219, 180, 107, 44, 16, 2] + ones(31),
    .endAngle: ones(0) + [506, 175, 60, 55, 43, 42, 45, 34, 17, 9, 5] + ones(33),
    .startHandle: ones(0) + [311, 240, 115, 110, 78, 57, 30, 24, 16, 7, 3] + ones(33),
    .endHandle: ones(0) + [422, 162, 111, 98, 73, 50, 26, 22, 16, 8, 3] + ones(33),
  ]

  /// The frequencies of versions 2 and 3.
  static let second: [Place: [Int]] = [
    .count: ones(1) + [44, 332, 367, 134, 82, 23, 4, 2] + ones(35),
    .kindAtStart: [202, 37, 67, 1, 95, 622],
    .kindAfterLine: [498, 35, 29, 4, 135, 323],
    .kindAfterUpright: [133, 152, 137, 6, 441, 155],
    .kindAfterSmoothLine: [78, 90, 62, 22, 535, 237],
    .kindAfterSmoothCurve: [96, 38, 49, 31, 648, 162],
    .kindAfterCurve: [109, 15, 16, 9, 366, 509],
    .hasAxis: [495, 529],
    .form: [262, 502, 68, 27, 19, 146],
    .closes: [678, 346],
    .start: ones(0) + [34, 1, 2, 3, 8, 13, 29, 42, 61, 91, 121, 134, 160, 161, 105, 5, 1, 11, 17] + ones(25),
    .straight: ones(0) + [5, 7, 10, 18, 21, 28, 48, 82, 144, 165, 174, 139, 97, 41, 16] + ones(29),
    .across: ones(22) + [2, 1, 2, 3, 5, 15, 33, 50, 94, 134, 230, 174, 110, 66, 27, 17, 10, 3, 2, 1, 2]
      + ones(21),
    .smoothLine: ones(1) + [17, 46, 147, 104, 53, 33, 56, 57, 40, 81, 176, 111, 55, 18] + ones(29),
    .forward: ones(0) + [2, 1, 2, 1, 2, 5, 24, 65, 117, 186, 305, 180, 67, 37] + ones(30),
    .sideways: ones(24) + [2, 4, 9, 26, 40, 88, 158, 351, 265, 20, 7, 2] + ones(28),
    .startAngle: ones(0) + [34, 42, 51, 70, 111, 172, 199, 165, 96, 39, 10, 3] + ones(32),
    .endAngle: ones(0) + [405, 117, 80, 88, 93, 80, 65, 36, 15, 11] + ones(34),
    .startHandle: ones(0) + [296, 204, 122, 127, 95, 66, 43, 19, 9, 7, 3] + ones(33),
    .endHandle: ones(0) + [389, 129, 118, 118, 92, 66, 43, 18, 9, 7, 2] + ones(33),
  ]
}
