import Geometry
import Input
import Scene

/// How far something is that takes a while, with a way to give it up.
///
/// It is shown in a dialog, by `ControlHost.showDialog(_:)`, when the work has gone on for a while.
public final class ProgressPanel: Control {
  private let cancel: () -> Void
  private var share = 0.0
  private var words = ""
  private lazy var button = Button("Cancel", kind: .plain) { [unowned self] _ in cancel() }

  /// What takes no longer than this is not worth a dialog, in seconds.
  public static let patience = 0.7

  /// Creates the panel of something that `title` says, such as “Exporting 7 posters as PDF”.
  public init(_ title: String, cancel: @escaping () -> Void) {
    self.cancel = cancel
    super.init(label: title)
    addChild(button)
  }

  public override var isFocusable: Bool { false }
  /// The usual pointer: only the button can be pressed.
  public override var cursor: CursorShape { .arrow }

  /// Shows how much is done, 0…1, and in words, such as “3 of 7”.
  public func show(_ share: Double, _ words: String = "") {
    (self.share, self.words) = (min(max(share, 0), 1), words)
    setNeedsUpdate()
  }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(340, room.width), 116)
  }

  public override func layOut(_ interface: Interface) {
    button.frame = Rect(x: bounds.width - 16 - 88, y: bounds.height - 44, width: 88, height: 32)
  }

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    for old in layer.sublayers where old !== button.layer { old.removeFromSuperlayer() }
    let room = Rect(x: 16, y: 12, width: bounds.width - 32, height: 22)
    layer.addSublayer(Layer(label, style: Theme.body, color: theme.ink, in: room, interface))
    let track = Rect(x: 16, y: 46, width: bounds.width - 32, height: 4)
    layer.addSublayer(Layer(track, fill: theme.hairline, radius: 2))
    let done = Rect(x: 16, y: 46, width: max(track.width * share, 4), height: 4)
    layer.addSublayer(Layer(done, fill: theme.ink, radius: 2))
    let beside = Rect(x: 16, y: bounds.height - 44, width: max(bounds.width - 140, 1), height: 32)
    layer.addSublayer(
      Layer(words, style: Theme.secondaryFigures, color: theme.secondaryInk, in: beside, interface))
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .dialog, label: label, value: words.isEmpty ? "\(Int(share * 100)) %" : words, frame: frame)
  }
}
