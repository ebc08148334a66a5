import Foundation
import Testing

@testable import Windowing

@Suite struct WaylandOfferTests {
  /// Returns a file to read from, into which a thread writes something so many times, so many seconds apart.
  private func file(_ bytes: [UInt8], times: Int, apart seconds: Double) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    // Writing to a socket that nobody reads from any more is an error, and no signal.
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let writer = ends[1]
    Thread.detachNewThread {
      for _ in 0..<times {
        guard send(writer, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { break }
        Thread.sleep(forTimeInterval: seconds)
      }
      close(writer)
    }
    return ends[0]
  }

  @Test func `what comes in parts is read as a whole`() throws {
    let file = try file([1, 2, 3], times: 4, apart: 0.01)

    #expect(WaylandOffer.read(file, patience: 60) == [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3])
  }

  @Test func `a program that gives a little now and then is not waited for until it has given all`() throws {
    let file = try file([1], times: 100, apart: 0.02)

    #expect(WaylandOffer.read(file, patience: 0.1) == nil)
  }
}
