import Controls
import Geometry
import Input
import Localization
import Scene

/// Provides a bar's commands.
protocol ClockBarDelegate: AnyObject {
  /// The available commands at a time.
  func barCommands(at time: Double) -> [Command]
  /// The menu of modes.
  var modeMenu: Menu { get }
}

/// The buttons of a clock, which appear with the pointer: the mode, start and stop, lap and reset, and the window's
/// menu.
final class ClockBar: Control {
  weak var delegate: (any ClockBarDelegate)?
  private lazy var modeButton: Button = {
    let button = Button("", kind: .quiet, menu: { [unowned self] in delegate?.modeMenu ?? Menu() })
    button.id = "clock.mode"
    return button
  }()
  private let menuButton = Button.primaryMenu()
  /// The buttons of commands, by the commands' ids.
  private var known: [String: Button] = [:]
  private var buttons: [Button] = []
  /// The buttons that fit, in order; the others are omitted.
  private var shown: [Button] = []
  private var visibility = TransientVisibility()
  private var now = 0.0
  private let ground = Layer()

  private static let margin = 6.0
  private static let gap = 2.0
  /// The minimum height of a window with a bar: in shorter windows it would cover more than the edge of the cards.
  private static let lowestWindow = 120.0

  /// The padding around the buttons and above the bar; it is smaller in a short window, where cards begin near the
  /// upper edge.
  private static func padding(in window: Size) -> Double { window.height < 240 ? 2 : margin }

  /// Returns the lower end of the bar in a window; 0 in a window without a bar.
  static func reach(in window: Size) -> Double {
    window.height < lowestWindow ? 0 : Theme.controlHeight + 3 * padding(in: window)
  }

  init(_ language: Language) {
    super.init(label: language.localized("Controls"))
    layer.name = "bar"
    layer.isHidden = true
    layer.addSublayer(ground)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Shows the current mode, and the buttons of the available commands.
  func show(mode: String, _ commands: [Command]) {
    modeButton.title = mode
    show([modeButton] + commands.map(button) + [menuButton])
  }

  private func button(_ command: Command) -> Button {
    if let known = known[command.id] {
      known.show(command)
      return known
    }
    // A button's action may change with its title, so it is looked up when pressed.
    let made = Button(command.title, icon: command.icon, kind: .quiet) { [unowned self] time in
      delegate?.barCommands(at: time).first { $0.id == command.id }?.action(time)
    }
    made.id = command.id
    made.show(command)
    known[command.id] = made
    return made
  }

  /// Shows other buttons, from the left; unchanged buttons keep their state.
  private func show(_ wanted: [Button]) {
    guard wanted.map(ObjectIdentifier.init) != buttons.map(ObjectIdentifier.init) else { return }
    buttons = wanted
    setChildren(wanted)
    parent?.setNeedsLayout()
    setNeedsLayout()
  }

  // MARK: Appearing and disappearing

  /// Whether it is at least partly visible.
  var isSeen: Bool { visibility.opacity(at: now) > 0 }

  func wake(at time: Double) {
    now = max(now, time)
    visibility.wake(at: time)
    show(at: time)
  }

  /// Hides it, as when the pointer has left the window.
  func hide(at time: Double) {
    now = max(now, time)
    guard isSeen else { return }
    visibility.hide(at: time)
  }

  private func show(at time: Double) {
    let opacity = shown.isEmpty ? 0 : visibility.opacity(at: time)
    // At the start of fading in, its opacity is still zero.
    layer.isHidden = shown.isEmpty || opacity == 0 && visibility.nextTime(after: time) == nil
    layer.opacity = opacity
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    now = time
    visibility.hold(interface.isAssisted || isSeen && (isPointed || hasFocus), at: time)
    show(at: time)
    return visibility.nextTime(after: time)
  }

  /// Whether it has the keyboard focus, directly or in a popup opened from it.
  private var hasFocus: Bool {
    guard let focus = host?.focus, let parent else { return false }
    return focus.isInside(self) || !focus.isInside(parent)
  }

  /// Whether the pointer is over it.
  var isPointed = false

  override func hitTest(_ point: Point) -> Control? { isSeen ? super.hitTest(point) : nil }

  // Dragging the bar does not move the window.
  override func pointerDown(_ event: PointerEvent) -> Bool { true }

  // MARK: Layout

  /// Places it at the top centre of a window, over the cards while it is visible; hides it if the window is too short.
  func place(in window: Size, _ interface: Interface) {
    var room = window.width - 2 * Self.margin - 8
    shown = []
    if Self.reach(in: window) > 0 {
      // The most frequent commands come first, and those without room are in the menu.
      for button in buttons {
        let width = button.preferredSize(in: window, interface).width
        if button.id == "window.menu" || width + Self.gap + Theme.controlHeight <= room {
          shown.append(button)
          room -= width + Self.gap
        }
      }
    }
    for button in buttons { button.isHidden = !shown.contains { $0 === button } }
    let widths = shown.map { $0.preferredSize(in: window, interface).width + Self.gap }
    let width = widths.reduce(2 * Self.margin - Self.gap, +)
    let padding = Self.padding(in: window)
    frame = Rect(
      x: ((window.width - width) / 2).rounded(), y: padding, width: max(width, 1),
      height: Theme.controlHeight + 2 * padding
    ).pixelAligned(scale: interface.scale)
    setNeedsLayout()
  }

  override func layOut(_ interface: Interface) {
    var x = Self.margin
    for button in shown {
      let width = button.preferredSize(in: bounds.size, interface).width
      button.frame = Rect(
        x: x, y: (bounds.height - Theme.controlHeight) / 2, width: width, height: Theme.controlHeight)
      x += width + Self.gap
    }
  }

  override func update(_ interface: Interface) {
    ground.frame = bounds
    ground.setSurface(interface.theme.window, radius: Theme.cardRadius, elevation: 2, interface)
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }
}
