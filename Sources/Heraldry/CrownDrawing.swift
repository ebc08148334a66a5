import Geometry

/// A crown drawn in one ink: repeated parts, and the tree of groups that places them.
public struct CrownDrawing: Hashable, Sendable {
  /// The viewBox, which begins at the origin and is always 1000 wide.
  public var size: Size

  /// The parts that `use` nodes refer to, in the order in which they are first used.
  public var parts: [Part]

  public var nodes: [Node]

  /// A piece that is drawn once and used in several places.
  public struct Part: Hashable, Sendable {
    public var id: String
    public var shapes: [Shape]
  }

  /// A path that is filled, or drawn with a pen.
  public struct Shape: Hashable, Sendable {
    public var path: Path
    public var style: Style

    public enum Style: Hashable, Sendable {
      case fill(FillRule)
      case stroke(Pen)
    }
  }

  public struct Pen: Hashable, Sendable {
    public enum Cap: String, Hashable, Sendable { case butt, round, square }
    public enum Join: String, Hashable, Sendable { case miter, round, bevel }

    public var width: Double
    public var cap: Cap
    public var join: Join

    /// The lengths of dashes and gaps by turns; empty for an unbroken line.
    public var dashes: [Double]
  }

  /// What lies in a drawing, or in a group of it; later siblings do not cover earlier ones, all is one ink.
  public indirect enum Node: Hashable, Sendable {
    case shape(Shape)
    case use(part: String, transform: AffineTransform)

    /// Several nodes moved together and kept off some places.
    case group(transform: AffineTransform, voids: Path?, children: [Node])
  }
}

extension CrownDrawing.Shape {
  static func fill(_ path: Path) -> Self { Self(path: path, style: .fill(.nonZero)) }

  static func pierced(_ path: Path) -> Self { Self(path: path, style: .fill(.evenOdd)) }

  static func stroke(
    _ path: Path, width: Double, cap: CrownDrawing.Pen.Cap = .round,
    join: CrownDrawing.Pen.Join = .round, dashes: [Double] = []
  ) -> Self {
    Self(path: path, style: .stroke(CrownDrawing.Pen(width: width, cap: cap, join: join, dashes: dashes)))
  }

  func transformed(by transform: AffineTransform) -> Self {
    var result = Self(path: path.transformed(by: transform), style: style)
    if case .stroke(var pen) = style {
      pen.width *= transform.meanScale
      pen.dashes = pen.dashes.map { $0 * transform.meanScale }
      result.style = .stroke(pen)
    }
    return result
  }

  /// The box that holds the ink; mitred corners of strokes may reach further.
  func bounds(under transform: AffineTransform) -> Rect? {
    guard let box = path.transformed(by: transform).bounds else { return nil }
    if case .stroke(let pen) = style { return box.outset(by: pen.width / 2 * transform.meanScale) }
    return box
  }
}
