import CXCB
import Colors
internal import Geometry
import Glibc
import Localization
import Text
import Typography

/// An X11 extension, for a few requests that do not need its library.
struct DisplayExtension {
  /// The extension's major opcode, with which its requests and events begin.
  let opcode: UInt8
  private let display: DisplayConnection

  /// Returns nil if the display lacks the extension.
  init?(_ name: String, of display: DisplayConnection) {
    let cookie = xcb_query_extension(display.connection, UInt16(name.utf8.count), name)
    guard let reply = xcb_query_extension_reply(display.connection, cookie, nil) else { return nil }
    defer { free(reply) }
    guard reply.pointee.present != 0 else { return nil }
    (self.display, opcode) = (display, reply.pointee.major_opcode)
  }

  /// Sends a request that has no reply.
  func tell(_ minor: UInt8, _ words: [UInt16]) { _ = send(minor, words, hasReply: false) }

  /// Sends a request and returns the reply, of at least 32 bytes; nil if it fails.
  func ask(_ minor: UInt8, _ words: [UInt16]) -> [UInt8]? {
    let number = send(minor, words, hasReply: true)
    guard let reply = xcb_wait_for_reply(display.connection, number, nil) else { return nil }
    defer { free(reply) }
    // The length counts 32-bit words beyond the first 32 bytes.
    let beyond = reply.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    return Array(UnsafeRawBufferPointer(start: reply, count: 32 + 4 * Int(beyond)))
  }

  /// Sends a request and fills in its first four bytes; returns its sequence number.
  private func send(_ minor: UInt8, _ words: [UInt16], hasReply: Bool) -> UInt32 {
    var bytes = ([0, 0] + words).withUnsafeBytes { Array($0) }
    (bytes[0], bytes[1]) = (opcode, minor)
    var request = xcb_protocol_request_t(count: 1, ext: nil, opcode: opcode, isvoid: hasReply ? 0 : 1)
    return bytes.withUnsafeMutableBytes { bytes in
      // The library writes to the two elements before the first part.
      var parts = [iovec(), iovec(), iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)]
      return parts.withUnsafeMutableBufferPointer { parts in
        xcb_send_request(display.connection, 0, parts.baseAddress.map { $0 + 2 }, &request)
      }
    }
  }
}

/// A magnifier over the X11 screen for picking a colour by single pixels.
///
/// The pointer moves it; the arrow keys move it by one pixel, with Shift by ten. A click, Space or Return picks the
/// colour and Escape cancels. The wheel, + and − set how many pixels the colour is averaged over. The screen is read
/// continuously, so changes appear as they happen.
final class ScreenMagnifier {
  /// The reason why picking is impossible.
  struct Failure: Error {
    let reason: Message
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
  private static let side = 15
  /// How far the magnifier stands from the pointer: it never sees itself.
  private static let distance = 24
  /// The interval in milliseconds at which the screen is read again, since it may change while the pointer rests.
  private static let patience: Int32 = 80

  /// X11 key symbols (keysymdef.h).
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
      throw Failure(reason: error.message)
    }
    guard let setup = xcb_get_setup(display.connection)?.pointee,
      [24, 30, 32].contains(display.screen.root_depth), setup.image_byte_order == 0
    else { throw Failure(reason: Message("the pixel format of the screen is not supported")) }
    randr = MonitorAreas.extensionRandR(of: display)
    zoom = 10 * Self.scale(display)
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
    // Keeps window managers from placing or decorating it.
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
    cutOut()
  }

  /// Clips the window to the outline of its picture. It stays a rectangle if the display does not support shaped
  /// windows.
  private func cutOut() {
    guard let shape = DisplayExtension("SHAPE", of: display) else { return }
    // ShapeRectangles sets (0) the bounding shape (0) to rectangles sorted by y and x (3); xShapeRectanglesReq in
    // shapeproto.h.
    var words: [UInt16] = [0, 3, UInt16(truncatingIfNeeded: window), UInt16(window >> 16), 0, 0]
    for (row, columns) in MagnifierPicture.outline(side: Self.side, zoom: zoom).enumerated()
    where !columns.isEmpty {
      words += [UInt16(columns.lowerBound), UInt16(row), UInt16(columns.count), 1]
    }
    shape.tell(1, words)
  }

  /// Returns the scale of the interface, from `Xft.dpi`.
  private static func scale(_ display: DisplayConnection) -> Int {
    let resources = display.property(
      XCB_ATOM_RESOURCE_MANAGER.rawValue, of: display.screen.root, atMost: 1 << 16)
    let text = String(decoding: resources?.bytes ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("Xft.dpi:") }
    let dots = line.flatMap { Double($0.dropFirst(8).filter { !$0.isWhitespace }) } ?? 96
    return min(max(Int((dots / 96).rounded()), 1), 4)
  }

  /// Returns the unmodified symbol of each key.
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

  /// Returns the picked colour, or nil if the person cancels.
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
      guard !display.isBroken else {
        throw Failure(reason: Message("the connection to the display was lost"))
      }
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

  /// Grabs pointer and keyboard; the window that opened the magnifier may still hold them for a moment.
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
    throw Failure(reason: Message("another program has grabbed the pointer or the keyboard"))
  }

  private func crosshair() -> xcb_cursor_t {
    let (font, cursor) = (xcb_generate_id(connection), xcb_generate_id(connection))
    xcb_open_font(connection, font, 6, "cursor")
    // XC_crosshair is 34 (cursorfont.h).
    xcb_create_glyph_cursor(connection, cursor, font, font, 34, 35, 0, 0, 0, 0xffff, 0xffff, 0xffff)
    xcb_close_font(connection, font)
    return cursor
  }

  // MARK: Reading the screen

  /// The position of the pointer and the current size of the screen.
  private func places() throws(Failure) -> (x: Int, y: Int, width: Int, height: Int) {
    let pointer = xcb_query_pointer_reply(connection, xcb_query_pointer(connection, root), nil)
    let whole = xcb_get_geometry_reply(connection, xcb_get_geometry(connection, root), nil)
    defer {
      free(pointer)
      free(whole)
    }
    guard let pointer, let whole else { throw Failure(reason: Message("the display does not respond")) }
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
    // The read fails if the screen has just shrunk; the next one has the new size.
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
    // 30-bit pixels have ten bits a channel; the upper eight are used.
    (depth == 30 ? [22, 12, 2] : [16, 8, 0]).map { UInt8(pixel >> UInt32($0) & 0xff) } + [255]
  }

  /// Draws the magnifier beside the pointer, on the side with room on the pointer's monitor.
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

  /// Sends the picture in strips that fit a request.
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

/// The areas of an X11 screen that its monitors show (the extension RandR 1.5).
struct MonitorAreas {
  /// The areas in pixels of the screen.
  let areas: [Rect]

  private enum Request {
    static let queryVersion: UInt8 = 0
    static let getMonitors: UInt8 = 42
  }

  /// Queries the active monitors; empty if the display does not report them.
  init(_ extensionRandR: DisplayExtension?, of root: UInt32) {
    let words = [UInt16(truncatingIfNeeded: root), UInt16(root >> 16), 1, 0]
    areas = extensionRandR?.ask(Request.getMonitors, words).map(Self.areas) ?? []
  }

  /// Returns the RandR extension, or nil if the display lacks it or has an older version.
  static func extensionRandR(of display: DisplayConnection) -> DisplayExtension? {
    guard let randr = DisplayExtension("RANDR", of: display),
      let version = randr.ask(Request.queryVersion, [1, 0, 5, 0]),
      (word(version, 8), word(version, 12)) >= (1, 5)
    else { return nil }
    return randr
  }

  /// Returns the areas in a reply: their number is at byte 12, and each takes 24 bytes from byte 32 on and four for
  /// each of its outputs (xRRGetMonitorsReply and xRRMonitorInfo in randrproto.h). A truncated area is omitted.
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

  /// Returns the area that contains a pixel, or the whole screen if none does.
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

/// The picture of the magnifier: a disc with the enlarged screen around the pointer and its grid. A white ring with a
/// dark hairline on both sides surrounds the disc, and the colour's values are below it.
struct MagnifierPicture {
  let width: Int
  let height: Int

  /// 0xRRGGBB, in rows from the top.
  private(set) var pixels: [UInt32]

  /// The positions of the disc and the label, and their measures, in pixels.
  private struct Layout {
    let zoom: Int
    /// The diameter of the disc, which is the total width.
    let disc: Int
    /// The width of a dark hairline; the white ring is twice as wide.
    let hairline: Int
    let labelTop: Int
    let labelHeight: Int

    init(side: Int, zoom: Int) {
      self.zoom = zoom
      hairline = max(1, zoom / 10)
      disc = side * zoom + 8 * hairline
      labelTop = disc + zoom * 3 / 5
      labelHeight = zoom * 13 / 5
    }

    var height: Int { labelTop + labelHeight }

    /// Returns the columns of a row that belong to the disc or the label.
    func columns(of row: Int) -> Range<Int> {
      let (diameter, center): (Double, Double)
      switch row {
      case ..<disc: (diameter, center) = (Double(disc), Double(disc) / 2)
      case labelTop...: (diameter, center) = (Double(labelHeight), Double(labelTop) + Double(labelHeight) / 2)
      default: return 0..<0
      }
      let (radius, rise) = (diameter / 2, Double(row) + 0.5 - center)
      // The ends of the label are semicircles.
      let inset = Int((radius - max(radius * radius - rise * rise, 0).squareRoot()).rounded())
      return inset..<max(disc - inset, inset)
    }
  }

  private let layout: Layout

  private static let ground: UInt32 = 0x1e1e1e
  private static let ink: UInt32 = 0xececec

  /// Returns the width and height of the picture of a square of `side` pixels.
  static func size(side: Int, zoom: Int) -> (width: Int, height: Int) {
    let layout = Layout(side: side, zoom: zoom)
    return (layout.disc, layout.height)
  }

  /// Returns the visible columns of each row, from the top; the others show the screen behind.
  static func outline(side: Int, zoom: Int) -> [Range<Int>] {
    let layout = Layout(side: side, zoom: zoom)
    return (0..<layout.height).map(layout.columns)
  }

  /// Creates the picture of a square of the screen; pixels beyond the screen are transparent.
  init(of screen: Bitmap, zoom: Int, averaging width: Int, _ typesetter: Typesetter) {
    let side = screen.size.width
    let layout = Layout(side: side, zoom: zoom)
    (self.layout, self.width, height) = (layout, layout.disc, layout.height)
    pixels = [UInt32](repeating: Self.ground, count: self.width * height)
    let margin = 4 * layout.hairline
    for row in 0..<side {
      for column in 0..<side {
        let color = screen.color(column: column, row: row).flatMap { $0.alpha > 0 ? $0 : nil }
        fill(
          margin + column * zoom, margin + row * zoom, zoom, zoom, color.map(Self.pixel) ?? Self.ground)
      }
    }
    drawGrid(side, zoom, margin)
    let first = margin + (side / 2 - (width - 1) / 2) * zoom
    frame(first - 2, width * zoom + 4, 0x000000)
    frame(first - 1, width * zoom + 2, 0xffffff)
    frame(first, width * zoom, 0x000000)
    drawRing()
    drawFigures(of: screen, averaging: width, typesetter)
  }

  private static func pixel(_ color: RGBA) -> UInt32 {
    let bytes = color.bytes8
    return UInt32(bytes.r) << 16 | UInt32(bytes.g) << 8 | UInt32(bytes.b)
  }

  /// Returns one colour over another, with a coverage of 0 to 255.
  private static func mixed(_ above: UInt32, over below: UInt32, _ coverage: UInt32) -> UInt32 {
    [UInt32(16), 8, 0].reduce(0) { sum, shift in
      let (under, over): (UInt32, UInt32) = (below >> shift & 0xff, above >> shift & 0xff)
      let channel: UInt32 = (under * (255 - coverage) + over * coverage + 127) / 255
      return sum | channel << shift
    }
  }

  private mutating func fill(_ x: Int, _ y: Int, _ wide: Int, _ high: Int, _ color: UInt32) {
    for row in max(y, 0)..<min(y + high, height) {
      for column in max(x, 0)..<min(x + wide, width) { pixels[row * width + column] = color }
    }
  }

  /// Draws the outline of a square whose left and top offsets are equal.
  private mutating func frame(_ start: Int, _ side: Int, _ color: UInt32) {
    fill(start, start, side, 1, color)
    fill(start, start + side - 1, side, 1, color)
    fill(start, start, 1, side, color)
    fill(start + side - 1, start, 1, side, color)
  }

  /// Draws the edges of pixels, a little darker over light and a little lighter over dark.
  private mutating func drawGrid(_ side: Int, _ zoom: Int, _ margin: Int) {
    for row in 0..<side * zoom {
      for column in 0..<side * zoom where row % zoom == 0 || column % zoom == 0 {
        let place = (margin + row) * width + margin + column
        let color = pixels[place]
        let isLight = (color >> 8 & 0xff) + (color >> 16 & 0xff) / 2 > 150
        pixels[place] = Self.mixed(isLight ? 0x000000 : 0xffffff, over: color, 35)
      }
    }
  }

  /// Draws a white ring with a dark hairline on both sides along the edge of the disc.
  private mutating func drawRing() {
    let (radius, line) = (Double(layout.disc) / 2, Double(layout.hairline))
    for row in 0..<layout.disc {
      for column in layout.columns(of: row) {
        let (x, y) = (Double(column) + 0.5 - radius, Double(row) + 0.5 - radius)
        let distance = (x * x + y * y).squareRoot()
        guard distance > radius - 4 * line - 1 else { continue }
        // From the inside out: each ring covers the previous one from its start.
        for (start, color) in [(4 * line, Self.ground), (3 * line, 0xffffff), (line, Self.ground)] {
          let coverage = min(max(distance - (radius - start) + 0.5, 0), 1)
          let place = row * width + column
          pixels[place] = Self.mixed(color, over: pixels[place], UInt32((coverage * 255).rounded()))
        }
      }
    }
  }

  private mutating func drawFigures(of screen: Bitmap, averaging mean: Int, _ typesetter: Typesetter) {
    let (side, zoom) = (screen.size.width, layout.zoom)
    let color = screen.mean(column: side / 2, row: side / 2, over: mean)
    let (inset, swatch) = (zoom * 6 / 5, zoom * 7 / 5)
    fill(
      inset, layout.labelTop + (layout.labelHeight - swatch) / 2, swatch, swatch,
      color.map(Self.pixel) ?? Self.ground)
    let font = Font(size: 1.3 * Double(zoom), weight: 500, tabularFigures: true)
    func mask(_ words: String) -> TextMask {
      typesetter.mask(of: typesetter.line(words, font: font), scale: 1)
    }
    // Digits are centred vertically in the label.
    let figure = mask("0")
    let baseline = layout.labelTop + (layout.labelHeight - figure.size.height) / 2 - figure.top
    draw(mask(color.map { Color($0).text(as: .hex) } ?? "–"), x: inset + swatch + zoom * 3 / 5, baseline)
    let size = mask("\(mean) × \(mean)")
    draw(size, x: width - inset - size.size.width, baseline)
  }

  /// Blends ink into the picture through a mask that begins at `x`.
  private mutating func draw(_ mask: TextMask, x: Int, _ baseline: Int) {
    let y = baseline + mask.top
    for row in 0..<mask.size.height where (0..<height).contains(y + row) {
      for column in 0..<mask.size.width where (0..<width).contains(x + column) {
        let place = (y + row) * width + x + column
        let coverage = UInt32(mask.coverage[row * mask.size.width + column])
        pixels[place] = Self.mixed(Self.ink, over: pixels[place], coverage)
      }
    }
  }
}
