import GPU
import Geometry
import Glibc
import Renderer
import Scene
import Tessellation
import VectorArt

/// As many squares with a texture as there are crowns, by one draw call: what no renderer can beat.
final class BareQuads {
  private let program: Program
  private let texture: Texture
  private let buffer: Buffer
  private let array: VertexArray
  private let context: GraphicsContext
  private let count: Int

  init(_ count: Int, side: Double, in size: PixelSize, context: GraphicsContext) throws {
    self.context = context
    self.count = count
    let vertex = """
      layout(location = 0) in vec4 aPlace;
      layout(location = 1) in vec2 aTexel;
      out vec2 vTexel;
      void main() {
        vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
        vTexel = aTexel + corner * (40.0 / 1024.0);
        gl_Position = vec4(aPlace.xy + corner * aPlace.zw, 0.0, 1.0);
      }
      """
    let fragment = """
      in vec2 vTexel;
      out vec4 color;
      uniform sampler2D uTexture;
      void main() { color = texture(uTexture, vTexel); }
      """
    program = try Program(
      vertex: ShaderSource(file: "bare.vert", text: vertex),
      fragment: ShaderSource(file: "bare.frag", text: fragment), in: context)
    let texels = (0..<1024 * 1024 * 4).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    texture = try Texture(
      size: PixelSize(width: 1024, height: 1024), filter: .nearest, pixels: texels, in: context)
    let columns = Int(Double(size.width) / side)
    let (width, height) = (Float(2 * side) / Float(size.width), Float(2 * side) / Float(size.height))
    let places = (0..<count).flatMap { index -> [Float] in
      let (column, row) = (index % columns, index / columns)
      let texel = (Float(index % 25) * 40 / 1024, Float(index / 25 % 25) * 40 / 1024)
      return [-1 + Float(column) * width, 1 - Float(row + 1) * height, width, height, texel.0, texel.1]
    }
    buffer = try Buffer(places, in: context)
    array = VertexArray(
      vertices: buffer, layout: VertexLayout(floats: 4, 2, perInstance: true), in: context)
  }

  func draw() {
    context.clear(to: SIMD4(0.15, 0.15, 0.15, 1))
    context.setBlending(.over)
    context.bind(texture, unit: 0)
    program.set(program.uniform("uTexture"), toTextureUnit: 0)
    context.draw(.triangleStrip, of: array, vertices: 0..<4, instances: count)
    context.finish()
  }
}

private let fullHD = PixelSize(width: 1920, height: 1080)

/// Frames of a thousand crowns at rest, each drawn anew, in turns with bare squares.
func measureFrames(_ crowns: [Crown]) throws {
  let stage = try Stage(fullHD)
  let grid = CrownGrid(crowns, size: Size(width: 1920, height: 1080))
  grid.layOut(side: 40, isMoving: false)
  let quads = try BareQuads(crowns.count, side: 40, in: fullHD, context: stage.offscreen.graphics)
  var times: (crowns: [Double], bare: [Double]) = ([], [])
  for frame in 0..<80 {
    let crowns = try milliseconds { try stage.draw(grid.root) }
    let bare = milliseconds { quads.draw() }
    guard frame >= 20 else { continue }
    times.crowns.append(crowns)
    times.bare.append(bare)
  }
  try stage.offscreen.graphics.check()
  let (ours, bare) = (percentile(times.crowns, 0.5), percentile(times.bare, 0.5))
  let (best, least) = (times.crowns.min() ?? 0, times.bare.min() ?? 0)
  print(
    "\(crowns.count) crowns at 40 px, redraw forced: \(words(ours)) ms, bare squares \(words(bare)) ms, ratio "
      + "\(words(ours / bare)) (least \(words(best)) / \(words(least)) = \(words(best / least))), "
      + "\(stage.renderer.statistics.draws) draw calls")
}

/// A zoom from small cells to one crown that fills the window and back, without a stop.
func measureZoom(_ crowns: [Crown]) throws {
  let stage = try Stage(fullHD)
  stage.renderer.uploadBudget = 2 << 20
  let grid = CrownGrid(crowns, size: Size(width: 1920, height: 1080))
  let frames = 300
  var (times, work): ([Double], [Double]) = ([], [])
  var slowest = (time: 0.0, side: 0.0, cuts: 0, masks: 0)
  for frame in 0..<frames {
    let way = 1 - abs(Double(2 * frame) / Double(frames) - 1)
    let side = 16 * exp(log(1080.0 / 16) * way)
    grid.layOut(side: side, isMoving: true)
    var time = 0.0
    let cpu = try milliseconds(CLOCK_PROCESS_CPUTIME_ID) {
      time = try milliseconds { try stage.draw(grid.root) }
    }
    times.append(time)
    work.append(cpu)
    let statistics = stage.renderer.statistics
    if CommandLine.arguments.contains("--frames") {
      print(
        "\(words(side, 0)) px  \(words(time)) ms  \(words(cpu)) ms CPU  \(statistics.draws) draws  \(statistics.vertices) vertices  "
          + "\(statistics.cutMeshes) cut  \(statistics.madeMasks) masks  \(statistics.uploadedBytes >> 10) KiB"
      )
    }
    if time > slowest.time { slowest = (time, side, statistics.cutMeshes, statistics.madeMasks) }
  }
  try stage.offscreen.graphics.check()
  print(
    "zooming 16…1080 px and back, \(frames) frames: p50 \(words(percentile(times, 0.5))) ms, p95 "
      + "\(words(percentile(times, 0.95))) ms (CPU of all threads \(words(percentile(work, 0.5))) and "
      + "\(words(percentile(work, 0.95)))), most \(words(slowest.time)) ms (cells of \(words(slowest.side, 0)) px, "
      + "\(slowest.cuts) meshes cut, \(slowest.masks) masks made)")
}

/// Measures the time from the library's bytes and box to coverage in the middle of a cell of 40 pixels, and to the
/// first frame.
func measureColdStart(_ crowns: [Crown]) throws {
  var (decoding, covering) = (Double.infinity, Double.infinity)
  for _ in 0..<7 {
    var figures: [Figure] = []
    figures.reserveCapacity(crowns.count)
    let decoded = try milliseconds(CLOCK_THREAD_CPUTIME_ID) {
      for crown in crowns {
        figures.append(
          Figure(try PathCode.decodeFolded(crown.code), hasOverlaps: false, bounds: crown.figure.bounds))
      }
    }
    var rasterizer = CoverageRasterizer()
    let covered = milliseconds(CLOCK_THREAD_CPUTIME_ID) {
      for figure in figures {
        let box = figure.bounds ?? .zero
        let scale = 36 / max(box.width, box.height)
        let size = PixelSize(
          width: 2 * Int((box.width * scale / 2).rounded(.up)),
          height: 2 * Int((box.height * scale / 2).rounded(.up)))
        let transform = Geometry.AffineTransform.translation(x: -box.midX, y: -box.midY)
          .concatenating(.scale(scale))
          .concatenating(.translation(x: Double(size.width) / 2, y: Double(size.height) / 2))
        let coverage = rasterizer.coverage(
          of: figure.outline, transform: transform, hasOverlaps: figure.hasOverlaps, bounds: box, in: size)
        if coverage.isEmpty { print("nothing is covered") }
      }
    }
    (decoding, covering) = (min(decoding, decoded), min(covering, covered))
  }
  let stage = try Stage(fullHD)
  let grid = CrownGrid(crowns, size: Size(width: 1920, height: 1080))
  grid.layOut(side: 40, isMoving: false)
  let first = try milliseconds(CLOCK_THREAD_CPUTIME_ID) { try stage.draw(grid.root) }
  print(
    "cold start of \(crowns.count) crowns: decoding \(words(decoding)) ms, coverage at 40 px \(words(covering)) ms "
      + "of CPU, together \(words(decoding + covering)); first frame of a new renderer \(words(first)) ms of CPU"
  )
}
