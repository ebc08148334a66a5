import Background
import Colors
import Synchronization

/// Reads, searches and edits crowns on a thread of its own and mails the results.
final class CrownLoader {
  /// A result of the worker.
  enum Message: Sendable {
    case contents(Contents)
    case edited(CrownEdit, CrownEdit.Direction, Fault?)
    case exported(Result<String, Fault>)
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
  }

  /// Why something was not done, in words for the person.
  struct Fault: Error, Hashable, CustomStringConvertible {
    let description: String
    /// Whether repairing the library may help.
    var isDamage = false
  }

  private let source: CrownDataSource
  private let worker: Worker<Void>
  private let mail: Mailbox<Message>
  /// Counts the requests for contents, so that a search is left out when another one follows it.
  private let latest = SharedCount()

  init(source: CrownDataSource, isImmediate: Bool, wake: @escaping @Sendable () -> Void) {
    self.source = source
    worker = Worker(name: "crowns", isImmediate: isImmediate)
    mail = Mailbox(wake: wake)
  }

  func takeAll() -> [Message] { mail.takeAll() }

  // MARK: Requests

  /// Reads the crowns anew and searches them.
  func load(words: String, keepsPlace: Bool) {
    request(words: words, keepsPlace: keepsPlace, reloads: true)
  }

  /// Searches the crowns.
  func search(_ words: String) {
    request(words: words, keepsPlace: false, reloads: false)
  }

  private func request(words: String, keepsPlace: Bool, reloads: Bool) {
    let number = latest.next()
    worker.run { [source, mail, latest] in
      guard reloads || latest.current == number else { return }
      let items = reloads ? Self.result { try source.load() } : nil
      let found = words.isEmpty ? nil : Self.result { try source.search(words) }
      mail.send(.contents(Contents(items: items, words: words, found: found, keepsPlace: keepsPlace)))
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

  func export(_ item: CrownItem, color: RGBA) {
    worker.run { [source, mail] in mail.send(.exported(Self.result { try source.export(item, color) })) }
  }

  func add(_ paths: [String]) {
    worker.run { [source, mail] in source.add(paths) { mail.send(.importing($0)) } }
  }

  /// Reads everything through.
  func check() {
    worker.run { [source, mail] in mail.send(.checked(Self.result(source.check))) }
  }

  func repair() {
    worker.run { [source, mail] in mail.send(.repaired(Self.result(source.repair))) }
  }

  /// Returns a crown as an SVG document, at once.
  func document(_ item: CrownItem, color: RGBA) -> String { source.document(item, color) }

  private static func result<Value>(_ body: () throws -> Value) -> Result<Value, Fault> {
    do {
      return .success(try body())
    } catch {
      return .failure(Fault(description: "\(error)", isDamage: error is CrownDataSource.Damage))
    }
  }
}

/// A number that several threads may read.
private final class SharedCount: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  var current: Int { count.load(ordering: .relaxed) }
}
