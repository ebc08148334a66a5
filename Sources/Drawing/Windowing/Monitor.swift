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

  /// The pixels per inch by the size that the monitor reports, or nil if it reports none that is plausible.
  public let pixelsPerInch: Double?

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
    var (width, height): (Int32, Int32) = (0, 0)
    glfwGetMonitorPhysicalSize(handle, &width, &height)
    pixelsPerInch = Self.pixelsPerInch(size, millimetres: (Int(width), Int(height)))
  }

  /// Returns the pixels per inch of a monitor's picture and its size; nil for a size that cannot be true, as projectors
  /// report it, and for the one that GLFW assumes without a report: 96 pixels per inch.
  static func pixelsPerInch(_ pixels: PixelSize, millimetres: (width: Int, height: Int)) -> Double? {
    guard pixels.width > 0, pixels.height > 0, millimetres.width > 0, millimetres.height > 0 else {
      return nil
    }
    func assumed(_ pixels: Int) -> Int { Int(Double(pixels) * 25.4 / 96) }
    if millimetres == (assumed(pixels.width), assumed(pixels.height)) { return nil }
    let across = Double(pixels.width) * 25.4 / Double(millimetres.width)
    let down = Double(pixels.height) * 25.4 / Double(millimetres.height)
    guard (30.0...1200).contains(across), (0.9...1.1).contains(across / down) else { return nil }
    return across
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
