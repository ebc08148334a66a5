import Catalog
import Colors
import Controls
import Geometry
import Heraldry
import Localization
import Synchronization
import Workers

/// Loads, searches and edits crowns on its own thread and sends the results.
final class CrownLoader {
  /// A result of the worker.
  enum Event: Sendable {
    case contents(Contents)
    case edited(CrownEdit, CrownEdit.Direction, Fault?)
    case exported(Result<[String], Fault>)
    case copied(Result<Message, Fault>)
    /// A designed crown was added to the library, with an identifier.
    case designed(Result<String, Fault>)
    case drawn(CrownDesign, Result<Drawing, Fault>)
    /// The drawings of single ornaments.
    case ornaments([Finial: Path])
    case importing(CrownImportProgress)
    case checked(Result<Message?, Fault>)
    case repaired(Result<Message, Fault>)
  }

  /// The crowns, if they were reloaded, and the results of a search.
  struct Contents: Sendable {
    var items: Result<[CrownItem], Fault>?
    var words: String
    /// The identifiers of the results; nil without search words.
    var found: Result<[String], Fault>?
    var keepsPlace: Bool
    /// The report to show once they are loaded.
    var news: CrownNews?
  }

  /// The drawing of a design, and the options that make no difference in it.
  struct Drawing: Sendable {
    let outline: Path
    let idle: [String]
  }

  /// The reason of a failure, in words for the person.
  struct Fault: LocalizableError, Hashable {
    let message: Message
    /// Whether repairing the library may help.
    var isDamage = false
  }

  let source: CrownDataSource
  /// The language of the crowns' names.
  private let language: Language
  /// Has the words of the crowns in the language of the window.
  private let worker: Worker<[CrownSearchText]>
  /// Checks the library's integrity, which is slow with many posters.
  private let checker: Worker<Void>
  private let mail: Mailbox<Event>
  /// The number of the latest request for contents; outdated searches are skipped.
  private let latest = SharedCount()
  /// The number of the latest import request or cancellation.
  private let additions = SharedCount()
  /// The number of the latest design to draw.
  private let newestDrawing = SharedCount()

  init(source: CrownDataSource, language: Language, work: WorkGroup) {
    self.source = source
    self.language = language
    worker = Worker(name: "crowns", in: work) { [] }
    checker = Worker(name: "crowns-check", in: work)
    mail = Mailbox(wake: work.wake)
  }

  func takeAll() -> [Event] { mail.takeAll() }

  // MARK: Requests

  /// Reloads the crowns and searches them; `news` is returned with them.
  func load(words: String, keepsPlace: Bool, news: CrownNews? = nil) {
    request(words: words, keepsPlace: keepsPlace, reloads: true, news)
  }

  /// Searches the crowns.
  func search(_ words: String) {
    request(words: words, keepsPlace: false, reloads: false, nil)
  }

  private func request(words: String, keepsPlace: Bool, reloads: Bool, _ news: CrownNews?) {
    let number = latest.next()
    worker.run { [source, language, mail, latest] texts in
      guard reloads || latest.current == number else { return }
      let items = reloads ? Self.result { try source.load().map { $0.named(in: language) } } : nil
      if let items = try? items?.get() { texts = items.compactMap { CrownSearchText($0, in: language) } }
      let found = words.isEmpty ? nil : Self.result { try Self.found(words, in: source, texts) }
      mail.send(
        .contents(Contents(items: items, words: words, found: found, keepsPlace: keepsPlace, news: news)))
    }
  }

  /// Returns the crowns whose names in the language of the window match, followed by those that the library finds.
  private static func found(
    _ text: String, in source: CrownDataSource, _ texts: [CrownSearchText]
  ) throws -> [String] {
    let words = text.foldedWords
    let named = words.isEmpty ? [] : texts.filter { $0.matches(words) }.map(\.id)
    let known = Set(named)
    return named + (try source.search(text).filter { !known.contains($0) })
  }

  func perform(_ edit: CrownEdit, _ direction: CrownEdit.Direction) {
    worker.run { [source, mail] _ in
      switch Self.result({ try edit.perform(direction, in: source) }) {
      case .success: mail.send(.edited(edit, direction, nil))
      case .failure(let fault): mail.send(.edited(edit, direction, fault))
      }
    }
  }

  /// Writes each crown to its own file.
  func export(_ items: [CrownItem], color: RGBA) {
    worker.run { [source, mail] _ in
      mail.send(.exported(Self.result { try items.map { try source.export($0, color) } }))
    }
  }

  /// Copies crowns to the clipboard, as one item of a kind; `words` is the notice of success.
  func copy(
    _ items: [CrownItem], as kind: CrownCopyKind, color: RGBA, to clipboard: Clipboard,
    _ words: Message
  ) {
    let offer = clipboard.offer
    worker.run { [source, mail] _ in
      switch Self.result({ try source.copy(items, kind, color) }) {
      case .failure(let fault): mail.send(.copied(.failure(fault)))
      case .success(let bytes):
        offer(kind.mediaTypes.map { Clipboard.Offer($0, bytes) }) { fault in
          mail.send(
            .copied(
              fault.map { .failure(Fault(message: Message("Not copied: {reason}", parts: ["reason": $0]))) }
                ?? .success(words)))
        }
      }
    }
  }

  /// Adds a designed crown.
  func add(_ design: CrownDesign, named name: String) {
    worker.run { [source, mail] _ in
      mail.send(.designed(Self.result { try source.design(design, name) }))
    }
  }

  /// Draws a design; one within a gesture is skipped if another follows.
  func draw(_ design: CrownDesign, isFinal: Bool) {
    let number = newestDrawing.next()
    worker.run { [mail, newestDrawing] _ in
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

  /// Draws single ornaments.
  func draw(_ finials: [Finial]) {
    worker.run { [mail] _ in
      var outlines: [Finial: Path] = [:]
      for finial in finials { outlines[finial] = try? finial.outline() }
      mail.send(.ornaments(outlines))
    }
  }

  func add(_ paths: [String]) {
    let number = additions.next()
    worker.run { [source, mail, additions] _ in
      source.add(paths) {
        mail.send(.importing($0))
        return additions.current == number
      }
    }
  }

  /// Cancels an import, so that nothing is added.
  func cancelAdding() { _ = additions.next() }

  /// Checks the integrity.
  func check() {
    checker.run { [source, mail] in mail.send(.checked(Self.result(source.check))) }
  }

  func repair() {
    worker.run { [source, mail] _ in mail.send(.repaired(Self.result(source.repair))) }
  }

  private static func result<Value>(_ body: () throws -> Value) -> Result<Value, Fault> {
    do {
      return .success(try body())
    } catch {
      return .failure(Fault(message: Message(error), isDamage: error is CrownDataSource.Damage))
    }
  }
}

/// A report that is shown after the crowns were reloaded, when its subject is visible.
enum CrownNews: Sendable {
  case edited(CrownEdit, CrownEdit.Direction)
  case imported(CrownImportProgress)
  /// A designed crown was added.
  case designed
  case text(String)
}

/// A counter shared by several threads.
private final class SharedCount: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  var current: Int { count.load(ordering: .relaxed) }
}
