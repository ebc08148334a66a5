/// Why a path could not be cut into triangles.
public enum TessellationError: Error, Hashable, CustomStringConvertible {
  /// The path has more corners, or more crossings of its edges, than the tessellator takes on.
  case tooManyCorners(limit: Int)

  public var description: String {
    switch self {
    case .tooManyCorners(let limit): "the path has more than \(limit) corners and crossings"
    }
  }
}
