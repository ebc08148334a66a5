import Colors
import Files
public import Geometry
import Glibc
import Images
import Localization
import Terminal

/// Frames of one size that follow each other at a rate, of which films are made.
package protocol FilmFrames {
  /// The size of each frame, in pixels.
  var canvas: PixelSize { get }
  /// The number of frames for each second.
  var framesPerSecond: Double { get }
  /// The number of frames.
  var frameCount: Int { get }
  /// Whether a frame is transparent anywhere.
  var hasAlpha: Bool { get }
  /// Whether players begin again after the end.
  var loops: Bool { get }
  /// Draws one frame after the other.
  func eachFrame(_ body: (FilmFrame) throws -> Void) throws
}

/// A frame of a film.
package struct FilmFrame {
  package let number: Int
  package let bitmap: Bitmap
  /// Whether it is the same as the one before.
  package let isRepeated: Bool
}

/// Writes frames as a film or a folder of pictures, which hold all of it or what they held before.
package struct FilmWriter {
  /// The format of the file.
  package var format: FilmFormat
  /// The most colours of an APNG; nil is as many as there are.
  package var colors: Int?
  /// Whether frames may go into a folder that is in use, in place of earlier ones.
  package var replacesFrames = false
  /// Told of the frames that are done of all, also while the last are written; throws to give up. Nil tells the terminal,
  /// and gives up at an `Interruption`.
  package var onProgress: ((_ done: Int, _ count: Int) throws -> Void)?

  /// Creates a writer of a format.
  package init(_ format: FilmFormat) { self.format = format }

  /// Writes all frames; `-` is standard output, which gets the film once it is whole.
  package func write(_ frames: some FilmFrames, to path: String) throws {
    if format == .pictures { return try writePictures(frames, to: path) }
    let usesFFmpeg = format != .apng || frames.hasAlpha
    if path == AtomicFile.standardOutput, usesFFmpeg {
      // Programs that write films go back to their beginning.
      let scratch = try ScratchFolder()
      let film = scratch.path + "/film." + format.rawValue
      try write(frames, to: film)
      return try AtomicFile.write(FileBytes.read(film, atMost: .max), to: path)
    }
    guard usesFFmpeg else { return try writeAnimation(frames, to: path) }
    guard let ffmpeg = ChildProgram.find("ffmpeg") else { throw FilmError.ffmpegMissing(format) }
    let file = try AtomicFile(path: path)
    do {
      try writeFilm(frames, to: "file:" + file.workingPath, ffmpeg)
    } catch let failure as ChildProgram.Failure {
      let words = failure.description.replacing("file:" + file.workingPath, with: path)
        .replacing(file.workingPath, with: path)
      // Untranslated: words of ffmpeg.
      if words.contains("No space left on device") { throw AtomicFile.Failure(path: path, code: ENOSPC) }
      if let encoder = format.encoder, words.contains("nknown encoder") || words.contains("ncoder not found")
      {
        throw FilmError.encoderMissing(format, encoder: encoder)
      }
      throw FilmError.notWritten(path: path, words: words)
    }
    try file.commit()
  }

  private func writePictures(_ frames: some FilmFrames, to path: String) throws {
    var folder = try FrameFolder(path: path, replacesFrames: replacesFrames)
    var bytes: [UInt8] = []
    try each(frames) { frame in
      if !frame.isRepeated || bytes.isEmpty { bytes = try PNG.encoded(frame.bitmap, compression: 5) }
      try folder.append(bytes)
    }
    try folder.commit()
  }

  /// The most bytes of an APNG, which is kept in memory until it is written.
  private static let longestAnimation = 2_000_000_000

  private func writeAnimation(_ frames: some FilmFrames, to path: String) throws {
    var film = AnimatedPNG(
      size: frames.canvas, framesPerSecond: frames.framesPerSecond, colors: colors,
      plays: frames.loops ? 0 : 1)
    try each(frames) { frame in
      if !frame.isRepeated || frame.number == 0 { try film.append(frame.bitmap) } else { film.prolong() }
      guard film.byteCount <= Self.longestAnimation else { throw FilmError.animationTooLong(path) }
    }
    try AtomicFile.write(film.encoded, to: path)
  }

  private func writeFilm(_ frames: some FilmFrames, to path: String, _ ffmpeg: String) throws {
    let (size, count) = (frames.canvas, frames.frameCount)
    let input = FilmFormat.input(size: size, rate: frames.framesPerSecond)
    // A palette of all colours needs all frames before the first is written: then they are drawn twice.
    let passes = format == .gif ? 2 : 1
    let palette = try ScratchFile()
    for pass in 0..<passes {
      let output =
        pass < passes - 1
        ? FilmFormat.palette + [palette.path]
        : format.output(size: size, hasAlpha: frames.hasAlpha, loops: frames.loops, palette: palette.path)
          + [path]
      let encoder = try ChildProgram(path: ffmpeg, arguments: input + output)
      try each(frames, pass: pass, of: passes) { try encoder.write($0.bitmap.bytes) }
      try encoder.finish { try onProgress?((pass + 1) * count, passes * count) }
      // Untranslated: ffmpeg writes a WebM to a full disk, says so, and succeeds.
      if let words = encoder.lastComplaint, words.contains("Error ") {
        throw ChildProgram.Failure(Message(verbatim: words))
      }
    }
  }

  /// Draws all frames, and tells of each one that is done.
  private func each(
    _ frames: some FilmFrames, pass: Int = 0, of passes: Int = 1, _ body: (FilmFrame) throws -> Void
  ) throws {
    let count = frames.frameCount
    var line = ProgressLine(
      Language.english.localized("Recording"), unit: Language.english.localized("frames"),
      count: passes * count)
    try frames.eachFrame { frame in
      try body(frame)
      let done = pass * count + frame.number + 1
      if let onProgress { return try onProgress(done, passes * count) }
      line.update(done: done)
    }
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
public enum FilmError: LocalizableError, Hashable {
  /// A folder that holds something already.
  case folderInUse(String)
  /// A place for pictures that is no folder.
  case notAFolder(String)
  /// ffmpeg, which writes the format, is not installed.
  case ffmpegMissing(FilmFormat)
  /// An encoder that ffmpeg was built without.
  case encoderMissing(FilmFormat, encoder: String)
  /// An APNG that takes more memory than is used for it.
  case animationTooLong(String)
  /// A film of a poster that is larger than 8K.
  case tooLarge(PixelSize)
  /// The words of ffmpeg when it could not write a file.
  case notWritten(path: String, words: String)

  /// The fault and the remedy.
  public var message: Message {
    switch self {
    case .folderInUse(let path):
      Message(
        "{path}: the folder is not empty; name another, or replace the frames in it with --force",
        ["path": path])
    case .notAFolder(let path):
      Message(
        "{path}: is no folder; frames go into one, and names of films end in {endings}",
        ["path": path, "endings": FilmFormat.files.map { ".\($0.rawValue)" }.joined(separator: ", ")])
    case .ffmpegMissing(let format):
      Message(
        "a .{format} is written by ffmpeg, which is not in the search path; install the package ffmpeg, or write an .apng or a folder of pictures, which need nothing else",
        ["format": format.rawValue])
    case .encoderMissing(let format, let encoder):
      Message(
        "a .{format} needs the encoder {encoder}, which this ffmpeg does not have; install an ffmpeg with it, or write an .apng or a folder of pictures",
        ["format": format.rawValue, "encoder": encoder])
    case .animationTooLong(let path):
      Message(
        "{path}: an APNG of more than two gigabytes; make it smaller or shorter, or write an .mp4",
        ["path": path])
    case .tooLarge(let size):
      Message(
        "{width} × {height} pixels are more than 8K; a film has up to {most} pixels each way; choose fewer",
        ["width": "\(size.width)", "height": "\(size.height)", "most": "\(PosterFilm.largestSide)"])
    case .notWritten(let path, let words):
      Message("{path}: cannot be written: {reason}", ["path": path, "reason": words])
    }
  }
}
