import CXCB
import Glibc

/// An extension of an X11 display; its own library is not needed for a few requests.
struct DisplayExtension {
  /// What its requests and events begin with.
  let opcode: UInt8
  private let display: DisplayConnection

  /// Returns nil where the display does not have it.
  init?(_ name: String, of display: DisplayConnection) {
    let cookie = xcb_query_extension(display.connection, UInt16(name.utf8.count), name)
    guard let reply = xcb_query_extension_reply(display.connection, cookie, nil) else { return nil }
    defer { free(reply) }
    guard reply.pointee.present != 0 else { return nil }
    (self.display, opcode) = (display, reply.pointee.major_opcode)
  }

  /// Sends a request that nothing answers.
  func tell(_ minor: UInt8, _ words: [UInt16]) { _ = send(minor, words, hasReply: false) }

  /// Sends a request and returns the answer, of at least 32 bytes; nil where there is none.
  func ask(_ minor: UInt8, _ words: [UInt16]) -> [UInt8]? {
    let number = send(minor, words, hasReply: true)
    guard let reply = xcb_wait_for_reply(display.connection, number, nil) else { return nil }
    defer { free(reply) }
    // The length counts words of four bytes beyond the first 32 bytes.
    let beyond = reply.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    return Array(UnsafeRawBufferPointer(start: reply, count: 32 + 4 * Int(beyond)))
  }

  /// Sends a request, whose first four bytes are filled in; returns its number.
  private func send(_ minor: UInt8, _ words: [UInt16], hasReply: Bool) -> UInt32 {
    var bytes = ([0, 0] + words).withUnsafeBytes { Array($0) }
    (bytes[0], bytes[1]) = (opcode, minor)
    var request = xcb_protocol_request_t(count: 1, ext: nil, opcode: opcode, isvoid: hasReply ? 0 : 1)
    return bytes.withUnsafeMutableBytes { bytes in
      // The library writes into two parts before the first one.
      var parts = [iovec(), iovec(), iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)]
      return parts.withUnsafeMutableBufferPointer { parts in
        xcb_send_request(display.connection, 0, parts.baseAddress.map { $0 + 2 }, &request)
      }
    }
  }
}
