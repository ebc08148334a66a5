import Colors
import Geometry
import Input
import Localization
import Scene
import TestSupport
import Testing
import Typography
import WindowSupport

import Controls

@testable import ColorPicker

/// A picker of colours.
final class PanelDriver: WindowDriver<PickerWindow> {
  var window: PickerWindow { content }
  var panel: PickerPanel { window.panel }
  let clipboard = Clipboard.local()
  private(set) var changes: [(color: RGBA, phase: ChangePhase)] = []

  init(
    _ color: String = "#336699", hasAlpha: Bool = false, format: ColorFormat = .hex, recent: [String] = [],
    awaitsPalettes: Bool = false, size: Size = Size(440, 560), scale: Double = 1,
    appearance: Appearance = .light, language: Language = .english
  ) throws {
    var options = PickerPanel.Options(
      color: try Color(parsing: color).rgba, hasAlpha: hasAlpha, format: format,
      recentColors: try recent.map { try Color(parsing: $0).rgba })
    options.awaitsPalettes = awaitsPalettes
    super.init(
      PickerWindow(
        options: options,
        interface: Interface(
          typesetter: Typesetter(), theme: Theme(appearance), scale: scale, language: language),
        clipboard: clipboard), size: size, scale: scale)
    window.panel.onChange = { [unowned self] in changes.append(($0, $1)) }
  }

  var color: PickerColor { panel.color }
  var hex: String { Color(panel.color.rgba).text(as: .hex) }

  func forgetChanges() { changes.removeAll() }

  // MARK: Input

  func drop(_ text: String) { send(.dropped(.text(text), panel.plane.square.frame.center)) }

  /// Turns the wheel over a control that has the focus.
  func wheel(_ notches: Double, over control: Control, _ modifiers: Modifiers = []) {
    window.host.setFocus(control)
    wheel(notches, at: control.frame.center, modifiers)
  }

  // MARK: Focus

  var focused: Control? { window.host.focus }

  /// Goes to a control with Tab alone, as a person without a pointer would.
  func tab(to label: String) throws {
    try tab(to: label) { _ in true }
  }

  /// Goes to a field with Tab alone.
  func tab(toField label: String) throws {
    try tab(to: label) { $0 is TextField }
  }

  private func tab(to label: String, where isWanted: (Control) -> Bool) throws {
    func isThere() -> Bool { focused.map { $0.label == label && isWanted($0) } ?? false }
    for _ in 0..<40 where !isThere() { key(.tab) }
    try #require(isThere(), "Tab does not reach \(label)")
  }

  /// Replaces the text of a field.
  func fill(_ label: String, _ text: String) throws {
    try tab(toField: label)
    key(.character("a"), .control)
    type(text)
  }

  // MARK: Output

  /// Returns what a field is said to hold.
  func text(inField label: String) throws -> String? { try node(label, .textField).value }

  var fault: String? { nodes.first { $0.label == "Fault" }?.value }
  var note: String? { nodes.first { $0.label == "Note" }?.value }

  /// The ring around the focused control.
  var ring: Layer? { panel.parts.focusRing.sublayers.first }
}

extension Rect {
  /// Whether `other` lies inside, up to rounding.
  func holds(_ other: Rect) -> Bool {
    let reach = outset(by: 1e-9)
    return other.minX >= reach.minX && other.maxX <= reach.maxX && other.minY >= reach.minY
      && other.maxY <= reach.maxY
  }
}

extension SeededGenerator {
  mutating func color() -> RGBA {
    func unit() -> Double { Double.random(in: 0...1, using: &self) }
    return RGBA(red: unit(), green: unit(), blue: unit())
  }
}
