// Untranslated file: benchmarks for developers.

import Application
import Colors
import Files
import GPU
public import Geometry
import Glibc
import Renderer
public import Statistics
import Terminal
import Typography

/// Scenes to measure and how: in turns, a block of frames of one and then of the next, so that what the machine does
/// meanwhile meets all of them alike.
public struct Benchmark {
  /// How long each scene is measured.
  public enum Length: Hashable, Sendable {
    /// So many frames of each scene.
    case frames(Int)
    /// So many seconds of each scene.
    case seconds(Double)
  }

  /// A run that is asked for and impossible.
  public struct Refusal: Error, CustomStringConvertible {
    public let description: String
  }

  /// Seconds that pass in a scene from one frame to the next.
  public static let timeStep = 1.0 / 60

  /// The scenes to measure.
  public var scenes: [BenchmarkScene]
  /// The sizes in points to measure each scene at; none is each scene's own.
  public var sizes: [Size] = []
  /// The pixels a point.
  public var scale = 1.0
  /// How long each scene is measured.
  public var length = Length.frames(600)
  /// The frames of each scene that are drawn first and do not count.
  public var warmup = 60
  /// Whether frames are drawn without a window.
  public var isOffscreen = false
  /// Whether each frame waits for the display's refresh.
  public var waitsForRefresh = false
  /// The seed from which scenes make their numbers.
  public var seed: UInt64 = 1
  /// The program that measures and its version, for the report.
  public var program: String?
  /// Where programs are kept that the driver has compiled.
  public var folders = UserFolders()

  /// Creates a benchmark of scenes: 600 frames of each, in a window.
  public init(scenes: [BenchmarkScene]) {
    self.scenes = scenes
  }

  /// Measures, and returns what was found.
  public func measure() throws -> BenchReport {
    let before = MachineLoad()
    let place =
      try isOffscreen
      ? BenchmarkTarget(offscreenUpTo: everySize, scale: scale)
      : BenchmarkTarget(window: try windowSize(), scale: scale, waitsForRefresh: waitsForRefresh)
    let timer = TrustedTimer(in: place.context)
    var context = BenchContext(of: program, place, timer)
    let turns = try InterleavedRun(self, place, timer)
    try turns.takeAll()
    context.warmupFrames = warmup
    context.seed = seed
    context.timeStep = Self.timeStep
    context.calibration = turns.calibration
    context.vsync = isOffscreen ? nil : waitsForRefresh
    context.note(before, MachineLoad())
    return BenchReport(context: context, scenes: turns.series)
  }

  /// The measurements to make: each scene at each size.
  package var measurements: [(scene: BenchmarkScene, size: Size)] {
    scenes.flatMap { scene in (sizes.isEmpty ? [scene.size] : sizes).map { (scene, $0) } }
  }

  private var everySize: [Size] { measurements.map(\.size) }

  /// The one size of the window: that which was asked for, or the largest that a scene has.
  private func windowSize() throws -> Size {
    guard sizes.count <= 1 else {
      throw Refusal(description: "a window has one size at a time; measure several with --offscreen")
    }
    return everySize.reduce(Size(64, 64)) { Size(max($0.width, $1.width), max($0.height, $1.height)) }
  }
}

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

/// One scene at one size, and what has been measured of it.
package final class SceneMeasurement {
  /// Where a frame's measurements go.
  package enum Destination { case warmup, frames, nothing }

  /// A frame that the driver did not finish.
  package struct Hang: Error, CustomStringConvertible {
    package let scene: String
    package var description: String { "\(scene): the driver has not finished a frame after 30 seconds" }
  }

  /// The drawing target where there is no window.
  private final class Target {
    let framebuffer: Framebuffer

    init(_ framebuffer: consuming Framebuffer) {
      self.framebuffer = framebuffer
    }
  }

  package let name: String
  package let setting: WorkloadSetup
  package private(set) var warmup: [FrameRecord] = []
  package private(set) var frames: [FrameRecord] = []
  /// Milliseconds that the frames which count have taken so far.
  package private(set) var measured = 0.0
  private let workload: any Workload
  private let place: BenchmarkTarget
  private let timer: TrustedTimer
  private let allocations: AllocationCounter?
  private let target: Target?
  private var number = 0
  private var shown: Double?

  package init(
    _ scene: BenchmarkScene, _ setting: WorkloadSetup, _ place: BenchmarkTarget, _ timer: TrustedTimer,
    _ allocations: AllocationCounter?
  ) throws {
    name = scene.name
    self.setting = setting
    self.place = place
    self.timer = timer
    self.allocations = allocations
    workload = try scene.make(setting)
    target = try place.isWindow ? nil : Target(Framebuffer(size: setting.pixels, in: setting.context))
  }

  /// Takes its turn.
  package func begin() {
    if let target { place.aim(at: target.framebuffer) } else { place.aimAtWindow() }
    if place.isWindow { workload.begin() }
    shown = nil
  }

  package func draw(_ count: Int, into destination: Destination) throws {
    for _ in 0..<count {
      let record = try drawFrame()
      switch destination {
      case .warmup: warmup.append(record)
      case .nothing: break
      case .frames:
        frames.append(record)
        measured += record.present ?? record.fence ?? record.submit
      }
    }
  }

  private func drawFrame() throws -> FrameRecord {
    try workload.prepare(frame: number)
    let time = Double(number) * Benchmark.timeStep
    let (process, thread, start) = (ProcessClock.process, ProcessClock.thread, ProcessClock.wall)
    allocations?.start()
    timer.begin()
    let statistics: FrameStatistics
    do {
      statistics = try workload.draw(frame: number, at: time)
    } catch {
      _ = allocations?.stop()
      throw error
    }
    timer.end()
    let allocated = allocations?.stop()
    let (cpu, submit) = (ProcessClock.thread - thread, ProcessClock.wall - start)
    guard let fence = Fence(in: setting.context), fence.wait(atMost: 30) else { throw Hang(scene: name) }
    let done = ProcessClock.wall - start
    let gpu = timer.elapsed
    try place.show()
    let now = ProcessClock.wall
    defer {
      shown = now
      number += 1
    }
    let present = place.isWindow ? shown.map { now - $0 } : nil
    return FrameRecord(
      cpu: cpu, processCPU: ProcessClock.process - process, submit: submit, fence: done, present: present,
      gpu: gpu, draws: statistics.draws, vertices: statistics.vertices,
      uploadedBytes: statistics.uploadedBytes, allocations: allocated, missedDeadlines: missed(present),
      inputToPresent: now - start)
  }

  /// The refreshes that passed without this frame; nil when the display's rate is not known.
  private func missed(_ present: Double?) -> Int? {
    guard let present, let rate = place.refreshRate, rate > 0 else { return nil }
    return max(0, Int((present * rate / 1000).rounded()) - 1)
  }
}

/// Counts the heap allocations of the program's own code on the drawing thread, where `Benchmarks/AllocationCounter.c` is
/// preloaded.
public struct AllocationCounter: Sendable {
  private let begin: @convention(c) @Sendable () -> Void
  private let end: @convention(c) @Sendable () -> UInt64

  /// Finds the counter; nil where none is preloaded.
  public init?() {
    guard let begin = dlsym(nil, "allocation_counter_start"), let end = dlsym(nil, "allocation_counter_stop")
    else { return nil }
    self.begin = unsafeBitCast(begin, to: (@convention(c) @Sendable () -> Void).self)
    self.end = unsafeBitCast(end, to: (@convention(c) @Sendable () -> UInt64).self)
  }

  /// Begins to count what this thread allocates.
  public func start() { begin() }

  /// Ends counting and returns how many allocations there were.
  public func stop() -> Int { Int(end()) }
}

/// Something that is measured frame by frame; its frames follow from their number and a seed alone.
public struct BenchmarkScene: Sendable {
  /// The scene's name on the command line.
  public let name: String
  /// A summary in a few words.
  public let summary: String
  /// The size in points that it is measured at unless another is asked for.
  public private(set) var size: Size

  package let make: @Sendable (WorkloadSetup) throws -> any Workload

  /// Creates the scene in which a window's content shows itself, or what a script does in such a window.
  public init(_ demo: DemoScene, playing script: InputScript? = nil) {
    name = script == nil ? demo.name : "script"
    summary = script == nil ? demo.summary : "what a script does in \(demo.summary)"
    size = demo.size
    make = { try ContentWorkload($0, demo, script) }
  }

  /// Returns the scene with another usual size.
  public func sized(_ size: Size) -> BenchmarkScene {
    var scene = self
    scene.size = size
    return scene
  }

  private init(
    _ name: String, _ summary: String, _ make: @escaping @Sendable (WorkloadSetup) throws -> any Workload
  ) {
    self.name = name
    self.summary = summary
    size = Size(1024, 1024)
    self.make = make
  }

  /// Every plane of colours, and some with lines over them, at a new value of what is fixed each frame.
  package static let colorPlanes: [BenchmarkScene] =
    ColorPlane.all.map { plane in
      BenchmarkScene("plane-\(plane.name)", "the plane \(plane.title)") {
        try PlaneWorkload($0, hues: 120) { PlaneFill.plane(plane, turn: $0 / 360) }
      }
    }
    + [("edges", PlaneGuides(edges: true)), ("wcag", PlaneGuides(edges: false, contrast: .wcag))].flatMap {
      (name, guides) in
      ["hsb", "oklch"].compactMap { plane in ColorPlane.all.first { $0.name == plane } }
        .filter { !guides.fitting($0).isEmpty }
        .map { plane in
          BenchmarkScene("plane-\(plane.name)-\(name)", "the plane \(plane.title) with lines") {
            try PlaneWorkload($0, hues: 120) { PlaneFill.plane(plane, turn: $0 / 360, guides) }
          }
        }
    }

  /// The ways to fill the square.
  package static let planes = [
    BenchmarkScene("square-six", "a new hue's square each frame, by the program of its sector") {
      try PlaneWorkload($0, PlaneFill.six)
    },
    BenchmarkScene("square-single", "the same by one program without a branch") {
      try PlaneWorkload($0, PlaneFill.single)
    },
    BenchmarkScene("square-branching", "the same by one program with a chain of conditions") {
      try PlaneWorkload($0, PlaneFill.branching)
    },
    BenchmarkScene("square-cpu", "the same computed by the processor and uploaded") {
      try ComputedPlaneWorkload($0)
    },
    BenchmarkScene("fill", "one colour: what filling costs at least") {
      try PlaneWorkload($0, PlaneFill.constant)
    },
  ]
}

extension BenchContext {
  /// Describes this machine and where is drawn on it, by a program of a name and version.
  package init(of program: String?, _ place: BenchmarkTarget, _ timer: TrustedTimer) {
    self.init()
    let driver = place.context.driver
    self.program = program
    build = GraphicsContext.isDebugBuild ? "debug" : "release"
    system = Self.kernel
    processor = Self.processorName
    processorCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    renderer = driver.renderer
    self.driver = driver.version
    isSoftwareRenderer = place.context.quirks.drawsWithProcessor
    surface = place.name
    refreshRate = place.refreshRate
    gpuTimeMissing = timer.missing
  }

  /// Takes down how busy the machine was before and after.
  package mutating func note(_ before: MachineLoad, _ after: MachineLoad) {
    loadBefore = before.average
    loadAfter = after.average
    foreignLoad = after.foreignShare(since: before).map { ($0 * 1000).rounded() / 1000 }
  }

  private static var kernel: String {
    var names = utsname()
    uname(&names)
    let release = withUnsafeBytes(of: &names.release) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "Linux \(release)"
  }

  private static var processorName: String? {
    let lines = SmallFile(path: "/proc/cpuinfo").text?.split(separator: "\n") ?? []
    let line = lines.first { $0.hasPrefix("model name") || $0.hasPrefix("Model") }
    guard let value = line?.split(separator: ":").last else { return nil }
    return String(value.drop { $0 == " " })
  }
}

/// The clocks that a benchmark reads, in milliseconds.
package enum ProcessClock {
  /// Time that goes on steadily.
  package static var wall: Double { read(CLOCK_MONOTONIC) }
  /// Processor time of the calling thread.
  package static var thread: Double { read(CLOCK_THREAD_CPUTIME_ID) }
  /// Processor time of all threads of the process.
  package static var process: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

/// How busy the machine was up to a moment.
package struct MachineLoad {
  /// The average number of runnable threads over the last minute.
  package let average: Double?
  /// Milliseconds of processor time that all programs together have used, and that there was.
  private let used: Double?
  private let total: Double?
  private let own = ProcessClock.process

  package init() {
    average = Self.text("/proc/loadavg").split(separator: " ").first.flatMap { Double($0) }
    // user, nice, system, idle, waiting for disks, …, in hundredths of a second.
    let fields = Self.text("/proc/stat").split(separator: "\n").first?.split(separator: " ").dropFirst()
    let ticks = (fields ?? []).compactMap { Double($0) }.prefix(8)
    guard ticks.count == 8 else {
      (used, total) = (nil, nil)
      return
    }
    let idle = ticks[3] + ticks[4]
    let milliseconds = 1000 / Double(sysconf(Int32(_SC_CLK_TCK)))
    total = ticks.reduce(0, +) * milliseconds
    used = (ticks.reduce(0, +) - idle) * milliseconds
  }

  /// Returns the share of all processor time since an earlier moment that other programs used.
  package func foreignShare(since earlier: MachineLoad) -> Double? {
    guard let used, let total, let usedThen = earlier.used, let totalThen = earlier.total,
      total - totalThen > 100
    else { return nil }
    let others = (used - usedThen) - (own - earlier.own)
    return min(max(others / (total - totalThen), 0), 1)
  }

  private static func text(_ path: String) -> String { SmallFile(path: path).text ?? "" }
}

/// A fixed piece of arithmetic: how long it takes says how fast the processor is just now.
package enum Calibration {
  /// Returns the milliseconds of processor time that one pass took; nothing is allocated.
  package static func pass() -> Double {
    let start = ProcessClock.thread
    var (state, sum) = (UInt64(0x2545_f491_4f6c_dd1d), 0.0)
    for _ in 0..<200_000 {
      state ^= state &<< 13
      state ^= state &>> 7
      state ^= state &<< 17
      sum += Double(state >> 11) * 0x1p-53
    }
    let end = ProcessClock.thread
    // Never so; the loop must not be thought useless.
    return sum < 0 ? sum : end - start
  }
}
