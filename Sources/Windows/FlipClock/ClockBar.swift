import Controls
import Geometry
import Input
import Localization
import Scene

/// Says what a bar does.
protocol ClockBarDelegate: AnyObject {
  /// What can be done at a time.
  func barCommands(at time: Double) -> [Command]
  /// What the clock can show.
  var modeMenu: Menu { get }
}

/// The buttons of a clock, which come with the pointer: what it shows, start and stop, lap and reset, and the window's.
final class ClockBar: Control {
  weak var delegate: (any ClockBarDelegate)?
  private lazy var modeButton: Button = {
    let button = Button("", kind: .quiet, menu: { [unowned self] in delegate?.modeMenu ?? Menu() })
    button.id = "clock.mode"
    return button
  }()
  private let menuButton = Button.primaryMenu()
  /// The buttons of commands, by the ids of those.
  private var known: [String: Button] = [:]
  private var buttons: [Button] = []
  /// How wide each button is; those without room are left out, the later ones of `order` first.
  private var shown: [Button] = []
  private var visibility = TransientVisibility()
  private var now = 0.0
  private let ground = Layer()

  private static let margin = 6.0
  private static let gap = 2.0
  /// Lower windows have no bar: it would cover more than the edge of the cards.
  private static let lowestWindow = 120.0

  /// The room around the buttons, and above the bar: less in a low window, where cards begin near the upper edge.
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

  /// Shows what the clock shows, and the buttons of what can be done now.
  func show(mode: String, _ commands: [Command]) {
    modeButton.title = mode
    show([modeButton] + commands.map(button) + [menuButton])
  }

  private func button(_ command: Command) -> Button {
    if let known = known[command.id] {
      known.show(command)
      return known
    }
    // What a button does may be another thing later: the title changes with it.
    let made = Button(command.title, icon: command.icon, kind: .quiet) { [unowned self] time in
      delegate?.barCommands(at: time).first { $0.id == command.id }?.action(time)
    }
    made.id = command.id
    made.show(command)
    known[command.id] = made
    return made
  }

  /// Shows other buttons, from the left; those that are the same keep their state.
  private func show(_ wanted: [Button]) {
    guard wanted.map(ObjectIdentifier.init) != buttons.map(ObjectIdentifier.init) else { return }
    buttons = wanted
    setChildren(wanted)
    parent?.setNeedsLayout()
    setNeedsLayout()
  }

  // MARK: Coming and going

  /// Whether it is seen at all.
  var isSeen: Bool { visibility.opacity(at: now) > 0 }

  func wake(at time: Double) {
    now = max(now, time)
    visibility.wake(at: time)
    show(at: time)
  }

  /// Lets it go, as when the pointer has left the window.
  func hide(at time: Double) {
    now = max(now, time)
    guard isSeen else { return }
    visibility.hide(at: time)
  }

  private func show(at time: Double) {
    let opacity = shown.isEmpty ? 0 : visibility.opacity(at: time)
    // While it begins to come there is nothing of it yet, but there will be.
    layer.isHidden = shown.isEmpty || opacity == 0 && visibility.nextTime(after: time) == nil
    layer.opacity = opacity
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    now = time
    visibility.hold(interface.isAssisted || isSeen && (isPointed || hasFocus), at: time)
    show(at: time)
    return visibility.nextTime(after: time)
  }

  /// Whether the keyboard is in it, or in what was opened from it.
  private var hasFocus: Bool {
    guard let focus = host?.focus, let parent else { return false }
    return focus.isInside(self) || !focus.isInside(parent)
  }

  /// Whether the pointer is over it.
  var isPointed = false

  override func hitTest(_ point: Point) -> Control? { isSeen ? super.hitTest(point) : nil }

  // It is no part of the clock that one moves the window by.
  override func pointerDown(_ event: PointerEvent) -> Bool { true }

  // MARK: Places

  /// Stands at the top of a window, in its middle, over the cards while it is seen; where the window is too low there is
  /// nothing of it.
  func place(in window: Size, _ interface: Interface) {
    var room = window.width - 2 * Self.margin - 8
    shown = []
    if Self.reach(in: window) > 0 {
      // What is done most stands first, and what has no room is in the menu.
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
