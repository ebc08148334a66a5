import Application
import Colors
import Geometry
import Images
import Input
import Scene

/// Writes a chart of bars as a PNG, two pixels per point.
func writeChart(of values: [Double], to file: String) throws {
  let root = Layer()
  for (index, value) in values.enumerated() {
    let bar = Layer(
      frame: Rect(x: 10 + 30 * Double(index), y: 110 - 100 * value, width: 20, height: 100 * value))
    bar.backgroundColor = RGBA(hex: 0x2b6cb0)
    root.addSublayer(bar)
  }
  let size = PixelSize(Size(20 + 30 * Double(values.count), 120), scale: 2)
  let bytes = try Offscreen(cacheDirectory: nil).pixels(of: root, size: size, scale: 2, background: .white)
  try PNG.write(Bitmap(size: size, bytes: bytes), to: file)
}

/// Returns pictures of a window of cards: before a press on the first card, during its jump, and after it.
func picturesOfJump() throws -> [Bitmap] {
  let offscreen = try Offscreen(cacheDirectory: nil)
  let size = Size(480, 200)
  return try [0, 0.7, 2].map { time in
    let window = LayerWindow(buildCards)
    window.layOut(size: size, scale: 1)
    if time >= 0.5 { window.handle(.pointerDown(Point(80, 100), .left, clicks: 1, []), at: 0.5) }
    _ = window.advance(to: time)
    return try offscreen.picture(of: window, size: size, scale: 1, at: time).bitmap
  }
}
