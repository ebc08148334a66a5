/// How a drawn colour is combined with the one beneath it; colours are premultiplied by alpha.
public enum BlendMode: Hashable, Sendable {
  /// The new colour replaces the old one.
  case none
  /// The new colour covers the old one as far as its alpha says.
  case over
  /// The new colour is added to the old one.
  case additive
}

/// What a run of vertices makes up.
public enum Primitive: Hashable, Sendable {
  /// Three vertices for each triangle.
  case triangles
  /// Each vertex makes a triangle with the two before it.
  case triangleStrip
}
