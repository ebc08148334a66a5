import Terminal
import Bus

/// What can be printed on.
package enum Printers: Hashable, Sendable {
  case queues([String])
  /// No program can tell the printers, but the desktop may print.
  case desktop
  /// Nothing, and why.
  case none(String)

  /// Asks CUPS, which may take its time to answer.
  package static func find() -> Printers {
    guard let queues = PrintQueues.current() else {
      return DesktopSettings.hasSessionBus ? .desktop : .none(PrintQueues.missing)
    }
    if queues.isRunning, !queues.names.isEmpty { return .queues(queues.names) }
    return .none(queues.fault(with: nil) ?? PrintQueues.missing)
  }
}

/// The printers that CUPS knows, and their state.
package struct PrintQueues {
  package var isRunning: Bool
  package var names: [String]
  /// Whether one of them is used where none is named.
  package var hasUsual: Bool

  /// What is said where CUPS has no program to be asked with.
  package static let missing = "CUPS cannot be asked to print; install cups-client, or export a PDF"

  /// Asks CUPS, or returns nil where it has no program to be asked with.
  package static func current() -> PrintQueues? {
    guard let program = ChildProgram.find("lpstat") else { return nil }
    func ask(_ question: String) -> String? {
      try? ChildProgram.output(of: program, [question], variables: ["LC_ALL": "C"])
    }
    guard let state = ask("-r") else { return nil }
    let names = ask("-e")?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    return PrintQueues(
      isRunning: !state.contains("not running"), names: names,
      hasUsual: ask("-d")?.contains("destination:") == true)
  }

  /// Returns why nothing can be printed on a printer, or on the usual one, and what to do about it; nil when that
  /// cannot be told from here.
  package func fault(with printer: String?) -> String? {
    guard isRunning else {
      return "CUPS, which runs the printers, is not running; start it (systemctl start cups), "
        + "or render a PDF instead"
    }
    if names.isEmpty {
      return "there is no printer; add one (lpadmin, or http://localhost:631), or render a PDF instead"
    }
    let known = "there are " + names.joined(separator: ", ")
    guard let printer else {
      return hasUsual ? nil : "no printer is the usual one; name one with --printer; \(known)"
    }
    // After a slash stands one of a printer's sets of options.
    let queue = printer.prefix { $0 != "/" }
    return names.contains(String(queue)) ? nil : "there is no printer called \(printer); \(known)"
  }
}
