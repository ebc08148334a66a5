public import Colors
public import Controls
public import Files
public import Localization

/// Makes what shows a picture, large, as a dialog does, and tells of each colour that is taken from it.
public typealias PictureShowing = (
  _ picture: Bitmap, _ name: String, _ language: Language, _ onTake: @escaping (RGBA) -> Void
) -> Control

/// The window of palettes.
public final class PaletteBrowserContent: ControlWindow {
  let panel: PaletteBrowserPanel

  /// Creates a window of the palettes that a store has; throws what the store does. With `isImmediate` work is done
  /// at once, so that scripts always see the same; `wake` is called on any thread when something waits to be taken
  /// in.
  public init(
    store: PaletteStore, interface: Interface, clipboard: Clipboard, folders: UserFolders = UserFolders(),
    pickers: ColorPickerFactory = .none, showPicture: PictureShowing? = nil, isImmediate: Bool,
    wake: @escaping @Sendable () -> Void
  ) throws {
    panel = try PaletteBrowserPanel(
      store: store, interface: interface, clipboard: clipboard, folders: folders, pickers: pickers,
      showPicture: showPicture, isImmediate: isImmediate, wake: wake)
    super.init(root: panel, interface: interface, clipboard: clipboard)
    host.setFocus(panel.firstFocus)
  }

  public override func receiveMail(at time: Double) {
    super.receiveMail(at: time)
    panel.takeMail()
  }

  public override var menuCommands: [[Command]] { panel.menuGroups }
}
