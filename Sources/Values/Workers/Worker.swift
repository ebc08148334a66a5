import Glibc

/// A thread that does one piece of work after another, in the order in which they were asked for.
///
/// The state belongs to the thread alone, such as a graphics context or a typesetter: it is made on the thread before
/// the first work, and released there after the last or after a long time without work. The thread starts with the
/// first work. Work that was ordered is still done after the owner releases the worker.
///
///     let painter = Worker(name: "thumbnails") { Painter() }
///     painter.run { painter in mail.send(painter.paint(poster)) }
public final class Worker<State>: Sendable {
  private let queue: WorkQueue<State>

  /// Creates a worker whose thread is not running yet.
  ///
  /// - Parameters:
  ///   - name: The name in debuggers; at most 15 bytes.
  ///   - stackSize: The bytes of its stack.
  ///   - group: The group that counts the work, which scripts wait for; nil for work that goes on until the program ends.
  ///   - patience: The seconds without work after which the state is let go; the next work has it made anew. With nil it
  ///     is kept.
  ///   - makeState: Makes what belongs to the thread.
  public init(
    name: String, stackSize: Int = 8 << 20, in group: WorkGroup? = nil, patience: Double? = nil,
    makeState: @escaping @Sendable () -> State
  ) {
    queue = WorkQueue(
      name: name, stackSize: stackSize, group: group, patience: patience, makeState: makeState)
  }

  deinit { queue.end(dropsRest: false) }

  /// Asks for some work.
  public func run(_ work: @escaping @Sendable (inout State) -> Void) { queue.add(work) }

  /// Waits until all that was asked for is done; never called on the worker's own thread.
  public func finish() { queue.waitUntilIdle() }

  /// Whether something was asked for that has not begun.
  public var hasWaitingWork: Bool { queue.hasWaiting }

  /// Whether work that takes long should leave off: something else waits, or the thread is to end.
  public var shouldYield: Bool { queue.shouldYield }

  /// Drops what has not begun, and waits until the thread has let go of its state; later work is not done.
  public func stop() {
    queue.end(dropsRest: true)
    queue.waitUntilEnded()
  }
}

extension Worker where State == Void {
  /// Creates a worker without a state.
  public convenience init(name: String, stackSize: Int = 8 << 20, in group: WorkGroup? = nil) {
    self.init(name: name, stackSize: stackSize, in: group) {}
  }

  /// Asks for some work.
  public func run(_ work: @escaping @Sendable () -> Void) {
    run { _ in work() }
  }
}

/// The work that waits for a thread, shared by the thread and who asks for it.
private final class WorkQueue<State>: Sendable {
  typealias Work = @Sendable (inout State) -> Void

  /// The work that the thread has to do.
  private struct Orders {
    var waiting: [Work] = []
    var isWorking = false
    var isEnding = false
    var hasThread = false
  }

  private let name: String
  private let stackSize: Int
  private let group: WorkGroup?
  private let patience: Double?
  private let makeState: @Sendable () -> State
  private let orders = ConditionLock(Orders())

  init(
    name: String, stackSize: Int, group: WorkGroup?, patience: Double?,
    makeState: @escaping @Sendable () -> State
  ) {
    self.name = name
    self.stackSize = stackSize
    self.group = group
    self.patience = patience
    self.makeState = makeState
  }

  func add(_ work: @escaping Work) {
    let isRunning = orders.withLock { orders in
      guard !orders.isEnding else { return true }
      group?.begin()
      orders.waiting.append(work)
      if !orders.hasThread { orders.hasThread = startThread() }
      return orders.hasThread
    }
    orders.broadcast()
    // Where there can be no thread the work is done all the same.
    if !isRunning { runAll() }
  }

  func end(dropsRest: Bool) {
    let dropped = orders.withLock { orders in
      orders.isEnding = true
      defer { if dropsRest { orders.waiting.removeAll() } }
      return dropsRest ? orders.waiting.count : 0
    }
    orders.broadcast()
    group?.end(dropped)
  }

  var hasWaiting: Bool { orders.withLock { !$0.waiting.isEmpty } }

  var shouldYield: Bool { orders.withLock { !$0.waiting.isEmpty || $0.isEnding } }

  func waitUntilIdle() { orders.wait { !$0.isWorking && $0.waiting.isEmpty } }

  func waitUntilEnded() { orders.wait { !$0.hasThread } }

  // MARK: On the thread

  private func startThread() -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let queue = Unmanaged.passRetained(ThreadBody { self.runUntilEnd() })
    let result = pthread_create(
      &thread, &attributes,
      { context in
        if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, queue.toOpaque())
    if result != 0 { queue.release() }
    return result == 0
  }

  private func runUntilEnd() {
    nameThread()
    work()
    orders.withLock { $0.hasThread = false }
    orders.broadcast()
  }

  /// Tells the kernel what the thread is called; glibc's own function for it is not visible from Swift.
  private func nameThread() {
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    let bytes = Array(name.utf8.prefix(15))
    _ = write(file, bytes, bytes.count)
    close(file)
  }

  private func runAll() { workUntilPause(waits: false) }

  private func work() {
    repeat { workUntilPause(waits: true) } while waitForWork()
  }

  /// Does one piece of work after another by one state, until there are no more or patience ends.
  private func workUntilPause(waits: Bool) {
    var state = makeState()
    while let work = next(waits: waits) {
      work(&state)
      orders.withLock { $0.isWorking = false }
      orders.broadcast()
      group?.end()
    }
  }

  private func next(waits: Bool) -> Work? {
    let end = patience.map { ConditionDeadline(secondsFromNow: $0) }
    return orders.withLock(when: { !waits || !$0.waiting.isEmpty || $0.isEnding }, until: end) { orders in
      guard !orders.waiting.isEmpty else { return nil }
      orders.isWorking = true
      return orders.waiting.removeFirst()
    }
  }

  /// Waits until there is work, or an end; returns whether there is work.
  private func waitForWork() -> Bool {
    orders.withLock(when: { !$0.waiting.isEmpty || $0.isEnding }) { !$0.waiting.isEmpty }
  }
}

/// The body of a new thread, kept until it begins.
private final class ThreadBody {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  func run() { body() }
}
