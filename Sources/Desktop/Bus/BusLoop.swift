import CGIO

/// A main loop of GLib's on the thread that waits in it: connections that are used there deliver what comes to it.
package final class BusLoop {
  private let context: OpaquePointer?
  private let loop: OpaquePointer?

  private init() {
    context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
    g_main_context_push_thread_default(context)
  }

  deinit {
    g_main_context_pop_thread_default(context)
    g_main_loop_unref(loop)
    g_main_context_unref(context)
  }

  /// Does something with a loop on the calling thread.
  package static func use<Value>(_ body: (BusLoop) -> Value) -> Value {
    let loop = BusLoop()
    return withExtendedLifetime(loop) { body(loop) }
  }

  /// Delivers what comes until `end()`.
  package func run() { g_main_loop_run(loop) }

  /// Lets `run()` return; called from what is delivered.
  package func end() { g_main_loop_quit(loop) }
}
