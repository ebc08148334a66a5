import TestSupport
import Testing

@testable import PosterGallery

@Suite struct ThumbnailQueueTests {
  @Test(arguments: 0..<40)
  func `makes what is seen first, once, and forgets nothing that is still wanted`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var queue = ThumbnailQueue<Int>()
    var running: [Int] = []
    var made: Set<Int> = []
    var visible: [Int] = []
    var ahead: [Int] = []
    for _ in 0..<300 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let start = Int.random(in: 0..<200, using: &random)
        visible = (start..<start + 12).filter { !made.contains($0) }
        ahead = (start + 12..<start + 36).filter { !made.contains($0) }
        // The same document twice, as duplicates have it.
        queue.want(visible: visible + visible.prefix(2), ahead: ahead + visible.prefix(3))
      case 1 where !running.isEmpty:
        let job = running.remove(at: Int.random(in: 0..<running.count, using: &random))
        if queue.mustYield(job) {
          #expect(!visible.contains(job))
          queue.putBack(job)
        } else {
          queue.finish(job)
          made.insert(job)
        }
      default:
        guard let job = queue.next() else {
          // Nothing waits: all that is wanted was made or is under way.
          #expect((visible + ahead).allSatisfy { made.contains($0) || running.contains($0) })
          continue
        }
        #expect(!running.contains(job) && !made.contains(job))
        if !visible.contains(job) {
          #expect(visible.allSatisfy { made.contains($0) || running.contains($0) })
        }
        running.append(job)
      }
    }
    while !queue.isIdle {
      if let job = queue.next() { running.append(job) }
      if let job = running.popLast() {
        queue.finish(job)
        made.insert(job)
      }
    }
    #expect(made.isSuperset(of: visible) && made.isSuperset(of: ahead))
  }

  @Test func `takes what has just come into sight before what was there`() {
    var queue = ThumbnailQueue<Int>()
    queue.want(visible: Array(0..<10), ahead: [])
    #expect(queue.next() == 0)
    queue.want(visible: Array(4..<14), ahead: [])
    #expect((0..<10).map { _ in queue.next() } == [10, 11, 12, 13, 4, 5, 6, 7, 8, 9])
  }

  @Test func `drops what is no longer in sight, but not what is under way`() {
    var queue = ThumbnailQueue<Int>()
    queue.want(visible: [1, 2, 3], ahead: [4, 5])
    #expect(queue.next() == 1)
    queue.want(visible: [100, 101], ahead: [102])
    #expect((0..<4).map { _ in queue.next() } == [100, 101, 102, nil])
    #expect(!queue.isIdle)
    for job in [1, 100, 101, 102] { queue.finish(job) }
    #expect(queue.isIdle)
  }

  @Test func `lets work ahead give way to what is seen, and goes on with it later`() {
    var queue = ThumbnailQueue<Int>()
    queue.want(visible: [], ahead: [7, 8])
    #expect(queue.next() == 7)
    #expect(!queue.mustYield(7))
    queue.want(visible: [1], ahead: [7, 8])
    #expect(queue.mustYield(7))
    queue.putBack(7)
    #expect((0..<4).map { _ in queue.next() } == [1, 7, 8, nil])
  }

  @Test func `never lets go of what was asked for by name, whatever comes into sight`() {
    var queue = ThumbnailQueue<Int>()
    queue.want(visible: [], ahead: [7])
    queue.want(9)
    #expect(queue.next() == 9)
    queue.want(visible: [1, 2], ahead: [3])
    #expect(!queue.mustYield(9))

    queue.finish(9)
    #expect((0..<3).map { _ in queue.next() } == [1, 2, 3])
    queue.want(visible: [4], ahead: [])
    #expect(queue.mustYield(3))
    // The job is requested after it was asked to yield and before it has.
    queue.want(3)
    queue.putBack(3)
    queue.want(visible: [5], ahead: [])
    #expect(queue.next() == 3 && !queue.mustYield(3))
  }

  @Test func `makes at once what is asked for by name`() {
    var queue = ThumbnailQueue<Int>()
    queue.want(visible: [1, 2], ahead: [3, 4])
    queue.want(4)
    queue.want(4)
    #expect((0..<5).map { _ in queue.next() } == [4, 1, 2, 3, nil])
  }
}
