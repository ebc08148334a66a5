/// How what is drawn meets what is there; colours are premultiplied by alpha.
public enum BlendMode: Hashable, Sendable {
  /// The new colour replaces the old one.
  case none
  /// The new colour covers the old one as far as its alpha says.
  case over
  /// The new colour is added to the old one.
  case additive
}

/// What drawing does to the stencil buffer and what of it the stencil lets through.
public struct StencilTest: Hashable, Sendable {
  /// Which pixels pass, comparing what is stored with the reference.
  public enum Comparison: Hashable, Sendable {
    case always, equal, notEqual, storedIsGreaterOrEqual
  }

  /// What happens to the stored value of a pixel that passes.
  public enum Change: Hashable, Sendable {
    case keep, zero, replace, increment, decrement, invert
  }

  public var comparison: Comparison
  public var reference: UInt8
  public var mask: UInt8
  public var change: Change

  public init(
    _ comparison: Comparison, _ reference: UInt8 = 0, mask: UInt8 = 255, change: Change = .keep
  ) {
    self.comparison = comparison
    self.reference = reference
    self.mask = mask
    self.change = change
  }
}

/// What a run of vertices makes up.
public enum Primitive: Hashable, Sendable {
  case triangles, triangleStrip, triangleFan, lines, points
}

/// How wide the indices in a buffer are.
public enum IndexType: Hashable, Sendable {
  case short, long

  var size: Int { self == .short ? 2 : 4 }
}
