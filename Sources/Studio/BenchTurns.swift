import Statistics
import GPU
import Geometry
import Typography

/// The scenes of a run as they take turns.
final class BenchTurns {
  private(set) var calibration: [Double] = []
  private let wanted: BenchRun
  private let place: BenchPlace
  private let timer: TrustedTimer
  private let courses: [BenchCourse]
  private var progress: ProgressLine

  /// Frames after a change of scene that do not count: caches and the window system settle.
  private static let settling = 2

  init(_ run: BenchRun, _ place: BenchPlace, _ timer: TrustedTimer) throws {
    (wanted, self.place, self.timer) = (run, place, timer)
    let typesetter = Typesetter()
    let cache = run.folders.cache.map { $0 + "/programs" }
    courses = try run.courses.map { scene, size in
      let setting = BenchSetting(
        context: place.context, size: place.windowSize ?? size, scale: place.scale, seed: run.seed,
        typesetter: typesetter, cacheDirectory: cache)
      return try BenchCourse(scene, setting, place, timer, run.allocations)
    }
    switch run.length {
    case .frames(let count):
      progress = ProgressLine("Measuring", unit: "frames", count: count * courses.count)
    case .seconds(let seconds):
      progress = ProgressLine("Measuring", unit: "seconds", count: Int(seconds * Double(courses.count)))
    }
  }

  /// What was measured.
  var series: [FrameSeries] {
    courses.map { course in
      FrameSeries(
        scene: course.name, width: course.setting.size.width, height: course.setting.size.height,
        scale: course.setting.scale, blockLength: blockLength, frames: course.frames, warmup: course.warmup)
    }
  }

  /// Thirty turns where there are frames enough, six else, but no block so long that the machine changes meanwhile.
  private var blockLength: Int {
    switch wanted.length {
    case .frames(let count): max(1, min(20, max(count / 30, min(10, count / 6))))
    case .seconds: 10
    }
  }

  func takeAll() throws {
    for course in courses {
      course.begin()
      try course.draw(wanted.warmup, into: .warmup)
    }
    var round = 0
    while courses.contains(where: { !isDone($0) }) {
      calibration.append(Calibration.pass())
      // There and back: who comes first has no advantage, and what changes steadily cancels out.
      for course in round.isMultiple(of: 2) ? courses : courses.reversed() {
        report()
        course.begin()
        try course.draw(Self.settling, into: .nothing)
        try course.draw(min(blockLength, remaining(course)), into: .frames)
      }
      round += 1
    }
    try place.context.check()
  }

  /// All courses have the same number of blocks: they belong together turn by turn.
  private func isDone(_ course: BenchCourse) -> Bool { remaining(course) == 0 }

  private func remaining(_ course: BenchCourse) -> Int {
    switch wanted.length {
    case .frames(let count): return max(0, count - course.frames.count)
    case .seconds(let seconds):
      let isOver = courses.allSatisfy { $0.measured >= seconds * 1000 }
      return isOver ? 0 : blockLength
    }
  }

  /// Tells how many frames, or seconds, are done.
  private func report() {
    let done = courses.map { course in
      switch wanted.length {
      case .frames: course.frames.count
      case .seconds(let seconds): Int(min(course.measured / 1000, seconds))
      }
    }
    progress.update(done: done.reduce(0, +))
  }
}
