import Testing

@testable import Application

@Suite struct MemoryWatchTests {
  @Test func `what was freed is given back where memory has grown since, and not for what stays`() {
    var bytes = 100 << 20
    var watch = MemoryWatch { bytes }
    var first = watch.hasGrown(at: 0)
    #expect(!first)
    bytes += 11 << 20
    first = watch.hasGrown(at: 1)
    #expect(!first)
    bytes += 2 << 20
    let (soon, later) = (watch.hasGrown(at: 1.2), watch.hasGrown(at: 1.6))
    #expect(!soon && later)

    // It was in use, all of it.
    watch.gaveBack()
    let stays = watch.hasGrown(at: 3)
    #expect(!stays)
    bytes -= 40 << 20
    let falls = watch.hasGrown(at: 4)
    bytes += 13 << 20
    let grows = watch.hasGrown(at: 5)
    #expect(!falls && grows)
  }
}
