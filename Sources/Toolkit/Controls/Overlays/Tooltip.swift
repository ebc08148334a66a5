public import Geometry
import Localization
import Scene

/// A tooltip: the name of a control without a visible title, and its shortcut.
public struct Tooltip: Hashable, Sendable {
  /// The control's name or effect.
  public var words: String
  /// The shortcut as text; empty for none.
  public var shortcut: String

  /// The part of the control that the tooltip describes, in the control's own coordinates; nil for the whole control.
  public var part: Rect?

  /// Creates a tooltip.
  public init(_ words: String, shortcut: String = "", part: Rect? = nil) {
    self.words = words
    self.shortcut = shortcut
    self.part = part
  }

  /// Creates the tooltip of a control that performs a command.
  public init(_ command: Command) {
    self.init(command.title, shortcut: command.shortcutText)
  }
}

/// Shows the tooltip of the control under a resting pointer.
final class TooltipPresenter {
  private unowned let host: ControlHost
  let layer = Layer()
  private weak var control: Control?
  /// The tooltip at the pointer's position.
  private var tooltip: Tooltip?
  private var due: Double?
  private var isShown = false
  /// The time until which a tooltip shown without the pointer stays, wherever the pointer is.
  private var heldUntil = 0.0

  /// The time that the pointer has to rest, in seconds.
  static let delay = 0.5

  private static let padding = 8.0
  /// The width beyond which text is wrapped.
  private static let widest = 420.0
  private static let gap = 6.0
  private static let margin = 4.0

  init(host: ControlHost) {
    self.host = host
    layer.name = "tooltip"
    layer.isHidden = true
  }

  var nextTime: Double? { due }

  /// Follows the pointer; the control under it shows its tooltip after a delay.
  ///
  /// A pressed control, or one beneath an open menu or popover, shows no tooltip until the pointer has left it. A
  /// control may have different tooltips in different parts.
  func follow(_ hovered: Control?, isPressed: Bool) {
    let target = hovered?.chain.first { $0.tooltip != nil }
    let tooltip = target?.tooltip
    // The text may change while it is shown; only another part of the control is another tooltip.
    guard target !== control || tooltip?.part != self.tooltip?.part else { return }
    if target == nil, isShown, host.now < heldUntil { return }
    self.tooltip = tooltip
    // After one tooltip, the next appears without a delay.
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

  /// Shows the tooltip of a control immediately, for as long as a notice of the same text.
  func show(of control: Control) {
    hide()
    guard let tooltip = control.tooltip else { return }
    self.control = control
    heldUntil = host.now + Notice(tooltip.words).duration
    show()
  }

  /// Updates the shown tooltip, since the control under the pointer may have changed or been removed.
  func refresh() {
    guard isShown else { return }
    let current = control.flatMap { isReachable($0) ? $0.tooltip : nil }
    guard current != tooltip else { return }
    tooltip = current
    if current == nil { hide() } else { show() }
  }

  /// Returns whether a control is in the window and not beneath an open overlay.
  private func isReachable(_ control: Control) -> Bool {
    control.host === host && host.focusRouter.allows(control)
  }

  /// Hides the tooltip until the pointer moves to another control.
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
      tooltip.shortcut.isEmpty
      ? 0
      : interface.line(Shortcut.localized(tooltip.shortcut, interface.language), style: Theme.secondary).width
        + 12
    let anchor = control.convert(toWindow: tooltip.part ?? control.bounds)
    let widest = min(Self.widest, host.size.width - 2 * Self.margin) - keys - 2 * Self.padding
    let lines = interface.wrapped(tooltip.words, style: Theme.secondary, width: max(widest, 1))
    let words = lines.map { interface.line($0, style: Theme.secondary).width }.max() ?? 0
    let width = words + keys + 2 * Self.padding
    let height = Interface.lineHeight * Double(lines.count) + 10
    let fitsBelow = anchor.maxY + Self.gap + height + Self.margin <= host.size.height
    let y = fitsBelow ? anchor.maxY + Self.gap : max(anchor.minY - Self.gap - height, Self.margin)
    let x = min(max(anchor.midX - width / 2, Self.margin), host.size.width - Self.margin - width)
    layer.removeSublayers()
    layer.isHidden = false
    layer.frame = Rect(x: x, y: y, width: width, height: height).pixelAligned(scale: interface.scale)
    layer.setSurface(theme.raised, radius: Theme.fieldRadius, elevation: 1, interface)
    let room = Rect(x: Self.padding, y: 5, width: width - 2 * Self.padding, height: Interface.lineHeight)
    layer.addLines(
      lines, style: Theme.secondary, color: theme.ink, in: room, pitch: Interface.lineHeight, interface)
    if keys > 0 {
      layer.addSublayer(
        Layer(
          Shortcut.localized(tooltip.shortcut, interface.language), style: Theme.secondary,
          color: theme.secondaryInk, in: room, alignment: .trailing,
          interface))
    }
  }
}
