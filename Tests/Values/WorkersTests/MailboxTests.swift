import Workers
import Synchronization
import Testing

@Suite struct MailboxTests {
  @Test func `messages come out in the order in which they were sent, once`() {
    let mail = Mailbox<Int>()
    for number in 0..<5 { mail.send(number) }

    #expect(mail.takeAll() == [0, 1, 2, 3, 4])
    #expect(mail.takeAll().isEmpty)
  }

  @Test func `only the first message in an empty mailbox wakes the receiver`() {
    let wakes = Counter()
    let mail = Mailbox<Int> { wakes.add() }

    mail.send(1)
    mail.send(2)
    #expect(wakes.count == 1)
    _ = mail.takeAll()
    mail.send(3)
    #expect(wakes.count == 2)
  }

  @Test func `a budget takes at least one message and wakes for the rest`() {
    let wakes = Counter()
    let mail = Mailbox<Int> { wakes.add() }
    for cost in [9, 2, 2, 1] { mail.send(cost) }

    #expect(mail.take(within: 4) { $0 } == [9])
    #expect(wakes.count == 2)
    #expect(mail.take(within: 4) { $0 } == [2, 2])
    #expect(wakes.count == 3)
    #expect(mail.take(within: 4) { $0 } == [1])
    #expect(mail.take(within: 4) { $0 } == [])
    #expect(wakes.count == 3)
  }

  @Test func `nothing is lost when many threads send at once`() {
    let mail = Mailbox<Int>()
    let workers = (0..<4).map { Worker(name: "sender \($0)") }
    for (first, worker) in workers.enumerated() {
      worker.run { for number in 0..<1000 { mail.send(number * 4 + first) } }
    }
    for worker in workers { worker.finish() }

    let all = mail.takeAll()
    #expect(all.sorted() == Array(0..<4000))
    for first in 0..<4 {
      let own = all.filter { $0 % 4 == first }
      #expect(own == own.sorted(), "sender \(first) overtook itself")
    }
  }
}

/// A number that any thread may raise.
final class Counter: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}
