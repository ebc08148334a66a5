import Workers
import ColorManagement
import Colors
import Scene

/// Finds what of planes a press prints, beside the frame loop.
final class PrintableRegionLoader {
  /// What is known of the profiles of presses.
  enum Profiles: Sendable {
    case unknown
    /// Their names, the usual one first; none where none is installed.
    case installed([String])
  }

  private enum Answer: Sendable {
    case profiles([String])
    case region(PrintableRegion)
    case fault(String)
  }

  /// What only the worker's thread has.
  private struct Presses {
    lazy var installed = InstalledProfiles()
    private var known: (name: String, colors: PrintableColors)?

    /// Returns what a press prints by its profile's name or file; the usual one without any.
    mutating func colors(named name: String) throws -> PrintableColors {
      if let known, known.name == name { return known.colors }
      let colors = try PrintableColors(installed.profile(named: name))
      known = (name, colors)
      return colors
    }
  }

  /// What is wanted of which press.
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

  /// Looks once which profiles are installed: many files are read for that.
  func findProfiles() {
    guard !hasLooked else { return }
    hasLooked = true
    worker.run { [mail] presses in
      mail.send(.profiles(presses.installed.entries.map(\.profile.name)))
    }
  }

  /// Asks for the region of a plane; of those that are asked for while another is being found only the last one counts.
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
        mail.send(.fault("\(error)"))
      }
    }
  }

  /// Takes what has come; returns whether anything has, and what went wrong.
  func receive() -> (isNew: Bool, fault: String?) {
    var fault: String?
    let answers = mail.takeAll()
    for answer in answers {
      switch answer {
      case .profiles(let names): profiles = .installed(names)
      case .region(let found): (region, isAsking) = (found, false)
      case .fault(let words): (region, isAsking, fault) = (nil, false, words)
      }
    }
    askIfNeeded()
    return (!answers.isEmpty, fault)
  }
}
