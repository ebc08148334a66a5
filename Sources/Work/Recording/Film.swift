import Application
import Colors
import Controls
import Files
import Geometry
import Glibc
import Images
import Terminal
import Typography

/// A film of a window over some time, drawn without a display at exact instants.
public struct Film {
  /// The window that is recorded, and what is done in it.
  public var scene: DemoScene
  /// The script that replaces the scene's own.
  public var script: InputScript?
  /// The size of the window in points.
  public var size: Size
  /// The pixels a point.
  public var scale = 1.0
  /// How many frames are drawn for each second of the film.
  public var framesPerSecond = 60.0
  /// How long it takes; nil is as long as the scene, or a second more than the script.
  public var seconds: Double?
  /// The most colours of an APNG; nil is as many as there are.
  public var colors: Int?
  /// Whether frames may go into a folder that is in use, in place of earlier ones.
  public var replacesFrames = false
  /// Where programs are kept that the driver has compiled.
  public var folders = UserFolders()

  /// Creates a film of a scene at its own size.
  public init(of scene: DemoScene) {
    self.scene = scene
    size = scene.size
  }

  /// How long the film takes, in seconds.
  public var duration: Double {
    seconds ?? script.map { ($0.steps.last?.time ?? 0) + 1 } ?? scene.duration
  }

  /// How many frames there are; the first is at 0.
  public var frameCount: Int { Int((duration * framesPerSecond).rounded()) }

  /// Records into a folder or a file, which hold all of it or what they held before.
  ///
  /// A line on the terminal tells how far it is. An `Interruption` ends it like any failure. `-` is standard output, which
  /// gets the film once it is whole.
  public func write(to path: String, as format: FilmFormat) throws {
    if format == .pictures { return try writePictures(to: path) }
    if path == AtomicFile.standardOutput, format != .apng || hasAlpha {
      // Programs that write films go back to their beginning.
      let scratch = try ScratchFolder()
      let film = scratch.path + "/film." + format.rawValue
      try write(to: film, as: format)
      return try AtomicFile.write(FileBytes.read(film, atMost: .max), to: path)
    }
    if format == .apng, !hasAlpha { return try writeAnimation(to: path) }
    guard let ffmpeg = ChildProgram.find("ffmpeg") else { throw FilmError.ffmpegMissing(format) }
    let file = try AtomicFile(path: path)
    do {
      try writeFilm(to: "file:" + file.workingPath, as: format, ffmpeg)
    } catch let failure as ChildProgram.Failure {
      let words = failure.description.replacing("file:" + file.workingPath, with: path)
        .replacing(file.workingPath, with: path)
      throw FilmError.notWritten(path: path, words: words)
    }
    try file.commit()
  }

  private func writePictures(to path: String) throws {
    var folder = try FrameFolder(path: path, replacesFrames: replacesFrames)
    var progress = ProgressLine("Recording", unit: "frames", count: frameCount)
    var bytes: [UInt8] = []
    try eachFrame { frame in
      if !frame.isRepeated || bytes.isEmpty { bytes = try PNG.encoded(frame.bitmap, compression: 5) }
      try folder.append(bytes)
      progress.update(done: frame.number + 1)
    }
    try folder.commit()
  }

  private func writeAnimation(to path: String) throws {
    var film = AnimatedPNG(size: canvas, framesPerSecond: framesPerSecond, colors: colors)
    var progress = ProgressLine("Recording", unit: "frames", count: frameCount)
    try eachFrame { frame in
      try film.append(frame.bitmap)
      progress.update(done: frame.number + 1)
    }
    try AtomicFile.write(film.encoded, to: path)
  }

  private func writeFilm(to path: String, as format: FilmFormat, _ ffmpeg: String) throws {
    let input = FilmFormat.input(size: canvas, rate: framesPerSecond)
    // A palette of all colours needs all frames before the first is written: then they are drawn twice.
    let passes = format == .gif ? 2 : 1
    var progress = ProgressLine("Recording", unit: "frames", count: frameCount * passes)
    let palette = try ScratchFile()
    for pass in 0..<passes {
      let output =
        pass < passes - 1
        ? FilmFormat.palette + [palette.path]
        : format.output(size: canvas, hasAlpha: hasAlpha, palette: palette.path) + [path]
      let encoder = try ChildProgram(path: ffmpeg, arguments: input + output)
      try eachFrame { frame in
        try encoder.write(frame.bitmap.bytes)
        progress.update(done: pass * frameCount + frame.number + 1)
      }
      try encoder.finish()
    }
  }

  // MARK: Frames

  package struct Frame {
    package let number: Int
    package let bitmap: Bitmap
    /// Whether it is the same as the one before.
    package let isRepeated: Bool
  }

  /// Draws one frame after the other, the n-th as it is seen n / `framesPerSecond` seconds after the beginning.
  package func eachFrame(_ body: (Frame) throws -> Void) throws {
    let typesetter = Typesetter()
    let surface = try Offscreen(typesetter: typesetter, cacheDirectory: folders.programCache)
    try surface.check(largestSize, scale: scale)
    let content = try scene.content(typesetter, size: size, scale: scale)
    let steps = script ?? scene.script(for: content)
    var playback = Playback(of: steps, into: content, size: size, scale: scale)
    let canvas = canvas
    for number in 0..<frameCount {
      try Interruption.check()
      let time = Double(number) / framesPerSecond
      playback.play(until: time)
      let picture = try surface.picture(of: content, size: playback.size, scale: scale, at: time)
      let bitmap = picture.bitmap.size == canvas ? picture.bitmap : picture.bitmap.placed(on: canvas)
      try body(Frame(number: number, bitmap: bitmap, isRepeated: picture.isRepeated))
    }
  }

  // MARK: Sizes

  /// All frames have one size, so a window that a script makes larger or smaller needs the largest.
  private var largestSize: Size {
    sizes.reduce(size) { Size(width: max($0.width, $1.width), height: max($0.height, $1.height)) }
  }

  /// The sizes to which the script brings the window while it is recorded.
  private var sizes: [Size] {
    (script ?? InputScript()).steps.compactMap { step in
      guard case .resize(let size) = step.action, step.time < duration else { return nil }
      return size
    }
  }

  private var canvas: PixelSize { PixelSize(largestSize, scale: scale) }

  /// Whether there is something beside the window for some time.
  private var hasAlpha: Bool { ([size] + sizes).contains { PixelSize($0, scale: scale) != canvas } }
}

extension Bitmap {
  /// Returns the picture in the top left corner of a larger one, through which one can see elsewhere.
  fileprivate func placed(on canvas: PixelSize) -> Bitmap {
    var result = [UInt8](repeating: 0, count: canvas.width * canvas.height * 4)
    let row = size.width * 4
    for y in 0..<min(size.height, canvas.height) {
      let start = y * canvas.width * 4
      result.replaceSubrange(start..<(start + row), with: bytes[(y * row)..<((y + 1) * row)])
    }
    return Bitmap(size: canvas, bytes: result)
  }
}

/// A folder of numbered pictures that holds all of a recording or what it held before.
///
/// They are written into a hidden folder inside and moved when they are complete.
package struct FrameFolder: ~Copyable {
  private let path: String
  private let working: String
  /// Whether the folder was made for this.
  private let isNew: Bool
  private var names: [String] = []

  /// Opens a folder, which is made when it is missing; one in use is refused unless `replacesFrames`.
  package init(path: String, replacesFrames: Bool) throws {
    var path = path
    while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
    let isNew = try Self.make(path, replacesFrames)
    let working = path + "/" + AtomicFile.workingPrefix + WorkingFiles.suffix()
    guard mkdir(working, 0o777) == 0 else { throw AtomicFile.Failure(path: path, code: errno) }
    (self.path, self.working, self.isNew) = (path, working, isNew)
  }

  /// Returns whether the folder had to be made.
  private static func make(_ path: String, _ replacesFrames: Bool) throws -> Bool {
    if mkdir(path, 0o777) == 0 { return true }
    guard errno == EEXIST else { throw AtomicFile.Failure(path: path, code: errno) }
    guard let names = Folder.names(in: path) else {
      if errno == ENOTDIR { throw FilmError.notAFolder(path) }
      throw AtomicFile.Failure(path: path, code: errno)
    }
    if !names.isEmpty, !replacesFrames { throw FilmError.folderInUse(path) }
    return false
  }

  deinit {
    for name in names { unlink("\(working)/\(name)") }
    rmdir(working)
    // It stays when there is something in it.
    if isNew { rmdir(path) }
  }

  /// Writes the next frame, the bytes of a PNG.
  package mutating func append(_ bytes: [UInt8]) throws(AtomicFile.Failure) {
    let name = Self.name(names.count)
    names.append(name)
    let file = open("\(working)/\(name)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw AtomicFile.Failure(path: "\(path)/\(name)", code: errno) }
    var rest = bytes[...]
    var code: Int32 = 0
    while !rest.isEmpty, code == 0 {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { code = errno }
    }
    // Some file systems tell only now that they are full.
    if close(file) != 0, code == 0 { code = errno }
    if code != 0 { throw AtomicFile.Failure(path: "\(path)/\(name)", code: code) }
  }

  /// Puts the frames in their places, and takes those of an earlier recording away.
  package mutating func commit() throws(AtomicFile.Failure) {
    for name in names {
      guard rename("\(working)/\(name)", "\(path)/\(name)") == 0 else {
        throw AtomicFile.Failure(path: "\(path)/\(name)", code: errno)
      }
    }
    let count = names.count
    names = []
    for name in Folder.names(in: path) ?? [] where Self.number(of: name).map({ $0 >= count }) ?? false {
      unlink("\(path)/\(name)")
    }
  }

  /// The name of a frame, counted from 0.
  package static func name(_ number: Int) -> String {
    let figures = String(number)
    return "frame-" + String(repeating: "0", count: max(0, 6 - figures.count)) + figures + ".png"
  }

  private static func number(of name: String) -> Int? {
    guard name.hasPrefix("frame-"), name.hasSuffix(".png"), let number = Int(name.dropFirst(6).dropLast(4)),
      Self.name(number) == name
    else { return nil }
    return number
  }
}

/// Why a recording cannot be made.
public enum FilmError: Error, Hashable, CustomStringConvertible {
  /// A folder that holds something already.
  case folderInUse(String)
  /// A place for pictures that is no folder.
  case notAFolder(String)
  /// ffmpeg, which writes the format, is not installed.
  case ffmpegMissing(FilmFormat)
  /// The words of ffmpeg when it could not write a file.
  case notWritten(path: String, words: String)

  public var description: String {
    switch self {
    case .folderInUse(let path):
      "\(path): the folder is not empty; name another, or replace the frames in it with --force"
    case .notAFolder(let path):
      "\(path): is no folder; frames go into one, and names of films end in "
        + FilmFormat.files.map { ".\($0.rawValue)" }.joined(separator: ", ")
    case .ffmpegMissing(let format):
      "a .\(format.rawValue) is written by ffmpeg, which is not in the search path; install the package ffmpeg, "
        + "or record into a folder"
    case .notWritten(let path, let words): "\(path): cannot be written: \(words)"
    }
  }
}

/// The file format of a recording.
public enum FilmFormat: String, Hashable, Sendable, CaseIterable {
  /// A folder of numbered pictures.
  case pictures
  /// An animated PNG; ffmpeg is needed only where the window changes its size.
  case apng
  /// A GIF of up to 256 colours, written by ffmpeg.
  case gif
  /// An animated WebP, written by ffmpeg.
  case webp
  /// A video in an MP4 file, written by ffmpeg.
  case mp4
  /// A video in a WebM file, written by ffmpeg.
  case webm

  /// The formats that are one file; their names are the ends of the files'.
  public static let files = allCases.filter { $0 != .pictures }

  /// The format of a file or folder of this name, or nil when it ends like a file of another kind.
  public init?(path: String) {
    let name = FilePath(path).name
    let end = FilePath(path).formatEnding
    if path.hasSuffix("/") || name.allSatisfy({ $0 == "." }) || end.isEmpty {
      self = .pictures
    } else if let format = FilmFormat.files.first(where: { $0.rawValue == end }) {
      self = format
    } else {
      return nil
    }
  }

  /// The most frames a second that players of the format show at their speed.
  public var highestRate: Double {
    // A GIF counts in hundredths of a second, and browsers take a single one for ten.
    self == .gif ? 50 : 240
  }

  /// The default rate, in frames a second.
  public var usualRate: Double { min(60, highestRate) }

  /// The arguments by which ffmpeg reads raw frames from its standard input.
  package static func input(size: PixelSize, rate: Double) -> [String] {
    let words = Int(exactly: rate).map(String.init) ?? "\(rate)"
    return [
      "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgba",
      "-video_size", "\(size.width)x\(size.height)", "-framerate", words, "-i", "pipe:0",
    ]
  }

  /// The arguments by which ffmpeg makes one palette of 256 colours for all frames.
  package static let palette = ["-vf", "palettegen=stats_mode=full", "-c:v", "png", "-f", "image2pipe"]

  /// The arguments by which ffmpeg writes the format; equal frames give equal bytes.
  ///
  /// `hasAlpha` says whether something can be seen through, and `palette` is the file that a GIF takes it from.
  package func output(size: PixelSize, hasAlpha: Bool, palette: String) -> [String] {
    let same = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"]
    switch self {
    case .pictures: return []
    case .apng:
      return same + ["-c:v", "apng", "-pred", "mixed", "-pix_fmt", hasAlpha ? "rgba" : "rgb24"]
        + ["-plays", "0", "-f", "apng"]
    case .gif:
      return ["-f", "png_pipe", "-i", palette] + same
        + ["-lavfi", "paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle", "-loop", "0", "-f", "gif"]
    case .webp:
      return same + ["-c:v", "libwebp_anim", "-lossless", "1", "-compression_level", "4", "-pix_fmt", "bgra"]
        + ["-loop", "0", "-f", "webp"]
    case .mp4:
      return same + ["-vf", Self.evenSides(size) + "," + Self.videoColors("yuv420p")] + Self.colorTags
        + ["-c:v", "libx264", "-preset", "medium", "-crf", "18", "-movflags", "+faststart", "-f", "mp4"]
    case .webm:
      return same + ["-vf", Self.videoColors(hasAlpha ? "yuva420p" : "yuv420p")] + Self.colorTags
        + ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-deadline", "good", "-cpu-used", "3"]
        + ["-row-mt", "1", "-f", "webm"]
    }
  }

  /// Video with halved colour has even sides; an odd one gets its last row or column twice.
  private static func evenSides(_ size: PixelSize) -> String {
    let (right, bottom) = (size.width % 2, size.height % 2)
    return "pad=\(size.width + right):\(size.height + bottom):0:0,"
      + "fillborders=right=\(right):bottom=\(bottom):mode=smear"
  }

  /// The colours of high-definition video, said in the file so that players agree.
  private static func videoColors(_ pixels: String) -> String {
    "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=\(pixels)"
  }

  private static let colorTags = [
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
  ]
}
