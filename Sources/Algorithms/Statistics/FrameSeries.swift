import Text

/// The measurements of the frames of one scene at one size.
public struct FrameSeries: Hashable, Sendable {
  /// The scene's name.
  public var scene: String
  /// Width and height in points.
  public var width: Double
  /// The height of what was drawn, in points.
  public var height: Double
  /// Pixels a point.
  public var scale: Double

  /// How many frames were drawn in a row before another scene's turn came.
  public var blockLength: Int

  /// The frames that count, one number a frame for each figure that was measured; all have the same length.
  public private(set) var figures: [FrameFigure: [Double]]

  /// The frames before, in the same form.
  public private(set) var warmup: [FrameFigure: [Double]]

  /// Creates a series from the records of its frames; a figure that some of them lack counts as not measured.
  ///
  /// - Parameters:
  ///   - scene: The name of the scene.
  ///   - width: The width of the window, in points.
  ///   - height: The height of the window, in points.
  ///   - scale: The pixels per point.
  ///   - blockLength: The number of frames that belong together.
  ///   - frames: The measured frames.
  ///   - warmup: The frames before them.
  public init(
    scene: String, width: Double, height: Double, scale: Double = 1, blockLength: Int = 1,
    frames: [FrameRecord], warmup: [FrameRecord] = []
  ) {
    self.init(
      scene: scene, width: width, height: height, scale: scale, blockLength: blockLength,
      figures: Self.columns(frames), warmup: Self.columns(warmup))
  }

  /// Creates a series from its figures.
  ///
  /// - Parameters:
  ///   - scene: The name of the scene.
  ///   - width: The width of the window, in points.
  ///   - height: The height of the window, in points.
  ///   - scale: The pixels per point.
  ///   - blockLength: The number of frames that belong together, at least 1.
  ///   - figures: The values of each measured figure, equally many for each; times in milliseconds.
  ///   - warmup: The values of the frames before them.
  public init(
    scene: String, width: Double, height: Double, scale: Double = 1, blockLength: Int = 1,
    figures: [FrameFigure: [Double]], warmup: [FrameFigure: [Double]] = [:]
  ) {
    precondition(Set(figures.values.map(\.count)).count <= 1, "each figure has a number for each frame")
    self.scene = scene
    self.width = width
    self.height = height
    self.scale = scale
    self.blockLength = max(1, blockLength)
    self.figures = figures
    self.warmup = warmup
  }

  /// The number of frames that count.
  public var count: Int { figures.values.first?.count ?? 0 }

  /// The figure commonly called frame time: from one presented frame to the next in a window, else until all is
  /// drawn.
  public var frameTime: FrameFigure? {
    [.present, .fence, .submit, .cpu].first { figures[$0] != nil }
  }

  /// How a table calls the series.
  public var title: String {
    // A log from elsewhere, or of a command, has no size.
    if width == 1, height == 1 { return scene }
    let size = "\(width.text(.fixed(0)))x\(height.text(.fixed(0)))"
    return scene + " " + size + (scale == 1 ? "" : " @\(scale.text(.fixed(2)))")
  }

  /// Whether the other one is of the same scene at the same size.
  public func isComparable(with other: FrameSeries) -> Bool {
    (scene, width, height, scale) == (other.scene, other.width, other.height, other.scale)
  }

  /// Returns the measurements of a figure in order of size, or nil when it was not measured.
  public func distribution(of figure: FrameFigure) -> Distribution? {
    figures[figure].flatMap(Distribution.init)
  }

  /// Returns the mean of a figure over each block of frames. A rest shorter than half a block is omitted.
  ///
  /// Times are means without the outermost tenth on each side, so that single slow frames do not count.
  public func blockMeans(of figure: FrameFigure, length: Int? = nil) -> [Double] {
    guard let values = figures[figure] else { return [] }
    let length = max(1, length ?? blockLength)
    return stride(from: 0, to: values.count, by: length).compactMap { start in
      var block = values[start..<min(start + length, values.count)]
      if 2 * block.count < length { return nil }
      if figure.isTime {
        let cut = block.count / 10
        block = block.sorted()[cut..<block.count - cut]
      }
      return block.reduce(0, +) / Double(block.count)
    }
  }

  /// A figure that only some of the frames have counts as not measured.
  private static func columns(_ frames: [FrameRecord]) -> [FrameFigure: [Double]] {
    var columns: [FrameFigure: [Double]] = [:]
    for figure in FrameFigure.allCases where !frames.isEmpty {
      let values = frames.compactMap { $0[figure] }
      guard values.count == frames.count else { continue }
      columns[figure] = figure.isTime ? values.map(\.clockRounded) : values
    }
    return columns
  }
}

/// The cost of one frame, times in milliseconds; nil where a figure could not be measured.
public struct FrameRecord: Hashable, Sendable {
  /// Processor time of the drawing thread, from the frame's start until everything was handed to the driver.
  public var cpu: Double

  /// Processor time of all the process's threads in the whole frame, the driver's included.
  public var processCPU: Double

  /// From the frame's start until everything was handed to the driver.
  public var submit: Double

  /// From the frame's start until the driver said that everything is drawn.
  public var fence: Double?

  /// From the moment the previous frame was shown until this one was; nil without a window.
  public var present: Double?

  /// From the moment the frame's input was handed over until what came of it was shown, or drawn without a window.
  public var inputToPresent: Double?

  /// The graphics card's time by the driver's timer, where that timer is plausible.
  public var gpu: Double?

  /// The number of draw calls.
  public var draws: Int
  /// The number of vertices of all draw calls, those of each instance counted.
  public var vertices: Int
  /// The bytes of vertices, textures and masks that went to the graphics card.
  public var uploadedBytes: Int

  /// Heap allocations of our own code on the drawing thread.
  public var allocations: Int?

  /// How many refreshes of the display passed without a new frame although one was due.
  public var missedDeadlines: Int?

  /// Creates a record of a frame; times are in milliseconds, what is left out was not measured.
  public init(
    cpu: Double, processCPU: Double, submit: Double, fence: Double? = nil, present: Double? = nil,
    gpu: Double? = nil, draws: Int, vertices: Int = 0, uploadedBytes: Int = 0, allocations: Int? = nil,
    missedDeadlines: Int? = nil, inputToPresent: Double? = nil
  ) {
    self.cpu = cpu
    self.processCPU = processCPU
    self.submit = submit
    self.fence = fence
    self.present = present
    self.gpu = gpu
    self.draws = draws
    self.vertices = vertices
    self.uploadedBytes = uploadedBytes
    self.allocations = allocations
    self.missedDeadlines = missedDeadlines
    self.inputToPresent = inputToPresent
  }
}
