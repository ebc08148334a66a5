import Colors
import Controls
import Geometry
import Input
import Scene
import Text

/// The card that says which files were refused or have warnings.
///
/// It fills the window: a press anywhere closes it.
final class ImportReport: Control {
  let progress: CrownImportProgress
  private let onClose: () -> Void

  init(_ progress: CrownImportProgress, onClose: @escaping () -> Void) {
    self.progress = progress
    self.onClose = onClose
    super.init(label: progress.summary)
    layer.name = "report"
  }

  override var cursor: CursorShape { .arrow }
  override var focusFrame: Rect { .zero }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    onClose()
    return true
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard [.escape, .enter, .space].contains(event.key) else { return false }
    onClose()
    return true
  }

  override func insert(_ text: String, at time: Double) -> Bool { true }

  private var lineCount: Int { min(progress.faults.count, max(1, Int((frame.size.height - 140) / 36))) }

  private func cardFrame(scale: Double) -> Rect {
    let more = progress.faults.count > lineCount ? 20.0 : 0
    let height = 2 * Theme.margin + 28 + Double(lineCount) * 36 + more + 28
    let size = Size(min(520, frame.size.width - 24), min(height, frame.size.height - 16))
    return Rect(center: Point(frame.size.width / 2, frame.size.height / 2), size: size)
      .pixelAligned(scale: scale)
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    let theme = interface.theme
    let card = cardFrame(scale: interface.scale)
    layer.addSublayer(Layer(card: card, in: frame.size, interface))
    let inside = card.inset(by: Theme.margin)
    var y = inside.minY
    func add(_ text: String, _ style: Font, _ color: RGBA, height: Double, indent: Double = 0) {
      let room = Rect(x: inside.minX + indent, y: y, width: inside.width - indent, height: height)
      layer.addSublayer(Layer(text, style: style, color: color, in: room, interface))
      y += height
    }
    add(progress.summary, Theme.strong, theme.ink, height: 24)
    y += 4
    for fault in progress.faults.prefix(lineCount) {
      add(
        fault.file + (fault.isRefusal ? " was refused" : ""), Theme.body,
        fault.isRefusal ? theme.fault : theme.ink, height: 18)
      add(fault.reason, Theme.secondary, theme.secondaryInk, height: 18, indent: 12)
    }
    let rest = progress.faults.count - lineCount
    if rest > 0 { add("and \(rest) more", Theme.secondary, theme.secondaryInk, height: 20) }
    y = inside.maxY - 16
    add("Escape or a click closes this", Theme.secondary, theme.secondaryInk, height: 16)
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .text, label: progress.summary,
      value: progress.faults.map { "\($0.file): \($0.reason)" }
        .joined(separator: "; "), actions: [.press], frame: frame, isFocused: isFocused)
  }
}

extension Layer {
  /// Creates the ground of a card; one that fills the window has neither corners nor a shadow.
  convenience init(card frame: Rect, in window: Size, _ interface: Interface) {
    let theme = interface.theme
    self.init(frame, fill: theme.window)
    guard frame.size != window else { return }
    setSurface(theme.window, radius: Theme.cardRadius, elevation: 3, interface)
  }
}
