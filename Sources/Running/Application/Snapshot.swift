import Colors
import Controls
import Geometry
import Images
public import Renderer
import Typography

/// Draws a window's content into a picture, without a window.
public enum Snapshot {
  /// How filled paths become pixels.
  public typealias Technique = PathTechnique

  /// A picture that cannot be made at the size that was asked for.
  public struct ImpossibleSize: Error, CustomStringConvertible {
    package let size: Size
    package let scale: Double
    package let limit: Limit

    /// What is too large of it.
    package enum Limit {
      case side(Int)
      case pixels(Int)
    }

    public var description: String {
      let picture =
        "a picture of \(words(size.width))x\(words(size.height)) points at scale \(words(scale)) is not possible; "
      return switch limit {
      case .side(let most): picture + "each side may have from 1 to \(most) pixels"
      case .pixels(let most): picture + "it may have up to \(most / 1_000_000) million pixels"
      }
    }

    private func words(_ value: Double) -> String {
      Int(exactly: value).map(String.init) ?? String(value)
    }
  }

  /// Plays a script into `content` up to a time and returns what is seen then, at `scale` pixels a point.
  ///
  /// The window has `size` points until the script gives it another size.
  public static func bitmap(
    of content: any WindowContent, playing script: InputScript = InputScript(), size: Size, scale: Double,
    at time: Double = 0, typesetter: Typesetter, cacheDirectory: String?, technique: Technique = .automatic
  ) throws -> Bitmap {
    let surface = try Offscreen(
      typesetter: typesetter, cacheDirectory: cacheDirectory, technique: technique)
    try surface.check(size, scale: scale)
    var playback = Playback(of: script, into: content, size: size, scale: scale)
    playback.play(until: time)
    return try surface.picture(of: content, size: playback.size, scale: scale, at: time).bitmap
  }

  /// Plays a script into `content` up to a time and writes what is seen then into a PNG, which holds all of it or what
  /// it held before; a large picture is drawn and written a tile at a time.
  public static func write(
    _ content: any WindowContent, playing script: InputScript, size: Size, scale: Double, at time: Double,
    typesetter: Typesetter, cacheDirectory: String?, to path: String
  ) throws {
    let surface = try Offscreen(typesetter: typesetter, cacheDirectory: cacheDirectory)
    try surface.check(size, scale: scale, isWhole: false)
    for case .resize(let size) in script.steps.filter({ $0.time <= time }).map(\.action) {
      try surface.check(size, scale: scale, isWhole: false)
    }
    var playback = Playback(of: script, into: content, size: size, scale: scale)
    playback.play(until: time)
    try surface.write(content, size: playback.size, scale: scale, at: time, to: path)
  }
}
