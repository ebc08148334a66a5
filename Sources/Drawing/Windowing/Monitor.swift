import CGLFW
import Geometry

/// The state of a monitor when it was queried.
public struct Monitor: Hashable {
  /// The monitor's name; empty if it reports none.
  public let name: String

  /// Its top left corner in the virtual screen, in pixels.
  public let origin: Point
  /// Its size in pixels, in the current mode.
  public let size: PixelSize
  /// The desktop's scale for it, in pixels per point.
  public let scale: Double

  /// Frames per second, or nil if unknown.
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

  /// The handles of the connected monitors; those of disconnected monitors are no longer included.
  static func handles() -> [OpaquePointer] {
    var count: Int32 = 0
    guard let start = glfwGetMonitors(&count) else { return [] }
    return UnsafeBufferPointer(start: start, count: Int(count)).compactMap { $0 }
  }
}
