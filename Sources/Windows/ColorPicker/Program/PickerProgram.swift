import Application
public import Colors
import Controls
import Exchange
import Files
public import Geometry
import Input
import Localization
import Scene
import Terminal
import Text
import Typography

extension WindowProgram where Content == PickerWindow {
  /// Returns the colour picker: one window, which is finished when a colour was accepted or cancelled.
  ///
  /// `palettes` is called on a thread when the window is open.
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
      // A script leaves no settings behind, nor does a picture.
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
        if isOffscreen { answer(.unavailable(Message("there is no window"))) } else { dropper.pick(answer) }
      }
      return window
    }
  }
}

/// The file that stores the last plane and guides, and whether there were palettes.
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

  /// Stores settings for the next time, if there is a folder for them.
  func keep(_ settings: PlaneSettings) {
    self.settings = settings
    write()
  }

  /// Stores whether there are palettes, so that the next window reserves space from the start.
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
  /// The minimum size of the window, in points.
  public static let minimumSize = Size(width: 320, height: 360)
  /// The initial size of the window, in points.
  public static let defaultSize = Size(width: 440, height: 560)

  /// Returns the accepted colour as text and makes it the most recent one, or returns nil without one.
  public func answer(keepingRecentColorsIn folders: UserFolders) -> String? {
    guard let accepted = panel.accepted else { return nil }
    Self.keep(accepted, in: folders)
    return panel.text
  }

  /// Makes a colour the most recent one.
  public static func keep(_ accepted: RGBA, in folders: UserFolders) {
    if !RecentColors.keep(accepted, in: folders.state) {
      let message =
        folders.state.map { Message("the recent colours cannot be saved in {folder}", ["folder": $0]) }
        ?? Message("the recent colours cannot be saved, because there is no home folder")
      StandardOutput.complain(message.english)
    }
  }
}

extension DemoScene {
  /// A demonstration of the colour picker: the square, the hue, a typed colour, and returning to a colour.
  // Untranslated: for developers, and English names of controls.
  package static let picker = DemoScene(
    "picker", "a visit to the colour picker", size: PickerWindow.defaultSize,
    minimumSize: PickerWindow.minimumSize, duration: 7, make: makePicker
  ) { content in
    let square = content.accessibility.frame(labelled: "Saturation and brightness")
    let hue = content.accessibility.frame(labelled: "Hue")
    var hand = ScriptedHand(at: square.center)
    hand.rest(0.4)
    hand.move(to: square.point(0.7, 0.35), over: 0.5)
    hand.press()
    hand.move(to: square.point(0.9, 0.15), over: 0.7)
    hand.move(to: square.point(0.62, 0.2), over: 0.5)
    hand.release()
    hand.move(to: hue.point(0.5, 0.4), over: 0.5)
    hand.press()
    hand.move(to: hue.point(0.5, 0.88), over: 1)
    hand.release()
    hand.rest(0.3)
    hand.click(content.accessibility.frame(labelled: "Hex").center, after: 0.5)
    hand.key(.character("a"), .control)
    hand.type("tomato", every: 0.09)
    hand.key(.enter)
    hand.rest(0.3)
    hand.click(content.accessibility.frame(labelled: "Previous colour").center, after: 0.5)
    return hand.script
  }

  /// A continuous drag, for measuring whether the picker keeps up.
  // Untranslated: for developers, and English names of controls.
  package static let pickerDrag = DemoScene(
    "picker-drag", "the picker's square under a drag that never rests", size: PickerWindow.defaultSize,
    minimumSize: PickerWindow.minimumSize, duration: 4, make: makePicker
  ) { content in
    let square = content.accessibility.frame(labelled: "Saturation and brightness")
    var hand = ScriptedHand(at: square.center)
    hand.press()
    let corners = [(0.95, 0.1), (0.1, 0.3), (0.9, 0.8), (0.2, 0.9), (0.05, 0.05), (0.8, 0.5)]
    for (x, y) in corners + corners.prefix(2) { hand.move(to: square.point(x, y), over: 0.5) }
    hand.release()
    return hand.script
  }

  /// A pointer that moves between buttons, which changes little of the window.
  // Untranslated: for developers, and English names of controls.
  package static let pickerHover = DemoScene(
    "picker-hover", "the picker's buttons under a pointer that passes", size: PickerWindow.defaultSize,
    minimumSize: PickerWindow.minimumSize, duration: 5, make: makePicker
  ) { content in
    let buttons = ["Plane", "Lines"].map { content.accessibility.frame(labelled: $0).center }
    var hand = ScriptedHand(at: buttons[0])
    for turn in 1...20 {
      hand.move(to: buttons[turn % 2], over: 0.1)
      hand.rest(0.15)
    }
    return hand.script
  }

  @Sendable private static func makePicker(_ environment: WindowEnvironment) -> any WindowContent {
    let recent: [UInt32] = [0xc8102e, 0xff6347, 0xf2a900, 0x2e8b57, 0x2b7de9, 0x663399]
    return PickerWindow(
      options: .init(
        color: RGBA(hex: 0x336699), hasAlpha: false, format: .hex,
        recentColors: recent.map { RGBA(hex: $0) }),
      interface: environment.interface, clipboard: environment.clipboard)
  }
}
