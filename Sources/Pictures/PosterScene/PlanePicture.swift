import Application
public import ColorManagement
public import Colors
import GPU
import Geometry
import Images
import Scene

/// A plane of colours as a picture, drawn by the programs that the picker draws it with.
public enum PlanePicture {
  /// Writes a square picture of a plane into a PNG.
  ///
  /// - Parameters:
  ///   - plane: The plane.
  ///   - level: The value of the fixed coordinate, in the unit and range of the plane.
  ///   - side: The width and the height, in pixels.
  ///   - guides: Lines over the plane.
  ///   - printable: The region to outline, or nil.
  ///   - cacheDirectory: The folder in which compiled shaders are kept; nil compiles them each time.
  ///   - path: The file, which is replaced when it is complete.
  /// - Throws: `ImageError` if the file cannot be written, or the error of graphics.
  public static func write(
    _ plane: ColorPlane, at level: Double, side: Int, guides: PlaneGuides = PlaneGuides(),
    printable: PrintableRegion? = nil, cacheDirectory: String?, to path: String
  ) throws {
    let size = PixelSize(width: side, height: side)
    let offscreen = try Offscreen(cacheDirectory: cacheDirectory)
    let root = Layer()
    let layer = Layer()
    layer.contents = .shader(ShaderFill(Plane(plane, at: level), guides: guides, scale: 1))
    root.addSublayer(layer)
    let edge = Layer()
    if let printable {
      // As the picker has it: white with a dark casing.
      for (width, ink) in [(2.5, RGBA(red: 0, green: 0, blue: 0, alpha: 0.7)), (1, RGBA(hex: 0xffffff))] {
        let line = Layer()
        let path = printable.stroke(in: Size(width: Double(side), height: Double(side)), width: width)
        line.contents = .path(PathContents(path, color: ink))
        edge.addSublayer(line)
      }
      root.addSublayer(edge)
    }
    func pixels(_ area: PixelRect) throws -> [UInt8] {
      root.frame = Rect(x: 0, y: 0, width: Double(area.width), height: Double(area.height))
      layer.frame = Rect(x: -Double(area.x), y: -Double(area.y), width: Double(side), height: Double(side))
      edge.frame = layer.frame
      for line in edge.sublayers { line.frame = edge.bounds }
      return try offscreen.pixels(of: root, size: area.size, background: RGBA(red: 0, green: 0, blue: 0))
    }
    guard side * side > Offscreen.mostPixels else {
      let whole = try pixels(PixelRect(x: 0, y: 0, width: side, height: side))
      return try PNG.write(Bitmap(size: size, bytes: whole), to: path)
    }
    var file = try PNGFile(path: path, size: size)
    try PictureTiles(size).forEachBand(drawing: pixels) { rows, _ in try file.append(rows) }
    try file.finish()
  }
}
