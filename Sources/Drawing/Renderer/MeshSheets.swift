import GPU
import Geometry

/// Where the meshes of a frame are added up before their colours are put on the target: sheets of two channels, a
/// place for each mesh, drawn one after the other into one texture.
///
/// Meshes that overlap on the screen have places of their own, so that each covers what is behind it as one picture.
final class MeshSheets {
  /// A mesh on a sheet.
  struct Use {
    let mesh: StoredMesh
    let block: MeshBlock
    let entry: MeshTable.Entry
    /// The rectangle at which a partly visible mesh is cut off.
    let cut: PixelRect?
  }

  private(set) var sheets: [[Use]] = []
  /// The size that sheets may have; the texture has as many rows as were needed so far.
  private var size = PixelSize(width: 0, height: 0)
  private let context: GraphicsContext
  private var packer = ShelfPacker(PixelSize(width: 0, height: 0))
  private var heights: [Int] = []
  private var target: MeshTarget?

  init(in context: GraphicsContext) {
    self.context = context
  }

  /// Meshes up to this size are drawn whole; of larger ones only the visible part.
  static let largestWhole = 512

  func startFrame(size target: PixelSize) {
    let least = 1024
    let wanted = PixelSize(width: max(target.width, least), height: max(target.height, least))
    if wanted != size {
      size = wanted
      packer = ShelfPacker(wanted)
      self.target = nil
    }
    packer.removeAll()
    sheets.removeAll(keepingCapacity: true)
    heights.removeAll(keepingCapacity: true)
  }

  /// Finds a place for the pixels `region` of a mesh; `toPixels` maps the path's points to pixels.
  func place(
    _ mesh: StoredMesh, _ block: MeshBlock, region: PixelRect, isWhole: Bool, _ toPixels: Transform3D
  ) -> (sheet: Int, place: PixelRect)? {
    if sheets.isEmpty { sheets.append([]) }
    var found = packer.place(region.size)
    if found == nil {
      heights.append(packer.usedHeight)
      packer.removeAll()
      sheets.append([])
      found = packer.place(region.size)
    }
    guard let place = found else { return nil }
    let onSheet = toPixels.translated(x: mesh.origin.x, y: mesh.origin.y)
      .concatenating(.translation(x: Double(place.x - region.x), y: Double(place.y - region.y)))
    sheets[sheets.count - 1].append(
      Use(mesh: mesh, block: block, entry: MeshTable.Entry(onSheet), cut: isWhole ? nil : place))
    return (sheets.count - 1, place)
  }

  /// The rows of a sheet that hold something.
  func usedHeight(of sheet: Int) -> Int { sheet < heights.count ? heights[sheet] : packer.usedHeight }

  /// The texture gets so many rows at a time: a driver without a graphics card clears what it is asked for.
  private static let rowStep = 128

  /// Draws into the sheet from now on, and clears what is used of it; returns the size of what is drawn into.
  func begin(_ sheet: Int) throws -> PixelSize {
    let used = usedHeight(of: sheet)
    let target = try target(rows: used)
    context.setTarget(target.framebuffer)
    context.setScissor(flipped(PixelRect(x: 0, y: 0, width: size.width, height: used), in: target.size))
    context.clear()
    context.setScissor(nil)
    return target.size
  }

  private func target(rows: Int) throws -> MeshTarget {
    if let target, target.size.height >= rows { return target }
    let whole = (rows + Self.rowStep - 1) / Self.rowStep * Self.rowStep
    // The one that was too small goes before there is another one.
    target = nil
    let made = try MeshTarget(
      PixelSize(width: size.width, height: min(max(whole, Self.rowStep), size.height)), in: context)
    target = made
    return made
  }

  /// Limits drawing to a place on the sheet. Sheets have their first row at the bottom of the target.
  func setCut(_ place: PixelRect?) {
    guard let target else { return }
    context.setScissor(place.map { flipped($0, in: target.size) })
  }

  /// Lets samplers read the sheet that was drawn last.
  func bind(unit: Int) {
    if let target { context.bind(target.framebuffer.color, unit: unit) }
  }

  private func flipped(_ rect: PixelRect, in size: PixelSize) -> PixelRect {
    PixelRect(x: rect.x, y: size.height - rect.y - rect.height, width: rect.width, height: rect.height)
  }
}

/// A framebuffer that can be kept in an optional.
private final class MeshTarget {
  let framebuffer: Framebuffer
  let size: PixelSize

  init(_ size: PixelSize, in context: GraphicsContext) throws(GraphicsError) {
    self.size = size
    framebuffer = try Framebuffer(size: size, format: .rg8, filter: .nearest, in: context)
  }
}
