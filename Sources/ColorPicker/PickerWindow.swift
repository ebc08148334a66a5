import Background
public import Controls
import Desktop
import Input

/// The colour picker in a window of its own.
public final class PickerWindow: ControlWindow {
  public let panel: PickerPanel

  /// Answers of the eyedropper, which come on another thread.
  private var eyedropper: Mailbox<ScreenColor.Answer>?

  /// Whether a colour is being taken from the screen.
  private var isPickingFromScreen = false

  public init(options: PickerPanel.Options, interface: Interface, clipboard: Clipboard) {
    panel = PickerPanel(options: options, interface: interface, clipboard: clipboard)
    super.init(root: panel, title: "Colour picker", interface: interface, clipboard: clipboard)
    host.setFocus(panel.firstFocus)
    panel.onFinish = { [unowned self] _ in isFinished = true }
  }

  /// Offers the line around what a press prints.
  func offerPrintable(isImmediate: Bool, wake: @escaping @Sendable () -> Void) {
    panel.printable = PrintableRegionLoader(isImmediate: isImmediate, wake: wake)
  }

  /// Offers the eyedropper; `pick` begins to pick, and calls what it is given once.
  func offerEyedropper(
    wake: @escaping @Sendable () -> Void,
    _ pick: @escaping (@escaping @Sendable (ScreenColor.Answer) -> Void) -> Void
  ) {
    let mail = Mailbox<ScreenColor.Answer>(wake: wake)
    eyedropper = mail
    panel.onPickFromScreen = { [unowned self] in
      guard !isPickingFromScreen else { return }
      isPickingFromScreen = true
      pick { mail.send($0) }
    }
  }

  public override func receiveMail(at time: Double) {
    super.receiveMail(at: time)
    panel.receivePrintable()
    for answer in eyedropper?.takeAll() ?? [] {
      isPickingFromScreen = false
      switch answer {
      case .color(let color): panel.takeFromScreen(color)
      case .cancelled: break
      case .unavailable(let reason):
        panel.takeFromScreen(nil, fault: "No colour can be taken from the screen: \(reason).")
      }
    }
  }

  public override func close() { panel.close() }

  public override var accessibility: AccessibilityNode {
    host.accessibility(label: title, value: panel.text)
  }
}
