import Synchronization

/// Messages from other threads to the one that takes them, in the order in which they were sent.
///
/// Senders may be on any thread and never wait for the receiver. The first message in an empty mailbox wakes the
/// receiver, which then takes all there are:
///
///     let mail = Mailbox<SearchResult>(wake: environment.wake)
///     worker.run { mail.send(search(words)) }
///     …
///     // on the frame loop, once a turn
///     for result in mail.takeAll() { show(result) }
public final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  /// Creates an empty mailbox; `wake` is called on the sender's thread.
  public init(wake: @escaping @Sendable () -> Void = {}) {
    self.wake = wake
  }

  /// Sends a message from any thread, without waiting; the first in an empty mailbox wakes the receiver.
  public func send(_ message: Message) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    // The receiver was woken for the first item, has not looked yet, and will find this one as well.
    if isFirst { wake() }
  }

  /// Takes every message that has come.
  public func takeAll() -> [Message] {
    messages.withLock { messages in
      defer { messages.removeAll() }
      return messages
    }
  }

  /// Takes messages as long as their costs together are at most `budget`, and at least one; wakes the receiver
  /// for the next turn when some remain.
  public func take(within budget: Int, cost: (Message) -> Int) -> [Message] {
    let (taken, isMore) = messages.withLock { messages in
      var spent = 0
      let count =
        messages.firstIndex { message in
          spent += cost(message)
          return spent > budget
        } ?? messages.count
      let taken = Array(messages.prefix(max(count, 1)))
      messages.removeFirst(taken.count)
      return (taken, !messages.isEmpty)
    }
    if isMore { wake() }
    return taken
  }
}
