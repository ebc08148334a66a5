import Colors
import Controls
import Geometry
import Glibc
import Motion
import Scene
import Text
import Typography

/// The cards of a clock with their cases, and the caption below them: they show a reading.
final class ClockDial {
  /// The reading that the cards show or are flipping to.
  private(set) var reading = ClockReading(groups: [])

  let stage: CardStage
  let pictures: CardPictures
  private let interface: Interface
  private let housings = Layer()
  private let pins = Layer()
  private let captionLayer = Layer()
  /// All layers of the dial, which is the same in every language.
  let layer = Layer()
  private var layout: ClockLayout?
  private var size = Size.zero
  private var settings = ClockSettings()
  private var theme = ClockTheme.dark

  init(typesetter: Typesetter, interface: Interface, flipDuration: Double) {
    self.interface = interface
    pictures = CardPictures(typesetter: typesetter)
    stage = CardStage(pictures: pictures, flipDuration: flipDuration)
    for (part, name) in [
      (housings, "housings"), (stage.layer, "cards"), (pins, "pins"), (captionLayer, "caption"),
    ] {
      part.name = name
      layer.addSublayer(part)
    }
    layer.name = "dial"
  }

  // MARK: Layout

  /// Lays the cards out in a window.
  func layOut(size: Size, settings: ClockSettings, theme: ClockTheme) {
    (self.size, self.settings, self.theme) = (size, settings, theme)
    placeCards()
  }

  private func placeCards() {
    guard !size.isEmpty, !stage.digits.isEmpty else { return }
    let layout = ClockLayout(
      groups: reading.shape, aspect: pictures.aspect(fontFamilies: settings.fontFamilies), size: size,
      scale: interface.scale, hasCaption: reading.hasCaptionRoom,
      barReach: ClockBar.reach(in: size))
    self.layout = layout
    guard let card = layout.cards.first else { return }
    stage.light = theme.isDark ? .dark : .light
    pictures.use(
      CardStyle(
        theme: theme, fontFamilies: settings.fontFamilies, card: card.size, scale: interface.scale))
    stage.layer.frame = Rect(origin: .zero, size: size)
    for (digit, frame) in zip(stage.digits, layout.cards) {
      digit.place(in: frame)
      digit.redraw()
    }
    ClockHousing(theme: theme, scale: interface.scale).build(layout.cards, housings, pins)
    drawCaption()
  }

  /// The least legible size of the caption's font, in points.
  private static let smallestCaption = 8.0

  private func drawCaption() {
    captionLayer.removeSublayers()
    guard let layout, let frame = layout.caption, !reading.caption.isEmpty else { return }
    // A long date is set smaller, and left out of a window in which it could not be read.
    let natural = interface.line(
      reading.caption,
      style: Font(size: layout.captionSize, weight: reading.isNotice ? 600 : 500, tabularFigures: true)
    ).width
    let inner = frame.width - (reading.isNotice ? 2 * layout.captionSize : 0)
    let size = min(layout.captionSize, layout.captionSize * max(inner, 1) / max(natural, 1) * 0.99)
    guard size >= min(Self.smallestCaption, layout.captionSize) else { return }
    guard reading.isNotice else {
      let style = Font(size: size, weight: 500, tabularFigures: true)
      captionLayer.addSublayer(
        Layer(
          reading.caption, style: style, color: captionInk, in: frame, alignment: .center, interface))
      return
    }
    let strong = Font(size: size, weight: 600)
    let width = interface.line(reading.caption, style: strong).width + 2 * size
    let plate = Rect(
      center: frame.center, size: Size(width: min(width, frame.width), height: size * 1.9)
    ).pixelAligned(scale: interface.scale)
    let ground = theme.background.legibleInk
    captionLayer.addSublayer(Layer(plate, fill: ground, radius: plate.height / 2))
    captionLayer.addSublayer(
      Layer(
        reading.caption, style: strong, color: ground.legibleInk, in: plate, alignment: .center, interface))
  }

  /// As pale as legible, or in full contrast if the person prefers that.
  private var captionInk: RGBA {
    interface.theme.hasHighContrast ? theme.background.legibleInk : theme.caption
  }

  // MARK: Readings

  /// Shows a reading immediately.
  func show(_ next: ClockReading, at time: Double) {
    let hasNewShape = next.shape != reading.shape || stage.digits.isEmpty
    if hasNewShape {
      stage.deal(next.characters)
      set(next)
      placeCards()
    } else {
      set(next)
    }
    stage.withoutActions(at: time) {
      for (digit, character) in zip(stage.digits, next.characters) { digit.show(character, at: time) }
    }
  }

  /// Flips the cards that differ to a reading of the same shape.
  func fall(to next: ClockReading, at time: Double) {
    for (digit, character) in zip(stage.digits, next.characters) where digit.target != character {
      digit.fall(through: [character], from: time, interval: 0.04)
      digit.beginWaiting(at: time)
    }
    set(next)
  }

  /// Flips each place to a reading of the same shape through the missed cards.
  ///
  /// - Parameter earlier: Returns the reading a number of seconds earlier, or nil if readings do not follow from
  ///   seconds.
  func catchUp(to next: ClockReading, at time: Double, earlier: ((Int) -> ClockReading)?) {
    for (index, digit) in stage.digits.enumerated() where digit.target != next.characters[index] {
      let path = cards(of: index, from: digit.target, to: next, earlier: earlier)
      let pause = min(0.1, 0.4 / Double(max(1, path.count - 1)))
      digit.fall(through: path, from: time, interval: pause * stage.flipDuration / 0.5)
      digit.beginWaiting(at: time)
    }
    set(next)
  }

  /// Returns the cards that flip at a place until the target: those of the wheel's last turns.
  private func cards(
    of index: Int, from start: Character, to next: ClockReading, earlier: ((Int) -> ClockReading)?
  ) -> [Character] {
    let goal = next.characters[index]
    var path = [goal]
    for back in 1...9 {
      let character: Character
      if let period = next.periods[index], let earlier {
        let before = earlier(back * period)
        guard before.shape == next.shape else { break }
        character = before.characters[index]
      } else {
        guard let figure = goal.wholeNumberValue, start.wholeNumberValue != nil, back <= 5 else { break }
        character = Character(String((figure - back + 10) % 10))
      }
      if character == start { return path.reversed() }
      if character != path.last { path.append(character) }
    }
    return [goal]
  }

  private func set(_ next: ClockReading) {
    let hadRoom = reading.hasCaptionRoom
    let isNew = next.caption != reading.caption
    reading = next
    if hadRoom != next.hasCaptionRoom { placeCards() } else if isNew { drawCaption() }
  }
}

extension ClockReading {
  /// Whether the cards leave room for a caption.
  fileprivate var hasCaptionRoom: Bool { keepsCaptionRoom || !caption.isEmpty }
}

/// Draws the fixed parts around the cards: a case behind each card and the pins of its hinge.
struct ClockHousing {
  var theme: ClockTheme
  var scale: Double

  /// Builds the cases behind the cards and the pins in front of them.
  func build(_ cards: [Rect], _ cases: Layer, _ pins: Layer) {
    cases.removeSublayers()
    pins.removeSublayers()
    for card in cards {
      let inset = 1 / scale
      let back = Layer(
        frame: card.inset(by: EdgeInsets(top: inset, left: inset, bottom: inset, right: inset)))
      back.backgroundColor = theme.slot
      back.cornerRadius = max(0, card.height * 0.055 - inset)
      back.shadow = Shadow(
        color: RGBA(red: 0, green: 0, blue: 0, alpha: theme.isDark ? 0.5 : 0.22),
        offset: Vector(0, card.height * 0.018), blur: card.height * 0.07)
      cases.addSublayer(back)
      for isLeft in [true, false] { pins.addSublayer(pin(of: card, isLeft: isLeft)) }
    }
  }

  private func pin(of card: Rect, isLeft: Bool) -> Layer {
    func whole(_ value: Double) -> Double { max(1, (value * scale).rounded()) / scale }
    let width = whole(max(card.width * 0.028, 1.5))
    let height = whole(max(card.height * 0.085, 4) / 2) * 2
    let x = isLeft ? card.minX : card.maxX - width
    let pin = Layer(frame: Rect(x: x, y: card.midY - height / 2, width: width, height: height))
    pin.backgroundColor = theme.pin
    pin.cornerRadius = width / 3
    return pin
  }
}

/// The cards of a clock in a row, with their shared pictures and light.
final class CardStage {
  /// The parent of each digit's layer.
  let layer = Layer()

  let pictures: CardPictures

  var light = ClockLight.dark

  /// The duration of a flip, in seconds.
  let flipDuration: Double

  private(set) var digits: [FlipDigit] = []

  init(pictures: CardPictures, flipDuration: Double) {
    self.pictures = pictures
    self.flipDuration = flipDuration
    layer.name = "cards"
  }

  /// Replaces all cards.
  func deal(_ characters: [Character]) {
    layer.removeSublayers()
    digits = characters.enumerated().map { index, character in
      FlipDigit(name: "digit \(index + 1)", character: character, on: self)
    }
    for digit in digits { layer.addSublayer(digit.layer) }
  }

  func withoutActions(at time: Double, _ changes: () -> Void) {
    guard let tree = layer.tree else { return changes() }
    tree.transact(Transaction(at: time, action: .none), changes)
  }

  func overlay(_ overlay: CardPictures.Overlay) -> Contents? {
    pictures.overlay(overlay).map { .image(ImageContents($0)) }
  }
}

/// The lighting of a falling leaf, with light from above and in front.
///
/// Angles are those of the leaf: 0 upright, π/2 pointing at the viewer, π hanging down. The results are opacities of
/// black and white over a card.
struct ClockLight: Hashable, Sendable {
  /// The maximum darkness of the shade, 0…1.
  var depth: Double

  /// The brightness of a leaf that faces the light.
  var glint: Double

  static let dark = ClockLight(depth: 0.62, glint: 0.5)
  static let light = ClockLight(depth: 0.42, glint: 0.55)

  /// The angle of the light above the viewer's eye.
  static let elevation = Double.pi / 6

  /// Returns the brightness of a leaf's visible side, 1 at rest.
  static func brightness(at angle: Double) -> Double {
    let side = angle < .pi / 2 ? 1.0 : -1.0
    return max(0, side * cos(angle + elevation) / cos(elevation))
  }

  /// The shade on the leaf itself.
  func leafShade(at angle: Double) -> Double { depth * max(0, 1 - Self.brightness(at: angle)) }

  /// The light on a leaf that faces it more than resting cards do.
  func leafGlint(at angle: Double) -> Double { glint * max(0, Self.brightness(at: angle) - 1) }

  /// The shade on the upper half behind a leaf, which blocks the light from above.
  func upperShade(at angle: Double) -> Double { depth * max(0, cos(angle)) }

  /// The shade on the lower half: first the leaf's shadow, then the leaf itself above it.
  func lowerShade(at angle: Double) -> Double {
    let reach = sin(angle) * tan(Self.elevation) - cos(angle)
    return depth * min(max(reach, 0), 1) * 0.9
  }
}

/// The positions of a clock's cards in its window.
struct ClockLayout: Hashable {
  /// The frames of the whole cards in order, in points of the window.
  var cards: [Rect]

  /// The caption's frame, or nil without a caption.
  var caption: Rect?

  /// The font size of the caption, in points.
  var captionSize: Double

  /// Whether groups are stacked vertically.
  var isPortrait: Bool

  /// The gap between two cards of a group, as a fraction of a card's width; the leaves of both may extend over half of
  /// it.
  static let gap = 0.1
  /// The gaps between two groups, horizontally and vertically, as fractions of a card's width.
  private static let groupGap = 0.34
  private static let rowGap = 0.26

  /// The height of a caption as a fraction of a card's height, and the minimum legible height, in points.
  private static let captionShare = 0.24
  private static let lowestCaption = 15.0

  /// The maximum fraction of a window's height that is kept free above and below the cards for a bar.
  private static let mostForBar = 0.12

  /// Lays groups of cards out in `size` points, aligned to whole pixels, as large as possible and centred. A caption is
  /// below them, with the same space free above. A bar that extends down to `barReach` covers no digits unless the
  /// window is short.
  init(groups: [Int], aspect: Double, size: Size, scale: Double, hasCaption: Bool, barReach: Double = 0) {
    let margin = max(8, 0.06 * min(size.width, size.height))
    func height(isPortrait: Bool) -> Double {
      let widest = Double(isPortrait ? groups.max() ?? 1 : groups.reduce(0, +))
      let groupsBeside = isPortrait ? 1.0 : Double(groups.count)
      let widths = widest + Self.gap * (widest - groupsBeside) + Self.groupGap * (groupsBeside - 1)
      let rows = isPortrait ? Double(groups.count) : 1
      let heights = rows + aspect * Self.rowGap * (rows - 1)
      // The digits of the top cards begin where the bar ends.
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
    // Halves are whole pixels, so that the hinge is between two pixels.
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
