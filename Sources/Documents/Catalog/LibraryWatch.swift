import Workers

/// Looks at a library twice a second and tells when another connection or program has changed it.
///
/// It looks from a thread of its own for as long as its owner keeps it.
public final class LibraryWatch: Sendable {
  /// What the watch has seen.
  public enum Event: Sendable {
    /// Somebody else has changed the library, from one state to another.
    case changed(from: LibraryState, to: LibraryState)
    /// The library cannot be read any more; nothing follows.
    case failed(LibraryError)
  }

  private let isStopped: StopSignal

  /// Begins at the library's present state; `report` is called on the watch's own thread.
  public init(
    _ library: Library, every seconds: Double = 0.5, report: @escaping @Sendable (Event) -> Void
  ) throws(LibraryError) {
    let watching = StopSignal()
    isStopped = watching
    let start = try library.state()
    Worker(name: "library").run { [weak library] in
      var last = start
      while watching.wait(seconds), let library {
        do throws(LibraryError) {
          let state = try library.state()
          if state != last { report(.changed(from: last, to: state)) }
          last = state
        } catch {
          // A writer that takes long is no failure.
          if error.reason == .locked { continue }
          return report(.failed(error))
        }
      }
    }
  }

  deinit { isStopped.stop() }
}
