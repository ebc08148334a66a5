import Background
import Catalog
import CrownBrowser
import Controls
import CrownBrowser

/// What the threads beside the browser tell it.
enum CrownMessage: Sendable {
  /// How far files are that are being added.
  case arriving(ArrivingCrowns)
  /// Another program has changed the library.
  case changed
}

/// Files that are read as crowns beside the frame loop; what becomes of them waits here for its next turn.
final class CrownArrivals {
  private let crowns: CrownLibraryShelf
  private let mail: Mailbox<CrownMessage>
  private let reader: Worker<Void>
  private var watch: LibraryWatch?

  init(_ crowns: CrownLibraryShelf, wake: @escaping @Sendable () -> Void, isImmediate: Bool) {
    self.crowns = crowns
    mail = Mailbox(wake: wake)
    reader = Worker(name: "crowns", isImmediate: isImmediate)
  }

  func add(_ paths: [String]) {
    reader.run { [crowns, mail] in crowns.add(paths) { mail.send(.arriving($0)) } }
  }

  /// Takes note of changes by other programs from now on.
  func watchForChanges() throws {
    watch = try LibraryWatch(crowns.library) { [mail] event in
      guard case .changed(let from, let to) = event, from.crowns != to.crowns else { return }
      mail.send(.changed)
    }
  }

  /// Returns what has come since the last time.
  func takeAll() -> [CrownMessage] { mail.takeAll() }
}
