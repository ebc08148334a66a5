import Workers
import CWayland
import Glibc

/// What was copied under Wayland: it lives until somebody else copies something, and gives itself to those who paste.
final class WaylandSource {
  private let kinds: [ClipboardOffer.Kind]
  private let writer = Worker(name: "clipboard")

  init(_ kinds: [ClipboardOffer.Kind]) {
    self.kinds = kinds.flatMap { kind in
      Self.names(of: kind.name).map { ClipboardOffer.Kind($0, kind.bytes) }
    }
  }

  /// Returns the names by which programs ask for a kind: text has several, those of X11 for Xwayland.
  static func names(of kind: String) -> [String] {
    kind == "text/plain" ? ["text/plain;charset=utf-8", "text/plain", "UTF8_STRING"] : [kind]
  }

  /// Lets a source of the compositor offer this one, which is kept until that is cancelled.
  func serve(_ source: OpaquePointer) {
    for kind in kinds { wl_data_source_offer(source, kind.name) }
    wl_data_source_add_listener(source, Self.listener, Unmanaged.passRetained(self).toOpaque())
  }

  nonisolated(unsafe) private static let listener = {
    var listener = wl_data_source_listener()
    listener.target = { _, _, _ in }
    listener.send = { data, _, kind, file in
      guard let data, let kind else { return }
      let source = Unmanaged<WaylandSource>.fromOpaque(data).takeUnretainedValue()
      source.write(String(cString: kind), to: file)
    }
    listener.cancelled = { data, source in
      if let source { wl_data_source_destroy(source) }
      if let data { Unmanaged<WaylandSource>.fromOpaque(data).release() }
    }
    return WaylandSeat.kept(listener)
  }()

  /// Returns what is offered in a kind, or nil.
  func bytes(of name: String) -> [UInt8]? { kinds.first { $0.name == name }?.bytes }

  private func write(_ name: String, to file: Int32) {
    let bytes = bytes(of: name) ?? []
    writer.run {
      Self.write(bytes, to: file)
      close(file)
    }
  }

  /// How long nothing may be taken before one who pastes is given up, in milliseconds.
  private static let patience: Int32 = 10000

  private static func write(_ bytes: [UInt8], to file: Int32) {
    // Whoever pastes may go away in the middle.
    signal(SIGPIPE, SIG_IGN)
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        if poll(&wait, 1, patience) <= 0 { return }
      } else if errno != EINTR {
        return
      }
    }
  }
}
