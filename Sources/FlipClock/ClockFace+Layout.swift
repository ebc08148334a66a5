import Controls
public import Geometry

import Colors
import Scene

extension ClockFace {
  public func layOut(size: Size, scale: Double) {
    self.size = size
    interface.scale = scale
    interface.theme = Theme(background.luma < 0.5 ? .dark : .light)
    layer.frame = Rect(origin: .zero, size: size)
    veil.frame = layer.bounds
    placeCards()
    panel?.layOut(in: size)
  }

  func placeCards() {
    guard !size.isEmpty, !stage.digits.isEmpty else { return }
    let settings = work.settings
    let layout = ClockLayout(
      groups: reading.shape, aspect: pictures.aspect(fontFamilies: settings.fontFamilies), size: size,
      scale: interface.scale, hasCaption: !reading.caption.isEmpty)
    self.layout = layout
    guard let card = layout.cards.first else { return }
    stage.light = settings.theme.isDark ? .dark : .light
    // In a larger window the stage is enlarged and not what stands on it, so that the eye keeps its distance.
    let enlargement = max(
      1, card.height / 2 / Self.tallestHalf, max(size.width, size.height) / 2 / Self.farthestSide)
    pictures.use(
      CardStyle(
        theme: settings.theme, fontFamilies: settings.fontFamilies,
        size: PixelSize(card.size, scale: interface.scale), scale: interface.scale * enlargement))
    stage.layer.transform = .scale(x: enlargement, y: enlargement)
    stage.layer.bounds = Rect(
      x: 0, y: 0, width: size.width / enlargement, height: size.height / enlargement)
    stage.layer.position = Point(size.width / 2, size.height / 2)
    for (digit, frame) in zip(stage.digits, layout.cards) {
      digit.place(
        in: Rect(
          x: frame.minX / enlargement, y: frame.minY / enlargement, width: frame.width / enlargement,
          height: frame.height / enlargement))
      digit.redraw()
    }
    ClockHousing(theme: settings.theme, scale: interface.scale, enlargement: enlargement).build(
      layout.cards, housings, pins)
    drawCaption()
  }

  /// Half a card is at most so tall on the stage, and the stage reaches at most so far to each side, in points;
  /// the eye, 1000 points away, then sees cards at the edge fall without leaning out too far.
  private static let tallestHalf = 200.0
  private static let farthestSide = 360.0

  func drawCaption() {
    captionLayer.removeSublayers()
    guard let layout, let frame = layout.caption, !reading.caption.isEmpty else { return }
    let theme = work.settings.theme
    let style = TextStyle(
      family: Theme.interfaceFamily, size: layout.captionSize, weight: 500, hasTabularFigures: true)
    guard reading.isNotice else {
      captionLayer.addSublayer(
        Layer(
          reading.caption, style: style, color: theme.caption, in: frame, alignment: .center, interface))
      return
    }
    let strong = TextStyle(family: Theme.interfaceFamily, size: layout.captionSize, weight: 600)
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
}
