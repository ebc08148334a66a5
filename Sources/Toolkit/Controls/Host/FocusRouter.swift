import Geometry
import Input

/// Tracks the focused control and moves the focus.
final class FocusRouter {
  private(set) weak var focused: Control?

  /// Called after the focus has moved or was cleared.
  var onChange: () -> Void = {}

  /// Whether the keyboard was used last, so that the ring is shown.
  var isVisible = false

  /// The controls that confine the focus, such as an open popover, the innermost last, each with the control focused
  /// before.
  private var scopes: [Scope] = []

  private struct Scope {
    weak var root: Control?
    weak var before: Control?
  }

  /// Moves or clears the focus.
  func set(_ control: Control?, byKeyboard: Bool) {
    guard control !== focused else { return }
    let old = focused
    focused = nil
    old?.isFocused = false
    old?.focusLost()
    // The old control may have moved the focus when it lost it.
    guard focused == nil else { return }
    focused = control
    control?.isFocused = true
    remember(control)
    control?.focusGained(byKeyboard: byKeyboard)
    onChange()
  }

  /// Records the control in its arrow groups, so that Tab returns to it.
  private func remember(_ control: Control?) {
    guard let control else { return }
    for ancestor in control.chain.dropFirst() where ancestor.arrowNavigation != nil {
      ancestor.arrowMember = ObjectIdentifier(control)
    }
  }

  // MARK: Scopes

  /// Confines the focus to `root` until the scope ends.
  func enter(_ root: Control) { scopes.append(Scope(root: root, before: focused)) }

  /// Ends the scope of `root`; returns the control that was focused before it, if the focus has to move.
  func leave(_ root: Control) -> Control? {
    guard let index = scopes.lastIndex(where: { $0.root === root }) else { return nil }
    let before = scopes.remove(at: index).before
    return before?.host == nil ? nil : before
  }

  /// The control that confines the focus now, or nil for the whole window.
  var scope: Control? { scopes.last { $0.root != nil }?.root }

  /// Returns whether a control may take the focus now.
  func allows(_ control: Control) -> Bool { scope.map(control.isInside) ?? true }

  // MARK: Moving

  /// Returns the next control in Tab order, wrapping around at the end.
  func next(in root: Control, by step: Int) -> Control? {
    let stops = Self.stops(in: scope ?? root)
    guard !stops.isEmpty else { return nil }
    guard let focused, let place = place(of: focused, in: stops) else {
      return step > 0 ? stops.first : stops.last
    }
    return stops[(place + step + stops.count) % stops.count]
  }

  /// Returns the index of the focused control; a member of an arrow group has the index of the group's current member.
  private func place(of focused: Control, in stops: [Control]) -> Int? {
    stops.firstIndex { $0 === focused }
      ?? stops.firstIndex { stop in
        stop.chain.dropFirst().contains { $0.arrowNavigation != nil && focused.isInside($0) }
      }
  }

  /// Returns the controls that Tab visits, in order, with only one of each arrow group.
  static func stops(in control: Control) -> [Control] {
    guard !control.isHidden, control.isEnabled else { return [] }
    let own = control.isFocusable && !control.frame.isEmpty ? [control] : []
    let inner = control.children.flatMap(stops)
    guard control.arrowNavigation != nil else { return own + inner }
    let current = inner.first { ObjectIdentifier($0) == control.arrowMember } ?? inner.first
    return own + (current.map { [$0] } ?? [])
  }

  /// Returns the control that an arrow key leads to within the group of the focused control, or nil.
  func neighbour(_ event: KeyEvent) -> Control? {
    guard let focused,
      let group = focused.chain.dropFirst().first(where: { $0.arrowNavigation != nil }),
      let navigation = group.arrowNavigation
    else { return nil }
    let step: Int
    switch (event.converted(to: group).key, navigation) {
    case (.left, .horizontal), (.left, .both), (.up, .vertical), (.up, .both): step = -1
    case (.right, .horizontal), (.right, .both), (.down, .vertical), (.down, .both): step = 1
    default: return nil
    }
    let members = Self.members(of: group)
    guard let place = members.firstIndex(where: { $0 === focused }) else { return nil }
    let wanted = place + step
    return members.indices.contains(wanted) ? members[wanted] : nil
  }

  private static func members(of control: Control) -> [Control] {
    control.children.flatMap { child -> [Control] in
      guard !child.isHidden, child.isEnabled else { return [] }
      return (child.isFocusable && !child.frame.isEmpty ? [child] : []) + members(of: child)
    }
  }
}
