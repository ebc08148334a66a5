import Controls
import Geometry
import Input
import Scene

/// The settings for all windows: appearance, motion, contrast, and whether to show hints again.
final class PreferencesPanel: Control {
  private var preferences: Preferences
  private let change: (Preferences) -> Void
  private let form = Form(label: "Preferences")
  private lazy var done = Button("Done", isDefault: true) { [unowned self] in host?.close(self) }
  private lazy var appearance = SegmentedChoice(
    label: "Colours", choices: ["Desktop", "Light", "Dark"],
    index: preferences.appearance.map { $0 == .light ? 1 : 2 } ?? 0
  ) { [unowned self] index, _ in
    preferences.appearance = [nil, .light, .dark][index]
    change(preferences)
  }
  private lazy var motion = SegmentedChoice(
    label: "Motion", choices: ["Desktop", "Full", "Reduced"],
    index: preferences.reducesMotion.map { $0 ? 2 : 1 } ?? 0
  ) { [unowned self] index, _ in
    preferences.reducesMotion = [nil, false, true][index]
    change(preferences)
  }
  private lazy var contrast = SegmentedChoice(
    label: "Contrast", choices: ["Desktop", "Normal", "High"],
    index: preferences.hasHighContrast.map { $0 ? 2 : 1 } ?? 0
  ) { [unowned self] index, _ in
    preferences.hasHighContrast = [nil, false, true][index]
    change(preferences)
  }
  private lazy var hints: Button = Button("Show the hints again", kind: .plain) { [unowned self] _ in
    hints.isEnabled = false
    showHintsAgain()
  }
  private let showHintsAgain: () -> Void

  private static let buttonsHeight = 56.0

  init(
    _ preferences: Preferences, showHintsAgain: @escaping () -> Void, change: @escaping (Preferences) -> Void
  ) {
    self.preferences = preferences
    self.showHintsAgain = showHintsAgain
    self.change = change
    super.init(label: "Preferences")
    addChild(form)
    addChild(done)
    form.show([
      Form.Section(
        title: "Preferences for all windows",
        rows: [
          Form.Row(caption: "Colours", controls: [appearance]),
          Form.Row(caption: "Motion", controls: [motion]),
          Form.Row(caption: "Contrast", controls: [contrast]), Form.Row(caption: "Hints", controls: [hints]),
        ])
    ])
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let width = min(400, room.width)
    let wanted = form.preferredSize(in: Size(width, room.height), interface).height + Self.buttonsHeight
    return Size(width, min(wanted, room.height))
  }

  override func layOut(_ interface: Interface) {
    form.frame = Rect(x: 0, y: 0, width: bounds.width, height: max(bounds.height - Self.buttonsHeight, 1))
    let width = done.preferredSize(in: bounds.size, interface).width
    done.frame = Rect(
      x: bounds.width - 16 - width, y: bounds.height - 48, width: width, height: Theme.controlHeight)
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .dialog, label: label, frame: frame)
  }
}
