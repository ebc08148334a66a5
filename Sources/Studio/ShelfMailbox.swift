import Catalog
import Synchronization

/// What other threads have to tell.
final class ShelfMailbox: Sendable {
  enum Letter: Sendable {
    case keys(Result<[PosterKey], LibraryError>, generation: Int)
    case changed
    case lost(LibraryError)
    case notice(String)
  }

  private let letters = Mutex<[Letter]>([])

  func put(_ letter: Letter) { letters.withLock { $0.append(letter) } }

  func takeAll() -> [Letter] {
    letters.withLock { letters in
      defer { letters.removeAll() }
      return letters
    }
  }
}
