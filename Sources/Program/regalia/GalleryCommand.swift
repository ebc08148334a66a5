import ArgumentParser
import Motion
import PosterGallery
import Application

struct GalleryCommand: WindowCommand {
  static let scenes: [DemoScene] = [.galleryOpen] + DemoScene.galleryScrolls

  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: ProgramLanguage.localized("Show your posters in the gallery."),
    discussion: ProgramLanguage.localized(
      """
      A double click or Return opens a poster in the whole window. Escape or dragging it closes it, Left, Right or \
      a swipe show its neighbours, and a click edits it. In the gallery, a poster's star marks it as a favourite, \
      dragging rearranges posters or adds them to albums, and typing searches. The right button opens the menu of \
      a poster; F10 opens that of the window, with crowns, palettes and the other windows.

      Without options, a running gallery is raised.

      Examples:
        regalia gallery
        regalia gallery --library ~/other.regalia
        regalia gallery --snapshot gallery.png --scale 2
        regalia gallery --snapshot flight.png --script visit.jsonl --at 0.15
      """))

  @OptionGroup var gallery: GalleryOptions

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The folder for exported posters."), valueName: "folder"),
    completion: .directory)
  var exportTo: String?

  @OptionGroup var window: WindowOptions

  func run() throws {
    if ProgramWindows.raise(.gallery) { return }
    let settings = try window.settings(gallery.size)
    let program = gallery.program(
      exportFolder: exportTo,
      settings: settings.leading(.gallery, Gallery.self, isOwn: gallery.library == nil))
    if try !window.answer(program) { _ = try program.run() }
  }
}

/// The options of the gallery.
struct GalleryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The library to show instead of your own."), valueName: "file"),
    completion: .file())
  var library: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The spring that moves posters, in the notation of `regalia curve`; the default is spring-duration(0.5 0.9 15)."
      ),
      valueName: "spring"),
    transform: SpringArgument.init(parsing:))
  var spring: SpringArgument?

  @OptionGroup var size: WindowSize<Gallery>

  func program(exportFolder: String? = nil, settings: WindowSettings) -> WindowProgram<Gallery> {
    .gallery(
      library: library, spring: spring?.spring, launchVelocity: spring?.velocity, exportFolder: exportFolder,
      editors: .withCrowns, settings: settings)
  }
}

/// A spring on the command line, in the notation of `regalia curve`.
struct SpringArgument {
  let spring: Spring
  /// The initial velocity of an animation with the spring, in whole distances per second, or nil if not given.
  let velocity: Double?

  init(parsing argument: String) throws {
    let function: TimingFunction
    do {
      function = try TimingFunction(parsing: argument)
    } catch {
      throw ValidationError(ProgramLanguage.localized(error))
    }
    guard case .spring(let timing) = function else {
      throw ValidationError(
        ProgramLanguage.localized("that is not a spring; write one such as spring-duration(0.5 0.9 15)."))
    }
    guard timing.settling.isFinite else {
      throw ValidationError(
        ProgramLanguage.localized(
          "a spring without damping never comes to rest; give it some damping."))
    }
    spring = timing.spring
    velocity = timing.initialVelocity == 0 ? nil : timing.initialVelocity
  }
}
