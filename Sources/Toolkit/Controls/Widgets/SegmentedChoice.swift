import Colors
import Geometry
import Input
import Scene

/// A choice among a few words side by side; arrow keys go from one to the next.
public final class SegmentedChoice: PressableControl {
  /// The words from left to right.
  public private(set) var choices: [String]

  /// The index of the chosen word; setting it does not call `onChange`.
  public var index: Int {
    didSet { if index != oldValue { setNeedsUpdate() } }
  }

  private let onChange: (Int, _ time: Double) -> Void

  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - label: The name for assistive tools.
  ///   - choices: The words, at least one.
  ///   - index: The index of the initial choice, from 0.
  ///   - onChange: Called with the index of each choice by a person, and the time in seconds.
  public init(
    label: String, choices: [String], index: Int = 0, onChange: @escaping (Int, _ time: Double) -> Void
  ) {
    precondition(choices.indices.contains(index), "a choice needs something chosen")
    self.choices = choices
    self.index = index
    self.onChange = onChange
    super.init(label: label)
  }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let widest = choices.map { interface.line($0, style: Theme.body).width }.max() ?? 0
    return Size(((widest + 24) * Double(choices.count)).rounded(.up), Theme.controlHeight)
  }

  /// The places of the words.
  private var segments: [Rect] = []

  private func segment(_ index: Int) -> Rect { segments.indices.contains(index) ? segments[index] : .zero }

  public override func neededWidth(_ interface: Interface) -> Double {
    Self.widths(of: choices, interface).reduce(0, +).rounded(.up)
  }

  public override func neededHeight(atWidth width: Double, _ interface: Interface) -> Double {
    let rows = rows(in: width, interface).count
    return rows > 1 ? Double(rows) * Theme.controlHeight : 0
  }

  /// The widths that words need between the edges of their segments.
  private static func widths(of words: [String], _ interface: Interface) -> [Double] {
    words.map { interface.line($0, style: Theme.body).width + 10 }
  }

  /// Returns the words of each row: one row if that has the room, or else rows of as even a number of words as possible.
  private func rows(in width: Double, _ interface: Interface) -> [Range<Int>] {
    let needed = Self.widths(of: choices, interface)
    func rows(_ count: Int) -> [Range<Int>] {
      let most = (choices.count + count - 1) / count
      return stride(from: 0, to: choices.count, by: most).map { $0..<min($0 + most, choices.count) }
    }
    let counts = 1...choices.count
    let fitting = counts.first { rows($0).allSatisfy { needed[$0].reduce(0, +) <= width } }
    return rows(fitting ?? choices.count)
  }

  /// Places the words: in segments of the same width if all fit, or else in wider segments for longer words.
  public override func layOut(_ interface: Interface) {
    let needed = Self.widths(of: choices, interface)
    // Without room for several rows there is one, in which words may be cut.
    let wanted = rows(in: bounds.width, interface)
    let isTooLow = Double(wanted.count) * Theme.controlHeight > bounds.height + 1
    let rows = isTooLow ? [choices.indices] : wanted
    let height = bounds.height / Double(rows.count)
    segments = rows.enumerated().flatMap { place, row -> [Rect] in
      let even = bounds.width / Double(row.count)
      let taken = needed[row].reduce(0, +)
      let isEven = needed[row].allSatisfy { $0 <= even }
      var x = 0.0
      return row.map { index in
        let width = isEven ? even : needed[index] + (bounds.width - taken) / Double(row.count)
        defer { x += width }
        return Rect(x: x, y: height * Double(place), width: width, height: height)
      }
    }
  }

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.opacity = isEnabled ? 1 : 0.4
    layer.backgroundColor = theme.track
    layer.cornerRadius = Theme.fieldRadius
    layer.borderWidth = theme.hasHighContrast ? 1 : 0
    layer.borderColor = theme.hairline
    for (place, words) in choices.enumerated() {
      let frame = segment(place)
      if place == index {
        let raised = Layer(
          frame.inset(by: 2).pixelAligned(scale: interface.scale), fill: theme.chosen,
          radius: Theme.fieldRadius - 2)
        raised.shadow = theme.shadow(elevation: 0.5)
        layer.addSublayer(raised)
      }
      let room = frame.inset(by: EdgeInsets(left: 4, right: 4))
      let ink = place == index ? theme.chosenInk : theme.secondaryInk
      layer.addSublayer(Layer(words, style: Theme.body, color: ink, in: room, alignment: .center, interface))
    }
  }

  private func choose(_ wanted: Int, at time: Double) {
    let wanted = min(max(wanted, 0), choices.count - 1)
    guard wanted != index else { return }
    index = wanted
    onChange(wanted, time)
  }

  public override func press(at point: Point?, time: Double) {
    guard let point, let place = choices.indices.first(where: { segment($0).contains(point) }) else { return }
    choose(place, at: time)
  }

  public override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .right, .down: choose(index + 1, at: event.time)
    case .left, .up: choose(index - 1, at: event.time)
    case .home: choose(0, at: event.time)
    case .end: choose(choices.count - 1, at: event.time)
    default: return false
    }
    return true
  }

  public override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard action == .press, let part, let place = choices.firstIndex(of: part) else { return false }
    choose(place, at: time)
    return true
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .group, label: label, value: choices[index], actions: [.focus], frame: frame,
      isFocused: isFocused,
      children: choices.enumerated().map { place, words in
        var node = AccessibilityNode(
          role: .radioButton, label: words, actions: [.press],
          frame: segment(place).offset(by: frame.origin - .zero), isFocused: isFocused && place == index)
        if place == index { node.states.insert(.checked) }
        return node
      })
  }
}
