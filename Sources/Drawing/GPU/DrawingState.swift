/// How a drawn colour is combined with the one beneath it; colours are premultiplied by alpha.
public enum BlendMode: Hashable, Sendable {
  /// The new colour replaces the old one.
  case none
  /// The new colour covers the old one in proportion to its alpha.
  case over
  /// The new colour is added to the old one.
  case additive
}

/// The shape that a run of vertices forms.
public enum Primitive: Hashable, Sendable {
  /// Three vertices for each triangle.
  case triangles
  /// Each vertex makes a triangle with the two before it.
  case triangleStrip
}
