import Workers

/// Polls a library twice a second and reports changes from any connection or program.
///
/// It polls on its own thread until it is released.
public final class LibraryWatch: Sendable {
  /// An event of the watch.
  public enum Event: Sendable {
    /// The library has changed, from one state to another.
    case changed(from: LibraryState, to: LibraryState)
    /// The library can no longer be read; no events follow.
    case failed(LibraryError)
  }

  private let isStopped: StopSignal

  /// Starts at the library's current state; calls `report` on the watch's own thread.
  ///
  /// - Parameters:
  ///   - library: The library.
  ///   - seconds: The time between two looks, in seconds.
  ///   - report: Called on the watch's own thread.
  /// - Throws: ``LibraryError`` if the library cannot be read.
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
          // A slow writer is not a failure.
          if error.reason == .locked { continue }
          return report(.failed(error))
        }
      }
    }
  }

  deinit { isStopped.stop() }
}
