import Application
import Colors
import Geometry
import Scene

/// Tiles with bevelled edges; the program turns them into a floor under water.
let tiles: SharedBitmap = {
  let size = PixelSize(width: 96, height: 96)
  var bytes: [UInt8] = []
  for y in 0..<size.height {
    for x in 0..<size.width {
      let (column, row) = (x % 24, y % 24)
      let isGap = column < 2 || row < 2
      let light = isGap ? 60 : 150 + 3 * (24 - row) - 2 * column + (x / 24 + y / 24) % 2 * 20
      bytes += [UInt8(light * 5 / 8), UInt8(light * 7 / 8), UInt8(light), 255]
    }
  }
  return SharedBitmap(size: size, bytes: bytes)
}()

let water = ShaderFill(
  String(decoding: PackageResources.water_glsl, as: UTF8.self),
  reading: [
    .init("tiles", .bitmap(tiles)), .init("time", .time), .init("size", .size), .init("pointer", .pointer),
  ], isOpaque: true
).watching("water.glsl")

WindowProgram.main("Water", size: Size(640, 480)) { tree, input in
  let pool = Layer()
  pool.contents = .shader(water)
  tree.root.addSublayer(pool)
  input.onResize { pool.frame = Rect(origin: .zero, size: $0) }
}
