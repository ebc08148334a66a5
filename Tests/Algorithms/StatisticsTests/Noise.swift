import Statistics

/// Frame times as machines give them: a level that differs from run to run, noise, and now and then a hitch.
struct Noise {
  var generator: SeededGenerator
  /// By how much two runs of the same thing differ, and two frames of one run, as shares.
  var betweenRuns = 0.0
  var betweenFrames = 0.1
  var hitches = 0.02

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// A number about 0 whose standard deviation is 1: three even ones, which are even within ±1, added.
  mutating func normal() -> Double {
    even() + even() + even()
  }

  private mutating func even() -> Double {
    Double(generator.next() >> 11) * 0x1p-52 - 1
  }

  mutating func frames(_ count: Int, around level: Double) -> [Double] {
    let shift = max(0.2, 1 + betweenRuns * normal())
    return (0..<count).map { _ in
      let hitch = (1 + even()) / 2 < hitches ? 3.0 : 1
      return level * shift * hitch * max(0.3, 1 + betweenFrames * normal())
    }
  }

  mutating func report(_ count: Int = 300, around level: Double, block: Int = 10) -> BenchReport {
    let series = FrameSeries(
      scene: "fill", width: 64, height: 64, blockLength: block,
      figures: [.processCPU: frames(count, around: level)])
    return BenchReport(context: BenchContext(), scenes: [series], validity: [])
  }
}
