public import Controls
import Files

/// The window of palettes.
public final class PaletteBrowserContent: ControlWindow {
  let panel: PaletteBrowserPanel

  /// Creates a window of the palettes that a store has; throws what the store does. With `isImmediate` work is done
  /// at once, so that scripts always see the same; `wake` is called on any thread when something waits to be taken
  /// in.
  public init(
    store: PaletteStore, interface: Interface, clipboard: Clipboard, folders: UserFolders = UserFolders(),
    isImmediate: Bool, wake: @escaping @Sendable () -> Void
  ) throws {
    panel = try PaletteBrowserPanel(
      store: store, interface: interface, clipboard: clipboard, folders: folders, isImmediate: isImmediate,
      wake: wake)
    super.init(root: panel, interface: interface, clipboard: clipboard)
    host.setFocus(panel.firstFocus)
  }

  public override func receiveMail(at time: Double) {
    super.receiveMail(at: time)
    panel.takeMail()
  }

  public override var menuCommands: [[Command]] { panel.menuGroups }
}
