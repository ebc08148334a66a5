import ColorManagement
import Colors
import Localization
import Scene
import Workers

/// Computes the gamut of a press in colour planes, in the background.
final class PrintableRegionLoader {
  /// The known press profiles.
  enum Profiles: Sendable {
    case unknown
    /// The names of the installed profiles, the default one first; empty without any.
    case installed([String])
  }

  private enum Answer: Sendable {
    case profiles([String])
    case region(PrintableRegion)
    case fault(Message)
  }

  /// The state of the worker's thread.
  private struct Presses {
    lazy var installed = InstalledProfiles()
    private var known: (name: String, colors: PrintableColors)?

    /// Returns the gamut of a press by its profile's name or file; the default one for an empty name.
    mutating func colors(named name: String) throws -> PrintableColors {
      if let known, known.name == name { return known.colors }
      let colors = try PrintableColors(installed.profile(named: name))
      known = (name, colors)
      return colors
    }
  }

  /// A request for the gamut of a press in a plane.
  private struct Request: Hashable {
    var plane: Plane
    var press: String
  }

  private let worker: Worker<Presses>
  private let mail: Mailbox<Answer>
  private(set) var profiles = Profiles.unknown
  private(set) var region: PrintableRegion?
  private var wanted: Request?
  private var asked: Request?
  private var isAsking = false
  private var hasLooked = false

  init(work: WorkGroup) {
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "printable", in: work) { Presses() }
  }

  /// Searches for installed profiles once, which reads many files.
  func findProfiles() {
    guard !hasLooked else { return }
    hasLooked = true
    worker.run { [mail] presses in
      mail.send(.profiles(presses.installed.entries.map(\.profile.name)))
    }
  }

  /// Requests the region of a plane; while one is being computed, only the latest request is kept.
  func ask(for plane: Plane, press: String) {
    wanted = Request(plane: plane, press: press)
    askIfNeeded()
  }

  private func askIfNeeded() {
    guard let wanted, wanted != asked, !isAsking else { return }
    (asked, isAsking) = (wanted, true)
    worker.run { [mail] presses in
      do {
        let colors = try presses.colors(named: wanted.press)
        mail.send(.region(colors.region(of: wanted.plane.colors, at: wanted.plane.level)))
      } catch {
        mail.send(.fault(Message(error)))
      }
    }
  }

  /// Receives results; returns whether there were any, and the error.
  func receive() -> (isNew: Bool, fault: Message?) {
    var fault: Message?
    let answers = mail.takeAll()
    for answer in answers {
      switch answer {
      case .profiles(let names): profiles = .installed(names)
      case .region(let found): (region, isAsking) = (found, false)
      case .fault(let reason): (region, isAsking, fault) = (nil, false, reason)
      }
    }
    askIfNeeded()
    return (!answers.isEmpty, fault)
  }
}
