public import Controls
import Input

/// The colour picker in a window of its own.
public final class PickerWindow: ControlWindow {
  public let panel: PickerPanel

  public init(options: PickerPanel.Options, interface: Interface, clipboard: Clipboard) {
    panel = PickerPanel(options: options, interface: interface, clipboard: clipboard)
    super.init(root: panel, title: "Colour picker", interface: interface, clipboard: clipboard)
    host.setFocus(panel.firstFocus)
    panel.onFinish = { [unowned self] _ in isFinished = true }
  }

  public override func close() { panel.close() }

  public override var accessibility: AccessibilityNode {
    host.accessibility(label: title, value: panel.text)
  }
}
