import Controls
import Geometry
import Motion
import Scene

/// The parent of all half cards, which gives them one perspective.
final class CardPerspective {
  /// Holds the half cards; its `sublayerTransform` is the perspective.
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
    layer.sublayerTransform.m34 = -1 / 1000
  }

  /// Replaces all cards.
  func deal(_ characters: [Character]) {
    layer.removeSublayers()
    digits = characters.enumerated().map { index, character in
      FlipDigit(name: "digit \(index + 1)", character: character, on: self)
    }
    for digit in digits {
      layer.addSublayer(digit.upper)
      layer.addSublayer(digit.lower)
    }
    for digit in digits { layer.addSublayer(digit.leaves[0].layer) }
  }

  func withoutActions(at time: Double, _ changes: () -> Void) {
    guard let tree = layer.tree else { return changes() }
    tree.transact(Transaction(at: time, action: .none), changes)
  }

  func overlay(_ overlay: CardPictures.Overlay) -> Contents? {
    pictures.overlay(overlay).map { .image(ImageContents($0)) }
  }

  // MARK: Order

  /// Where a leaf stands among the others; leaves of one place never cut through each other.
  enum Place {
    /// Under everything that falls.
    case atRest
    /// Under the leaves that fell earlier, over those that rest.
    case behindFalling
    /// Over everything.
    case front
  }

  /// Moves a leaf that is not moving just now.
  func raise(_ leaf: Layer, to place: Place) {
    let resting = digits.filter { digit in
      digit.leaves.contains {
        $0.state == .resetForNext && $0.layer !== leaf && $0.layer.superlayer === layer
      }
    }.count
    switch place {
    case .atRest: layer.insertSublayer(leaf, at: digits.count * 2)
    case .behindFalling: layer.insertSublayer(leaf, at: digits.count * 2 + resting)
    case .front: layer.addSublayer(leaf)
    }
  }
}
