/// What drawing one frame took.
public struct FrameStatistics: Hashable, Sendable {
  /// How many draw calls were made.
  public var draws = 0
  /// How many vertices they had.
  public var vertices = 0
  /// How many bytes went to the GPU.
  public var uploadedBytes = 0

  public init() {}
}
