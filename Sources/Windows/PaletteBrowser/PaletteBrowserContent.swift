public import Application
public import Controls
public import Geometry

/// The window of palettes.
public final class PaletteBrowserContent: ControlWindow {
  /// The smallest size that the window can be made, in points.
  public static let minimumSize = Size(width: 440, height: 320)
  /// The size at which the window opens, in points.
  public static let defaultSize = Size(width: 960, height: 640)

  let panel: PaletteBrowserPanel
  private let transfer: PaletteTransfer
  /// Takes in what has come from elsewhere.
  var onMail: () -> Void = {}

  /// Creates a window of the palettes that a store has; throws what the store does.
  public init(store: PaletteStore, _ environment: WindowEnvironment) throws {
    transfer = PaletteTransfer(environment)
    panel = try PaletteBrowserPanel(store: store, transfer: transfer, environment)
    super.init(
      root: panel, interface: environment.interface, clipboard: environment.clipboard, work: environment.work)
    host.setFocus(panel.firstFocus)
    host.noticeRoom = { [unowned panel] in panel.boardFrame }
  }

  public override func receiveMail(at time: Double) {
    super.receiveMail(at: time)
    transfer.receiveMail()
    onMail()
  }

  public override var menuCommands: [[Command]] { panel.menuGroups }
}
