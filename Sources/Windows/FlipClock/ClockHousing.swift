import Controls
import Colors
import Geometry
import Scene

/// Draws the fixed parts around the cards: a case behind each card and the pins of its hinge.
struct ClockHousing {
  var theme: ClockTheme
  var scale: Double

  /// Builds the cases behind the cards and the pins before them.
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
