import Controls
import Geometry
import Motion
import Scene

/// One place of a flip clock: an upper half, a lower half, and a leaf that falls between them.
///
/// At rest there are these three layers, with the leaf on the upper half. A leaf passes through three states, each
/// starting at the exact end of the previous animation. Another leaf may follow while it falls; each further falling
/// card adds one layer. All of them are sublayers of the digit's own layer: each digit has its own viewpoint straight
/// in front of its hinge, so that leaves fall toward the viewer and do not lean over their neighbours.
final class FlipDigit {
  /// The phase of a leaf's fall.
  enum State: Hashable {
    /// It lies on the upper half and is ready.
    case resetForNext
    /// It falls to the level of the hinge, showing the old upper half.
    case topToMiddle
    /// It falls further, showing the new lower half on its back.
    case middleToBottom
  }

  /// A half card that rotates about the hinge.
  final class Leaf {
    let layer: Layer
    let shade = Layer()
    let glint = Layer()
    /// The shadow of the next leaf.
    let shadow = Layer()
    fileprivate(set) var state = State.resetForNext
    fileprivate(set) var begin = 0.0
    /// The characters on its front, for the first half of the fall, and on its back.
    fileprivate(set) var front: Character = " "
    fileprivate(set) var back: Character = " "

    var overlays: [Layer] { [shade, glint, shadow] }

    fileprivate init(name: String) {
      layer = Layer()
      layer.name = name
      layer.anchorPoint = Point(0.5, 1)
      shade.name = "shade"
      glint.name = "light"
      shadow.name = "shadow"
      for overlay in overlays { layer.addSublayer(overlay) }
    }
  }

  /// The parent of the halves and the leaves; its `sublayerTransform` is their perspective.
  let layer = Layer()
  let upper = Layer()
  let lower = Layer()
  let upperShade = Layer()
  let lowerShade = Layer()

  /// The leaves, the earliest one in front; at rest there is one.
  private(set) var leaves: [Leaf]

  /// The character on the upper half: that of the card that started falling last.
  private(set) var character: Character

  /// The character on the lower half: that of the card that landed last.
  private(set) var landed: Character

  /// Cards waiting for their turn.
  private(set) var waiting: [(character: Character, time: Double)] = []

  private unowned let stage: CardStage
  private let name: String

  init(name: String, character: Character, on stage: CardStage) {
    self.name = name
    self.character = character
    landed = character
    self.stage = stage
    let leaf = Leaf(name: "\(name) flap")
    leaves = [leaf]
    layer.name = name
    upper.name = "\(name) top"
    lower.name = "\(name) bottom"
    upper.anchorPoint = Point(0.5, 1)
    lower.anchorPoint = Point(0.5, 0)
    upperShade.name = "shade"
    lowerShade.name = "shade"
    upper.addSublayer(upperShade)
    lower.addSublayer(lowerShade)
    for part in [upper, lower, leaf.layer] { layer.addSublayer(part) }
  }

  /// The character after all cards have fallen.
  var target: Character { waiting.last?.character ?? character }

  var fallingLeaves: [Leaf] { leaves.filter { $0.state != .resetForNext } }

  /// The time at which the next waiting card starts falling.
  var nextBegin: Double? { waiting.first?.time }

  // MARK: Layout

  /// Returns the distance of the viewpoint from a card of some height, in points: the original's 1000, or more if a
  /// leaf pointing at the viewer would otherwise look wider than its card by more than the gap beside it.
  static func eyeDistance(cardHeight: Double) -> Double {
    // A leaf that extends r toward a viewpoint at a distance d is enlarged by d / (d − r).
    let growth = ClockLayout.gap
    return max(1000, cardHeight / 2 * (1 + growth) / growth)
  }

  /// Places the halves; `frame` is the whole card on the stage.
  func place(in frame: Rect) {
    layer.frame = frame
    layer.sublayerTransform.m34 = -1 / Self.eyeDistance(cardHeight: frame.height)
    let half = Rect(x: 0, y: 0, width: frame.width, height: frame.height / 2)
    for part in [upper, lower] + leaves.map(\.layer) {
      part.bounds = half
      part.position = Point(frame.width / 2, frame.height / 2)
    }
    for overlay in [upperShade, lowerShade] + leaves.flatMap(\.overlays) {
      overlay.frame = half
    }
  }

  /// Shows a character immediately and removes falling cards.
  func show(_ character: Character, at time: Double) {
    waiting.removeAll()
    for leaf in leaves {
      leaf.state = .resetForNext
      for layer in [leaf.layer] + leaf.overlays { layer.removeAllAnimations(at: time) }
    }
    for leaf in leaves.dropFirst() { leaf.layer.removeFromSuperlayer() }
    leaves.removeSubrange(1...)
    for layer in [upperShade, lowerShade] { layer.removeAllAnimations(at: time) }
    self.character = character
    landed = character
    reset(leaves[0])
    drawHalves()
  }

  /// Updates the layers' pictures after a change of style.
  func redraw() {
    drawHalves()
    for leaf in leaves { draw(leaf) }
    upperShade.contents = stage.overlay(.upperShade)
    lowerShade.contents = stage.overlay(.lowerShade)
  }

  private func drawHalves() {
    upper.contents = stage.pictures[character].map { .image(ImageContents($0.upper)) }
    lower.contents = stage.pictures[landed].map { .image(ImageContents($0.lower)) }
    upperShade.opacity = 0
    lowerShade.opacity = 0
  }

  private func draw(_ leaf: Leaf) {
    let picture =
      leaf.state == .middleToBottom
      ? stage.pictures[leaf.back]?.lowerUpsideDown : stage.pictures[leaf.front]?.upper
    leaf.layer.contents = picture.map { .image(ImageContents($0)) }
    leaf.shade.contents = stage.overlay(.shade)
    leaf.glint.contents = stage.overlay(.glint)
    leaf.shadow.contents = stage.overlay(.leafShadow)
  }

  /// Puts a leaf on the upper half, ready for the next card.
  private func reset(_ leaf: Leaf) {
    leaf.state = .resetForNext
    leaf.front = character
    leaf.layer.transform = .identity
    for overlay in leaf.overlays { overlay.opacity = 0 }
    draw(leaf)
  }

  // MARK: Falling

  /// Makes cards fall one after the other, the first at `time`; the last one remains.
  func fall(through characters: [Character], from time: Double, interval: Double) {
    var begin = time
    if let last = waiting.last?.time ?? fallingLeaves.last?.begin { begin = max(begin, last + interval) }
    for character in characters {
      waiting.append((character, begin))
      begin += interval
    }
    // Cards that would be outdated before they fall are dropped, and the others move up.
    guard waiting.count > Self.mostWaiting else { return }
    waiting.removeSubrange(1..<waiting.count - Self.mostWaiting + 1)
    for index in 1..<waiting.count { waiting[index].time = waiting[0].time + Double(index) * interval }
  }

  private static let mostWaiting = 9

  /// The maximum number of cards of one place that fall at the same time.
  static let mostFalling = 8

  /// Starts the cards that are due at `time`.
  func beginWaiting(at time: Double) {
    while let next = waiting.first, next.time <= time {
      guard fallingLeaves.count < Self.mostFalling else {
        let landing = (fallingLeaves.first?.begin ?? time) + stage.flipDuration
        waiting[0].time = max(landing, next.time.nextUp)
        return
      }
      waiting.removeFirst()
      begin(next.character, at: next.time)
    }
  }

  /// Starts one card's fall: the new upper half appears behind the leaf with the old one.
  private func begin(_ next: Character, at time: Double) {
    stage.withoutActions(at: time) {
      let leaf = readyLeaf()
      leaf.state = .topToMiddle
      leaf.begin = time
      leaf.back = next
      lay(leaf)
      character = next
      upper.contents = stage.pictures[next].map { .image(ImageContents($0.upper)) }
      turn(leaf, from: 0, to: -.pi / 2, .easeIn, at: time) { [weak self, weak leaf] end in
        guard end.isFinished, let self, let leaf else { return }
        passMiddle(leaf, at: end.time)
      }
      animate(leaf.shade, at: time, phase: .topToMiddle, stage.light.leafShade)
      upperShade.add(shading(stage.light.upperShade, .topToMiddle), forKey: "shade", at: time)
      let falling = fallingLeaves
      if falling.count == 1 {
        shade(lowerShade, by: leaf)
      } else if falling[falling.count - 2].state == .middleToBottom {
        shade(falling[falling.count - 2].shadow, by: leaf)
      }
    }
  }

  /// Returns a leaf on the upper half: the resting one, or a new one.
  private func readyLeaf() -> Leaf {
    if leaves.count == 1, leaves[0].state == .resetForNext { return leaves[0] }
    let leaf = Leaf(name: "\(name) flap \(leaves.count + 1)")
    leaf.layer.bounds = upper.bounds
    leaf.layer.position = upper.position
    for overlay in leaf.overlays { overlay.frame = upper.bounds }
    leaves.append(leaf)
    reset(leaf)
    return leaf
  }

  /// Inserts a leaf over the halves and behind the leaves that started earlier.
  private func lay(_ leaf: Leaf) { layer.insertSublayer(leaf.layer, at: 2) }

  /// The leaf is edge-on: its back becomes visible, with the new lower half.
  private func passMiddle(_ leaf: Leaf, at time: Double) {
    stage.withoutActions(at: time) {
      leaf.state = .middleToBottom
      draw(leaf)
      layer.addSublayer(leaf.layer)
      turn(leaf, from: -.pi / 2, to: -.pi, .easeOut, at: time) { [weak self, weak leaf] end in
        guard end.isFinished, let self, let leaf else { return }
        land(leaf, at: end.time)
      }
      animate(leaf.shade, at: time, phase: .middleToBottom, stage.light.leafShade)
      animate(leaf.glint, at: time, phase: .middleToBottom, stage.light.leafGlint)
      if let index = leaves.firstIndex(where: { $0 === leaf }), index + 1 < leaves.count {
        shade(leaf.shadow, by: leaves[index + 1])
      }
    }
  }

  /// The leaf has landed on the lower half, which takes over its picture.
  private func land(_ leaf: Leaf, at time: Double) {
    stage.withoutActions(at: time) {
      landed = leaf.back
      lower.contents = stage.pictures[landed].map { .image(ImageContents($0.lower)) }
      lowerShade.removeAllAnimations(at: time)
      lowerShade.opacity = 0
      if leaves.count > 1 {
        leaves.removeAll { $0 === leaf }
        leaf.layer.removeFromSuperlayer()
        if let next = fallingLeaves.first { shade(lowerShade, by: next) }
      } else {
        reset(leaf)
        lay(leaf)
      }
    }
  }

  // MARK: Animations

  private func turn(
    _ leaf: Leaf, from start: Double, to end: Double, _ easing: TimingFunction, at time: Double,
    completion: @escaping (AnimationEnd) -> Void
  ) {
    var animation = LayerAnimation.basic(
      .transform, from: .rotation(start, x: 1, y: 0, z: 0), to: .rotation(end, x: 1, y: 0, z: 0),
      timing: Timing(duration: stage.flipDuration / 2, easing: easing))
    animation.completion = completion
    leaf.layer.add(animation, forKey: "flip", at: time)
  }

  private func animate(
    _ layer: Layer, at time: Double, phase: State, _ opacity: (Double) -> Double
  ) {
    layer.add(shading(opacity, phase), forKey: "light", at: time)
  }

  /// Returns an opacity animation that follows the angle of a leaf in one half of its fall.
  private func shading(_ opacity: (Double) -> Double, _ phase: State) -> LayerAnimation {
    let start = phase == .topToMiddle ? 0 : Double.pi / 2
    let values = (0...Self.steps).map { step in
      // Slightly before the middle, the front is still the visible side.
      opacity(start + .pi / 2 * min(Double(step) / Double(Self.steps), phase == .topToMiddle ? 0.9999 : 1))
    }
    return .keyframes(
      .opacity, values: values,
      timing: Timing(
        duration: stage.flipDuration / 2, easing: phase == .topToMiddle ? .easeIn : .easeOut))
  }

  private static let steps = 16

  /// Shades the hanging half by the next leaf that will land on it, during that leaf's whole fall.
  private func shade(_ overlay: Layer, by leaf: Leaf) {
    let values = (0...Self.steps * 2).map { step -> Double in
      let fraction = Double(step) / Double(Self.steps)
      let progress =
        fraction <= 1
        ? TimingFunction.easeIn.value(at: fraction)
        : 1 + TimingFunction.easeOut.value(at: fraction - 1)
      return stage.light.lowerShade(at: .pi / 2 * progress)
    }
    let animation = LayerAnimation.keyframes(
      .opacity, values: values, timing: Timing(duration: stage.flipDuration))
    overlay.add(animation, forKey: "shade", at: leaf.begin)
  }
}
