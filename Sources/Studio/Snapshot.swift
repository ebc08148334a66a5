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
    package let limit: Int

    public var description: String {
      "a picture of \(words(size.width))x\(words(size.height)) points at scale \(words(scale)) is not possible; "
        + "each side may have from 1 to \(limit) pixels"
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
}
