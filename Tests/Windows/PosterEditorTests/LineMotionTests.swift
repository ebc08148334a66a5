import Motion
import Testing

@testable import PosterEditor

@Suite struct LineMotionTests {
  /// Places of three lines of equal height; the first is moved to the end.
  private func reordered(_ motion: inout LineMotion, at time: Double, on spring: Spring?) {
    let origins = [1, 2, 0]
    motion.reorder(
      count: 3, origin: { origins[$0] }, moved: { line, before in Double(line - before) * 100 }, at: time,
      on: spring)
  }

  @Test func `lines are seen where they were, and come to their new places`() {
    var motion = LineMotion()
    reordered(&motion, at: 1, on: .interface)

    #expect(motion.offset(of: 0, at: 1) == 100)
    #expect(motion.offset(of: 1, at: 1) == 100)
    #expect(motion.offset(of: 2, at: 1) == -200)
    #expect(motion.isMoving(at: 1.1))
    #expect((0..<3).allSatisfy { motion.offset(of: $0, at: 10) == 0 })
    #expect(!motion.isMoving(at: 10))
  }

  @Test func `a line that is held stays under the pointer while others make room`() {
    var motion = LineMotion()
    motion.hold(0, at: 180)
    reordered(&motion, at: 1, on: .interface)

    #expect(motion.held?.line == 2)
    #expect(motion.offset(of: 2, at: 1.05) == 180)
    motion.release(at: 2, on: .interface)
    #expect(motion.offset(of: 2, at: 2) == 180)
    #expect(motion.offset(of: 2, at: 9) == 0)
  }

  @Test func `a second change begins where the first was seen`() {
    var motion = LineMotion()
    reordered(&motion, at: 1, on: .interface)
    let seen = (0..<3).map { motion.offset(of: $0, at: 1.06) }
    reordered(&motion, at: 1.06, on: .interface)

    // Line 2 was line 0, and stands 200 further down.
    #expect(abs(motion.offset(of: 2, at: 1.06) - (seen[0] - 200)) < 1e-9)
    #expect(abs(motion.offset(of: 0, at: 1.06) - (seen[1] + 100)) < 1e-9)
  }

  @Test func `without motion lines are at their places at once`() {
    var motion = LineMotion()
    reordered(&motion, at: 1, on: nil)
    #expect((0..<3).allSatisfy { motion.offset(of: $0, at: 1) == 0 })
  }
}
