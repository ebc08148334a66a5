import Application
import Colors
import Geometry
import Images
import Scene
import VectorArt

/// Reads an SVG drawing, and returns a layer that shows it in one colour in a square; nil if it paints nothing.
func iconLayer(_ svg: String, side: Double, color: RGBA) throws(SVGDiagnostic) -> Layer? {
  let image = try VectorImage(svg: svg)
  for warning in image.warnings { print("not shown: \(warning)") }
  // Overlaps were removed while it was read, which makes drawing faster.
  let figure = Figure(image.path, hasOverlaps: false)
  return Layer(figure, fittedIn: Rect(x: 0, y: 0, width: side, height: side), color: color)
}

/// Draws an SVG drawing without a display, and writes it as a PNG with so many pixels along each side.
func writeIcon(_ svg: String, to file: String, pixels: Int) throws {
  guard let icon = try iconLayer(svg, side: Double(pixels), color: RGBA(hex: 0x1b1b1b)) else { return }
  let root = Layer()
  root.addSublayer(icon)
  let size = PixelSize(width: pixels, height: pixels)
  let bytes = try Offscreen(cacheDirectory: nil).pixels(of: root, size: size, background: .white)
  try PNG.write(Bitmap(size: size, bytes: bytes), to: file)
}
