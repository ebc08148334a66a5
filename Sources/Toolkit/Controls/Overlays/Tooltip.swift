public import Geometry
import Scene

/// What a tooltip says: the name of a control that shows none, and the keys that do the same.
public struct Tooltip: Hashable, Sendable {
  /// What the control is called or does.
  public var words: String
  /// The keys that do the same, as text; empty for none.
  public var shortcut: String

  /// The part of the control that it speaks of, in the control's own coordinates; nil for all of it.
  public var part: Rect?

  /// Creates a tooltip.
  public init(_ words: String, shortcut: String = "", part: Rect? = nil) {
    self.words = words
    self.shortcut = shortcut
    self.part = part
  }

  /// Creates the tooltip of a control that does a command.
  public init(_ command: Command) {
    self.init(command.title, shortcut: command.shortcutText)
  }
}

/// Shows the tooltip of the control over which the pointer rests.
final class TooltipPresenter {
  private unowned let host: ControlHost
  let layer = Layer()
  private weak var control: Control?
  /// What the control says where the pointer is.
  private var tooltip: Tooltip?
  private var due: Double?
  private var isShown = false
  /// Until when what was shown without the pointer stays, wherever that is.
  private var heldUntil = 0.0

  /// How long the pointer has to rest.
  static let delay = 0.5

  private static let padding = 8.0
  private static let lineHeight = 16.0
  /// Words that are wider stand in several lines.
  private static let widest = 420.0
  private static let gap = 6.0
  private static let margin = 4.0

  init(host: ControlHost) {
    self.host = host
    layer.name = "tooltip"
    layer.isHidden = true
  }

  var nextTime: Double? { due }

  /// Takes note of what the pointer is over; a control that it came to waits for its tooltip.
  ///
  /// A control that is pressed, or that stands beside an open menu or popover, shows none until the pointer has been
  /// elsewhere. A control that says something else in another place has another tooltip there.
  func follow(_ hovered: Control?, isPressed: Bool) {
    let target = hovered?.chain.first { $0.tooltip != nil }
    let tooltip = target?.tooltip
    // Words may change while they are read; only another place of the control is another tooltip.
    guard target !== control || tooltip?.part != self.tooltip?.part else { return }
    if target == nil, isShown, host.now < heldUntil { return }
    self.tooltip = tooltip
    // From one tooltip to the next there is no second wait.
    let wasShown = isShown
    hide()
    control = target
    guard let target, !isPressed, isReachable(target) else { return }
    if wasShown { show() } else { due = host.now + Self.delay }
  }

  func advance(to time: Double) {
    guard let due, due <= time else { return }
    show()
  }

  /// Shows the tooltip of a control without waiting; it stays for as long as a notice of so many words.
  func show(of control: Control) {
    hide()
    guard let tooltip = control.tooltip else { return }
    self.control = control
    heldUntil = host.now + Notice(tooltip.words).duration
    show()
  }

  /// Keeps what is said true: what the pointer rests over may have become another thing, or be gone.
  func refresh() {
    guard isShown else { return }
    let current = control.flatMap { isReachable($0) ? $0.tooltip : nil }
    guard current != tooltip else { return }
    tooltip = current
    if current == nil { hide() } else { show() }
  }

  /// Whether a control is in the window, and not beneath something that is open.
  private func isReachable(_ control: Control) -> Bool {
    control.host === host && host.focusRouter.allows(control)
  }

  /// Takes the tooltip away until the pointer comes to another control.
  func hide() {
    due = nil
    isShown = false
    heldUntil = 0
    layer.isHidden = true
  }

  private func show() {
    due = nil
    guard let control, isReachable(control), let tooltip = control.tooltip else { return }
    self.tooltip = tooltip
    isShown = true
    let interface = host.interface
    let theme = interface.theme
    let keys =
      tooltip.shortcut.isEmpty ? 0 : interface.line(tooltip.shortcut, style: Theme.secondary).width + 12
    let anchor =
      tooltip.part.map { $0.offset(by: control.originInWindow - .zero) } ?? control.frameInWindow
    let widest = min(Self.widest, host.size.width - 2 * Self.margin) - keys - 2 * Self.padding
    let lines = interface.wrapped(tooltip.words, style: Theme.secondary, width: max(widest, 1))
    let words = lines.map { interface.line($0, style: Theme.secondary).width }.max() ?? 0
    let width = words + keys + 2 * Self.padding
    let height = Self.lineHeight * Double(lines.count) + 10
    let fitsBelow = anchor.maxY + Self.gap + height + Self.margin <= host.size.height
    let y = fitsBelow ? anchor.maxY + Self.gap : max(anchor.minY - Self.gap - height, Self.margin)
    let x = min(max(anchor.midX - width / 2, Self.margin), host.size.width - Self.margin - width)
    layer.removeSublayers()
    layer.isHidden = false
    layer.frame = Rect(x: x, y: y, width: width, height: height).pixelAligned(scale: interface.scale)
    layer.setSurface(theme.raised, radius: Theme.fieldRadius, elevation: 1, interface)
    let room = Rect(x: Self.padding, y: 5, width: width - 2 * Self.padding, height: Self.lineHeight)
    for (index, line) in lines.enumerated() {
      let place = room.offset(by: Vector(0, Self.lineHeight * Double(index)))
      layer.addSublayer(Layer(line, style: Theme.secondary, color: theme.ink, in: place, interface))
    }
    if keys > 0 {
      layer.addSublayer(
        Layer(
          tooltip.shortcut, style: Theme.secondary, color: theme.secondaryInk, in: room, alignment: .trailing,
          interface))
    }
  }
}
