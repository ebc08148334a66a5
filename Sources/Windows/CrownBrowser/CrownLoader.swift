import Workers
import Colors
import Controls
import Geometry
import Heraldry
import Synchronization

/// Reads, searches and edits crowns on a thread of its own and mails the results.
final class CrownLoader {
  /// A result of the worker.
  enum Message: Sendable {
    case contents(Contents)
    case edited(CrownEdit, CrownEdit.Direction, Fault?)
    case exported(Result<[String], Fault>)
    case copied(Result<String, Fault>)
    /// A crown that was designed is in the library, under an identifier.
    case designed(Result<String, Fault>)
    case drawn(CrownDesign, Result<Drawing, Fault>)
    /// How ornaments are drawn by themselves.
    case ornaments([Finial: Path])
    case importing(CrownImportProgress)
    case checked(Result<String?, Fault>)
    case repaired(Result<String, Fault>)
  }

  /// The crowns, if they were read anew, and those that some words find.
  struct Contents: Sendable {
    var items: Result<[CrownItem], Fault>?
    var words: String
    /// The identifiers of the crowns that were found; nil when there are no words.
    var found: Result<[String], Fault>?
    var keepsPlace: Bool
    /// What is said now that they were read.
    var news: CrownNews?
  }

  /// A design that was drawn, and the parts whose choice would change nothing.
  struct Drawing: Sendable {
    let outline: Path
    let idle: [String]
  }

  /// Why something was not done, in words for the person.
  struct Fault: Error, Hashable, CustomStringConvertible {
    let description: String
    /// Whether repairing the library may help.
    var isDamage = false
  }

  let source: CrownDataSource
  private let worker: Worker<Void>
  /// Reads the library through, which takes long where there are many posters.
  private let checker: Worker<Void>
  private let mail: Mailbox<Message>
  /// Counts the requests for contents, so that a search is left out when another one follows it.
  private let latest = SharedCount()
  /// Counts what was asked to be added, and what was given up.
  private let additions = SharedCount()
  /// Counts the designs to draw.
  private let newestDrawing = SharedCount()

  init(source: CrownDataSource, work: WorkGroup) {
    self.source = source
    worker = Worker(name: "crowns", in: work)
    checker = Worker(name: "crowns-check", in: work)
    mail = Mailbox(wake: work.wake)
  }

  func takeAll() -> [Message] { mail.takeAll() }

  // MARK: Requests

  /// Reads the crowns anew and searches them; `news` comes back with them.
  func load(words: String, keepsPlace: Bool, news: CrownNews? = nil) {
    request(words: words, keepsPlace: keepsPlace, reloads: true, news)
  }

  /// Searches the crowns.
  func search(_ words: String) {
    request(words: words, keepsPlace: false, reloads: false, nil)
  }

  private func request(words: String, keepsPlace: Bool, reloads: Bool, _ news: CrownNews?) {
    let number = latest.next()
    worker.run { [source, mail, latest] in
      guard reloads || latest.current == number else { return }
      let items = reloads ? Self.result { try source.load() } : nil
      let found = words.isEmpty ? nil : Self.result { try source.search(words) }
      mail.send(
        .contents(Contents(items: items, words: words, found: found, keepsPlace: keepsPlace, news: news)))
    }
  }

  func perform(_ edit: CrownEdit, _ direction: CrownEdit.Direction) {
    worker.run { [source, mail] in
      switch Self.result({ try edit.perform(direction, in: source) }) {
      case .success: mail.send(.edited(edit, direction, nil))
      case .failure(let fault): mail.send(.edited(edit, direction, fault))
      }
    }
  }

  /// Writes each crown into a file of its own.
  func export(_ items: [CrownItem], color: RGBA) {
    worker.run { [source, mail] in
      mail.send(.exported(Self.result { try items.map { try source.export($0, color) } }))
    }
  }

  /// Offers crowns to other programs, as one thing of a kind; `words` say what was copied.
  func copy(
    _ items: [CrownItem], as kind: CrownCopyKind, color: RGBA, to clipboard: Clipboard, _ words: String
  ) {
    let offer = clipboard.offer
    worker.run { [source, mail] in
      switch Self.result({ try source.copy(items, kind, color) }) {
      case .failure(let fault): mail.send(.copied(.failure(fault)))
      case .success(let bytes):
        offer(kind.mediaTypes.map { Clipboard.Offer($0, bytes) }) { fault in
          mail.send(
            .copied(fault.map { .failure(Fault(description: "Not copied: \($0)")) } ?? .success(words)))
        }
      }
    }
  }

  /// Adds a crown that was designed.
  func add(_ design: CrownDesign, named name: String) {
    worker.run { [source, mail] in
      mail.send(.designed(Self.result { try source.design(design, name) }))
    }
  }

  /// Draws a design; one in the course of a gesture is left out when another follows it.
  func draw(_ design: CrownDesign, isFinal: Bool) {
    let number = newestDrawing.next()
    worker.run { [mail, newestDrawing] in
      guard isFinal || newestDrawing.current == number else { return }
      mail.send(
        .drawn(
          design,
          Self.result {
            Drawing(
              outline: try design.drawing().outline(), idle: isFinal ? design.idleOptions() : [])
          }))
    }
  }

  /// Draws ornaments by themselves.
  func draw(_ finials: [Finial]) {
    worker.run { [mail] in
      var outlines: [Finial: Path] = [:]
      for finial in finials { outlines[finial] = try? finial.outline() }
      mail.send(.ornaments(outlines))
    }
  }

  func add(_ paths: [String]) {
    let number = additions.next()
    worker.run { [source, mail, additions] in
      source.add(paths) {
        mail.send(.importing($0))
        return additions.current == number
      }
    }
  }

  /// Gives up adding files; nothing of them is added.
  func cancelAdding() { _ = additions.next() }

  /// Reads everything through.
  func check() {
    checker.run { [source, mail] in mail.send(.checked(Self.result(source.check))) }
  }

  func repair() {
    worker.run { [source, mail] in mail.send(.repaired(Self.result(source.repair))) }
  }

  private static func result<Value>(_ body: () throws -> Value) -> Result<Value, Fault> {
    do {
      return .success(try body())
    } catch {
      return .failure(Fault(description: "\(error)", isDamage: error is CrownDataSource.Damage))
    }
  }
}

/// What is said once the crowns have been read anew, so that what it tells of is seen.
enum CrownNews: Sendable {
  case edited(CrownEdit, CrownEdit.Direction)
  case imported(CrownImportProgress)
  /// A crown that was designed is there.
  case designed
  case text(String)
}

/// A number that several threads may read.
private final class SharedCount: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  var current: Int { count.load(ordering: .relaxed) }
}
