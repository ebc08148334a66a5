import Studio
import Desktop
import Files
public import Colors
import Controls
public import Geometry
import Typography

extension WindowProgram where Content == PickerWindow {
  /// The colour picker: one window, which is finished when a colour was accepted or refused.
  ///
  /// `palettes` is asked when the window is open.
  public static func picker(
    color: RGBA, format: ColorFormat, hasAlpha: Bool, plane: ColorPlane? = nil, press: String? = nil,
    palettes: @escaping () -> [PickerPalette] = { [] }, settings: WindowSettings
  ) -> WindowProgram {
    WindowProgram(settings) { environment in
      let memory = PlaneMemory(folder: environment.folders.state)
      var shown = memory.settings
      if let plane { shown.plane = plane }
      let kept = shown
      if let press { shown.press = press }
      let window = PickerWindow(
        options: .init(
          color: color, hasAlpha: hasAlpha, format: format,
          recentColors: RecentColors(folder: environment.folders.state).colors, settings: shown,
          palettes: palettes()),
        interface: environment.interface, clipboard: environment.clipboard)
      // A scripted visit leaves nothing behind, nor does a picture.
      if !environment.isScripted && !environment.isOffscreen {
        if plane != nil { memory.keep(kept) }
        window.panel.onSettings = { memory.keep($0) }
      }
      window.offerPrintable(
        isImmediate: environment.isOffscreen || environment.isScripted, wake: environment.wake)
      window.offerPictures(environment)
      let dropper = ScreenColor()
      let isOffscreen = environment.isOffscreen
      window.offerEyedropper(wake: environment.wake) { answer in
        if isOffscreen { answer(.unavailable("there is no window")) } else { dropper.pick(answer) }
      }
      return window
    }
  }
}

/// The file that holds which plane and which lines a person chose last.
struct PlaneMemory {
  private let file: SmallFile?

  init(folder: String?) {
    file = folder.map { SmallFile(path: $0 + "/picker") }
  }

  var settings: PlaneSettings { PlaneSettings(text: file?.text ?? "") }

  /// Keeps settings for the next time, as far as there is a place for them.
  func keep(_ settings: PlaneSettings) { _ = file?.write(settings.text) }
}

extension PickerWindow {
  /// The smallest size that the window can be made, in points.
  public static let minimumSize = Size(width: 320, height: 360)
  /// The size at which the window opens, in points.
  public static let defaultSize = Size(width: 440, height: 560)

  /// Returns the text of the accepted colour, which becomes the most recent one, or nil when there is none.
  public func answer(keepingRecentColorsIn folders: UserFolders) -> String? {
    guard let accepted = panel.accepted else { return nil }
    Self.keep(accepted, in: folders)
    return panel.text
  }

  /// Makes a colour the most recent one.
  public static func keep(_ accepted: RGBA, in folders: UserFolders) {
    if !RecentColors.keep(accepted, in: folders.state) {
      StandardOutput.complain(
        "regalia: the recent colours cannot be kept in \(folders.state ?? "no home folder")")
    }
  }
}
