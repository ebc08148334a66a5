public import Controls
public import Files
public import Geometry

/// The window of palettes.
public final class PaletteBrowserContent: ControlWindow {
  /// The smallest size that the window can be made, in points.
  public static let minimumSize = Size(width: 440, height: 320)
  /// The size at which the window opens, in points.
  public static let defaultSize = Size(width: 960, height: 640)

  let panel: PaletteBrowserPanel
  private let transfer: PaletteTransfer

  /// Creates a window of the palettes that a store has; throws what the store does. With `isImmediate` work is done
  /// at once, so that scripts always see the same; `wake` is called on any thread when something waits to be taken
  /// in.
  public init(
    store: PaletteStore, interface: Interface, clipboard: Clipboard, folders: UserFolders = UserFolders(),
    pickers: ColorPickerFactory,
    isImmediate: Bool, wake: @escaping @Sendable () -> Void
  ) throws {
    transfer = PaletteTransfer(
      folders: folders, language: interface.language, isImmediate: isImmediate, wake: wake)
    panel = try PaletteBrowserPanel(
      store: store, transfer: transfer, interface: interface, clipboard: clipboard, folders: folders,
      pickers: pickers)
    super.init(root: panel, interface: interface, clipboard: clipboard)
    host.setFocus(panel.firstFocus)
  }

  public override func receiveMail(at time: Double) {
    super.receiveMail(at: time)
    transfer.receiveMail()
  }

  public override var menuCommands: [[Command]] { panel.menuGroups }
}
