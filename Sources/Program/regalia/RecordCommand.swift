import Recording
import ArgumentParser
import Controls
import Geometry
import Posters
import Application
import Files
import Terminal

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: ProgramLanguage.localized("Record a window offscreen, frame by frame."),
    discussion: ProgramLanguage.localized(
      """
      Frames are drawn at exact times, so that equal recordings have equal bytes. A folder receives PNG files \
      beginning with frame-000000.png; a file with the extension .apng, .gif, .webp, .mp4 or .webm becomes a film, \
      and all but APNG need ffmpeg. With -, a film goes to standard output. If the recording fails or is \
      interrupted, earlier output stays unchanged.

      Scenes:
      {scenes}

      Examples:
        regalia record clock -o clock.gif --fps 50
        regalia record picker -o frames --scale 2
        regalia picker --record-input visit.jsonl && regalia record --script visit.jsonl -o visit.mp4
      """,
      ["scenes": DemoScene.all.map { "  \($0.name.padded(to: 16))\($0.summary)" }.joined(separator: "\n")]))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("The scene; with a script, the default is picker."), valueName: "scene"),
    completion: .list(DemoScene.all.map(\.name)), transform: SceneArgument.init(parsing:))
  var scene: SceneArgument?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("Play this script of input instead of the scene's own; - is standard input."),
      valueName: "file"),
    completion: .file())
  var script: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(ProgramLanguage.localized("The output."), valueName: "folder|file"),
    completion: .file())
  var output: String

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      ProgramLanguage.localized("The format, regardless of the name: {names}.", ["names": FilmFormat.names]),
      valueName: "format"),
    completion: .list(FilmFormat.files.map(\.rawValue)), transform: FilmFormat.init(argument:))
  var namedFormat: FilmFormat?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The frames per second, 1 to 240; the default is 60, or 50 for a GIF."),
      valueName: "N")
  )
  var fps: Double?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The size of the window in points."), valueName: "WxH"),
    transform: SizeArgument.init(parsing:))
  var size: SizeArgument?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The number of pixels per point, 0.5 to 8."), valueName: "N")
  )
  var scale: Double = 1

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The duration; the default is that of the scene, or one second more than the script."), valueName: "T"
    ))
  var seconds: Double?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The maximum number of colours of an APNG, 2 to 256, to reduce its size."),
      valueName: "N"))
  var colors: Int?

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized("Write frames into a folder that is not empty, and replace existing ones.")))
  var force = false

  func validate() throws {
    guard scene != nil || script != nil else {
      throw ValidationError(
        ProgramLanguage.localized("Name a scene ({names}), or give --script.", ["names": SceneArgument.names])
      )
    }
    guard !output.isEmpty else { throw ValidationError(ProgramLanguage.localized("--output needs a name.")) }
    guard let format else {
      throw ValidationError(
        ProgramLanguage.localized(
          "“{name}” is none of the files that can be recorded, which are {formats}; say the format with --to, or for a folder of PNGs give a name without a dot, or end it with a slash.",
          ["name": output, "formats": FilmFormat.names]))
    }
    if let fps {
      guard fps.isFinite, (1...240).contains(fps) else {
        throw ValidationError(ProgramLanguage.localized("--fps is from 1 to 240."))
      }
      guard fps <= format.highestRate else {
        throw ValidationError(
          ProgramLanguage.localized(
            "A GIF has at most {most} frames a second.", ["most": "\(Int(format.highestRate))"]))
      }
    }
    guard scale.isFinite, (0.5...8).contains(scale) else {
      throw ValidationError(ProgramLanguage.localized("A scale is from 0.5 to 8 pixels per point."))
    }
    if let seconds {
      guard seconds.isFinite, seconds > 0, seconds <= 3600 else {
        throw ValidationError(ProgramLanguage.localized("--seconds is more than 0 and at most 3600."))
      }
      guard recording(as: format).frameCount > 0 else {
        throw ValidationError(
          ProgramLanguage.localized("The time is shorter than a frame; give more --seconds."))
      }
    }
    if let colors {
      guard (2...256).contains(colors) else {
        throw ValidationError(ProgramLanguage.localized("--colors is from 2 to 256."))
      }
      guard format == .apng else {
        throw ValidationError(ProgramLanguage.localized("--colors is for files that end in .apng."))
      }
    }
    if let size { try size.check(atLeast: chosenScene.minimumSize) }
    if force && format != .pictures {
      throw ValidationError(ProgramLanguage.localized("--force is for folders; files are replaced."))
    }
  }

  /// The named format, or that of the output's extension; nil if neither is given.
  private var format: FilmFormat? {
    namedFormat ?? (output == AtomicFile.standardOutput ? nil : FilmFormat(path: output))
  }

  func run() throws {
    guard let format else { return }
    var recording = recording(as: format)
    if let script { recording.script = try InputScript(file: script) }
    guard recording.duration <= 3600 else {
      throw ValidationError(
        ProgramLanguage.localized(
          "The script takes longer than an hour; limit the recording with --seconds."))
    }
    do {
      Interruption.watch()
      try recording.write(to: output, as: format)
    } catch let interruption as Interruption {
      interruption.endProgram()
    }
  }

  private var chosenScene: DemoScene { scene?.scene ?? SceneArgument.standard }

  private func recording(as format: FilmFormat) -> Film {
    var recording = Film(of: chosenScene)
    if let size { recording.size = size.size }
    recording.scale = scale
    recording.framesPerSecond = fps ?? format.usualRate
    recording.seconds = seconds
    recording.colors = colors
    recording.replacesFrames = force
    return recording
  }
}

/// A scene on the command line.
struct SceneArgument {
  let scene: DemoScene

  /// The default scene for a script.
  static let standard = DemoScene.all[0]

  static let names = DemoScene.all.map(\.name).joined(separator: ", ")

  init(scene: DemoScene) {
    self.scene = scene
  }

  init(parsing argument: String) throws {
    guard let scene = DemoScene.named(argument) else {
      throw ValidationError(
        ProgramLanguage.localized(
          "there is no scene “{name}”; there are {names}.", ["name": argument, "names": Self.names]))
    }
    self.scene = scene
  }
}

extension FilmFormat {
  /// The names of the formats that are a single file.
  fileprivate static let names = files.map(\.rawValue).joined(separator: ", ")

  fileprivate init(argument: String) throws {
    guard let format = FilmFormat.files.first(where: { $0.rawValue == argument }) else {
      throw ValidationError(
        ProgramLanguage.localized("write one of {names}.", ["names": FilmFormat.names]))
    }
    self = format
  }
}

struct AnimatePosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "animate",
    abstract: ProgramLanguage.localized("Write a poster that plays its animation."),
    discussion: ProgramLanguage.localized(
      """
      The name of the output says the format: .svg plays by itself in browsers; .apng, .gif, .webp, .mp4 and .webm are \
      films, of which all but APNG need ffmpeg; a folder receives PNG files beginning with frame-000000.png. The last \
      frame is the poster's picture: bit for bit in PNG and APNG, within what the codec does in films. Equal posters \
      give equal bytes. If the recording fails or is interrupted, earlier output stays unchanged.

      Motions:
      {motions}

      Examples:
        regalia poster animate calm.json -o calm.svg
        regalia poster animate keep-calm -o calm.mp4 --width 1080 --fps 60
        regalia poster animate calm.json -o calm.gif --preset type --duration 5 --loop --width 480

      Exits with 1 if the poster is refused or the film would be larger than 8K.
      """,
      [
        "motions": PosterAnimation.Preset.allCases.map { "  " + $0.rawValue.padded(to: 8) + $0.summary }
          .joined(separator: "\n")
      ]))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "A poster document, - for standard input, or the id or title of a poster in the gallery."),
      valueName: "file|name"), completion: .postersAndFiles)
  var name: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(ProgramLanguage.localized("The output."), valueName: "folder|file"),
    completion: .file())
  var output: String

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The format, regardless of the name: {names}.", ["names": PosterFilm.Format.names]),
      valueName: "format"),
    completion: .list(PosterFilm.Format.files.map(\.ending)), transform: PosterFilm.Format.init(argument:))
  var namedFormat: PosterFilm.Format?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The motion: {names}; the default is the poster's own, or drop.",
        ["names": PosterAnimation.Preset.names]),
      valueName: "name"),
    completion: .list(PosterAnimation.Preset.allCases.map(\.rawValue)), transform: motion(named:))
  var preset: PosterAnimation.Preset?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The time from the first to the last frame in seconds, 1 to 300; a motion takes at most six seconds."),
      valueName: "T"))
  var duration: Double?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(ProgramLanguage.localized("Repeat the animation, beginning with the whole poster."))
  )
  var loop: Bool?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The frames per second, 1 to 120, or 50 for a GIF; the default is 30."),
      valueName: "N")
  )
  var fps: Double = 30

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The width in pixels; the height follows the page. The default is 1080."),
      valueName: "pixels"))
  var width: Int?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The height in pixels; the width follows the page."), valueName: "pixels"))
  var height: Int?

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized("Write frames into a folder that is not empty, and replace existing ones.")))
  var force = false

  @OptionGroup var library: LibraryOptions

  private static func motion(named name: String) throws -> PosterAnimation.Preset {
    guard let preset = PosterAnimation.Preset(rawValue: name) else {
      throw ValidationError(
        ProgramLanguage.localized("write one of {names}.", ["names": PosterAnimation.Preset.names]))
    }
    return preset
  }

  private var format: PosterFilm.Format? {
    namedFormat ?? (output == AtomicFile.standardOutput ? nil : PosterFilm.Format(path: output))
  }

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError(ProgramLanguage.localized("--output needs a name.")) }
    guard let format else {
      throw ValidationError(
        ProgramLanguage.localized(
          "“{name}” is none of the files that can be recorded, which are {formats}; say the format with --to, or for a folder of PNGs give a name without a dot, or end it with a slash.",
          ["name": output, "formats": PosterFilm.Format.names]))
    }
    guard fps.isFinite, (1...120).contains(fps) else {
      throw ValidationError(ProgramLanguage.localized("--fps is from 1 to 120."))
    }
    guard fps <= format.highestRate else {
      throw ValidationError(ProgramLanguage.localized("A GIF has at most 50 frames a second."))
    }
    if let duration, let fault = PosterAnimation.fault(ofDuration: duration) {
      throw ValidationError(ProgramLanguage.localized(fault))
    }
    guard width == nil || height == nil else {
      throw ValidationError(ProgramLanguage.localized("One of --width and --height says how large it is."))
    }
    guard [width, height].compactMap({ $0 }).allSatisfy((16...PosterFilm.largestSide).contains) else {
      throw ValidationError(
        ProgramLanguage.localized(
          "--width and --height are from 16 to {most} pixels, which is 8K.",
          ["most": "\(PosterFilm.largestSide)"]))
    }
    guard !force || format == .film(.pictures) else {
      throw ValidationError(ProgramLanguage.localized("--force is for folders; files are replaced."))
    }
  }

  func run() throws {
    guard let format else { return }
    let poster = try NamedPosters(library).source(named: name).poster
    var animation = poster.animation ?? PosterAnimation(.drop)
    if let preset {
      animation = PosterAnimation(
        preset, duration: poster.animation?.duration, loops: animation.loops)
    }
    animation.duration = duration ?? animation.duration
    animation.loops = loop ?? animation.loops
    var film = try PosterCommand.refusing {
      try PosterFilm(
        of: poster, height.map { .high($0) } ?? .wide(width ?? 1080), animation: animation,
        by: HelperDecoder())
    }
    (film.framesPerSecond, film.replacesFrames) = (fps, force)
    Interruption.watch()
    do {
      PosterCommand.warn(try film.write(to: output, as: format))
    } catch let interruption as Interruption {
      interruption.endProgram()
    }
  }
}

extension PosterFilm.Format {
  /// The names of the formats that are a single file.
  fileprivate static let names = files.map(\.ending).joined(separator: ", ")

  fileprivate init(argument: String) throws {
    guard let format = Self.files.first(where: { $0.ending == argument }) else {
      throw ValidationError(ProgramLanguage.localized("write one of {names}.", ["names": Self.names]))
    }
    self = format
  }
}

extension PosterAnimation.Preset {
  /// The motion in a few words.
  fileprivate var summary: String {
    switch self {
    case .drop: ProgramLanguage.localized("The crown drops and settles, and the lines follow.")
    case .rise: ProgramLanguage.localized("Letters rise one after another.")
    case .type: ProgramLanguage.localized("Letters appear as if they were typed.")
    case .unfold: ProgramLanguage.localized("Lines unfold downward, and the crown grows.")
    case .stamp: ProgramLanguage.localized("Lines approach and land like a stamp.")
    case .pulse: ProgramLanguage.localized("A wave runs through the whole poster.")
    }
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(1, count - self.count))
  }
}
