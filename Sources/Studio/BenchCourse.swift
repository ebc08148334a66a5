import Statistics
import GPU
import Geometry
import Renderer

/// One scene at one size, and what has been measured of it.
final class BenchCourse {
  /// Where a frame's measurements go.
  enum Destination { case warmup, frames, nothing }

  /// A frame that the driver did not finish.
  struct Hang: Error, CustomStringConvertible {
    let scene: String
    var description: String { "\(scene): the driver has not finished a frame after 30 seconds" }
  }

  /// What is drawn into where there is no window.
  private final class Target {
    let framebuffer: Framebuffer

    init(_ framebuffer: consuming Framebuffer) {
      self.framebuffer = framebuffer
    }
  }

  let name: String
  let setting: BenchSetting
  private(set) var warmup: [FrameRecord] = []
  private(set) var frames: [FrameRecord] = []
  /// Milliseconds that the frames which count have taken so far.
  private(set) var measured = 0.0
  private let stage: any BenchStage
  private let place: BenchPlace
  private let timer: TrustedTimer
  private let allocations: BenchRun.AllocationCount?
  private let target: Target?
  private var number = 0
  private var shown: Double?

  init(
    _ scene: BenchScene, _ setting: BenchSetting, _ place: BenchPlace, _ timer: TrustedTimer,
    _ allocations: BenchRun.AllocationCount?
  ) throws {
    name = scene.name
    self.setting = setting
    self.place = place
    self.timer = timer
    self.allocations = allocations
    stage = try scene.make(setting)
    target = try place.isWindow ? nil : Target(Framebuffer(size: setting.pixels, in: setting.context))
  }

  /// Takes its turn.
  func begin() {
    if let target { place.aim(at: target.framebuffer) } else { place.aimAtWindow() }
    shown = nil
  }

  func draw(_ count: Int, into destination: Destination) throws {
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
    try stage.prepare(frame: number)
    let time = Double(number) * BenchRun.timeStep
    let (process, thread, start) = (ProcessClock.process, ProcessClock.thread, ProcessClock.wall)
    allocations?.start()
    timer.begin()
    let statistics: FrameStatistics
    do {
      statistics = try stage.draw(frame: number, at: time)
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
      uploadedBytes: statistics.uploadedBytes, allocations: allocated, missedDeadlines: missed(present))
  }

  /// The refreshes that passed without this frame; nil when the display's rate is not known.
  private func missed(_ present: Double?) -> Int? {
    guard let present, let rate = place.refreshRate, rate > 0 else { return nil }
    return max(0, Int((present * rate / 1000).rounded()) - 1)
  }
}
