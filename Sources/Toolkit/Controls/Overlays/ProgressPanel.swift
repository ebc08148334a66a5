import Geometry
import Input
import Scene

/// How far something is that takes a while, with a way to give it up.
///
/// It is shown in a dialog, by `ControlHost.showDialog(_:)`, when the work has gone on for a while.
public final class ProgressPanel: Dialog {
  private let bar = ProgressBar()
  private let cancel: () -> Void

  /// What takes no longer than this is not worth a dialog, in seconds.
  public static let patience = 0.7

  /// Creates the panel of something that `title` says, such as “Exporting 7 posters as PDF”.
  public init(_ title: String, cancel: @escaping () -> Void) {
    self.cancel = cancel
    super.init(
      label: title, [Sentence(title)], middle: bar, middleHeight: 4,
      buttons: [Button("Cancel", kind: .plain) { _ in cancel() }], width: 340)
  }

  /// Shows how much is done, 0…1, and in words, such as “3 of 7”.
  public func show(_ share: Double, _ words: String = "") {
    bar.share = min(max(share, 0), 1)
    note = words
  }

  /// Escape gives the work up: the dialog stays as long as that goes on.
  public override func key(_ event: KeyEvent) -> Bool {
    guard event.key == .escape, event.modifiers.isEmpty else { return false }
    cancel()
    return true
  }

  /// The dialog with how far the work is.
  public override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .dialog, label: label, value: note.isEmpty ? "\(Int(bar.share * 100)) %" : note, frame: frame)
  }
}

/// A line of which as much is dark as is done; the dialog around it says that.
private final class ProgressBar: Control {
  var share = 0.0 {
    didSet { if share != oldValue { setNeedsUpdate() } }
  }

  init() { super.init(label: "Progress") }

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
