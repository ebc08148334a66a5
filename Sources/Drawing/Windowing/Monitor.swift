import CGLFW
import Geometry

/// A monitor, as it was when it was asked for.
public struct Monitor: Hashable {
  /// What the monitor calls itself; empty where it does not say.
  public let name: String

  /// Where its top left corner lies in the virtual screen, in pixels.
  public let origin: Point
  /// The number of pixels along both sides, in the mode that it shows.
  public let size: PixelSize
  /// The pixels a point that the desktop has set for it.
  public let scale: Double

  /// Frames a second, or nil where the window system does not know.
  public let refreshRate: Double?

  let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    self.handle = handle
    name = glfwGetMonitorName(handle).map { String(cString: $0) } ?? ""
    var (x, y): (Int32, Int32) = (0, 0)
    glfwGetMonitorPos(handle, &x, &y)
    origin = Point(x: Double(x), y: Double(y))
    var (scaleX, scaleY): (Float, Float) = (1, 1)
    glfwGetMonitorContentScale(handle, &scaleX, &scaleY)
    scale = DisplayScale.usable(Double(scaleX))
    let mode = glfwGetVideoMode(handle)?.pointee
    size = PixelSize(width: Int(mode?.width ?? 0), height: Int(mode?.height ?? 0))
    let rate = Double(mode?.refreshRate ?? 0)
    refreshRate = rate > 0 ? rate : nil
  }

  static func all() -> [Monitor] {
    handles().map { Monitor($0) }
  }

  /// The handles of the monitors there are; one of a monitor that is gone is among them no more.
  static func handles() -> [OpaquePointer] {
    var count: Int32 = 0
    guard let start = glfwGetMonitors(&count) else { return [] }
    return UnsafeBufferPointer(start: start, count: Int(count)).compactMap { $0 }
  }
}
