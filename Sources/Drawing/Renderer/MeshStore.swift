import GPU
import Geometry
import Scene
import Tessellation

/// The meshes of paths that were drawn lately, on the GPU: each is cut once for a level of detail.
final class MeshStore {
  /// The inputs of a mesh.
  struct Key: Hashable {
    let figure: Figure
    let rule: FillRule
    let detail: LevelOfDetail
  }

  /// How many meshes were cut in this frame.
  private(set) var cutCount = 0

  private let context: GraphicsContext
  private let budget: UploadBudget
  private var tessellator = Tessellator()
  private var blocks: [MeshBlock] = []

  /// Nil stands for a path with too many corners to be cut.
  private var meshes: [Key: StoredMesh?] = [:]
  private var frame = 0
  private let pattern: StripPattern

  /// The bytes of blocks above which unused meshes are evicted, per pixel of the picture and in total.
  private static let (bytesPerPixel, leastLimit, limit) = (32, 16 << 20, 96 << 20)

  private static let countLimit = 1 << 14

  init(in context: GraphicsContext, budget: UploadBudget) {
    self.context = context
    self.budget = budget
    pattern = StripPattern(in: context)
  }

  /// Begins a frame of a picture so large.
  func startFrame(size: PixelSize) {
    frame += 1
    cutCount = 0
    // Meshes without triangles take no bytes; they are forgotten when there are many.
    if meshes.count > MeshStore.countLimit { meshes = meshes.filter { $0.value?.block != nil } }
    let limit = min(max(Self.leastLimit, size.width * size.height * Self.bytesPerPixel), Self.limit)
    while blocks.reduce(0, { $0 + $1.byteCount }) > limit, forgetOldest(after: 1) {}
  }

  /// Makes the table of meshes ready: the first mesh would wait until the type of it is put together.
  func prepare() { meshes.reserveCapacity(16) }

  /// Gives up what was last drawn so many frames ago.
  func forget(after frames: Int) { while forgetOldest(after: frames) {} }

  /// Gives up the block that was not drawn from for longest, if that was so many frames ago; returns whether it was.
  private func forgetOldest(after frames: Int) -> Bool {
    guard let oldest = blocks.indices.min(by: { blocks[$0].lastUse < blocks[$1].lastUse }),
      blocks[oldest].lastUse < frame - frames
    else { return false }
    for key in blocks.remove(at: oldest).keys { meshes[key] = nil }
    return true
  }

  /// The state of a path's mesh in a frame.
  enum Answer {
    case mesh(StoredMesh)
    /// It would have to be cut and uploaded, for which there is no room in this frame.
    case waits
    /// It has too many corners.
    case impossible
  }

  /// Returns the mesh of a path for a level of detail, and cuts it if it does not exist.
  func mesh(of path: PathContents, detail: LevelOfDetail) throws(GraphicsError) -> Answer {
    let key = Key(figure: path.figure, rule: path.rule, detail: detail)
    if let known = meshes[key] { return known.map { .mesh(used($0)) } ?? .impossible }
    // How many bytes a mesh takes is known when it is cut; they count for what comes after it.
    guard budget.allows(UploadBudget.cutting(key.figure)) else { return .waits }
    cutCount += 1
    let mesh: Mesh
    do {
      mesh = try tessellator.mesh(of: path.figure.path, fillRule: path.rule, detail: detail)
    } catch {
      meshes[key] = .some(nil)
      return .impossible
    }
    let stored = try add(mesh, key)
    meshes[key] = stored
    return .mesh(used(stored))
  }

  /// Returns the mesh of a path that there is, at the level nearest to `detail`.
  func nearestMesh(of path: PathContents, detail: LevelOfDetail) -> StoredMesh? {
    for step in [0, 1, -1, 2, -2] {
      let level = LevelOfDetail(octave: detail.octave + step)
      if let known = meshes[Key(figure: path.figure, rule: path.rule, detail: level)] ?? nil {
        return used(known)
      }
    }
    return nil
  }

  private func used(_ mesh: StoredMesh) -> StoredMesh {
    mesh.block?.lastUse = frame
    return mesh
  }

  private func add(_ mesh: Mesh, _ key: Key) throws(GraphicsError) -> StoredMesh {
    if mesh.isEmpty { return StoredMesh(origin: mesh.origin) }
    let block: MeshBlock
    if let last = blocks.last(where: { $0.hasRoom(for: mesh) }) {
      block = last
    } else {
      block = try MeshBlock(for: mesh, number: blocks.count, pattern: pattern, in: context)
      blocks.append(block)
    }
    block.keys.append(key)
    let stored = block.add(mesh)
    budget.spend(stored.byteCount, work: UploadBudget.cutting(key.figure))
    return stored
  }
}

/// Where a mesh lies in its block.
final class StoredMesh {
  /// The origin of the vertices, in the path's points.
  let origin: Point

  /// Nil for a mesh without triangles.
  let block: MeshBlock?
  let slot: Int
  let triangles: Range<Int>
  let edges: Range<Int>
  let byteCount: Int

  init(
    origin: Point, block: MeshBlock? = nil, slot: Int = 0, triangles: Range<Int> = 0..<0,
    edges: Range<Int> = 0..<0, byteCount: Int = 0
  ) {
    self.origin = origin
    self.block = block
    self.slot = slot
    self.triangles = triangles
    self.edges = edges
    self.byteCount = byteCount
  }
}
