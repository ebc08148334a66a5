import GPU
import Geometry
import Scene
import Tessellation
import Typography

/// The masks of texts and paths that were drawn lately, kept in one atlas.
final class MaskStore {
  /// What a mask was made from; equal keys have equal masks.
  enum Key: Hashable {
    case text(String, TextStyle, maximumWidth: Double?, scale: Double, phase: Int)
    case path(Path, FillRule, scale: SIMD2<Double>, phase: SIMD2<Double>)
  }

  /// A mask's place in its texture and where it lies beside the pixel it was asked for.
  struct Mask {
    /// Nil when nothing is covered.
    var place: PixelRect?
    var left: Int
    var top: Int
    /// The texture of a mask that is too large for the atlas.
    var ownTexture: OwnedTexture?
  }

  /// A texture that one mask has for itself.
  final class OwnedTexture {
    let texture: Texture

    init(_ texture: consuming Texture) {
      self.texture = texture
    }
  }

  let atlas: MaskAtlas
  private let context: GraphicsContext
  private var masks: [Key: Mask] = [:]
  private(set) var uploadedBytes = 0
  private var rasterizer = CoverageRasterizer()

  init(in context: GraphicsContext) throws(GraphicsError) {
    self.context = context
    atlas = try MaskAtlas(in: context)
  }

  /// Horizontal positions between two pixels at which text is rasterised.
  static let phases = 4

  /// Whether the atlas had no place left for something; the frame must then be encoded again.
  private(set) var isFull = false

  func startFrame() {
    uploadedBytes = 0
    if isFull {
      atlas.removeAll()
      masks.removeAll()
      isFull = false
    }
  }

  /// Returns the mask of a line of text.
  func mask(
    of text: TextContents, scale: Double, phase: Int, typesetter: Typesetter
  ) throws(GraphicsError) -> Mask {
    let key = Key.text(text.text, text.style, maximumWidth: text.maximumWidth, scale: scale, phase: phase)
    if let known = masks[key] { return known }
    let line = typesetter.line(text.text, font: Font(text.style), maximumWidth: text.maximumWidth)
    let mask = typesetter.mask(
      of: line, scale: scale, subpixelOffset: Double(phase) / Double(MaskStore.phases))
    return try keep(key, size: mask.size, left: mask.left, top: mask.top, coverage: mask.coverage)
  }

  /// Returns the mask of a path at a scale, its origin `phase` beyond a pixel's corner.
  func mask(
    of path: PathContents, scale: SIMD2<Double>, phase: SIMD2<Double>
  ) throws(GraphicsError) -> Mask {
    let key = Key.path(path.path, path.rule, scale: scale, phase: phase)
    if let known = masks[key] { return known }
    let transform = AffineTransform(a: scale.x, b: 0, c: 0, d: scale.y, tx: phase.x, ty: phase.y)
    guard let bounds = path.path.transformed(by: transform).bounds else { return Mask(left: 0, top: 0) }
    let largest = Double(context.maximumTextureSize)
    let left = bounds.minX.rounded(.down)
    let top = bounds.minY.rounded(.down)
    let width = bounds.maxX.rounded(.up) - left
    let height = bounds.maxY.rounded(.up) - top
    guard width > 0, height > 0, width <= largest, height <= largest, abs(left) < 1e9, abs(top) < 1e9 else {
      return Mask(left: 0, top: 0)
    }
    let size = PixelSize(width: Int(width), height: Int(height))
    let coverage = rasterizer.coverage(
      of: path.path, fillRule: path.rule,
      transform: transform.concatenating(.translation(x: -left, y: -top)), in: size)
    return try keep(key, size: size, left: Int(left), top: Int(top), coverage: coverage)
  }

  private func keep(
    _ key: Key, size: PixelSize, left: Int, top: Int, coverage: [UInt8]
  ) throws(GraphicsError) -> Mask {
    var mask = Mask(left: left, top: top)
    if !size.isEmpty {
      let isLarge = size.width > atlas.texture.size.width / 2 || size.height > atlas.texture.size.height / 2
      if isLarge {
        let texture = try Texture(size: size, format: .r8, filter: .nearest, pixels: coverage, in: context)
        mask.ownTexture = OwnedTexture(texture)
        mask.place = PixelRect(size)
      } else if let place = atlas.place(size) {
        try atlas.texture.upload(coverage, to: place)
        mask.place = place
      } else {
        isFull = true
        return mask
      }
      uploadedBytes += coverage.count
    }
    masks[key] = mask
    return mask
  }
}

extension Font {
  /// Creates the font of a layer's text.
  init(_ style: TextStyle) {
    self.init(
      family: style.family, size: style.size, weight: style.weight, tabularFigures: style.hasTabularFigures)
  }
}
