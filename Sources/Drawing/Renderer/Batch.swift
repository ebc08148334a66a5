import Colors
import GPU
import Geometry
import Scene

/// Rectangles in a row that one draw call paints.
struct Batch {
  enum Paint {
    case box
    /// Whole pixels of one opaque colour, which need no program: the batch's clip says which.
    case fill(RGBA)
    /// Rectangles of one colour each, away from any edge.
    case flat(isOpaque: Bool)
    /// Shadows, whether their blur hides the corners of what casts them.
    case shadow(isSoft: Bool)
    /// A bitmap, whether it is drawn with fewer pixels than it has, and which of its pixels.
    case image(ImageContents, isReduced: Bool, ImagePart)
    case gradient(Gradient, in: Rect, GradientPart)
    case mask(MaskPage)
    /// Meshes that were added up on a sheet.
    case mesh(sheet: Int)
    /// Painted by a shader of the fill's own, in upright rows of whole pixels or on a layer that is turned.
    case shader(ShaderFill, isUpright: Bool)
    /// Cells of a fill in which its colours are cubics of the place.
    case cubic
    /// Draws into a target that holds the pixels of a box.
    case beginGroup(GroupTarget, box: PixelRect)
    case beginMask(GroupTarget, box: PixelRect)
    /// Shows the picture that was begun, through its mask when it has one; of others what lies at their edge.
    case endGroup(GroupTarget, mask: GroupTarget?)
    /// Shows what lies inside the edge of the picture that has just ended.
    case groupInside(GroupTarget)

    /// Whether one draw call can paint both.
    func joins(_ other: Paint) -> Bool {
      switch (self, other) {
      case (.box, .box), (.cubic, .cubic): true
      case (.groupInside(let a), .groupInside(let b)): a === b
      case (.shadow(let a), .shadow(let b)): a == b
      case (.gradient(let a, let first, let part), .gradient(let b, let second, let other)):
        part == other && first == second && a == b
      case (.flat(let a), .flat(let b)): a == b
      case (.image(let a, let first, let part), .image(let b, let second, let other)):
        first == second && part == other && a.looksUp(likeIn: b)
      case (.mask(let a), .mask(let b)): a === b
      case (.mesh(let a), .mesh(let b)): a == b
      default: false
      }
    }
  }

  /// The computation that the pixels of a gradient need.
  enum GradientPart: Hashable {
    /// How much of each lies inside, too.
    case edges
    case inside(isOpaque: Bool)
  }

  /// The computation that the pixels of an image need.
  enum ImagePart: Hashable {
    /// How much of each lies inside, where each may be one texel.
    case edges(isWhole: Bool)
    case inside(isOpaque: Bool)
    /// Each is one texel.
    case texels(isOpaque: Bool)

    /// Whether each pixel is one texel.
    var isWhole: Bool {
      switch self {
      case .edges(let isWhole): isWhole
      case .inside: false
      case .texels: true
      }
    }
  }

  var paint: Paint
  var clip: PixelRect?
  var instances: Range<Int>
}

extension SIMD4<Float> {
  /// Creates the places 0…1 at the edges of so many pixels, as origin and extent: 0 and 1 fall on the centres of the
  /// outermost pixels, so that what is there is pure.
  init(placesOver size: PixelSize, isUp: Bool) {
    let (columns, rows) = (Float(Swift.max(1, size.width - 1)), Float(Swift.max(1, size.height - 1)))
    let (width, height) = (Float(size.width) / columns, Float(size.height) / rows)
    self =
      isUp
      ? SIMD4(-0.5 / columns, -0.5 / rows, width, height)
      : SIMD4(-0.5 / columns, 1 + 0.5 / rows, width, -height)
  }
}

extension ImageContents {
  /// Whether both are drawn from the same texture.
  fileprivate func looksUp(likeIn other: ImageContents) -> Bool {
    bitmap === other.bitmap && filter == other.filter && (tile == nil) == (other.tile == nil)
  }
}
