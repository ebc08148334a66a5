/// The cost of drawing one frame.
public struct FrameStatistics: Hashable, Sendable {
  /// How many draw calls were made.
  public var draws = 0
  /// How many vertices they had.
  public var vertices = 0
  /// How many bytes went to the GPU.
  public var uploadedBytes = 0
  /// How many paths were cut into triangles.
  public var cutMeshes = 0
  /// How many masks were rasterised on the CPU.
  public var madeMasks = 0
  /// Whether something was drawn coarsely or left out because the upload budget was spent, so that another frame is
  /// needed even if nothing changes.
  public var isIncomplete = false

  /// Creates the statistics of a frame in which nothing was drawn.
  public init() {}
}
