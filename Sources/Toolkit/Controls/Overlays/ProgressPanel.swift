import Geometry
import Input
import Localization
import Scene

/// A dialog with the progress of a long operation and a way to cancel it.
///
/// Show it with `ControlHost.showDialog(_:)` when the operation exceeds `patience`.
public final class ProgressPanel: Dialog {
  private let bar = ProgressBar()
  private let cancel: () -> Void

  /// The duration below which an operation shows no dialog, in seconds.
  public static let patience = 0.7

  /// Creates a panel whose `title` describes the operation, such as “Exporting 7 posters as PDF”.
  public init(_ title: String, cancel: @escaping () -> Void) {
    self.cancel = cancel
    super.init(
      label: title, [Sentence(title)], middle: bar, middleHeight: 4,
      buttons: [Button(Message("Cancel"), kind: .plain) { _, _ in cancel() }], width: 340)
  }

  /// Shows the completed share, 0…1, and a text, such as “3 of 7”.
  public func show(_ share: Double, _ words: String = "") {
    bar.share = min(max(share, 0), 1)
    note = words
  }

  /// Escape cancels the operation; the dialog stays until the operation has ended.
  public override func key(_ event: KeyEvent) -> Bool {
    guard event.key == .escape, event.modifiers.isEmpty else { return false }
    cancel()
    return true
  }

  /// The dialog, with the progress as value.
  public override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .dialog, label: label, value: note.isEmpty ? "\(Int(bar.share * 100)) %" : note, frame: frame)
  }
}

/// A progress bar; the dialog around it describes it to assistive tools.
private final class ProgressBar: Control {
  var share = 0.0 {
    didSet { if share != oldValue { setNeedsUpdate() } }
  }

  init() { super.init(.message(Message("Progress"))) }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    layer.addSublayer(Layer(bounds, fill: interface.theme.hairline, radius: 2))
    let done = Rect(x: 0, y: 0, width: max(bounds.width * share, 4), height: bounds.height)
    layer.addSublayer(Layer(done, fill: interface.theme.ink, radius: 2))
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .text, label: "\(Int(share * 100)) %", frame: frame)
  }
}
