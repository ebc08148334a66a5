// Untranslated file: benchmarks for developers.

import Application
import GPU
import Geometry
import Renderer

/// The driver's timer, believed only where it agreed with a fence when the run began.
package final class TrustedTimer {
  /// Why there is no GPU time, or nil when there is.
  package let missing: String?
  private let trusted: Query?

  private final class Query {
    let timer: TimerQuery

    init(_ timer: consuming TimerQuery) {
      self.timer = timer
    }
  }

  /// Fills a large picture a few times, and compares what the timer says with when a fence says it was done.
  package init(in context: GraphicsContext) {
    guard let timer = TimerQuery(in: context) else {
      (missing, trusted) = ("the driver has no timer", nil)
      return
    }
    let query = Query(timer)
    missing = Self.disagreement(query.timer, context)
    trusted = missing == nil ? query : nil
  }

  package func begin() { trusted?.timer.begin() }
  package func end() { trusted?.timer.end() }

  /// The milliseconds of what was between, once it is drawn; nil when the timer is not believed.
  package var elapsed: Double? {
    guard let trusted else { return nil }
    // The result of a finished command may take a moment more to arrive.
    for _ in 0..<10_000 {
      if let seconds = trusted.timer.elapsed { return seconds * 1000 }
    }
    return nil
  }

  private static func disagreement(_ query: borrowing TimerQuery, _ context: GraphicsContext) -> String? {
    do {
      let target = context.target
      defer { context.setTarget(target) }
      let framebuffer = try Framebuffer(size: PixelSize(width: 1024, height: 1024), in: context)
      let painter = try ShaderFillPainter(context: context, shaders: .ofEnvironment())
      context.setTarget(framebuffer)
      // Enough work that waiting for the fence itself does not matter; the first round builds and loads.
      var draws = 4
      var measured = try measure(query, painter, draws, context)
      repeat {
        measured = try measure(query, painter, draws, context)
        draws *= 2
      } while (measured?.fence ?? 10) < 4 && draws <= 1024
      guard let (timer, fence) = measured else { return "the timer gave no answer" }
      if (timer - fence).magnitude <= 0.25 * fence { return nil }
      return "the timer said \(rounded(timer)) ms of what a fence said took \(rounded(fence)) ms"
    } catch {
      return "the timer could not be tried: \(error)"
    }
  }

  private static func measure(
    _ query: borrowing TimerQuery, _ painter: ShaderFillPainter, _ draws: Int, _ context: GraphicsContext
  ) throws -> (timer: Double, fence: Double)? {
    context.finish()
    let start = ProcessClock.wall
    query.begin()
    for index in 0..<draws { try painter.draw(PlaneFill.single(hue: Double(index) * 45)) }
    query.end()
    guard let fence = Fence(in: context), fence.wait(atMost: 10) else { return nil }
    let waited = ProcessClock.wall - start
    for _ in 0..<100_000 {
      if let seconds = query.elapsed { return (seconds * 1000, waited) }
    }
    return nil
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
