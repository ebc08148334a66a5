import Bus
public import Images
import Localization
public import Posters
import Terminal

/// Prints posters through CUPS.
public enum PosterPrinter {
  /// An error in sending a poster to the printer.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Sends PDFs of the posters to a printer, the default one if nil, and returns warnings.
  ///
  /// Consecutive posters on the same paper form one job.
  public static func send(
    _ posters: [Poster], to printer: String?, copies: Int, options: PosterExport.Options,
    by decoder: any PictureDecoder = DirectDecoder()
  ) throws -> [String] {
    guard let program = ChildProgram.find("lp") else {
      throw Failure(
        description: "the program lp is missing; install the package cups-client, or render a PDF instead")
    }
    let papers = PrinterPapers(of: printer)
    let export = PosterExport(options: options, cacheDirectory: nil, by: decoder)
    var warnings: [String] = []
    for job in jobs(of: posters, options) {
      let title = job.posters.first?.title ?? ""
      var arguments = ["-t", title.isEmpty ? "Poster" : title, "-n", String(copies)]
      if let printer { arguments += ["-d", printer] }
      arguments += try media(for: job, options, papers, printer, &warnings)
      let (bytes, faults) = try export.document(job.posters)
      warnings += faults.map(\.description)
      do {
        let child = try ChildProgram(path: program, arguments: arguments)
        try child.write(bytes)
        try child.finish()
      } catch let failure as ChildProgram.Failure {
        throw Failure(description: PrintQueues.current()?.fault(with: printer) ?? failure.description)
      }
    }
    return warnings
  }

  /// Returns the options that select a job's paper. A whole poster is fitted to the available paper, which would
  /// misalign the sheets of a divided one.
  private static func media(
    for job: (page: Page, posters: [Poster]), _ options: PosterExport.Options, _ papers: PrinterPapers?,
    _ printer: String?, _ warnings: inout [String]
  ) throws(Failure) -> [String] {
    let paper = options.tiling?.paper ?? options.sheet(for: job.posters).paper(for: job.page)
    let exactly = options.tiling == nil ? [] : ["-o", "print-scaling=none"]
    guard let papers else { return exactly }
    if let name = papers.name(of: paper) { return ["-o", "media=\(name)"] + exactly }
    let size = "\(PrinterPapers.words(paper.width)) × \(PrinterPapers.words(paper.height)) mm"
    guard options.tiling == nil else {
      throw Failure(
        description: Message(
          "{printer} has no paper of {size}, on which the poster is to be divided; choose one that it has: {papers}",
          [
            "printer": printer ?? "the printer", "size": size, "papers": papers.names.joined(separator: ", "),
          ]
        ).english)
    }
    warnings.append("\(printer ?? "the printer") has no paper of \(size); it fits the poster to its own")
    return ["-o", "fit-to-page"]
  }

  private static func jobs(
    of posters: [Poster], _ options: PosterExport.Options
  ) -> [(page: Page, posters: [Poster])] {
    var jobs: [(page: Page, posters: [Poster])] = []
    for poster in posters {
      if let last = jobs.last, last.page == poster.page,
        options.sheet(for: last.posters) == options.sheet(for: [poster])
      {
        jobs[jobs.count - 1].posters.append(poster)
      } else {
        jobs.append((poster.page, [poster]))
      }
    }
    return jobs
  }
}

/// The paper sizes of a printer, by CUPS's names.
package struct PrinterPapers {
  /// Their names in CUPS.
  let names: [String]

  /// Asks CUPS for the papers of a printer, or of the default one; nil if it does not report them.
  package init?(of printer: String?) {
    guard let program = ChildProgram.find("lpoptions"),
      let text = try? ChildProgram.output(of: program, (printer.map { ["-p", $0] } ?? []) + ["-l"])
    else { return nil }
    self.init(options: text)
  }

  /// Parses the output of `lpoptions -l`: an option per line, the current choice marked by a star.
  package init?(options text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    let line = lines.first { $0.hasPrefix("PageSize/") || $0.hasPrefix("media/") }
    guard let line, let colon = line.firstIndex(of: ":") else { return nil }
    names = line[line.index(after: colon)...].split(separator: " ").map { name in
      String(name.hasPrefix("*") ? name.dropFirst() : name)
    }
    if names.isEmpty { return nil }
  }

  /// Returns CUPS's name of a paper in either orientation, or nil if the printer lacks the size.
  package func name(of paper: Page) -> String? {
    let upright = paper.width > paper.height ? paper.turned : paper
    if let name = upright.name, names.contains(name) { return name }
    guard names.contains("Custom.WIDTHxHEIGHT") else { return nil }
    return "Custom.\(Self.words(upright.width))x\(Self.words(upright.height))mm"
  }

  /// Returns millimetres with at most two decimals.
  package static func words(_ millimetres: Double) -> String {
    let rounded = (millimetres * 100).rounded() / 100
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}

/// The available ways to print.
package enum Printers: Hashable, Sendable {
  case queues([String])
  /// No program lists printers, but the desktop may print.
  case desktop
  /// None, with the reason.
  case none(String)

  /// Asks CUPS, which may take time to answer.
  package static func find() -> Printers {
    guard let queues = PrintQueues.current() else {
      return DesktopSettings.hasSessionBus ? .desktop : .none(PrintQueues.missing)
    }
    if queues.isRunning, !queues.names.isEmpty { return .queues(queues.names) }
    return .none(queues.fault(with: nil) ?? PrintQueues.missing)
  }
}

/// CUPS's printers and their state.
package struct PrintQueues {
  package var isRunning: Bool
  package var names: [String]
  /// Whether CUPS has a default printer.
  package var hasUsual: Bool

  /// The message if the CUPS client programs are missing.
  package static let missing = "CUPS cannot be asked to print; install cups-client, or export a PDF"

  /// Asks CUPS, or returns nil if its client programs are missing.
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

  /// Returns the reason why a printer, or the default one, cannot print, with a remedy; nil if none is apparent.
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
    // A printer's option set (instance) follows a slash.
    let queue = printer.prefix { $0 != "/" }
    return names.contains(String(queue)) ? nil : "there is no printer called \(printer); \(known)"
  }
}
