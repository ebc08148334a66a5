/// A run of the benchmark: its measurements, their conditions, and reasons to doubt them.
public struct BenchReport: Hashable, Sendable {
  /// The name of the file format and its version.
  public static let schema = "regalia-bench/1"

  /// The conditions under which it ran.
  public var context: BenchContext
  /// The reasons to doubt the run; none is good.
  public var validity: [DoubtReason]
  /// The measurements, one series for each scene and size.
  public var scenes: [FrameSeries]

  /// Creates a report whose reasons to doubt follow from its measurements.
  public init(context: BenchContext, scenes: [FrameSeries]) {
    self.init(context: context, scenes: scenes, validity: DoubtReason.all(context: context, series: scenes))
  }

  /// Creates a report from its parts, as a file has them.
  public init(context: BenchContext, scenes: [FrameSeries], validity: [DoubtReason]) {
    self.context = context
    self.scenes = scenes
    self.validity = validity
  }

  /// How much of a figure one scene takes for each of another's, measured in turns in this one run.
  ///
  /// Nil when the other is not in the run at the same size, or the figure was not measured.
  public func ratio(of figure: FrameFigure, _ scene: FrameSeries, to other: String)
    -> RatioConfidenceInterval?
  {
    let reference = scenes.first {
      ($0.scene, $0.width, $0.height, $0.scale) == (other, scene.width, scene.height, scene.scale)
    }
    guard let reference else { return nil }
    return .paired(reference.blockMeans(of: figure), scene.blockMeans(of: figure))
  }
}
