import CXCB
import Colors
import Controls

/// The small window that follows the pointer while something is dragged over other programs; it is gone with its owner.
final class DragWindow {
  private let display: DisplayConnection
  private let window: xcb_window_t
  private let context: xcb_gcontext_t
  private let size: (width: Int, height: Int)
  private let screen: (width: Int, height: Int)
  private var pixmaps: [DragReception: xcb_pixmap_t] = [:]
  private var shown: DragReception?

  /// How far it is from the pointer, in pixels.
  private static let distance = 14

  /// Returns nil where the display cannot show such pictures.
  init?(_ pictures: [DragReception: Bitmap], on display: DisplayConnection) {
    let (connection, screen) = (display.connection, display.screen)
    guard let first = pictures[.nowhere], screen.root_depth == 24, !first.size.isEmpty else { return nil }
    self.display = display
    size = (first.size.width, first.size.height)
    self.screen = (Int(screen.width_in_pixels), Int(screen.height_in_pixels))
    window = xcb_generate_id(connection)
    context = xcb_generate_id(connection)
    // No window manager has a say in it.
    var values: UInt32 = 1
    xcb_create_window(
      connection, 24, window, screen.root, 0, 0, UInt16(clamping: size.width), UInt16(clamping: size.height),
      0, UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), screen.root_visual,
      XCB_CW_OVERRIDE_REDIRECT.rawValue, &values)
    var kind = [display.atom("_NET_WM_WINDOW_TYPE_DND")]
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, display.atom("_NET_WM_WINDOW_TYPE"),
      XCB_ATOM_ATOM.rawValue, 32, 1, &kind)
    xcb_create_gc(connection, context, window, 0, nil)
    for (reception, picture) in pictures where picture.size == first.size {
      pixmaps[reception] = pixmap(of: picture)
    }
    show(.nowhere)
  }

  private var connection: OpaquePointer { display.connection }

  deinit {
    for pixmap in pixmaps.values { xcb_free_pixmap(connection, pixmap) }
    xcb_free_gc(connection, context)
    xcb_destroy_window(connection, window)
    xcb_flush(connection)
  }

  /// Returns the picture as the display keeps it; what is not opaque lies on black.
  private func pixmap(of picture: Bitmap) -> xcb_pixmap_t {
    let pixmap = xcb_generate_id(connection)
    xcb_create_pixmap(
      connection, 24, pixmap, window, UInt16(clamping: size.width), UInt16(clamping: size.height))
    var bytes = picture.bytes
    for index in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(index, index + 2) }
    let line = size.width * 4
    let rows = max(Self.part / line, 1)
    bytes.withUnsafeBufferPointer { bytes in
      for row in stride(from: 0, to: size.height, by: rows) {
        let count = min(rows, size.height - row)
        xcb_put_image(
          connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), pixmap, context,
          UInt16(clamping: size.width), UInt16(clamping: count), 0, Int16(clamping: row), 0, 24,
          UInt32(count * line), bytes.baseAddress.map { $0 + row * line })
      }
    }
    return pixmap
  }

  /// Every display takes as many bytes in one request.
  private static let part = 128 << 10

  /// Puts it beside the pointer, on the side on which there is room.
  func move(to place: (x: Int, y: Int)) {
    func beside(_ place: Int, _ extent: Int, _ end: Int) -> Int {
      let after = place + Self.distance
      return after + extent <= end ? after : place - Self.distance - extent
    }
    let (x, y) = (beside(place.x, size.width, screen.width), beside(place.y, size.height, screen.height))
    var values = [
      UInt32(bitPattern: Int32(clamping: x)), UInt32(bitPattern: Int32(clamping: y)),
      XCB_STACK_MODE_ABOVE.rawValue,
    ]
    let mask = XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue
    xcb_configure_window(
      connection, window, UInt16(mask | XCB_CONFIG_WINDOW_STACK_MODE.rawValue), &values)
    xcb_map_window(connection, window)
  }

  /// Shows how what is dragged would be received.
  func show(_ reception: DragReception) {
    guard reception != shown, var pixmap = pixmaps[reception] else { return }
    shown = reception
    xcb_change_window_attributes(connection, window, XCB_CW_BACK_PIXMAP.rawValue, &pixmap)
    xcb_clear_area(connection, 0, window, 0, 0, 0, 0)
  }
}
