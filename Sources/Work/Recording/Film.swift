import Application
import Colors
import Controls
import Files
public import Geometry
import Images
import Terminal
import Typography

/// A film of a window over some time, drawn without a display at exact instants.
public struct Film: FilmFrames {
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

  /// Whether players begin again after the end.
  package var loops: Bool { true }

  /// How many frames there are; the first is at 0.
  public var frameCount: Int { Int((duration * framesPerSecond).rounded()) }

  /// Records into a folder or a file, which hold all of it or what they held before.
  ///
  /// A line on the terminal tells how far it is. An `Interruption` ends it like any failure. `-` is standard output, which
  /// gets the film once it is whole.
  public func write(to path: String, as format: FilmFormat) throws {
    var writer = FilmWriter(format)
    (writer.colors, writer.replacesFrames) = (colors, replacesFrames)
    try writer.write(self, to: path)
  }

  // MARK: Frames

  /// Draws one frame after the other, the n-th as it is seen n / `framesPerSecond` seconds after the beginning.
  package func eachFrame(_ body: (FilmFrame) throws -> Void) throws {
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
      try body(FilmFrame(number: number, bitmap: bitmap, isRepeated: picture.isRepeated))
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

  package var canvas: PixelSize { PixelSize(largestSize, scale: scale) }

  /// Whether there is something beside the window for some time.
  package var hasAlpha: Bool { ([size] + sizes).contains { PixelSize($0, scale: scale) != canvas } }
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
