import Geometry
import Input

/// Which control has the keyboard, and the ways by which it gets from one to the next.
final class FocusRouter {
  private(set) weak var focused: Control?

  /// Told after the keyboard has gone from one control to another, or to none.
  var onChange: () -> Void = {}

  /// Whether the keyboard was used last, so that the ring is shown.
  var isVisible = false

  /// What the keyboard is kept within, such as an open popover, the innermost last, and where it was before.
  private var scopes: [Scope] = []

  private struct Scope {
    weak var root: Control?
    weak var before: Control?
  }

  /// Gives the keyboard to a control, or to none.
  func set(_ control: Control?, byKeyboard: Bool) {
    guard control !== focused else { return }
    let old = focused
    focused = nil
    old?.isFocused = false
    old?.focusLost()
    // What the old control did when it lost the focus may have moved it already.
    guard focused == nil else { return }
    focused = control
    control?.isFocused = true
    remember(control)
    control?.focusGained(byKeyboard: byKeyboard)
    onChange()
  }

  /// Lets arrow groups know which of their members Tab comes back to.
  private func remember(_ control: Control?) {
    guard let control else { return }
    for ancestor in control.chain.dropFirst() where ancestor.arrowNavigation != nil {
      ancestor.arrowMember = ObjectIdentifier(control)
    }
  }

  // MARK: Scopes

  /// Keeps the keyboard within `root` until the scope ends.
  func enter(_ root: Control) { scopes.append(Scope(root: root, before: focused)) }

  /// Ends the scope of `root`; returns the control that had the keyboard before it, if it had to be left.
  func leave(_ root: Control) -> Control? {
    guard let index = scopes.lastIndex(where: { $0.root === root }) else { return nil }
    let before = scopes.remove(at: index).before
    return before?.host == nil ? nil : before
  }

  /// The control that the keyboard is kept within now, or nil for all of the window.
  var scope: Control? { scopes.last { $0.root != nil }?.root }

  /// Whether the keyboard may go to a control now.
  func allows(_ control: Control) -> Bool { scope.map(control.isInside) ?? true }

  // MARK: Moving

  /// Returns what Tab leads to from where the keyboard is, around the end too.
  func next(in root: Control, by step: Int) -> Control? {
    let stops = Self.stops(in: scope ?? root)
    guard !stops.isEmpty else { return nil }
    guard let focused, let place = place(of: focused, in: stops) else {
      return step > 0 ? stops.first : stops.last
    }
    return stops[(place + step + stops.count) % stops.count]
  }

  /// A member of an arrow group stands where the group's current member does.
  private func place(of focused: Control, in stops: [Control]) -> Int? {
    stops.firstIndex { $0 === focused }
      ?? stops.firstIndex { stop in
        stop.chain.dropFirst().contains { $0.arrowNavigation != nil && focused.isInside($0) }
      }
  }

  /// Returns the controls that Tab visits, in order; of a group with arrow keys only one.
  static func stops(in control: Control) -> [Control] {
    guard !control.isHidden, control.isEnabled else { return [] }
    let own = control.isFocusable && !control.frame.isEmpty ? [control] : []
    let inner = control.children.flatMap(stops)
    guard control.arrowNavigation != nil else { return own + inner }
    let current = inner.first { ObjectIdentifier($0) == control.arrowMember } ?? inner.first
    return own + (current.map { [$0] } ?? [])
  }

  /// Returns where an arrow key leads within the group of the focused control, or nil.
  func neighbour(_ key: Key) -> Control? {
    guard let focused,
      let group = focused.chain.dropFirst().first(where: { $0.arrowNavigation != nil }),
      let navigation = group.arrowNavigation
    else { return nil }
    let step: Int
    switch (key, navigation) {
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
