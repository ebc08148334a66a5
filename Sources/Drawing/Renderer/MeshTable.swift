import GPU
import Geometry

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
