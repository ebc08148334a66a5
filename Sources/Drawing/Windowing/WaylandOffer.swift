import CWayland
import Glibc

/// What another program has copied or drags under Wayland, in the kinds in which it can be had.
///
/// It belongs to the first thread, and to the connection of GLFW.
final class WaylandOffer {
  private let handle: OpaquePointer
  private(set) var kinds: [String] = []

  /// Takes over an offer that was just announced; its kinds come next.
  init(_ handle: OpaquePointer) {
    self.handle = handle
    wl_data_offer_add_listener(handle, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { wl_data_offer_destroy(handle) }

  /// Asks for it in a kind; returns the file in which it comes, which whoever reads it closes, or nil.
  func receive(_ kind: String) -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wl_data_offer_receive(handle, kind, ends[1])
    close(ends[1])
    return ends[0]
  }

  /// Tells the source in which kind it is taken where it is being dragged, or that it is not.
  func accept(_ kind: String?, _ serial: UInt32) { wl_data_offer_accept(handle, serial, kind) }

  nonisolated(unsafe) private static let listener = {
    var listener = wl_data_offer_listener()
    listener.offer = { data, _, kind in
      guard let data, let kind else { return }
      Unmanaged<WaylandOffer>.fromOpaque(data).takeUnretainedValue().kinds.append(String(cString: kind))
    }
    listener.source_actions = { _, _, _ in }
    listener.action = { _, _, _ in }
    return WaylandSeat.kept(listener)
  }()

  /// Nothing longer is taken, in bytes.
  private static let longest = 64 << 20

  /// Reads what comes in a file and closes it; nil when it has not all come in `patience` seconds, or is far too much.
  static func read(_ file: Int32, patience: Double) -> [UInt8]? {
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let end = ContinuousClock.now + .seconds(patience)
    while bytes.count <= longest {
      let rest = (end - .now) / .milliseconds(1)
      guard rest > 0 else { return nil }
      var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&wait, 1, Int32(rest.rounded(.up)))
      if isReady < 0, errno == EINTR { continue }
      guard isReady > 0 else { return nil }
      let count = Glibc.read(file, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      bytes += buffer[..<count]
    }
    return nil
  }
}
