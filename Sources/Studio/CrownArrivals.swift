import Catalog
import CrownBrowser
import Controls
import Dispatch
import Synchronization
import Windowing

/// Files that are read as crowns beside the frame loop; what becomes of them waits here for its next turn.
final class CrownArrivals: Sendable {
  private let states = Mutex<[ArrivingCrowns]>([])
  private let hasChanged = Mutex(false)
  private let waker: EventLoop.Waker
  private let queue = DispatchQueue(label: "crowns")

  init(waker: EventLoop.Waker) {
    self.waker = waker
  }

  func add(_ paths: [String], to crowns: CrownLibraryShelf) {
    queue.async {
      crowns.add(paths) { state in
        self.states.withLock { $0.append(state) }
        self.waker.wake()
      }
    }
  }

  /// Returns what has come since the last time.
  func take() -> [ArrivingCrowns] {
    states.withLock { waiting in
      defer { waiting.removeAll() }
      return waiting
    }
  }

  /// Takes note of changes by other programs for as long as the watch is kept.
  func watch(_ crowns: CrownLibraryShelf) throws -> LibraryWatch {
    try LibraryWatch(crowns.library) { [self] event in
      guard case .changed(let from, let to) = event, from.crowns != to.crowns else { return }
      hasChanged.withLock { $0 = true }
      waker.wake()
    }
  }

  /// Returns whether crowns have changed since the last time.
  func takeChange() -> Bool {
    hasChanged.withLock { changed in
      defer { changed = false }
      return changed
    }
  }
}
