import CXCB
import Colors
internal import Geometry
import Glibc
import Typography

/// A magnifier over the screen of X11, in which a person picks a colour by single pixels.
///
/// The pointer moves it, the arrow keys by one pixel, with Shift by ten; a click, Space or Return takes the colour and
/// Escape leaves. The wheel, + and − choose over how many pixels the colour is averaged. The screen is read anew all
/// the time, so that what changes is seen as it is.
final class ScreenMagnifier {
  /// Why nothing can be picked.
  struct Failure: Error {
    let reason: String
  }

  private let display: DisplayConnection
  private let window: xcb_window_t
  private let context: xcb_gcontext_t
  private let randr: DisplayExtension?
  private let zoom: Int
  private let keys: [xcb_keycode_t: UInt32]
  private let typesetter = Typesetter()
  private var averaging = 1

  /// How many pixels are seen in each direction.
  private static let side = 21
  /// How far the magnifier stands from the pointer: it never sees itself.
  private static let distance = 24
  /// The screen may change without the pointer; after so many milliseconds it is read again.
  private static let patience: Int32 = 80

  /// What keys are called by X11 (keysymdef.h).
  private enum Symbol {
    static let escape: UInt32 = 0xff1b
    static let takers: Set<UInt32> = [0x20, 0xff0d, 0xff8d]
    static let left: UInt32 = 0xff51
    static let up: UInt32 = 0xff52
    static let right: UInt32 = 0xff53
    static let down: UInt32 = 0xff54
    static let more: Set<UInt32> = [0x2b, 0x3d, 0xffab]
    static let fewer: Set<UInt32> = [0x2d, 0xffad]
  }

  init() throws(Failure) {
    do throws(DisplayConnection.Failure) {
      display = try DisplayConnection()
    } catch {
      throw Failure(reason: error.description)
    }
    guard let setup = xcb_get_setup(display.connection)?.pointee,
      [24, 30, 32].contains(display.screen.root_depth), setup.image_byte_order == 0
    else { throw Failure(reason: "the screen keeps its pixels in a way that is not known") }
    randr = MonitorAreas.extensionRandR(of: display)
    zoom = 8 * Self.scale(display)
    keys = Self.keys(display.connection, setup)
    window = xcb_generate_id(display.connection)
    context = xcb_generate_id(display.connection)
    makeWindow()
  }

  private var connection: OpaquePointer { display.connection }
  private var screen: xcb_screen_t { display.screen }
  private var root: xcb_window_t { display.screen.root }

  // MARK: Making

  private func makeWindow() {
    let size = MagnifierPicture.size(side: Self.side, zoom: zoom)
    // No window manager puts it anywhere else, or gives it a frame.
    var values: [UInt32] = [1]
    xcb_create_window(
      connection, UInt8(XCB_COPY_FROM_PARENT), window, root, 0, 0, UInt16(size.width), UInt16(size.height), 0,
      UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), screen.root_visual, XCB_CW_OVERRIDE_REDIRECT.rawValue,
      &values)
    let name = "regalia magnifier"
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, XCB_ATOM_WM_NAME.rawValue,
      XCB_ATOM_STRING.rawValue, 8, UInt32(name.utf8.count), name)
    xcb_create_gc(connection, context, window, 0, nil)
  }

  /// Returns how much larger than usual things are shown, from `Xft.dpi`.
  private static func scale(_ display: DisplayConnection) -> Int {
    let resources = display.property(
      XCB_ATOM_RESOURCE_MANAGER.rawValue, of: display.screen.root, atMost: 1 << 16)
    let text = String(decoding: resources?.bytes ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("Xft.dpi:") }
    let dots = line.flatMap { Double($0.dropFirst(8).filter { !$0.isWhitespace }) } ?? 96
    return min(max(Int((dots / 96).rounded()), 1), 4)
  }

  /// Returns the symbol of each key without modifiers.
  private static func keys(_ connection: OpaquePointer, _ setup: xcb_setup_t) -> [xcb_keycode_t: UInt32] {
    let first = setup.min_keycode
    let reply = xcb_get_keyboard_mapping_reply(
      connection, xcb_get_keyboard_mapping(connection, first, setup.max_keycode - first + 1), nil)
    guard let reply, let symbols = xcb_get_keyboard_mapping_keysyms(reply) else { return [:] }
    defer { free(reply) }
    let width = Int(reply.pointee.keysyms_per_keycode)
    var result: [xcb_keycode_t: UInt32] = [:]
    for code in 0...Int(setup.max_keycode - first) {
      result[first + xcb_keycode_t(code)] = symbols[code * width]
    }
    return result
  }

  // MARK: Picking

  /// Returns the colour that is taken, or nil when it is left.
  func pick() throws(Failure) -> RGBA? {
    try grab()
    defer {
      xcb_ungrab_pointer(connection, 0)
      xcb_ungrab_keyboard(connection, 0)
      xcb_unmap_window(connection, window)
      xcb_flush(connection)
    }
    xcb_map_window(connection, window)
    while true {
      try show()
      var descriptor = pollfd(fd: xcb_get_file_descriptor(connection), events: Int16(POLLIN), revents: 0)
      _ = poll(&descriptor, 1, Self.patience)
      guard !display.isBroken else { throw Failure(reason: "the display is gone") }
      while let event = xcb_poll_for_event(connection) {
        defer { free(event) }
        switch handle(event) {
        case .goesOn: break
        case .left: return nil
        case .taken:
          let middle = Self.side / 2
          guard let color = try look().mean(column: middle, row: middle, over: averaging) else { break }
          return color
        }
      }
    }
  }

  private enum Step { case goesOn, taken, left }

  private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) -> Step {
    switch Int32(event.pointee.response_type & 0x7f) {
    case XCB_KEY_PRESS:
      let key = UnsafeRawPointer(event).load(as: xcb_key_press_event_t.self)
      return press(keys[key.detail] ?? 0, isFast: key.state & UInt16(XCB_MOD_MASK_SHIFT.rawValue) != 0)
    case XCB_BUTTON_PRESS:
      switch UnsafeRawPointer(event).load(as: xcb_button_press_event_t.self).detail {
      case 1: return .taken
      case 3: return .left
      case 4: average(by: 1)
      case 5: average(by: -1)
      default: break
      }
      return .goesOn
    default: return .goesOn
    }
  }

  private func press(_ symbol: UInt32, isFast: Bool) -> Step {
    let step: Int16 = isFast ? 10 : 1
    switch symbol {
    case Symbol.escape: return .left
    case Symbol.left: move(-step, 0)
    case Symbol.right: move(step, 0)
    case Symbol.up: move(0, -step)
    case Symbol.down: move(0, step)
    default:
      if Symbol.takers.contains(symbol) { return .taken }
      if Symbol.more.contains(symbol) { average(by: 1) }
      if Symbol.fewer.contains(symbol) { average(by: -1) }
    }
    return .goesOn
  }

  private func move(_ x: Int16, _ y: Int16) {
    xcb_warp_pointer(connection, 0, 0, 0, 0, 0, 0, x, y)
    xcb_flush(connection)
  }

  private func average(by step: Int) {
    let place = (Bitmap.sampleWidths.firstIndex(of: averaging) ?? 0) + step
    averaging = Bitmap.sampleWidths[min(max(place, 0), Bitmap.sampleWidths.count - 1)]
  }

  /// Takes pointer and keyboard; what opened this may still hold them for a moment.
  private func grab() throws(Failure) {
    let cursor = crosshair()
    let events = XCB_EVENT_MASK_BUTTON_PRESS.rawValue | XCB_EVENT_MASK_POINTER_MOTION.rawValue
    let (async, granted) = (UInt8(XCB_GRAB_MODE_ASYNC.rawValue), UInt8(XCB_GRAB_STATUS_SUCCESS.rawValue))
    for _ in 0..<40 {
      let pointer = xcb_grab_pointer_reply(
        connection, xcb_grab_pointer(connection, 0, root, UInt16(events), async, async, 0, cursor, 0), nil)
      let keyboard = xcb_grab_keyboard_reply(
        connection, xcb_grab_keyboard(connection, 0, root, 0, async, async), nil)
      defer {
        free(pointer)
        free(keyboard)
      }
      if pointer?.pointee.status == granted, keyboard?.pointee.status == granted { return }
      usleep(25000)
    }
    xcb_ungrab_pointer(connection, 0)
    xcb_ungrab_keyboard(connection, 0)
    xcb_flush(connection)
    throw Failure(reason: "another program holds the pointer or the keyboard")
  }

  private func crosshair() -> xcb_cursor_t {
    let (font, cursor) = (xcb_generate_id(connection), xcb_generate_id(connection))
    xcb_open_font(connection, font, 6, "cursor")
    // XC_crosshair is 34 (cursorfont.h).
    xcb_create_glyph_cursor(connection, cursor, font, font, 34, 35, 0, 0, 0, 0xffff, 0xffff, 0xffff)
    xcb_close_font(connection, font)
    return cursor
  }

  // MARK: Seeing

  /// Where the pointer is, and how large the screen is now.
  private func places() throws(Failure) -> (x: Int, y: Int, width: Int, height: Int) {
    let pointer = xcb_query_pointer_reply(connection, xcb_query_pointer(connection, root), nil)
    let whole = xcb_get_geometry_reply(connection, xcb_get_geometry(connection, root), nil)
    defer {
      free(pointer)
      free(whole)
    }
    guard let pointer, let whole else { throw Failure(reason: "the display does not answer") }
    return (
      Int(pointer.pointee.root_x), Int(pointer.pointee.root_y), Int(whole.pointee.width),
      Int(whole.pointee.height)
    )
  }

  /// Reads the screen around the pointer.
  private func look() throws(Failure) -> Bitmap {
    let place = try places()
    let reach = Self.side / 2
    let (left, top) = (max(place.x - reach, 0), max(place.y - reach, 0))
    let (right, bottom) = (min(place.x + reach, place.width - 1), min(place.y + reach, place.height - 1))
    var result = Bitmap(
      size: PixelSize(width: Self.side, height: Self.side),
      bytes: [UInt8](repeating: 0, count: 4 * Self.side * Self.side))
    guard right >= left, bottom >= top else { return result }
    let (width, height) = (right - left + 1, bottom - top + 1)
    let reply = xcb_get_image_reply(
      connection,
      xcb_get_image(
        connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), root, Int16(left), Int16(top), UInt16(width),
        UInt16(height), .max), nil)
    defer { free(reply) }
    // A screen that has just become smaller has no such part; the next look finds it.
    guard let reply, let bytes = xcb_get_image_data(reply),
      Int(xcb_get_image_data_length(reply)) >= 4 * width * height
    else { return result }
    let pixels = UnsafeRawPointer(bytes)
    for row in 0..<height {
      for column in 0..<width {
        let pixel = pixels.loadUnaligned(fromByteOffset: 4 * (row * width + column), as: UInt32.self)
        let start = 4 * ((top + row - place.y + reach) * Self.side + left + column - place.x + reach)
        result.bytes.replaceSubrange(start..<start + 4, with: channels(pixel, depth: reply.pointee.depth))
      }
    }
    return result
  }

  private func channels(_ pixel: UInt32, depth: UInt8) -> [UInt8] {
    // Thirty bits are ten a channel; of those the upper eight.
    (depth == 30 ? [22, 12, 2] : [16, 8, 0]).map { UInt8(pixel >> UInt32($0) & 0xff) } + [255]
  }

  /// Draws the magnifier beside the pointer, on the side where there is room on the monitor that shows the pointer.
  private func show() throws(Failure) {
    let place = try places()
    let picture = MagnifierPicture(of: try look(), zoom: zoom, averaging: averaging, typesetter)
    let area = MonitorAreas(randr, of: root).area(
      around: Point(Double(place.x), Double(place.y)),
      of: Size(Double(place.width), Double(place.height)))
    func start(_ pointer: Int, _ length: Int, _ first: Double, _ end: Double) -> UInt32 {
      let after = pointer + Self.distance
      let start = after + length <= Int(end) ? after : pointer - Self.distance - length
      return UInt32(bitPattern: Int32(max(start, Int(first))))
    }
    let values = [
      start(place.x, picture.width, area.minX, area.maxX),
      start(place.y, picture.height, area.minY, area.maxY),
    ]
    let fields = XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue
    xcb_configure_window(connection, window, UInt16(fields), values + [0])
    var raise = XCB_STACK_MODE_ABOVE.rawValue
    xcb_configure_window(connection, window, UInt16(XCB_CONFIG_WINDOW_STACK_MODE.rawValue), &raise)
    put(picture)
    xcb_flush(connection)
  }

  /// Sends the picture in bands that fit a request.
  private func put(_ picture: MagnifierPicture) {
    let rows = max(1, (48 << 10) / (4 * picture.width))
    let pixels =
      screen.root_depth == 30
      ? picture.pixels.map { ($0 >> 16 & 0xff) << 22 | ($0 >> 8 & 0xff) << 12 | ($0 & 0xff) << 2 }
      : picture.pixels
    for top in stride(from: 0, to: picture.height, by: rows) {
      let count = min(rows, picture.height - top)
      pixels[(top * picture.width)..<((top + count) * picture.width)].withUnsafeBytes { bytes in
        _ = xcb_put_image(
          connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), window, context, UInt16(picture.width),
          UInt16(count), 0, Int16(top), 0, screen.root_depth, UInt32(bytes.count),
          bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
      }
    }
  }
}
