import Workers
import CGIO

/// A thread with its own GLib main loop, to which connections created there deliver messages.
package final class BusThread: Sendable {
  /// GLib's handles, which are thread-safe; each copy that outlives another needs its own references.
  private struct Loop: @unchecked Sendable {
    let context: OpaquePointer?
    let loop: OpaquePointer?

    func retain() {
      g_main_context_ref(context)
      g_main_loop_ref(loop)
    }

    func release() {
      g_main_loop_unref(loop)
      g_main_context_unref(context)
    }
  }

  private let loop: Loop
  private let worker: Worker<Void>

  /// Starts the thread.
  package init(name: String) {
    let context = g_main_context_new()
    let loop = Loop(context: context, loop: g_main_loop_new(context, 0))
    self.loop = loop
    worker = Worker(name: name)
    // The thread has its own references: it may end while the owner is still stopping it.
    loop.retain()
    worker.run {
      g_main_context_push_thread_default(loop.context)
      g_main_loop_run(loop.loop)
      g_main_context_pop_thread_default(loop.context)
      loop.release()
    }
  }

  deinit {
    // Runs on the thread: a loop that has not begun yet would miss the call to quit.
    Self.invoke(in: loop.context) { [loop] in g_main_loop_quit(loop.loop) }
    loop.release()
  }

  private final class Task {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Runs a closure on the thread; closures run in the order of the calls.
  package func run(_ body: @escaping @Sendable () -> Void) { Self.invoke(in: loop.context, body) }

  /// Runs a closure on the thread after `seconds`.
  package func run(after seconds: Double, _ body: @escaping @Sendable () -> Void) {
    let source = g_timeout_source_new(guint(max(seconds, 0) * 1000))
    Self.attach(source, to: loop.context, body)
  }

  private static func invoke(in context: OpaquePointer?, _ body: @escaping @Sendable () -> Void) {
    let source = g_idle_source_new()
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    attach(source, to: context, body)
  }

  private static func attach(
    _ source: UnsafeMutablePointer<GSource>?, to context: OpaquePointer?,
    _ body: @escaping @Sendable () -> Void
  ) {
    g_source_set_callback(
      source,
      { data in
        if let data { Unmanaged<Task>.fromOpaque(data).takeUnretainedValue().body() }
        return 0
      }, Unmanaged.passRetained(Task(body)).toOpaque(),
      { data in if let data { Unmanaged<Task>.fromOpaque(data).release() } })
    g_source_attach(source, context)
    g_source_unref(source)
  }
}
