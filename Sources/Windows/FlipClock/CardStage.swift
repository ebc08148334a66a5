import Controls
import Geometry
import Motion
import Scene

/// The cards of a clock beside each other, with the pictures and the light that they share.
final class CardStage {
  /// Holds a layer for each digit.
  let layer = Layer()

  let pictures: CardPictures

  var light = ClockLight.dark

  /// How long a card falls, in seconds.
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
