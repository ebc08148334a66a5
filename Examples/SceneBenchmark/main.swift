import Colors
import GPU
import Geometry
import Images
import Renderer
import Scene
import Statistics
import Typography
import Windowing

/// Returns a sample scene: rows of cards, with or without soft shadows.
func cards(haveShadows: Bool, at step: Int) -> DisplayList {
  let root = Layer(frame: Rect(x: 0, y: 0, width: 800, height: 600))
  for index in 0..<200 {
    let card = Layer(
      frame: Rect(
        x: 10 + Double(index % 20) * 39, y: 12 + Double(index / 20) * 58 + Double(step % 9), width: 32,
        height: 48))
    card.backgroundColor = HSB(hue: Double(index) * 1.8, saturation: 0.5, brightness: 0.9).rgba()
    card.cornerRadius = 5
    if haveShadows {
      card.shadow = Shadow(color: RGBA(red: 0, green: 0, blue: 0, alpha: 0.4), offset: Vector(0, 3), blur: 8)
    }
    root.addSublayer(card)
  }
  var list = DisplayList()
  list.record(root)
  return list
}

let offscreen = try OffscreenContext()
let graphics = offscreen.graphics
let size = PixelSize(width: 800, height: 600)
let target = try Framebuffer(size: size, in: graphics)
graphics.setTarget(target)
let renderer = try Renderer(context: graphics, typesetter: Typesetter())

/// Returns the time to draw a complete frame, in milliseconds.
@MainActor func milliseconds(haveShadows: Bool, at step: Int) throws -> Double {
  let list = cards(haveShadows: haveShadows, at: step)
  graphics.finish()
  let start = ContinuousClock.now
  try renderer.draw(list, size: size, scale: 1, background: .white)
  graphics.finish()
  return (ContinuousClock.now - start) / .milliseconds(1)
}

// Measurements alternate, so that other load on the machine affects both alike. The first frames compile the programs.
var (plain, shadowed): ([Double], [Double]) = ([], [])
for step in 0..<70 {
  let pair = (
    try milliseconds(haveShadows: false, at: step), try milliseconds(haveShadows: true, at: step)
  )
  guard step >= 10 else { continue }
  plain.append(pair.0)
  shadowed.append(pair.1)
}
for (name, times) in [("plain", plain), ("shadowed", shadowed)] {
  guard let figures = Distribution(times) else { continue }
  print("\(name): median \(figures.median) ms, 95 % below \(figures.quantile(0.95)) ms")
}
if let ratio = RatioConfidenceInterval.paired(plain, shadowed) {
  print(
    "with shadows a frame takes \(ratio.ratio) times as long, \(ratio.interval): \(Verdict(ratio, limit: 1.05))"
  )
}
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--snapshot" {
  try PNG.write(Bitmap(size: size, bytes: target.readPixels()), to: CommandLine.arguments[2])
}
