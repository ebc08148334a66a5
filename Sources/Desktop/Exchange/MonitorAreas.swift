internal import Geometry

/// Which parts of an X11 screen its monitors show (the extension RandR 1.5).
struct MonitorAreas {
  /// The parts in pixels of the screen.
  let areas: [Rect]

  private enum Request {
    static let queryVersion: UInt8 = 0
    static let getMonitors: UInt8 = 42
  }

  /// Asks for the monitors that are in use; there are none where the display does not tell.
  init(_ extensionRandR: DisplayExtension?, of root: UInt32) {
    let words = [UInt16(truncatingIfNeeded: root), UInt16(root >> 16), 1, 0]
    areas = extensionRandR?.ask(Request.getMonitors, words).map(Self.areas) ?? []
  }

  /// Returns the extension that tells of monitors, or nil where the display has it not, or an older one.
  static func extensionRandR(of display: DisplayConnection) -> DisplayExtension? {
    guard let randr = DisplayExtension("RANDR", of: display),
      let version = randr.ask(Request.queryVersion, [1, 0, 5, 0]),
      (word(version, 8), word(version, 12)) >= (1, 5)
    else { return nil }
    return randr
  }

  /// Returns the parts that an answer lists: their number stands at byte 12, and each takes 24 bytes from byte 32 on and
  /// four for each of its outputs (xRRGetMonitorsReply and xRRMonitorInfo in randrproto.h). What breaks off is left out.
  static func areas(in reply: [UInt8]) -> [Rect] {
    var (result, place): ([Rect], Int) = ([], 32)
    guard reply.count >= place else { return [] }
    for _ in 0..<min(word(reply, 12), 64) {
      guard place + 24 <= reply.count else { break }
      let (x, y, width, height) = (
        half(reply, place + 8), half(reply, place + 10), half(reply, place + 12), half(reply, place + 14)
      )
      if width > 0, height > 0 {
        result.append(
          Rect(
            x: Double(Int16(bitPattern: x)), y: Double(Int16(bitPattern: y)), width: Double(width),
            height: Double(height)))
      }
      place += 24 + 4 * Int(half(reply, place + 6))
    }
    return result
  }

  /// Returns the part in which a pixel lies, or all of a screen where none does.
  func area(around pixel: Point, of screen: Size) -> Rect {
    let center = Point(pixel.x + 0.5, pixel.y + 0.5)
    return areas.first { $0.contains(center) } ?? Rect(origin: .zero, size: screen)
  }

  private static func half(_ bytes: [UInt8], _ place: Int) -> UInt16 {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt16.self) }
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
  }
}
