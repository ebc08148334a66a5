import Workers
public import Colors
public import Controls
import Files
import Glibc
import Synchronization

/// Carries what is dragged out of the windows of this program to other programs under X11, one thing at a time.
///
/// All that is said to them is said on a thread of our own: one that does not answer holds nobody up. Files are made in
/// the background when a drag leaves its window, in scratch folders that are there as long as their owner.
public final class OutwardDrag: Sendable {
  private let commands = Mutex<[DragSource.Command]>([])
  private let alarm = Alarm()
  private let worker = Worker<DragSource>(name: "drag") { DragSource() }
  private let maker = Worker(name: "drag files")
  private let state = Mutex(State())

  private struct State {
    var isRunning = false
    /// Counts the drags: files that were made for an earlier one are not given to the next.
    var number = 0
    var folders: [ScratchFolder] = []
  }

  /// Creates what carries drags, with a thread of its own from the first drag on.
  public init() {}

  deinit { send(.end) }

  private func send(_ command: DragSource.Command) {
    commands.withLock { commands in
      // Only where the pointer is last is of use.
      if case .move = command, case .move? = commands.last { commands.removeLast() }
      commands.append(command)
    }
    alarm?.ring()
  }

  /// Begins a drag that leaves a window, which is called by its number at the display, with opaque pictures of one size for
  /// what follows the pointer; `report` is told on another thread why files could not be made.
  public func begin(
    _ offer: DragOffer, pictures: [DragReception: Bitmap], window: UInt32,
    report: @escaping @Sendable (_ fault: String) -> Void
  ) {
    guard let alarm else { return report("There are too many open files") }
    var contents = offer.kinds.map { SelectionServer.Content(kind: $0.kind, bytes: $0.bytes) }
    if offer.makeFiles != nil { contents.insert(.init(kind: Self.listKind, bytes: nil), at: 0) }
    send(.begin(contents, pictures, window: window))
    let (mustRun, number) = state.withLock { state in
      defer { state.isRunning = true }
      state.number += 1
      return (!state.isRunning, state.number)
    }
    if mustRun {
      worker.run { [weak self] source in
        // The thread must not keep its owner, whose end is what ends it.
        source.run(until: alarm) { [weak self] in self?.takeCommands() ?? [.end] }
      }
    }
    guard let makeFiles = offer.makeFiles else { return }
    maker.run { [weak self] in self?.make(makeFiles, for: number, report) }
  }

  private static let listKind = "text/uri-list"

  private func takeCommands() -> [DragSource.Command] {
    commands.withLock { commands in
      defer { commands = [] }
      return commands
    }
  }

  private func make(
    _ makeFiles: DragOffer.FileMaker, for number: Int, _ report: @Sendable (_ fault: String) -> Void
  ) {
    var list: [UInt8]?
    do {
      let folder = try ScratchFolder()
      let paths = try makeFiles(folder.path)
      state.withLock { $0.folders.append(folder) }
      list = Array(paths.map { FileURI.uri(of: $0) + "\r\n" }.joined().utf8)
    } catch {
      report("\(error)")
    }
    if state.withLock({ $0.number }) == number { send(.provide(Self.listKind, list)) }
  }

  /// The pointer is at a place of the screen, in pixels.
  public func move(x: Int, y: Int) { send(.move(x: x, y: y)) }

  /// The pointer has gone back into the window; the drag goes on.
  public func comeBack() { send(.comeBack) }

  /// Drops what is dragged on what is under the pointer.
  public func drop() { send(.drop) }

  public func cancel() { send(.cancel) }
}
