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

  private final class Watch {
    let canCome: () -> Bool
    let loop: OpaquePointer?

    init(_ loop: OpaquePointer?, _ canCome: @escaping () -> Bool) {
      (self.loop, self.canCome) = (loop, canCome)
    }
  }

  /// Delivers what comes until `end()`, or until nothing can come any more, which is looked at each second.
  package func run(while canCome: @escaping () -> Bool) {
    let source = g_timeout_source_new_seconds(1)
    g_source_set_callback(
      source,
      { data in
        guard let data else { return 0 }
        let watch = Unmanaged<Watch>.fromOpaque(data).takeUnretainedValue()
        if !watch.canCome() { g_main_loop_quit(watch.loop) }
        return 1
      }, Unmanaged.passRetained(Watch(loop, canCome)).toOpaque(),
      { data in if let data { Unmanaged<Watch>.fromOpaque(data).release() } })
    g_source_attach(source, context)
    g_main_loop_run(loop)
    g_source_destroy(source)
    g_source_unref(source)
  }

  /// Lets `run()` return; called from what is delivered.
  package func end() { g_main_loop_quit(loop) }
}
