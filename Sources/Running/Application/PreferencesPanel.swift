import Controls
import Geometry
import Input
import Localization
import Scene

/// The settings for all windows: appearance, motion, contrast, and whether to show hints again.
final class PreferencesPanel: Control {
  private var preferences: Preferences
  private let change: (Preferences) -> Void
  private let language: Language
  private let form: Form
  private lazy var done = Button(language.localized("Done"), isDefault: true) { [unowned self] in
    host?.close(self)
  }
  private lazy var appearance = SegmentedChoice(
    label: language.localized("Appearance"),
    choices: [
      language.localized("System", context: "preference"), language.localized("Light"),
      language.localized("Dark"),
    ],
    index: preferences.appearance.map { $0 == .light ? 1 : 2 } ?? 0
  ) { [unowned self] index, _ in
    preferences.appearance = [nil, .light, .dark][index]
    change(preferences)
  }
  private lazy var motion = SegmentedChoice(
    label: language.localized("Motion"),
    choices: [
      language.localized("System", context: "preference"), language.localized("Full", context: "motion"),
      language.localized("Reduced", context: "motion"),
    ],
    index: preferences.reducesMotion.map { $0 ? 2 : 1 } ?? 0
  ) { [unowned self] index, _ in
    preferences.reducesMotion = [nil, false, true][index]
    change(preferences)
  }
  private lazy var contrast = SegmentedChoice(
    label: language.localized("Contrast"),
    choices: [
      language.localized("System", context: "preference"), language.localized("Normal", context: "contrast"),
      language.localized("High", context: "contrast"),
    ],
    index: preferences.hasHighContrast.map { $0 ? 2 : 1 } ?? 0
  ) { [unowned self] index, _ in
    preferences.hasHighContrast = [nil, false, true][index]
    change(preferences)
  }
  private lazy var hints: Button = Button(language.localized("Show hints again"), kind: .plain) {
    [unowned self] _ in
    hints.isEnabled = false
    showHintsAgain()
  }
  private let showHintsAgain: () -> Void

  private static let buttonsHeight = 56.0

  init(
    _ preferences: Preferences, _ language: Language, showHintsAgain: @escaping () -> Void,
    change: @escaping (Preferences) -> Void
  ) {
    self.preferences = preferences
    self.language = language
    form = Form(label: language.localized("Preferences"))
    self.showHintsAgain = showHintsAgain
    self.change = change
    super.init(label: language.localized("Preferences"))
    addChild(form)
    addChild(done)
    form.show([
      Form.Section(
        title: language.localized("Preferences for all windows"),
        rows: [
          Form.Row(caption: language.localized("Appearance"), controls: [appearance]),
          Form.Row(caption: language.localized("Motion"), controls: [motion]),
          Form.Row(caption: language.localized("Contrast"), controls: [contrast]),
          Form.Row(caption: language.localized("Hints"), controls: [hints]),
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
