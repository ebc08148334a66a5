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
  """
  float height(vec2 point) {
    float drop = length(point - pointer * size);
    float swell = sin(point.x * 0.04 + time) + sin(point.y * 0.05 - time * 1.3);
    return swell + 6.0 * exp(-drop * 0.012) * sin(drop * 0.12 - time * 6.0);
  }

  vec4 paint(vec2 p) {
    vec2 point = p * size;
    vec2 slope = vec2(
      height(point + vec2(1.0, 0.0)) - height(point - vec2(1.0, 0.0)),
      height(point + vec2(0.0, 1.0)) - height(point - vec2(0.0, 1.0)));
    vec3 floor = texture(tiles, fract((point + slope * 14.0) / 240.0)).rgb;
    float glint = pow(max(dot(normalize(vec3(-slope, 1.0)), normalize(vec3(-0.4, 0.5, 0.8))), 0.0), 24.0);
    return vec4(floor + 0.35 * glint, 1.0);
  }
  """,
  reading: [
    .init("tiles", .bitmap(tiles)), .init("time", .time), .init("size", .size),
    .init("pointer", .vec2(SIMD2(0.5, 0.5))),
  ], isOpaque: true)

WindowProgram.main("Water", size: Size(640, 480)) { tree, input in
  let pool = Layer()
  pool.contents = .shader(water)
  tree.root.addSublayer(pool)
  input.onResize { pool.frame = Rect(origin: .zero, size: $0) }
  input.onEvent { event, _ in
    guard case .pointerMoved(let point, _) = event else { return }
    pool.contents = .shader(water.setting("pointer", to: .vec2(water.place(of: point, in: pool.bounds))))
  }
}
