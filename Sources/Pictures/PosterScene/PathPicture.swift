import Application
public import Colors
import GPU
public import Geometry
import Images
public import Localization
import Scene
import Tessellation

/// A filled path as a picture on a transparent ground.
public enum PathPicture {
  /// How the path becomes pixels.
  public enum Technique: String, Hashable, Sendable, CaseIterable {
    /// Triangles, drawn by the graphics card.
    case mesh
    /// The exact area of each pixel, computed on the CPU.
    case coverage
  }

  /// A picture that cannot be drawn, and why.
  public struct Refusal: LocalizableError {
    public let message: Message
  }

  /// The most pixels to a side.
  public static let largestSide = 16384

  /// Returns `box` of a path `width` pixels wide, filled by the non-zero rule.
  ///
  /// Each pixel that the path touches has exactly the colour in eight bits; how much it covers is in the alpha.
  ///
  /// - Parameters:
  ///   - path: The path, in points.
  ///   - box: The part to draw, in points.
  ///   - width: The width of the picture, in pixels; the height keeps the proportions of the box.
  ///   - color: The ink.
  ///   - technique: How the path becomes pixels.
  ///   - cacheDirectory: The folder in which compiled shaders are kept; nil compiles them each time.
  /// - Throws: An error if the picture is too large, or graphics fail.
  public static func bitmap(
    of path: Path, box: Rect, width: Int, color: RGBA, technique: Technique = .coverage,
    cacheDirectory: String? = nil
  ) throws -> Bitmap {
    let (size, placing) = try place(box, width: width)
    let coverage =
      switch technique {
      case .coverage:
        Self.coverage(path, placing, size)
      case .mesh:
        try Meshed(path.transformed(by: placing), size, cacheDirectory).coverage(of: PixelRect(size))
      }
    return bitmap(coverage, size, color)
  }

  /// Writes a part of a path into a PNG, filled by the non-zero rule. Large pictures are drawn in parts, so that
  /// memory stays small.
  ///
  /// - Parameters:
  ///   - path: The path, in points.
  ///   - box: The part to draw, in points.
  ///   - width: The width of the picture, in pixels; the height keeps the proportions of the box.
  ///   - color: The ink.
  ///   - technique: How the path becomes pixels.
  ///   - cacheDirectory: The folder in which compiled shaders are kept; nil compiles them each time.
  ///   - name: The path of the file, which is replaced when it is complete.
  /// - Throws: ``Refusal`` if a side exceeds ``largestSide``, `ImageError` if the file cannot be written, or the
  ///   error of graphics.
  public static func write(
    _ path: Path, box: Rect, width: Int, color: RGBA, technique: Technique = .coverage,
    cacheDirectory: String? = nil, to name: String
  ) throws {
    let (size, placing) = try place(box, width: width)
    guard size.width * size.height > Offscreen.mostPixels else {
      let picture = try bitmap(
        of: path, box: box, width: width, color: color, technique: technique, cacheDirectory: cacheDirectory)
      return try PNG.write(picture, to: name)
    }
    var file = try PNGFile(path: name, size: size, hasAlpha: true)
    switch technique {
    case .coverage:
      // The rasteriser passes over what lies beside its picture: rows as long as the whole cost less than tiles.
      for top in stride(from: 0, to: size.height, by: 256) {
        let rows = PixelSize(width: size.width, height: min(256, size.height - top))
        let covered = coverage(path, placing.concatenating(.translation(x: 0, y: -Double(top))), rows)
        try file.append(bitmap(covered, rows, color).bytes)
      }
    case .mesh:
      let meshed = try Meshed(path.transformed(by: placing), size, cacheDirectory)
      try PictureTiles(size).forEachBand(drawing: { area in
        bitmap(try meshed.coverage(of: area), area.size, color).bytes
      }) { rows, _ in try file.append(rows) }
    }
    try file.finish()
  }

  /// Returns the size of the picture of a box and how the path is placed on it.
  private static func place(_ box: Rect, width: Int) throws -> (size: PixelSize, placing: AffineTransform) {
    guard box.width > 0, box.height > 0, box.width.isFinite, box.height.isFinite else {
      throw Refusal(message: Message("there is nothing to draw"))
    }
    let scale = Double(width) / box.width
    let height = max(1, (box.height * scale).rounded())
    guard (1...largestSide).contains(width), height <= Double(largestSide) else {
      throw Refusal(
        message: Message(
          "a picture of {width} × {height} pixels is not possible; a side has at most {limit}",
          [
            "width": String(width), "height": String(Int(min(height, 1e9))), "limit": String(largestSide),
          ]))
    }
    let placing = AffineTransform.translation(x: -box.minX, y: -box.minY).concatenating(.scale(scale))
    return (PixelSize(width: width, height: Int(height)), placing)
  }

  private static func coverage(_ path: Path, _ placing: AffineTransform, _ size: PixelSize) -> [UInt8] {
    var rasterizer = CoverageRasterizer()
    return rasterizer.coverage(of: path, transform: placing, in: size)
  }

  /// A path in white on nothing, which is cut into triangles once.
  private struct Meshed {
    let offscreen: Offscreen
    let root = Layer()
    let layer: Layer

    init(_ path: Path, _ size: PixelSize, _ cacheDirectory: String?) throws {
      offscreen = try Offscreen(cacheDirectory: cacheDirectory)
      let limit = offscreen.longestSide
      guard size.width <= limit, size.height <= limit else {
        throw Refusal(
          message: Message(
            "this graphics card draws at most {limit} pixels to a side", ["limit": String(limit)]))
      }
      layer = Layer(frame: Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
      layer.contents = .path(PathContents(path, color: RGBA(hex: 0xffffff)))
      root.addSublayer(layer)
    }

    /// Draws a part of the picture and returns its alpha.
    func coverage(of area: PixelRect) throws -> [UInt8] {
      root.frame = Rect(x: 0, y: 0, width: Double(area.width), height: Double(area.height))
      layer.frame.origin = Point(-Double(area.x), -Double(area.y))
      let pixels = try offscreen.pixels(
        of: root, size: area.size, background: RGBA(red: 0, green: 0, blue: 0, alpha: 0), technique: .mesh)
      return (0..<pixels.count / 4).map { pixels[4 * $0 + 3] }
    }
  }

  private static func bitmap(_ coverage: [UInt8], _ size: PixelSize, _ color: RGBA) -> Bitmap {
    func byte(_ value: Double) -> UInt8 { UInt8(min(max((value * 255).rounded(), 0), 255)) }
    let ink = [byte(color.red), byte(color.green), byte(color.blue)]
    let alpha = min(max(color.alpha, 0), 1)
    var bytes = [UInt8](repeating: 0, count: 4 * coverage.count)
    for (index, covered) in coverage.enumerated() where covered > 0 {
      bytes.replaceSubrange(4 * index..<4 * index + 3, with: ink)
      bytes[4 * index + 3] = UInt8((Double(covered) * alpha).rounded())
    }
    return Bitmap(size: size, bytes: bytes)
  }
}
