import Workers
import Glibc
import Testing

@Suite struct WorkerTests {
  @Test func `work is done in order, on one thread that is not ours`() {
    let mail = Mailbox<(Int, UInt)>()
    let worker = Worker(name: "test")
    for number in 0..<100 { worker.run { mail.send((number, pthread_self())) } }
    worker.finish()

    let all = mail.takeAll()
    #expect(all.map(\.0) == Array(0..<100))
    #expect(Set(all.map(\.1)).count == 1)
    #expect(all.first?.1 != pthread_self())
  }

  @Test func `a group waits for all its workers, and for what their work asks for`() {
    let group = WorkGroup()
    let mail = Mailbox<Int>(wake: group.wake)
    let (first, second) = (Worker(name: "first", in: group), Worker(name: "second", in: group))
    for number in 0..<20 {
      first.run {
        usleep(100)
        second.run { mail.send(number) }
      }
    }

    #expect(group.finish())
    #expect(mail.takeAll() == Array(0..<20))
    // Nothing has come since.
    #expect(!group.finish())
  }

  @Test func `a group does not wait for work that was dropped, or for workers that are in none`() {
    let group = WorkGroup()
    let isReleased = ConditionLock(false)
    let (dropped, other) = (Worker(name: "dropped", in: group), Worker(name: "other"))
    other.run { isReleased.wait { $0 } }
    dropped.run { usleep(1000) }
    for _ in 0..<20 { dropped.run { isReleased.wait { $0 } } }
    dropped.stop()

    #expect(!group.finish())
    isReleased.withLock { $0 = true }
    isReleased.broadcast()
    other.finish()
  }

  @Test func `work that a worker was asked for before it was let go is waited for`() {
    let group = WorkGroup()
    let mail = Mailbox<Int>(wake: group.wake)
    Worker(name: "test", in: group).run {
      usleep(1000)
      mail.send(1)
    }

    #expect(group.finish() && mail.takeAll() == [1])
  }

  @Test func `its state is made and let go on its own thread`() {
    final class Owned {
      let maker = pthread_self()
      let mail: Mailbox<Bool>
      init(_ mail: Mailbox<Bool>) { self.mail = mail }
      deinit { mail.send(maker == pthread_self()) }
    }
    let mail = Mailbox<Bool>()
    let worker = Worker(name: "test") { Owned(mail) }
    worker.run { $0.mail.send($0.maker == pthread_self()) }
    worker.finish()
    worker.stop()

    #expect(mail.takeAll() == [true, true])
  }

  @Test func `a state that nothing was asked of for long is let go, and made anew for the next work`() {
    let mail = Mailbox<String>()
    let letGo = ConditionLock(0)
    final class Owned {
      let onEnd: () -> Void
      init(onEnd: @escaping () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }
    let worker = Worker(name: "test", patience: 0.01) {
      mail.send("made")
      return Owned {
        mail.send("let go")
        letGo.withLock { $0 += 1 }
        letGo.broadcast()
      }
    }
    for round in 1...3 {
      worker.run { _ in mail.send("work \(round)") }
      letGo.wait { $0 >= round }
      #expect(mail.takeAll() == ["made", "work \(round)", "let go"])
    }
    worker.stop()
    #expect(mail.takeAll() == [])
  }

  @Test func `stopping drops what has not begun`() {
    let mail = Mailbox<String>()
    let (hasBegun, isOpen) = (ConditionLock(false), ConditionLock(false))
    let worker = Worker(name: "test")
    worker.run {
      mail.send("first")
      hasBegun.withLock { $0 = true }
      hasBegun.broadcast()
      isOpen.wait { $0 }
    }
    hasBegun.wait { $0 }
    #expect(!worker.shouldYield)
    worker.run { mail.send("second") }
    #expect(worker.shouldYield)
    let stopper = Worker(name: "stopper")
    stopper.run {
      worker.stop()
      mail.send("stopped")
    }
    // However long it takes until the stop is asked for: the second has not begun, for the first waits for us.
    while worker.hasWaitingWork { sched_yield() }
    #expect(worker.shouldYield)
    isOpen.withLock { $0 = true }
    isOpen.broadcast()
    stopper.finish()

    #expect(mail.takeAll() == ["first", "stopped"])
    worker.run { mail.send("too late") }
    #expect(mail.takeAll().isEmpty)
  }

  @Test func `what was asked for is done though nobody keeps the worker`() {
    let mail = Mailbox<Int>()
    let isDone = ConditionLock(false)
    do {
      let worker = Worker(name: "test")
      for number in 0..<3 { worker.run { mail.send(number) } }
      worker.run {
        isDone.withLock { $0 = true }
        isDone.broadcast()
      }
    }
    isDone.wait { $0 }

    #expect(mail.takeAll() == [0, 1, 2])
  }
}
