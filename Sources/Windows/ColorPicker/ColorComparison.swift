import Colors
import Controls
import Geometry
import Input
import Localization
import Scene

/// The new colour beside the previous one; pressing the previous one goes back to it.
final class ColorComparison: PressableControl {
  private var color = RGBA(red: 0, green: 0, blue: 0)
  private var previous = RGBA(red: 0, green: 0, blue: 0)
  private let language: Language
  private let onReturn: () -> Void

  /// Whose eyes the colours are shown through.
  var vision: ColorVision? {
    didSet { if vision != oldValue { setNeedsUpdate() } }
  }

  /// Where the new colour ends and the previous one begins, as a share of the width: a drag wipes one over the other.
  private var split = 0.5 {
    didSet { if split != oldValue { setNeedsUpdate() } }
  }

  private var pressed: Point?

  init(_ language: Language, onReturn: @escaping () -> Void) {
    self.language = language
    self.onReturn = onReturn
    super.init(label: language.localized("Previous colour"))
    addLayers()
  }

  func show(_ color: RGBA, previous: RGBA) {
    guard color != self.color || previous != self.previous else { return }
    self.color = color
    self.previous = previous
    setNeedsUpdate()
  }

  private var halves: (new: Rect, previous: Rect) {
    let half = (bounds.width * split).rounded()
    return (
      Rect(x: 0, y: 0, width: half, height: bounds.height),
      Rect(x: half, y: 0, width: bounds.width - half, height: bounds.height)
    )
  }

  /// The layers of one of the colours: a window on a rounded rectangle as wide as both, and a word.
  private struct Half {
    let window = Layer()
    let whole = Layer()
    let word = Layer()

    init() {
      window.masksToBounds = true
      for part in [whole, word] { window.addSublayer(part) }
    }
  }

  // They stay while the colours change, as they do with every frame of a drag.
  private let ground = Layer()
  private let newHalf = Half()
  private let previousHalf = Half()
  private let edge = Layer()

  override func update(_ interface: Interface) {
    ground.isHidden = color.alpha == 1 && previous.alpha == 1
    ground.frame = bounds
    // Two words or none: one alone would say the wrong thing.
    let (newWord, previousWord) = (language.localized("New"), language.localized("Previous"))
    let widest = interface.line(previousWord, style: Theme.secondary).width
    let hasRoomForWords = min(halves.new.width, halves.previous.width) >= widest + 20 && bounds.height >= 28
    show(color, newWord, in: newHalf, at: halves.new, hasWord: hasRoomForWords, interface)
    show(previous, previousWord, in: previousHalf, at: halves.previous, hasWord: hasRoomForWords, interface)
    edge.frame = bounds
    edge.setSurface(nil, radius: Theme.fieldRadius, interface)
  }

  private func addLayers() {
    ground.cornerRadius = Theme.fieldRadius
    ground.contents = .image(.checkerboard)
    for part in [ground, newHalf.window, previousHalf.window, edge] { layer.addSublayer(part) }
  }

  /// Shows a colour in its half: a whole rounded rectangle of which the rest is cut off.
  private func show(
    _ plain: RGBA, _ word: String, in half: Half, at frame: Rect, hasWord: Bool, _ interface: Interface
  ) {
    half.window.isHidden = frame.width <= 0
    guard !half.window.isHidden else { return }
    let fill = vision?.seen(plain) ?? plain
    half.window.frame = frame
    half.whole.frame = Rect(x: -frame.minX, y: 0, width: bounds.width, height: bounds.height)
    half.whole.backgroundColor = fill
    half.whole.cornerRadius = Theme.fieldRadius
    half.word.isHidden = !hasWord
    guard hasWord else { return }
    let ground = fill.composited(over: RGBA(hex: 0xe6e6e6))
    let room = Rect(x: 10, y: frame.height - 26, width: frame.width - 16, height: 20)
    half.word.setText(word, style: Theme.secondary, color: ground.legibleInk, in: room, interface)
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    pressed = event.point
    return super.pointerDown(event)
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let pressed, !bounds.isEmpty else { return }
    // A colour that is pulled out of its field is dragged away.
    if !bounds.inset(by: -Self.pullDistance).contains(event.point), let host {
      return host.beginDrag(pressed.x < bounds.midX ? color : previous)
    }
    guard split != 0.5 || (event.point.x - pressed.x).magnitude > Self.wipeDistance else { return }
    split = min(max(event.point.x / bounds.width, 0), 1)
  }

  override func pointerUp(_ event: PointerEvent) {
    let hasWiped = split != 0.5
    endWipe()
    if !hasWiped { super.pointerUp(event) }
  }

  override func pointerCancelled(at time: Double) { endWipe() }

  private func endWipe() { (split, pressed) = (0.5, nil) }

  /// How far beyond the edge the pointer goes before it takes the colour along, in points.
  private static let pullDistance = 10.0

  /// How far the pointer goes before it wipes, in points.
  private static let wipeDistance = 6.0

  override var pressFrame: Rect { halves.previous }
  override var pressKeys: Set<Key> { [.space] }

  override func press(at point: Point?, time: Double) { onReturn() }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    part == label && super.perform(action, on: part, at: time)
  }

  override var accessibility: AccessibilityNode {
    func words(_ color: RGBA) -> String { color.words(in: language) }
    return AccessibilityNode(
      role: .group, label: language.localized("New and previous colour"), frame: frame,
      children: [
        AccessibilityNode(
          role: .image, label: language.localized("New colour"), value: words(color),
          frame: halves.new.offset(by: frame.origin - .zero)),
        AccessibilityNode(
          role: .button, label: label, value: words(previous), actions: [.press, .focus],
          frame: halves.previous.offset(by: frame.origin - .zero), isFocused: isFocused),
      ])
  }
}
