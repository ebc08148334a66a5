import Geometry

/// Where the cards of a clock stand in its window.
struct ClockLayout: Hashable {
  /// The whole cards in order, in points of the window.
  var cards: [Rect]

  /// Where words stand, or nil without any.
  var caption: Rect?

  /// The size of the words, in points.
  var captionSize: Double

  /// Whether groups stand below each other.
  var isPortrait: Bool

  /// Between two cards of a group, as part of a card's width; the leaves of both reach half of it.
  static let gap = 0.1
  /// Between two groups, as part of a card's width, beside and below each other.
  private static let groupGap = 0.34
  private static let rowGap = 0.26

  /// The height of a caption as part of a card's height, and the least that is legible, in points.
  private static let captionShare = 0.24
  private static let lowestCaption = 15.0

  /// How much of a window's height is kept free above and below the cards at most, for a bar over them.
  private static let mostForBar = 0.12

  /// Lays groups of cards out in `size` points, on whole pixels, as large as they can be in the middle. A caption stands
  /// below them, and as much is free above. A bar that reaches so far down covers no figures unless the window is low.
  init(groups: [Int], aspect: Double, size: Size, scale: Double, hasCaption: Bool, barReach: Double = 0) {
    let margin = max(8, 0.06 * min(size.width, size.height))
    func height(isPortrait: Bool) -> Double {
      let widest = Double(isPortrait ? groups.max() ?? 1 : groups.reduce(0, +))
      let groupsBeside = isPortrait ? 1.0 : Double(groups.count)
      let widths = widest + Self.gap * (widest - groupsBeside) + Self.groupGap * (groupsBeside - 1)
      let rows = isPortrait ? Double(groups.count) : 1
      let heights = rows + aspect * Self.rowGap * (rows - 1)
      // The figures of the uppermost cards begin where the bar ends.
      let above = CardStyle.figureInset
      let clear = (barReach - above * size.height / heights) / (1 - 2 * above / heights)
      let free = max(margin, min(clear, Self.mostForBar * size.height))
      let room = Size(width: max(1, size.width - 2 * margin), height: max(1, size.height - 2 * free))
      let captioned =
        hasCaption
        ? min(
          size.height / (heights + 2 * Self.captionShare), (size.height - 2 * Self.lowestCaption) / heights)
        : .infinity
      return min(room.width / max(widths, 1) / aspect, room.height / heights, captioned)
    }
    isPortrait = groups.count > 1 && height(isPortrait: true) > height(isPortrait: false)
    let wanted = height(isPortrait: isPortrait)
    func snapped(_ value: Double) -> Double { (value * scale).rounded() / scale }
    // Halves are whole pixels, so that the hinge lies between two of them.
    let half = max((wanted * scale / 2).rounded(.down), 4) / scale
    let card = Size(width: max((wanted * aspect * scale).rounded(.down), 4) / scale, height: half * 2)
    let gap = (Self.gap * card.width * scale).rounded(.up) / scale
    let groupGap = snapped((isPortrait ? Self.rowGap : Self.groupGap) * card.width)

    captionSize = hasCaption ? min(max(0.105 * card.height, 9), 54) : 0
    let rows = isPortrait ? groups.map { [$0] } : [groups]
    let cardsHeight = Double(rows.count) * card.height + Double(rows.count - 1) * groupGap
    var y = snapped((size.height - cardsHeight) / 2)
    cards = []
    for row in rows {
      let count = Double(row.reduce(0, +))
      let width =
        count * card.width + gap * (count - Double(row.count)) + groupGap * Double(row.count - 1)
      var x = snapped((size.width - width) / 2)
      for group in row {
        for _ in 0..<group {
          cards.append(Rect(x: x, y: y, width: card.width, height: card.height))
          x += card.width + gap
        }
        x += groupGap - gap
      }
      y += card.height + groupGap
    }
    y -= groupGap
    if hasCaption {
      let height = min(max(Self.captionShare * card.height, Self.lowestCaption), max(size.height - y, 0))
      caption = Rect(x: margin, y: y, width: max(1, size.width - 2 * margin), height: height)
    }
  }
}
