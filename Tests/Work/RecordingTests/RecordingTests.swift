import ColorPicker
import Colors
import Controls
import FlipClock
import Foundation
import Geometry
import Images
@testable import Recording
import Scene
import TestSupport
import Testing
import Typography

@testable import Application
import Files
import Terminal

extension DemoScene {
  /// The scene of a name among those that are recorded here, or nil.
  fileprivate static func named(_ name: String) -> DemoScene? {
    [.picker, .pickerDrag, .clock].first { $0.name == name }
  }
}

/// The frames of recordings, drawn in this process without a display.
@Suite struct RecordingTests {
  private func recording(of name: String, size: Size, fps: Double, seconds: Double) throws -> Film {
    var recording = Film(of: try #require(DemoScene.named(name)))
    recording.size = size
    recording.framesPerSecond = fps
    recording.seconds = seconds
    recording.folders = UserFolders { _ in nil }
    return recording
  }

  private func frames(of recording: Film) throws -> [Bitmap] {
    var frames: [Bitmap] = []
    try recording.eachFrame { frames.append($0.bitmap) }
    return frames
  }

  /// Returns the picture of a window at rest since the beginning, after a script was played up to a time.
  private func snapshot(of recording: Film, at time: Double) throws -> Bitmap {
    let typesetter = Typesetter()
    let content = try recording.scene.content(typesetter, size: recording.size, scale: recording.scale)
    return try Snapshot.bitmap(
      of: content, playing: recording.script ?? recording.scene.script(for: content), size: recording.size,
      scale: recording.scale, at: time, typesetter: typesetter, cacheDirectory: nil)
  }

  // MARK: Frames

  @Test(arguments: [("clock", Size(240, 120), 1.5), ("picker", Size(320, 360), 1)])
  func `each frame is the snapshot of its instant, byte for byte`(
    name: String, size: Size, scale: Double
  ) throws {
    var recording = try recording(of: name, size: size, fps: 9, seconds: 1.5)
    recording.scale = scale

    let frames = try frames(of: recording)

    // Before, in the middle of and after what moves.
    for (number, frame) in frames.enumerated() where [0, 5, 7, 12].contains(number) {
      let wanted = try snapshot(of: recording, at: Double(number) / 9)
      #expect(frame.bytes == wanted.bytes, "frame \(number)")
    }
    #expect(Set(frames).count > 4)
  }

  @Test(arguments: [("clock", Size(720, 320), 2.0, 0.3), ("picker-drag", Size(700, 600), 2, 0.4)])
  func `a picture that is drawn and written in tiles is the one drawn whole`(
    name: String, size: Size, scale: Double, time: Double
  ) throws {
    var recording = try recording(of: name, size: size, fps: 9, seconds: 1)
    recording.scale = scale
    let whole = try snapshot(of: recording, at: time)
    let typesetter = Typesetter()
    let content = try recording.scene.content(typesetter, size: size, scale: scale)
    let surface = try Offscreen(typesetter: typesetter, cacheDirectory: nil)
    var playback = Playback(of: recording.scene.script(for: content), into: content, size: size, scale: scale)
    playback.play(until: time)
    let path =
      FileManager.default.temporaryDirectory.path(percentEncoded: false) + "/\(UUID().uuidString).png"
    defer { unlink(path) }

    try surface.write(content, size: size, scale: scale, at: time, to: path, wholeUpTo: 1000)

    let tiled = try Bitmap(contentsOf: path)
    #expect(tiled.size == whole.size)
    let worst = try #require(tiled.bytes.largestDifference(from: whole.bytes))
    // A soft edge that is computed from another corner rounds otherwise.
    #expect(worst <= 1)
  }

  @Test func `a frame of more pixels than memory is taken for is refused`() throws {
    var recording = try recording(of: "picker", size: Size(8000, 8000), fps: 9, seconds: 1)
    recording.scale = 2

    let error = #expect(throws: Snapshot.ImpossibleSize.self) { _ = try frames(of: recording) }

    #expect(error?.description.contains("the limit is 16 megapixels") == true)
  }

  @Test func `the same recording has the same frames`() throws {
    let recording = try recording(of: "picker-drag", size: Size(320, 360), fps: 20, seconds: 0.5)

    #expect(try frames(of: recording) == frames(of: recording))
  }

  @Test func `at half the rate every other frame is left`() throws {
    let fast = try frames(of: recording(of: "clock", size: Size(240, 120), fps: 16, seconds: 1))
    let slow = try frames(of: recording(of: "clock", size: Size(240, 120), fps: 8, seconds: 1))

    #expect(slow == stride(from: 0, to: fast.count, by: 2).map { fast[$0] })
  }

  @Test func `a frame is said to be repeated only when it is the one before`() throws {
    let recording = try recording(of: "clock", size: Size(240, 120), fps: 12, seconds: 1.5)
    var last: Bitmap?
    var repeats = 0
    try recording.eachFrame { frame in
      if frame.isRepeated { #expect(frame.bitmap == last) }
      repeats += frame.isRepeated ? 1 : 0
      last = frame.bitmap
    }

    // Cards stand still before the half second and after they have landed.
    #expect(repeats > 6)
  }

  @Test(
    arguments: [(1, 0.6), (24, 5), (29.97, 10), (60, 1 / 3.0), (50, 0.03), (240, 0.003)] as [(Double, Double)]
  )
  func `there are as many frames as fit, rounded`(fps: Double, seconds: Double) throws {
    let recording = try recording(of: "clock", size: Size(240, 120), fps: fps, seconds: seconds)

    #expect(recording.frameCount == Int((fps * seconds).rounded()))
    #expect(abs(Double(recording.frameCount) / fps - seconds) <= 0.5 / fps + 1e-9)
  }

  @Test func `a window that changes its size stays whole in the largest`() throws {
    var recording = try recording(of: "picker", size: Size(320, 360), fps: 10, seconds: 0.3)
    recording.script = InputScript([
      .init(time: 0.05, action: .resize(Size(400, 370))), .init(time: 0.15, action: .resize(Size(330, 420))),
    ])

    let frames = try frames(of: recording)

    for (frame, size) in zip(frames, [(320, 360), (400, 370), (330, 420)]) {
      #expect(frame.size == PixelSize(width: 400, height: 420))
      for (x, y) in [(0, 0), (320, 365), (399, 369), (329, 419), (399, 419)] {
        let isInside = x < size.0 && y < size.1
        #expect(frame.bytes[(y * 400 + x) * 4 + 3] == (isInside ? 255 : 0), "\(x), \(y) of \(size)")
      }
    }
  }

  @Test func `without a time a script is recorded for a second more than it takes`() throws {
    var recording = try recording(of: "picker", size: Size(320, 360), fps: 10, seconds: 1)
    recording.seconds = nil
    #expect(recording.duration == recording.scene.duration)
    recording.script = InputScript([.init(time: 2.5, action: .input(.text("a")))])

    #expect(recording.duration == 3.5)
  }

  // MARK: Scenes

  // Those with thousands of crowns or posters have tests of their own.
  @Test(arguments: ["picker", "picker-drag", "clock"])
  func `a scene plays the same each time and ends in time`(name: String) throws {
    let scene = try #require(DemoScene.named(name))
    var seen: [[DisplayList]] = [[], []]
    for run in 0..<2 {
      let content = try scene.content(Typesetter(), size: scene.size, scale: 1)
      let script = scene.script(for: content)
      var playback = Playback(of: script, into: content, size: scene.size, scale: 1)
      for time in stride(from: 0, through: scene.duration, by: scene.duration / 7) {
        playback.play(until: time)
        var list = DisplayList()
        list.record(content.layer, at: time)
        seen[run].append(list)
      }
      #expect((script.steps.last?.time ?? 0) <= scene.duration)
      #expect(script.steps.map(\.time) == script.steps.map(\.time).sorted())
    }

    #expect(seen[0] == seen[1])
    #expect(Set(seen[0]).count > 3)
  }

  @Test func `the picker's visit does what it sets out to do`() throws {
    let scene = try #require(DemoScene.named("picker"))
    let content = try scene.content(Typesetter(), size: scene.size, scale: 1)
    var playback = Playback(of: scene.script(for: content), into: content, size: scene.size, scale: 1)
    var colors: [String] = []
    for time in stride(from: 0, through: scene.duration, by: 0.05) {
      playback.play(until: time)
      let color = content.accessibility.value ?? ""
      if color != colors.last { colors.append(color) }
    }

    #expect(colors.first == "#336699" && colors.last == "#336699")
    #expect(colors.contains("#ff6347"), "tomato was typed")
    #expect(colors.count > 20)
  }

  // MARK: Formats

  @Test(arguments: [
    ("frames", FilmFormat.pictures), ("a/b.c/", .pictures), ("..", .pictures), ("name.", .pictures),
    ("clock.gif", .gif), ("a.b/CLOCK.WebM", .webm), ("x.apng", .apng), ("x.mp4", .mp4), ("x.webp", .webp),
    ("a.gif/frames", .pictures), (".gif", .gif),
  ])
  func `a name says what is recorded`(path: String, format: FilmFormat) {
    #expect(FilmFormat(path: path) == format)
  }

  @Test(arguments: ["x.png", "x.avi", "a/x.mkv", "x.pictures"])
  func `names of other files are none`(path: String) {
    #expect(FilmFormat(path: path) == nil)
  }

  // MARK: Progress

  @Test func `progress counts what is done and guesses the rest`() {
    func words(_ done: Int, after seconds: Double) -> String {
      ProgressLine.words("Recording", unit: "frames", done: done, of: 120, after: seconds)
    }

    #expect(words(30, after: 2) == "Recording: 30 of 120 frames, 15 a second, 6 s left")
    #expect(words(3, after: 2) == "Recording: 3 of 120 frames, 1.5 a second, 78 s left")
    #expect(words(1, after: 3) == "Recording: 1 of 120 frames, 0.3 a second, 6 min left")
    #expect(words(0, after: 2) == "Recording: 0 of 120 frames")
    #expect(words(120, after: 4) == "Recording: 120 of 120 frames, 30 a second, 0 s left")
  }
}
