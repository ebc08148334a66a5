import Colors
import GPU
import Geometry
import Heraldry
import Images
import Tessellation
import VectorArt
import Windowing

struct Vertex: BitwiseCopyable {
  var place: SIMD3<Float>
  var normal: SIMD3<Float>
}

/// Returns a crown cut out of a plate: two faces and the walls between them, about two units wide.
func crown() throws -> (vertices: [Vertex], triangles: [SIMD3<UInt32>]) {
  let path = try VectorImage(svg: svg(of: CrownCatalogue.poster.drawing())).path
  guard let bounds = path.bounds else { return ([], []) }
  let scale = Float(2.4 / bounds.width)
  var tessellator = Tessellator()
  let mesh = try tessellator.mesh(of: path, fillRule: .nonZero, tolerance: bounds.width / 2000)
  let middle = SIMD2(Float(bounds.center.x - mesh.origin.x), Float(bounds.center.y - mesh.origin.y))
  let depth: Float = 0.16
  // Drawings have y downward, the world has y upward.
  func place(_ point: SIMD2<Float>, _ z: Float) -> SIMD3<Float> {
    let flat = (point - middle) * scale
    return SIMD3(flat.x, -flat.y, z)
  }

  var vertices: [Vertex] = []
  var triangles: [SIMD3<UInt32>] = []
  for z in [depth, -depth] {
    let first = UInt32(vertices.count)
    vertices += mesh.vertices.map { Vertex(place: place($0, z), normal: SIMD3(0, 0, z / depth)) }
    triangles += stride(from: 0, to: mesh.triangles.count, by: 3).map {
      SIMD3(mesh.triangles[$0], mesh.triangles[$0 + 1], mesh.triangles[$0 + 2]) &+ first
    }
  }
  for edge in mesh.edges {
    let (start, end) = (place(edge.start, 0), place(edge.end, 0))
    let way = end - start
    let length = (way * way).sum().squareRoot()
    guard length > 0 else { continue }
    // In the drawing, the inside is to the right of the edge.
    let normal = SIMD3(-way.y, way.x, 0) / length
    let first = UInt32(vertices.count)
    for (point, z) in [(start, depth), (end, depth), (start, -depth), (end, -depth)] {
      vertices.append(Vertex(place: SIMD3(point.x, point.y, z), normal: normal))
    }
    triangles += [SIMD3(first, first + 1, first + 2), SIMD3(first + 2, first + 1, first + 3)]
  }
  return (vertices, triangles)
}

/// The crown's buffers on the GPU, and the program that lights it.
final class Scene {
  private let graphics: GraphicsContext
  private let program: Program
  private let projection: Uniform
  private let modelView: Uniform
  private let normals: Uniform
  private let vertices: Buffer
  private let indices: Buffer
  private let array: VertexArray
  private let count: Int

  init(in graphics: GraphicsContext) throws {
    self.graphics = graphics
    let mesh = try crown()
    vertices = try Buffer(mesh.vertices, in: graphics)
    indices = try Buffer(triangles: mesh.triangles, in: graphics)
    count = 3 * mesh.triangles.count
    array = VertexArray(
      vertices: vertices, layout: VertexLayout(\Vertex.place, \.normal), indices: indices, in: graphics)
    program = try Program(
      vertex: ShaderSource(
        file: "crown.vert",
        text: """
          layout(location = 0) in vec3 place;
          layout(location = 1) in vec3 normal;
          uniform mat4 projection;
          uniform mat4 modelView;
          uniform mat3 normals;
          out vec3 turned;
          void main() {
            turned = normals * normal;
            gl_Position = projection * modelView * vec4(place, 1.0);
          }
          """),
      fragment: ShaderSource(
        file: "crown.frag",
        text: """
          in vec3 turned;
          out vec4 color;
          void main() {
            vec3 normal = normalize(turned);
            vec3 light = normalize(vec3(0.4, 0.7, 0.8));
            float diffuse = max(dot(normal, light), 0.0);
            float glint = pow(max(dot(normal, normalize(light + vec3(0.0, 0.0, 1.0))), 0.0), 40.0);
            color = vec4(vec3(0.85, 0.62, 0.2) * (0.25 + 0.75 * diffuse) + 0.5 * glint, 1.0);
          }
          """), in: graphics)
    projection = program.uniform("projection")
    modelView = program.uniform("modelView")
    normals = program.uniform("normals")
  }

  /// Draws the crown at a time into the current target, which needs a depth buffer.
  func draw(size: PixelSize, at time: Double) {
    graphics.clear(to: SIMD4(0.1, 0.1, 0.12, 1))
    graphics.clearDepth()
    graphics.setDepthTest(.nearer)
    let turn = Transform3D.rotation(time, x: 0, y: 1, z: 0) * .rotation(0.25, x: 1, y: 0, z: 0)
    let seen = turn * .lookAt(from: SIMD3(0, 0.4, 4), to: .zero)
    program.set(
      projection,
      to: .perspective(
        fieldOfView: 0.8, aspect: Double(size.width) / Double(size.height), near: 0.1, far: 20,
        depth: .minusOneToOne))
    program.set(modelView, to: seen)
    program.set(normals, toLinearPartOf: seen.forNormals ?? .identity)
    graphics.draw(.triangles, of: array, indices: 0..<count)
  }
}

/// Draws into a target with depth and four samples per pixel, and copies the result into the current target.
func draw(_ scene: Scene, into target: borrowing Framebuffer, at time: Double, in graphics: GraphicsContext) {
  let shown = graphics.target
  graphics.setTarget(target)
  scene.draw(size: target.size, at: time)
  graphics.setTarget(shown)
}

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "--snapshot" {
  let offscreen = try OffscreenContext()
  try withExtendedLifetime(offscreen) {
    let graphics = offscreen.graphics
    let size = PixelSize(width: 640, height: 480)
    let target = try Framebuffer(size: size, depth: true, samples: 4, in: graphics)
    draw(try Scene(in: graphics), into: target, at: 0.7, in: graphics)
    try graphics.check()
    try PNG.write(Bitmap(size: size, bytes: target.readPixels()), to: arguments[2])
  }
} else {
  let loop = try EventLoop()
  let window = try Window(WindowConfiguration(title: "Crown", size: Size(640, 480)), in: loop)
  window.setSwapInterval(1)
  let scene = try Scene(in: window.graphics)
  var isOpen = true
  while isOpen {
    let size = window.pixelSize
    let target = try Framebuffer(size: size, depth: true, samples: 4, in: window.graphics)
    window.graphics.setTarget(window: size)
    draw(scene, into: target, at: loop.now, in: window.graphics)
    window.graphics.copy(target)
    window.swapBuffers()
    try window.graphics.check()
    // Some window systems do not block in swap.
    loop.wait(until: loop.now + 1 / 120)
    isOpen = !window.takeEvents().contains { $0.event == .closeRequested }
  }
}
