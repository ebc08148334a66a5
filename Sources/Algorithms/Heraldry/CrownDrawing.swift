import Geometry

/// A crown drawn in one ink: repeated parts, and the tree of groups that places them.
public struct CrownDrawing: Hashable, Sendable {
  /// The viewBox, which begins at the origin and is always 1000 wide.
  public var size: Size

  /// The parts that `use` nodes refer to, in the order in which they are first used.
  public var parts: [Part]

  /// What is drawn, in order; later nodes do not cover earlier ones, all is one ink.
  public var nodes: [Node]

  /// A piece that is drawn once and used in several places.
  public struct Part: Hashable, Sendable {
    /// The name that `use` nodes refer to; no other part has it.
    public var id: String
    /// What the part consists of, about an origin of its own.
    public var shapes: [Shape]
  }

  /// A path that is filled, or drawn with a pen.
  public struct Shape: Hashable, Sendable {
    /// The outline or the line, in units of the viewBox.
    public var path: Path
    /// Whether the path is filled or drawn with a pen.
    public var style: Style

    /// How a path becomes ink.
    public enum Style: Hashable, Sendable {
      /// Its inside, by a rule.
      case fill(FillRule)
      /// A line along it.
      case stroke(Pen)
    }
  }

  /// How a line is drawn along a path.
  public struct Pen: Hashable, Sendable {
    /// What open ends look like, by the names of SVG.
    public enum Cap: String, Hashable, Sendable { case butt, round, square }
    /// What corners look like, by the names of SVG.
    public enum Join: String, Hashable, Sendable { case miter, round, bevel }

    /// The distance between both edges of the line.
    public var width: Double
    /// What open ends look like.
    public var cap: Cap
    /// What corners look like.
    public var join: Join

    /// The lengths of dashes and gaps by turns; empty for an unbroken line.
    public var dashes: [Double]
  }

  /// What lies in a drawing, or in a group of it; later siblings do not cover earlier ones, all is one ink.
  public indirect enum Node: Hashable, Sendable {
    /// A path of its own.
    case shape(Shape)
    /// A part of the drawing, moved to its place.
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
