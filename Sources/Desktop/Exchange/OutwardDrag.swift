public import Colors
public import Controls
import Files
import Glibc
public import Localization
import Synchronization
import Workers

/// Carries content dragged out of this program's windows to other programs under X11, one drag at a time.
///
/// Messages to other programs are sent from its own thread, so that one that does not answer blocks nothing. Files are
/// created in the background when a drag leaves its window, in scratch folders that exist as long as their owner.
public final class OutwardDrag: Sendable {
  private let commands = Mutex<[DragSource.Command]>([])
  private let alarm = Alarm()
  private let worker = Worker<DragSource>(name: "drag") { DragSource() }
  private let maker = Worker(name: "drag files")
  private let state = Mutex(State())

  private struct State {
    var isRunning = false
    /// The number of the drag: files created for an earlier drag are not used for the next.
    var number = 0
    var folders: [ScratchFolder] = []
  }

  /// Creates a carrier of drags, which starts its thread with the first drag.
  public init() {}

  deinit { send(.end) }

  private func send(_ command: DragSource.Command) {
    commands.withLock { commands in
      // Only the last position of the pointer matters.
      if case .move = command, case .move? = commands.last { commands.removeLast() }
      commands.append(command)
    }
    alarm?.ring()
  }

  /// Begins a drag out of a window, given by its X11 id, with opaque pictures of one size to follow the pointer; calls
  /// `report` on another thread with the reason if files could not be created.
  public func begin(
    _ offer: DragOffer, pictures: [DragReception: Bitmap], window: UInt32,
    report: @escaping @Sendable (_ fault: Message) -> Void
  ) {
    guard let alarm else { return report(Message("too many files are open")) }
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
        // The thread must not retain its owner, whose release ends the thread.
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
    _ makeFiles: DragOffer.FileMaker, for number: Int, _ report: @Sendable (_ fault: Message) -> Void
  ) {
    var list: [UInt8]?
    do {
      let folder = try ScratchFolder()
      let paths = try makeFiles(folder.path)
      state.withLock { $0.folders.append(folder) }
      list = Array(paths.map { FileURI.uri(of: $0) + "\r\n" }.joined().utf8)
    } catch {
      report(Message(error))
    }
    if state.withLock({ $0.number }) == number { send(.provide(Self.listKind, list)) }
  }

  /// Moves the drag to a place of the screen, in pixels.
  public func move(x: Int, y: Int) { send(.move(x: x, y: y)) }

  /// The pointer returned to the window; the drag continues.
  public func comeBack() { send(.comeBack) }

  /// Drops the content on the window under the pointer.
  public func drop() { send(.drop) }

  public func cancel() { send(.cancel) }
}
