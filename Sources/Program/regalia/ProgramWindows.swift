import ArgumentParser
import Catalog
import ColorPicker
import Colors
import CrownBrowser
import Files
import Geometry
import PaletteBrowser
import PosterEditor
import PosterGallery
import Publishing
import Application
import Terminal
import Bus

extension WindowKind {
  /// The gallery of posters.
  static let gallery = WindowKind(id: "gallery", title: ProgramLanguage.localized("Gallery"))
  /// The crowns window.
  static let crowns = WindowKind(id: "crowns", title: ProgramLanguage.localized("Crowns"))
  /// The palettes window.
  static let palettes = WindowKind(id: "palettes", title: ProgramLanguage.localized("Palettes"))
  /// The colour picker.
  static let picker = WindowKind(id: "picker", title: ProgramLanguage.localized("Colour picker"))
  /// The flip clock.
  static let clock = WindowKind(id: "clock", title: ProgramLanguage.localized("Clock"))

  /// All windows, by the names of the commands that open them, in menu order.
  static let all = [gallery, crowns, palettes, picker, clock]
}

/// The windows of the program, and the ways to open each from another one.
enum ProgramWindows {
  /// Returns the windows that can open each other.
  ///
  /// The windows of the gallery, of crowns and of palettes share a process. A window that prints a result stays a
  /// process of its own: it calls the running program, or starts another one.
  static func siblings(of settings: WindowSettings, sharesProcess: Bool) -> SiblingWindows {
    let siblings = SiblingWindows()
    siblings.document = { document($0, like: settings) }
    guard sharesProcess else {
      for kind in WindowKind.all { siblings.add(kind) { _ in try callOrStart(kind) } }
      return siblings
    }
    func window<Window: SizedWindow>(_ kind: WindowKind, _ window: Window.Type) -> WindowSettings {
      var other = settings.beside(window)
      (other.kind, other.remembersSize) = (kind, true)
      return other
    }
    siblings.add(.gallery) {
      .gallery(editors: .withCrowns, settings: window(.gallery, Gallery.self))
    }
    siblings.add(.crowns) { [unowned siblings] in
      .crowns(settings: window(.crowns, CrownBrowserContent.self)) { crown in
        siblings.open(.gallery, showing: try CrownPoster.hang(crown))
      }
    }
    siblings.add(.palettes) {
      .palettes(settings: window(.palettes, PaletteBrowserContent.self))
    }
    siblings.add(.picker) {
      var program = WindowProgram.picker(
        color: ColorArgument.standard.color, format: .hex, hasAlpha: false,
        palettes: { PickerPalette.ofLibrary() },
        settings: window(.picker, PickerWindow.self))
      // There is no output for the colour.
      program.onFinish = { window in
        guard let text = window.answer(keepingRecentColorsIn: settings.folders) else { return }
        window.host.clipboard.write(text)
      }
      return program
    }
    siblings.add(.clock) { _ in try DetachedProgram.startAgain([WindowKind.clock.id]) }
    return siblings
  }

  /// Returns the document that shows a file in its own window: a library as a gallery, any other file as a poster.
  static func document(_ path: String, like settings: WindowSettings) -> WindowDocument {
    let whole = FilePath(path).resolvingLinks.text
    if Library.isDatabase(at: whole) {
      return WindowDocument(id: whole) {
        .gallery(library: path, editors: .withCrowns, settings: settings.beside(Gallery.self))
      }
    }
    return poster(id: whole, like: settings) {
      try EditedDocument(file: path, history: try? LibraryPlace.open(named: nil, access: .writing))
    }
  }

  /// Returns the document that edits a poster in its own window; `read` reads the poster.
  static func poster(
    id: String, like settings: WindowSettings, _ read: @escaping () throws -> EditedDocument
  ) -> WindowDocument {
    WindowDocument(id: id) {
      let document = try read()
      return .posterEditor(settings: settings.beside(PosterEditor.self), crowns: .browser) { document }
    }
  }

  /// Opens documents in windows of this process, and returns when no window is left; reports those that cannot be
  /// opened, and then throws their exit code.
  static func run(_ documents: [WindowDocument], _ settings: WindowSettings) throws {
    var hasRefused = false
    settings.siblings?.onRefusal = { error in
      StandardOutput.complain(ProgramLanguage.localized(error))
      hasRefused = true
    }
    try WindowDocument.run(documents, settings)
    if hasRefused { throw ExitCode(1) }
  }

  private static let sharedKinds: Set<WindowKind> = [.gallery, .crowns, .palettes]

  private static func callOrStart(_ kind: WindowKind) throws {
    if sharedKinds.contains(kind), call(kind) { return }
    try DetachedProgram.startAgain([kind.id])
  }

  /// Whether the command has no options, so that the running program may handle it.
  static var isPlain: Bool {
    let words = Array(CommandLine.arguments.dropFirst())
    return [[], ["gallery"], ["open"], ["crowns"], ["crowns", "browse"], ["palettes"]].contains(words)
  }

  /// Lets the running program show a window; returns false if none is running.
  static func raise(_ kind: WindowKind) -> Bool { isPlain && call(kind) }

  /// Requests a window from the running program; returns false if none is running.
  private static func call(_ kind: WindowKind) -> Bool {
    ProgramIdentity.regalia.desktopFile.map { SingleInstance.call(action: kind.id, of: $0) } ?? false
  }
}

extension WindowSettings {
  /// Returns the settings of another window of the same process.
  fileprivate func beside<Window: SizedWindow>(_ window: Window.Type) -> WindowSettings {
    var other = Window.settings()
    other.folders = folders
    (other.appearance, other.reducesMotion, other.hasHighContrast) = (
      appearance, reducesMotion, hasHighContrast
    )
    other.language = language
    return other
  }

  /// Returns the settings of a window that can open others, with its command's options; those with a kind share their
  /// process, and the state of a person's own window is remembered.
  func leading<Window: SizedWindow>(_ kind: WindowKind?, _ window: Window.Type, isOwn: Bool) -> WindowSettings
  {
    var settings = self
    settings.siblings = ProgramWindows.siblings(of: self, sharesProcess: kind != nil)
    guard isOwn, script.steps.isEmpty, recording == nil else { return settings }
    settings.kind = kind
    settings.remembersSize = size == Window.defaultSize
    settings.isSingleInstance = ProgramWindows.isPlain
    return settings
  }
}
