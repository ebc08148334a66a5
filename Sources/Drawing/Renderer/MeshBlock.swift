import GPU
import Geometry
import Tessellation

/// Buffers on the GPU that many meshes share, so that one call draws them all.
///
/// Each mesh has a slot, a number that its vertices carry and by which the shader finds where it is drawn.
final class MeshBlock {
  /// The keys of the meshes in the block.
  var keys: [MeshStore.Key] = []

  /// The last frame in which something of the block was drawn.
  var lastUse = 0

  let byteCount: Int

  /// Draw the triangles, and the strips along the edges.
  let triangleArray: VertexArray
  let edgeArray: VertexArray

  private var vertices: Buffer
  private var indices: Buffer
  private var ends: Buffer
  private let pattern: StripPattern
  private var meshCount = 0
  private var vertexCount = 0
  private var indexCount = 0
  private var edgeCount = 0
  private let capacity: (vertices: Int, indices: Int, edges: Int)

  /// The edges that a block has room for, unless a single mesh has more, where `number` blocks exist. The first is small: a
  /// driver without a graphics card clears what it is asked for, and a single poster that flies needs little.
  private static func room(number: Int) -> Int { 1 << min(10 + 2 * number, 15) }

  /// Creates a block with room for a mesh and others like it, where `number` blocks exist.
  init(
    for mesh: Mesh, number: Int, pattern: StripPattern, in context: GraphicsContext
  ) throws(GraphicsError) {
    let room = Self.room(number: number)
    capacity = (
      max(room, mesh.vertices.count), max(3 * room, mesh.triangles.count), max(room, mesh.edges.count)
    )
    self.pattern = pattern
    let sizes = (
      capacity.vertices * MeshVertex.layout.stride, capacity.indices * 4,
      capacity.edges * StripPattern.corners * StripVertex.layout.stride
    )
    byteCount = sizes.0 + sizes.1 + sizes.2
    vertices = Buffer(in: context)
    try vertices.reserve(sizes.0)
    indices = Buffer(in: context)
    try indices.reserve(sizes.1)
    ends = Buffer(in: context)
    try ends.reserve(sizes.2)
    try pattern.reach(edges: capacity.edges)
    triangleArray = VertexArray(
      vertices: vertices, layout: MeshVertex.layout, indices: indices, in: context)
    edgeArray = VertexArray(vertices: ends, layout: StripVertex.layout, in: context)
    edgeArray.attachIndices(pattern.buffer)
  }

  func hasRoom(for mesh: Mesh) -> Bool {
    vertexCount + mesh.vertices.count <= capacity.vertices
      && indexCount + mesh.triangles.count <= capacity.indices
      && edgeCount + mesh.edges.count <= capacity.edges
  }

  /// Uploads a mesh, for which there is room.
  func add(_ mesh: Mesh) -> StoredMesh {
    let slot = meshCount
    let own = mesh.vertices.map { MeshVertex(place: $0, slot: Float(slot)) }
    let first = UInt32(vertexCount)
    let triangles = mesh.triangles.map { $0 + first }
    var strips: [StripVertex] = []
    strips.reserveCapacity(mesh.edges.count * StripPattern.corners)
    for edge in mesh.edges {
      for corner in 0..<StripPattern.corners { strips.append(StripVertex(edge, corner: corner, slot: slot)) }
    }
    vertices.upload(own, at: vertexCount * MeshVertex.layout.stride)
    indices.upload(triangles, at: indexCount * 4)
    ends.upload(strips, at: edgeCount * StripPattern.corners * StripVertex.layout.stride)
    let stored = StoredMesh(
      origin: mesh.origin, block: self, slot: slot, triangles: indexCount..<indexCount + triangles.count,
      edges: edgeCount..<edgeCount + mesh.edges.count,
      byteCount: own.count * MeshVertex.layout.stride + triangles.count * 4
        + strips.count * StripVertex.layout.stride)
    meshCount += 1
    vertexCount += own.count
    indexCount += triangles.count
    edgeCount += mesh.edges.count
    return stored
  }
}

/// A corner of a triangle as `mesh-triangles.vert.glsl` reads it.
struct MeshVertex: BitwiseCopyable {
  var x: Float
  var y: Float
  var slot: Float

  static let layout = VertexLayout(floats: 3)

  init(place: SIMD2<Float>, slot: Float) {
    (x, y, self.slot) = (place.x, place.y, slot)
  }
}

/// A corner of the two strips along an edge as `mesh-edges.vert.glsl` reads it.
struct StripVertex: BitwiseCopyable {
  /// The end of the edge that the corner belongs to, and the other one.
  var ends: SIMD4<Float>
  /// The corner beyond the own end on the contour, and the slot and number of the corner in one.
  var beyond: (Float, Float, Float)

  static let layout = {
    var layout = VertexLayout(floats: 4, 3)
    layout.skip(MemoryLayout<StripVertex>.stride - layout.stride)
    return layout
  }()

  init(_ edge: Mesh.Edge, corner: Int, slot: Int) {
    let (own, other, next) =
      corner.isMultiple(of: 2) ? (edge.start, edge.end, edge.before) : (edge.end, edge.start, edge.after)
    ends = SIMD4(own.x, own.y, other.x, other.y)
    beyond = (next.x, next.y, Float(slot * 8 + corner))
  }
}

/// The order in which the corners of strips make triangles, the same for all edges.
///
/// An edge from S to E has the corners S + p, E + p, S, E, S − p, E − p. The last corner of a triangle says which side
/// of the edge it is on.
final class StripPattern {
  static let corners = 6
  static let indices = 12

  private(set) var buffer: Buffer
  private var count = 0

  init(in context: GraphicsContext) {
    buffer = Buffer(in: context)
  }

  /// Makes the pattern long enough for so many edges.
  func reach(edges: Int) throws(GraphicsError) {
    guard edges > count else { return }
    count = edges
    var list: [UInt32] = []
    list.reserveCapacity(edges * StripPattern.indices)
    for edge in 0..<UInt32(edges) {
      for corner: UInt32 in [0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4] {
        list.append(edge * UInt32(StripPattern.corners) + corner)
      }
    }
    try buffer.upload(list)
  }
}
