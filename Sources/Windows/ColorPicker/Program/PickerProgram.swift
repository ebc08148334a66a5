import Application
import Files
public import Colors
import Controls
public import Geometry
import Text
import Typography
import Terminal
import Exchange

extension WindowProgram where Content == PickerWindow {
  /// The colour picker: one window, which is finished when a colour was accepted or refused.
  ///
  /// `palettes` is asked on a thread when the window is open.
  public static func picker(
    color: RGBA, format: ColorFormat, hasAlpha: Bool, plane: ColorPlane? = nil, press: String? = nil,
    palettes: (@Sendable () -> [PickerPalette])? = nil, settings: WindowSettings
  ) -> WindowProgram {
    WindowProgram(settings) { environment in
      let memory = PickerMemory(folder: environment.folders.state)
      var shown = memory.settings
      if let plane { shown.plane = plane }
      let kept = shown
      if let press { shown.press = press }
      var options = PickerPanel.Options(
        color: color, hasAlpha: hasAlpha, format: format,
        recentColors: RecentColors(folder: environment.folders.state).colors, settings: shown)
      options.awaitsPalettes = palettes != nil && memory.hasPalettes
      let window = PickerWindow(
        options: options, interface: environment.interface, clipboard: environment.clipboard,
        work: environment.work)
      // A scripted visit leaves nothing behind, nor does a picture.
      let isRemembered = !environment.isScripted && !environment.isOffscreen
      if isRemembered {
        if plane != nil { memory.keep(kept) }
        window.panel.onSettings = { memory.keep($0) }
      }
      if let palettes {
        window.offerPalettes(PaletteLoader(work: environment.work, read: palettes)) { found in
          if isRemembered { memory.keep(hasPalettes: !found.isEmpty) }
        }
      }
      window.offerPrintable(environment.work)
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

/// The file that holds which plane and which lines a person chose last, and whether there were palettes.
final class PickerMemory {
  private let file: SmallFile?
  private(set) var settings: PlaneSettings
  /// Whether palettes were found the last time.
  private(set) var hasPalettes: Bool

  private static let palettesName = "palettes"

  init(folder: String?) {
    file = folder.map { SmallFile(path: $0 + "/picker") }
    let text = file?.text ?? ""
    settings = PlaneSettings(text: text)
    hasPalettes = SettingLines(text).contains { $0.name == Self.palettesName && $0.value == "yes" }
  }

  /// Keeps settings for the next time, as far as there is a place for them.
  func keep(_ settings: PlaneSettings) {
    self.settings = settings
    write()
  }

  /// Keeps whether there are palettes, for which the next window has a place from the beginning.
  func keep(hasPalettes: Bool) {
    guard hasPalettes != self.hasPalettes else { return }
    self.hasPalettes = hasPalettes
    write()
  }

  private func write() {
    var lines = SettingLines()
    lines.add(Self.palettesName, hasPalettes ? "yes" : "no")
    _ = file?.write(settings.text + lines.text)
  }
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
        "the recent colours cannot be kept in \(folders.state ?? "no home folder")")
    }
  }
}
