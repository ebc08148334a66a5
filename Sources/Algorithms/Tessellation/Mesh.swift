import Geometry

/// The inside of a path as triangles, with the edges at which it must be smoothed.
///
/// The triangles cover the inside exactly once. They meet corner to corner, so a mesh may be scaled, turned and
/// seen in perspective without gaps or doubled pixels.
///
/// # Smoothing
///
/// A GPU takes pixels at their middles. Strips along the edges, made on the screen and therefore as wide there
/// under any mapping, add to this what the edges cover of the pixels on their outer side, and take away what they
/// leave uncovered on their inner side. Each edge speaks for itself; where two sides of a thin or acute part lie
/// within a pixel, their sums are right as well. Sums need a mask with room for both signs, such as two channels of
/// eight bits, cleared to 0 and drawn with additive blending, in any order:
///
/// - A triangle adds *w* = 128/255 to the first channel.
/// - An ``Edge`` whose places on the screen are *B*, *S*, *E*, *A*, in pixels with y downward, has the direction
///   *u* = (E − S)/|E − S| and the outward normal *n* = (u.y, −u.x); a mapping that mirrors changes its sign. It
///   reaches *r* = (|n.x| + |n.y|)/2 pixels far. Let *v* be the direction of the neighbour at an end; that end is
///   pushed by *p* = r (n + n′)/(1 + u·v), with n′ the neighbour's normal, if u·v ≥ 1/2, and by *p* = r n if not.
///   The outer strip has the corners S, E, E + p, S + p, the inner one S, E, E − p, S − p. Their corners S and E
///   must come out of the shader bit for bit as the triangles' do (`invariant gl_Position`).
/// - A pixel whose middle *M* lies d = n·(M − S) outside is covered by *c*(d), with *a* the larger and *b* the
///   smaller of |n.x|, |n.y|: c(−d) = 1 − c(d), and for d ≥ 0 it is 1/2 − d/a up to d = (a − b)/2, then
///   (r − d)²/(2ab), and 0 from r on. The outer strip adds w·c to the first channel, the inner one w·(1 − c) to the
///   second.
/// - The coverage is the difference of the channels divided by w, between 0 and 1: exactly 1 away from edges.
public struct Mesh: Hashable, Sendable {
  /// An edge between inside and outside, together with the corners before and after it on its contour.
  ///
  /// Seen from `start` to `end` the inside lies on the right, clockwise on the screen. The four places are laid
  /// out for upload as one instance of thirty-two bytes.
  public struct Edge: Hashable, Sendable, BitwiseCopyable {
    /// The corner before the edge on its contour.
    public var before: SIMD2<Float>
    /// Where the edge begins.
    public var start: SIMD2<Float>
    /// Where the edge ends.
    public var end: SIMD2<Float>
    /// The corner after the edge on its contour.
    public var after: SIMD2<Float>

    /// Creates an edge from four consecutive points of a contour, in points relative to the mesh's origin.
    public init(before: SIMD2<Float>, start: SIMD2<Float>, end: SIMD2<Float>, after: SIMD2<Float>) {
      self.before = before
      self.start = start
      self.end = end
      self.after = after
    }
  }

  /// The origin of the vertices' and edges' coordinates, in the path's points.
  public var origin: Point

  /// The corners of the triangles, relative to `origin`.
  public var vertices: [SIMD2<Float>]

  /// Three vertices for each triangle, clockwise on the screen.
  public var triangles: [UInt32]

  /// The edges between inside and outside, contour by contour.
  public var edges: [Edge]

  /// Creates a mesh from its parts, which must agree; nothing is checked.
  ///
  /// - Parameters:
  ///   - origin: The point to which vertices are relative.
  ///   - vertices: The corners, in points.
  ///   - triangles: Three indices of vertices per triangle.
  ///   - edges: The edges that are antialiased.
  public init(
    origin: Point = .zero, vertices: [SIMD2<Float>] = [], triangles: [UInt32] = [], edges: [Edge] = []
  ) {
    self.origin = origin
    self.vertices = vertices
    self.triangles = triangles
    self.edges = edges
  }

  /// Whether the mesh covers nothing.
  public var isEmpty: Bool { triangles.isEmpty }

  /// The sum of the triangles' areas, in square points.
  public var area: Double {
    var twice = 0.0
    for corner in stride(from: 0, to: triangles.count, by: 3) {
      let a = SIMD2<Double>(vertices[Int(triangles[corner])])
      let b = SIMD2<Double>(vertices[Int(triangles[corner + 1])]) - a
      let c = SIMD2<Double>(vertices[Int(triangles[corner + 2])]) - a
      twice += b.x * c.y - b.y * c.x
    }
    return twice / 2
  }
}
