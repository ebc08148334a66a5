// Untranslated file: benchmarks for developers.

import Application
import GPU
import Geometry
import Windowing

/// Where a benchmark draws: a window, or framebuffers without one.
package final class BenchmarkTarget {
  package let context: GraphicsContext
  /// How the place came about, for reports.
  package let name: String
  /// The window's size in points, or nil where each scene has its own framebuffer.
  package let windowSize: Size?
  package let refreshRate: Double?
  package let scale: Double
  private let offscreen: Offscreen?
  private let window: Window?

  /// Makes a place without a window, and sees to it that pictures of these sizes are possible.
  package init(offscreenUpTo sizes: [Size], scale: Double) throws {
    let offscreen = try Offscreen(cacheDirectory: nil, debug: false)
    for size in sizes { try offscreen.check(size, scale: scale) }
    context = offscreen.context.graphics
    self.offscreen = offscreen
    self.scale = scale
    name = "offscreen, \(offscreen.context.platform)"
    (window, windowSize, refreshRate) = (nil, nil, nil)
  }

  /// Opens a window.
  package init(window size: Size, scale: Double, waitsForRefresh: Bool) throws {
    let loop = try EventLoop()
    var configuration = WindowConfiguration(title: "regalia bench", size: size)
    configuration.scale = scale
    configuration.isResizable = false
    let window = try Window(configuration, in: loop, debug: false)
    window.setSwapInterval(waitsForRefresh ? 1 : 0)
    // The window system says within a moment what it really gives.
    let end = loop.now + 0.2
    while loop.now < end {
      loop.wait(until: end)
      loop.poll()
    }
    _ = window.takeEvents()
    context = window.graphics
    offscreen = nil
    self.window = window
    self.scale = window.scale
    windowSize = window.size
    refreshRate = window.refreshRate
    name = "window, \(window.contextOrigin)"
  }

  /// Draws into the window, or into a framebuffer, from now on.
  package func aim(at target: borrowing Framebuffer) {
    context.setTarget(target)
  }

  package func aimAtWindow() {
    if let window { context.setTarget(window: window.pixelSize) }
  }

  package var isWindow: Bool { window != nil }

  /// Whether what is drawn into still shows what was drawn last, as framebuffers do.
  package var keepsPicture: Bool { window?.keepsPicture ?? true }

  /// Shows what was drawn and takes in what the window system says; throws when somebody closes the window.
  package func show() throws {
    guard let window else { return }
    window.swapBuffers()
    window.loop.poll()
    for timed in window.takeEvents() {
      if case .closeRequested = timed.event {
        throw Benchmark.Refusal(description: "the window was closed before the run was over")
      }
    }
  }
}
