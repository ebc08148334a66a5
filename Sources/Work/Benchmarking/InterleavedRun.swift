import Statistics
import GPU
import Geometry
import Typography
import Terminal

/// The scenes of a run as they take turns.
package final class InterleavedRun {
  package private(set) var calibration: [Double] = []
  private let wanted: Benchmark
  private let place: BenchmarkTarget
  private let timer: TrustedTimer
  private let measurements: [SceneMeasurement]
  private var progress: ProgressLine

  /// Frames after a change of scene that do not count: caches and the window system settle.
  private static let settling = 2

  package init(_ run: Benchmark, _ place: BenchmarkTarget, _ timer: TrustedTimer) throws {
    (wanted, self.place, self.timer) = (run, place, timer)
    let typesetter = Typesetter()
    let allocations = AllocationCounter()
    let cache = run.folders.cache.map { $0 + "/programs" }
    measurements = try run.measurements.map { scene, size in
      let setting = WorkloadSetup(
        context: place.context, size: place.windowSize ?? size, scale: place.scale, seed: run.seed,
        typesetter: typesetter, cacheDirectory: cache, keepsPicture: place.keepsPicture)
      return try SceneMeasurement(scene, setting, place, timer, allocations)
    }
    switch run.length {
    case .frames(let count):
      progress = ProgressLine("Measuring", unit: "frames", count: count * measurements.count)
    case .seconds(let seconds):
      progress = ProgressLine("Measuring", unit: "seconds", count: Int(seconds * Double(measurements.count)))
    }
  }

  /// The measured series.
  package var series: [FrameSeries] {
    measurements.map { measurement in
      FrameSeries(
        scene: measurement.name, width: measurement.setting.size.width,
        height: measurement.setting.size.height,
        scale: measurement.setting.scale, blockLength: blockLength, frames: measurement.frames,
        warmup: measurement.warmup)
    }
  }

  /// Thirty turns where there are frames enough, six else, but no block so long that the machine changes meanwhile.
  private var blockLength: Int {
    switch wanted.length {
    case .frames(let count): max(1, min(20, max(count / 30, min(10, count / 6))))
    case .seconds: 10
    }
  }

  package func takeAll() throws {
    for measurement in measurements {
      measurement.begin()
      try measurement.draw(wanted.warmup, into: .warmup)
    }
    var round = 0
    while measurements.contains(where: { !isDone($0) }) {
      calibration.append(Calibration.pass())
      // There and back: who comes first has no advantage, and what changes steadily cancels out.
      for measurement in round.isMultiple(of: 2) ? measurements : measurements.reversed() {
        report()
        measurement.begin()
        try measurement.draw(Self.settling, into: .nothing)
        try measurement.draw(min(blockLength, remaining(measurement)), into: .frames)
      }
      round += 1
    }
    try place.context.check()
  }

  /// All measurements have the same number of blocks: they belong together turn by turn.
  private func isDone(_ measurement: SceneMeasurement) -> Bool { remaining(measurement) == 0 }

  private func remaining(_ measurement: SceneMeasurement) -> Int {
    switch wanted.length {
    case .frames(let count): return max(0, count - measurement.frames.count)
    case .seconds(let seconds):
      let isOver = measurements.allSatisfy { $0.measured >= seconds * 1000 }
      return isOver ? 0 : blockLength
    }
  }

  /// Tells how many frames, or seconds, are done.
  private func report() {
    let done = measurements.map { measurement in
      switch wanted.length {
      case .frames: measurement.frames.count
      case .seconds(let seconds): Int(min(measurement.measured / 1000, seconds))
      }
    }
    progress.update(done: done.reduce(0, +))
  }
}
