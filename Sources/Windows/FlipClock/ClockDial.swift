import Colors
import Controls
import Geometry
import Scene
import Text
import Typography

/// The cards of a clock with their housings and the words below them: what shows a reading.
final class ClockDial {
  /// The reading that the cards show or are falling toward.
  private(set) var reading = ClockReading(groups: [])

  let stage: CardStage
  let pictures: CardPictures
  private let interface: Interface
  private let housings = Layer()
  private let pins = Layer()
  private let captionLayer = Layer()
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
    }
  }

  /// The layers from back to front.
  var layers: [Layer] { [housings, stage.layer, pins, captionLayer] }

  // MARK: Layout

  /// Lays the cards out in a window of some size.
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

  private func drawCaption() {
    captionLayer.removeSublayers()
    guard let layout, let frame = layout.caption, !reading.caption.isEmpty else { return }
    let style = Font(
      size: layout.captionSize, weight: 500, tabularFigures: true)
    guard reading.isNotice else {
      captionLayer.addSublayer(
        Layer(
          reading.caption, style: style, color: captionInk, in: frame, alignment: .center, interface))
      return
    }
    let strong = Font(size: layout.captionSize, weight: 600)
    let width = interface.line(reading.caption, style: strong).width + 2 * layout.captionSize
    let plate = Rect(
      center: frame.center, size: Size(width: min(width, frame.width), height: layout.captionSize * 1.9)
    ).pixelAligned(scale: interface.scale)
    let ground = theme.background.legibleInk
    captionLayer.addSublayer(Layer(plate, fill: ground, radius: plate.height / 2))
    captionLayer.addSublayer(
      Layer(
        reading.caption, style: strong, color: ground.legibleInk, in: plate, alignment: .center, interface))
  }

  /// As pale as remains legible, unless the person wants high contrast.
  private var captionInk: RGBA {
    interface.theme.hasHighContrast ? theme.background.legibleInk : theme.caption
  }

  // MARK: Readings

  /// Shows a reading at once.
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

  /// Lets the cards that differ fall to a reading of the same shape.
  func fall(to next: ClockReading, at time: Double) {
    for (digit, character) in zip(stage.digits, next.characters) where digit.target != character {
      digit.fall(through: [character], from: time, interval: 0.04)
      digit.beginWaiting(at: time)
    }
    set(next)
  }

  /// Lets each place fall to a reading of the same shape through the cards that were missed.
  ///
  /// - Parameter earlier: Returns the reading so many seconds earlier, or nil when seconds do not lead to a reading.
  func catchUp(to next: ClockReading, at time: Double, earlier: ((Int) -> ClockReading)?) {
    for (index, digit) in stage.digits.enumerated() where digit.target != next.characters[index] {
      let path = cards(of: index, from: digit.target, to: next, earlier: earlier)
      let pause = min(0.1, 0.4 / Double(max(1, path.count - 1)))
      digit.fall(through: path, from: time, interval: pause * stage.flipDuration / 0.5)
      digit.beginWaiting(at: time)
    }
    set(next)
  }

  /// Returns the cards that fall at a place until it shows what it should: those of the last turns of its wheel.
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
  /// Whether cards leave room for a caption.
  fileprivate var hasCaptionRoom: Bool { keepsCaptionRoom || !caption.isEmpty }
}
