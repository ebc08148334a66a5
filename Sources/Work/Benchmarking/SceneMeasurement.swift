import Statistics
import GPU
import Geometry
import Renderer

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
