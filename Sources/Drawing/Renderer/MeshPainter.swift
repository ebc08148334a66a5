import GPU
import Geometry

/// Draws the meshes on a sheet, with one call for neighbours of one block.
final class MeshPainter {
  /// The part of a mesh that is added up.
  enum Part: CaseIterable {
    case triangles, edges

    var shader: PaintShader { self == .triangles ? .meshTriangles : .meshEdges }
  }

  /// Neighbouring slots of a block that are drawn by one call, each as often as the others.
  private struct Run {
    let block: MeshBlock
    let slots: ClosedRange<Int>
    let triangles: Range<Int>
    let edges: Range<Int>
    let instances: Int
    /// The number in the table of the first slot's first instance.
    let base: Int
    let cut: PixelRect?
  }

  let sheets: MeshSheets
  private let context: GraphicsContext
  private let programs: Programs
  private let table: MeshTable
  /// The runs of each sheet.
  private var runs: [[Run]] = []

  init(in context: GraphicsContext, programs: Programs) {
    self.context = context
    self.programs = programs
    sheets = MeshSheets(in: context)
    table = MeshTable(in: context)
  }

  func startFrame(size: PixelSize) {
    sheets.startFrame(size: size)
    table.startFrame()
    runs.removeAll(keepingCapacity: true)
  }

  /// Gets ready to draw the sheets; returns how many bytes went to the GPU.
  func upload() throws -> Int {
    for uses in sheets.sheets { runs.append(makeRuns(uses)) }
    try table.upload()
    return table.entries.count * MemoryLayout<MeshTable.Entry>.stride
  }

  /// Draws a sheet. The target and the blending are as before afterwards; the scissor is lifted.
  func draw(_ sheet: Int, counting statistics: inout FrameStatistics) throws {
    let target = context.target
    let pixels = try sheets.begin(sheet)
    context.setBlending(.additive)
    table.bind(unit: 1)
    let size = SIMD2(Float(pixels.width), Float(pixels.height))
    for part in Part.allCases {
      let program = try programs.program(part.shader)
      program.use([.texture(unit: 1), .vec2(size)])
      for run in runs[sheet] {
        let numbers = SIMD3(Float(run.base), Float(run.slots.lowerBound), Float(run.slots.count))
        program.set(2, to: .vec3(numbers))
        sheets.setCut(run.cut)
        let indices = draw(part, of: run)
        statistics.draws += 1
        statistics.vertices += indices * run.instances
      }
    }
    context.setTarget(target)
    context.setBlending(.over)
  }

  private func draw(_ part: Part, of run: Run) -> Int {
    switch part {
    case .triangles:
      context.draw(
        .triangles, of: run.block.triangleArray, indices: run.triangles, instances: run.instances
      )
      return run.triangles.count
    case .edges:
      let count = StripPattern.indices
      let indices = run.edges.lowerBound * count..<run.edges.upperBound * count
      context.draw(
        .triangles, of: run.block.edgeArray, indices: indices, instances: run.instances)
      return indices.count
    }
  }

  // MARK: Runs

  /// How many slots that are not drawn a run may pass over; they are drawn as nothing.
  private static let widestGap = 4

  private func makeRuns(_ uses: [MeshSheets.Use]) -> [Run] {
    var runs: [Run] = []
    for use in uses where use.cut != nil {
      runs.append(run(of: [[use]], slots: use.mesh.slot...use.mesh.slot))
    }
    var byBlock: [ObjectIdentifier: [Int: [MeshSheets.Use]]] = [:]
    var blocks: [MeshBlock] = []
    for use in uses where use.cut == nil {
      let id = ObjectIdentifier(use.block)
      if byBlock[id] == nil { blocks.append(use.block) }
      byBlock[id, default: [:]][use.mesh.slot, default: []].append(use)
    }
    for block in blocks {
      guard let bySlot = byBlock[ObjectIdentifier(block)] else { continue }
      var group: [[MeshSheets.Use]] = []
      var slots: ClosedRange<Int>?
      for slot in bySlot.keys.sorted() {
        let own = bySlot[slot] ?? []
        if let known = slots, own.count == group[0].count, slot - known.upperBound <= MeshPainter.widestGap {
          for _ in known.upperBound + 1..<slot { group.append([]) }
          group.append(own)
          slots = known.lowerBound...slot
        } else {
          if let slots { runs.append(run(of: group, slots: slots)) }
          group = [own]
          slots = slot...slot
        }
      }
      if let slots { runs.append(run(of: group, slots: slots)) }
    }
    return runs
  }

  private func run(of group: [[MeshSheets.Use]], slots: ClosedRange<Int>) -> Run {
    let (first, last) = (group[0][0], group[group.count - 1][0])
    let count = group[0].count
    var base: Int?
    for instance in 0..<count {
      let number = table.append(group.lazy.map { instance < $0.count ? $0[instance].entry : .nowhere })
      base = base ?? number
    }
    return Run(
      block: first.block, slots: slots,
      triangles: first.mesh.triangles.lowerBound..<last.mesh.triangles.upperBound,
      edges: first.mesh.edges.lowerBound..<last.mesh.edges.upperBound, instances: count, base: base ?? 0,
      cut: first.cut)
  }
}

/// Where each mesh of a frame is drawn: numbers that vertex shaders look up in a texture.
final class MeshTable {
  /// The mapping of a mesh's points to pixels of its sheet, as `mesh.glsl` reads it.
  struct Entry: BitwiseCopyable {
    /// x, y, w of the origin, and −1 where the mapping mirrors, else 1.
    var origin: SIMD4<Float>
    /// Their changes along one point of x and of y.
    var right: SIMD4<Float>
    var down: SIMD4<Float>
    private var unused = SIMD4<Float>.zero

    init(_ transform: Transform3D) {
      let rows = transform.rows
      func column(_ row: SIMD4<Double>, _ last: Float) -> SIMD4<Float> {
        SIMD4(Float(row.x), Float(row.y), Float(row.w), last)
      }
      let (a, b, c) = (rows.0, rows.1, rows.3)
      let determinant =
        a.x * (b.y * c.w - b.w * c.y) - a.y * (b.x * c.w - b.w * c.x) + a.w * (b.x * c.y - b.y * c.x)
      origin = column(c, determinant < 0 ? -1 : 1)
      right = column(a, 0)
      down = column(b, 0)
    }

    /// Draws nothing: all points fall together.
    static let nowhere = Entry(Transform3D(AffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)))
  }

  private static let texels = 4
  private static let columns = 256

  private let context: GraphicsContext
  private var texture: TableTexture?
  private(set) var entries: [Entry] = []

  init(in context: GraphicsContext) {
    self.context = context
  }

  func startFrame() {
    entries.removeAll(keepingCapacity: true)
  }

  /// Appends entries; returns the number of the first.
  func append(_ more: some Sequence<Entry>) -> Int {
    let first = entries.count
    entries.append(contentsOf: more)
    return first
  }

  /// Makes the entries visible to shaders.
  func upload() throws {
    guard !entries.isEmpty else { return }
    let rows = (entries.count + MeshTable.columns - 1) / MeshTable.columns
    while entries.count < rows * MeshTable.columns { entries.append(.nowhere) }
    let texture: TableTexture
    if let known = self.texture, known.texture.size.height >= rows {
      texture = known
    } else {
      texture = try TableTexture(
        PixelSize(width: MeshTable.columns * MeshTable.texels, height: rows + rows / 2), in: context)
      self.texture = texture
    }
    let place = PixelRect(x: 0, y: 0, width: MeshTable.columns * MeshTable.texels, height: rows)
    try entries.withUnsafeBytes { try texture.texture.upload(bytes: $0, to: place) }
  }

  func bind(unit: Int) {
    if let texture { context.bind(texture.texture, unit: unit) }
  }
}

/// A texture that can be kept in an optional.
private final class TableTexture {
  let texture: Texture

  init(_ size: PixelSize, in context: GraphicsContext) throws(GraphicsError) {
    texture = try Texture(size: size, format: .rgba32f, filter: .nearest, in: context)
  }
}
