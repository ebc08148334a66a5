import Colors
import Files
import Geometry
import Images
import Localization
import PosterScene
import Posters
import Publishing
import Scene
import Synchronization
import Text
import Typography
import Workers

/// Reads tables, and sets and checks the posters of their rows, outside the frame loop.
final class MergeJob {
  /// A table with its name, such as “people.csv”.
  struct Source: Sendable {
    let name: String
    let table: DataTable
  }

  /// A template with a table, and a number that increases with each change of them.
  struct Version: Sendable {
    let number: Int
    let merge: Merge
  }

  /// The result for a row: its layout, or its fault.
  typealias Preview = Result<PosterLayout, MergeFault>

  /// A result that arrives on the frame loop.
  enum Event: Sendable {
    case opened(Source)
    /// The reason why a table cannot be read.
    case refused(Message)
    case preview(Preview, row: Int, version: Int)
    /// A small picture of a row, or nil if it is no longer wanted or has a fault.
    case thumbnail(SharedBitmap?, row: Int, version: Int)
    /// The faults of the rows up to `next`, which were not checked before.
    case checked([MergeFault], next: Int, version: Int)
  }

  /// The version and the rows that the window shows; requests for anything else are dropped.
  private final class Wanted: Sendable {
    struct State {
      var version = 0
      var row = 0
      var visible = 0..<0
    }

    let state = Mutex(State())
  }

  /// The state of the thread.
  private final class Setter {
    private let typesetter = Typesetter()
    private let decoder: any PictureDecoder
    private var filler: (version: Int, filler: MergeFiller)?

    init(_ decoder: any PictureDecoder) { self.decoder = decoder }

    func poster(ofRow row: Int, _ version: Version) throws(MergeFault) -> Poster {
      if filler?.version != version.number {
        filler = (version.number, MergeFiller(version.merge.template, by: decoder))
      }
      guard let filler else { throw version.merge.fault(ofRow: row, .init(verbatim: "")) }
      return try version.merge.poster(ofRow: row, by: filler.filler)
    }

    func layout(ofRow row: Int, _ version: Version) -> Preview {
      do throws(MergeFault) {
        let layout = PosterLayout(try poster(ofRow: row, version), typesetter: typesetter)
        guard let refusal = layout.refusal else { return .success(layout) }
        throw version.merge.fault(ofRow: row, refusal.message)
      } catch {
        return .failure(error)
      }
    }
  }

  private let mail: Mailbox<Event>
  private let worker: Worker<Setter>
  private let wanted = Wanted()
  private let decoder: any PictureDecoder

  /// The number of rows that are checked without a pause.
  private static let portion = 200

  init(_ work: WorkGroup, by decoder: any PictureDecoder) {
    self.decoder = decoder
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "merge", in: work) { Setter(decoder) }
  }

  func take() -> [Event] { mail.takeAll() }

  /// Waits until all requests have finished.
  func finish() { worker.finish() }

  // MARK: Tables

  /// Reads a table from a file.
  func open(file path: String) {
    worker.run { [mail] _ in
      let name = FilePath(path).name
      do throws(FileBytes.Failure) {
        let bytes = try FileBytes.read(path, atMost: Merge.largestTable)
        mail.send(Self.opened(bytes, named: name))
      } catch {
        let reason =
          if case .tooLong = error.reason {
            Message(
              "it has more than {limit} MiB; divide it, or leave out columns that the poster does not need",
              ["limit": String(Merge.largestTable >> 20)])
          } else {
            error.cause
          }
        mail.send(Self.refused(name, reason))
      }
    }
  }

  /// Reads a table from a text.
  func open(text: String, named name: String) {
    worker.run { [mail] _ in mail.send(Self.opened(Array(text.utf8), named: name)) }
  }

  private static func opened(_ bytes: [UInt8], named name: String) -> Event {
    do throws(DataTable.Fault) {
      let table = try DataTable(bytes, named: name)
      guard table.count > 0 else {
        return refused(name, Message("the table has no rows below the names of its columns"))
      }
      return .opened(Source(name: name, table: table))
    } catch {
      return refused(name, error.message)
    }
  }

  private static func refused(_ name: String, _ reason: Message) -> Event {
    .refused(
      Message("“{name}” cannot fill the poster: {reason}", ["name": name], parts: ["reason": reason]))
  }

  // MARK: Rows

  /// Sets the version that is shown; work for earlier ones is dropped.
  func begin(_ version: Int) { wanted.state.withLock { $0.version = version } }

  /// Sets the poster of a row; a later request replaces it.
  func preview(_ row: Int, _ version: Version) {
    wanted.state.withLock { $0.row = row }
    worker.run { [mail, wanted] setter in
      guard wanted.state.withLock({ $0.version == version.number && $0.row == row }) else { return }
      mail.send(.preview(setter.layout(ofRow: row, version), row: row, version: version.number))
    }
  }

  /// Sets the rows whose thumbnails are visible.
  func show(_ visible: Range<Int>) { wanted.state.withLock { $0.visible = visible } }

  /// Draws a small picture of a row, unless it has become invisible meanwhile.
  func thumbnail(ofRow row: Int, _ version: Version, size: PixelSize) {
    worker.run { [mail, wanted, decoder] setter in
      var picture: SharedBitmap?
      if wanted.state.withLock({ $0.version == version.number && $0.visible.contains(row) }),
        case .success(let layout) = setter.layout(ofRow: row, version)
      {
        picture = layout.bitmap(size: size, by: decoder).map { SharedBitmap($0) }
      }
      mail.send(.thumbnail(picture, row: row, version: version.number))
    }
  }

  /// Checks a portion of the rows, beginning at a row.
  func check(from row: Int, _ version: Version) {
    worker.run { [mail, wanted] setter in
      var faults: [MergeFault] = []
      let end = min(row + Self.portion, version.merge.table.count)
      for index in row..<end {
        guard wanted.state.withLock({ $0.version == version.number }) else { return }
        do throws(MergeFault) {
          _ = try setter.poster(ofRow: index, version)
        } catch {
          faults.append(error)
        }
      }
      mail.send(.checked(faults, next: end, version: version.number))
    }
  }
}
