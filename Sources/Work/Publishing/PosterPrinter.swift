import Bus
import Files
import Glibc
public import Images
public import Localization
public import Posters
import Terminal

/// Posters on sheets of paper, to be printed or written as a PDF.
public struct PrintJob: Sendable {
  /// The posters, in the order of the pages.
  public var posters: [Poster]
  /// The sheets and the other options of the PDF.
  public var options: PosterExport.Options
  /// The name of the printer; nil shows the desktop's own dialog.
  public var printer: String?
  /// The number of copies of the whole job, from 1.
  public var copies: Int

  /// Creates a job.
  public init(posters: [Poster], options: PosterExport.Options, printer: String? = nil, copies: Int = 1) {
    (self.posters, self.options, self.printer, self.copies) = (posters, options, printer, copies)
  }

  /// The title for the printer's queue.
  package var title: String {
    // Untranslated: the printer's queue has it, and files are named after it.
    posters.first { !$0.title.isEmpty }?.title ?? "Poster"
  }

  /// The name of a file for the job, without an extension.
  package var fileName: String { ExportPlace.name(title) }

  /// Prints the job, and returns warnings; nil if the person cancelled it in the desktop's dialog.
  package func print(cacheDirectory: String?, by decoder: any PictureDecoder) throws -> [Message]? {
    if printer != nil {
      return try PosterPrinter.send(posters, to: printer, copies: copies, options: options, by: decoder)
    }
    let export = PosterExport(options: options, cacheDirectory: cacheDirectory, by: decoder)
    let (document, warnings) = try export.document(posters)
    switch try PrintPortal.print(PlacedPDF.forPrinter(document), title: title) {
    case .sent: return warnings.map(\.message)
    case .cancelled: return nil
    case .unavailable: throw PosterPrinter.Failure(message: PrintQueues.missing)
    }
  }

  /// Writes the sheets as a PDF, and returns warnings.
  package func write(to path: String, cacheDirectory: String?, by decoder: any PictureDecoder) throws
    -> [Message]
  {
    try PosterExport(options: options, cacheDirectory: cacheDirectory, by: decoder)
      .write(posters, to: path, as: .pdf).map(\.message)
  }
}

/// Prints posters through CUPS.
public enum PosterPrinter {
  /// An error in sending a poster to the printer.
  public struct Failure: LocalizableError {
    public let message: Message
  }

  /// Sends PDFs of the posters to a printer, and returns warnings.
  ///
  /// Consecutive posters on the same paper form one job.
  ///
  /// - Parameters:
  ///   - posters: The posters, in the order of the pages.
  ///   - printer: The name of the printer; nil for the default one.
  ///   - copies: The number of copies, at least 1.
  ///   - options: The options of the PDFs.
  ///   - decoder: The decoder of the posters' pictures.
  /// - Throws: ``PosterPrinter/Failure`` if `lp` is missing, the paper is not available or the printer refuses a job,
  ///   `PosterError` for a refused poster, `ImpositionError` or `TilingError` if posters do not fit on the sheets,
  ///   and `PosterPDF.Failure` or `ProfileError` if a PDF cannot be made.
  public static func send(
    _ posters: [Poster], to printer: String?, copies: Int, options: PosterExport.Options,
    by decoder: any PictureDecoder = DirectDecoder()
  ) throws -> [Message] {
    guard let program = ChildProgram.find("lp") else {
      throw Failure(
        message: Message(
          "the program lp is missing; install the package cups-client, or render a PDF instead"))
    }
    let papers = PrinterPapers(of: printer)
    let export = PosterExport(options: options, cacheDirectory: nil, by: decoder)
    var warnings: [Message] = []
    for job in jobs(of: posters, options) {
      let title = job.posters.first?.title ?? ""
      // Untranslated: the printer's queue has it.
      var arguments = ["-t", title.isEmpty ? "Poster" : title, "-n", String(copies)]

      if let printer { arguments += ["-d", printer] }
      arguments += try media(for: job, options, papers, printer, &warnings)
      arguments += try sides(of: job.posters, options, &warnings)
      let (bytes, faults) = try export.document(job.posters)
      warnings += faults.map(\.message)
      do {
        let child = try ChildProgram(path: program, arguments: arguments)
        try child.write(try PlacedPDF.forPrinter(bytes))
        try child.finish()
      } catch let failure as ChildProgram.Failure {
        throw Failure(message: PrintQueues.current()?.fault(with: printer) ?? Message(failure))
      }
    }
    return warnings
  }

  /// Returns the options that select a job's paper. A whole poster is fitted to the available paper, which would
  /// misalign the sheets of a divided one.
  private static func media(
    for job: (page: Page, posters: [Poster]), _ options: PosterExport.Options, _ papers: PrinterPapers?,
    _ printer: String?, _ warnings: inout [Message]
  ) throws(Failure) -> [String] {
    let paper = options.sheetPaper ?? options.sheet(for: job.posters).paper(for: job.page)
    let exactly = options.sheetPaper == nil ? [] : ["-o", "print-scaling=none"]
    guard let papers else { return exactly }
    if let name = papers.name(of: paper) { return ["-o", "media=\(name)"] + exactly }
    let size = "\(PrinterPapers.words(paper.width)) × \(PrinterPapers.words(paper.height)) mm"
    let name = printer.map { Message(verbatim: $0) } ?? Message("the printer")
    guard options.sheetPaper == nil else {
      throw Failure(
        message: Message(
          "{printer} has no paper of {size}, which the sheets have; choose one that it has: {papers}",
          ["size": size, "papers": papers.names.joined(separator: ", ")], parts: ["printer": name]))
    }
    warnings.append(
      Message(
        "{printer} has no paper of {size}; it fits the poster to its own", ["size": size],
        parts: ["printer": name]))
    return ["-o", "fit-to-page"]
  }

  /// Returns the options that print both sides of the paper.
  private static func sides(
    of posters: [Poster], _ options: PosterExport.Options, _ warnings: inout [Message]
  ) throws(ImpositionError) -> [String] {
    guard let imposition = try options.imposition(of: posters) else { return [] }
    switch options.imposition?.sides {
    case .both:
      // Sheets are turned like pages of a book, about their left edge.
      let isWide = imposition.paper.width > imposition.paper.height
      return ["-o", isWide ? "sides=two-sided-short-edge" : "sides=two-sided-long-edge"]
    case .workAndTurn:
      warnings.append(
        Message("one side is printed; turn the sheets like the pages of a book and print them again"))
      return ["-o", "sides=one-sided"]
    case .front, nil: return []
    }
  }

  private static func jobs(
    of posters: [Poster], _ options: PosterExport.Options
  ) -> [(page: Page, posters: [Poster])] {
    var jobs: [(page: Page, posters: [Poster])] = []
    for poster in posters {
      if let last = jobs.last, options.imposition != nil {
        jobs[jobs.count - 1] = (last.page, last.posters + [poster])
      } else if let last = jobs.last, last.page == poster.page,
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

/// The papers of a printer and the edges that it leaves white, as it reports them (IPP, RFC 8011 and PWG 5100.7).
package struct PrinterMedia: Hashable, Sendable {
  /// A paper.
  package struct Paper: Hashable, Sendable {
    /// The paper in portrait orientation; a common one has its exact size.
    package let page: Page
    /// The widest of the four edges that the printer leaves white, in millimetres.
    package let margin: Double

    package init(page: Page, margin: Double) { (self.page, self.margin) = (page, margin) }
  }

  /// The papers, each size once.
  package let papers: [Paper]
  /// The paper that the printer uses by itself.
  package let usual: Page?

  package init(papers: [Paper], usual: Page? = nil) { (self.papers, self.usual) = (papers, usual) }

  /// The margin on a paper in either orientation, in millimetres; nil if the printer lacks the paper.
  package func margin(on page: Page) -> Double? {
    let upright = page.width > page.height ? page.turned : page
    return papers.first {
      abs($0.page.width - upright.width) < 1 && abs($0.page.height - upright.height) < 1
    }?.margin
  }

  /// Asks a printer, or the default one; nil if it does not answer.
  package init?(of printer: String?) {
    guard let program = ChildProgram.find("ipptool"),
      let name = printer ?? PrintQueues.usualPrinter, let file = try? ScratchFile()
    else { return nil }
    // A printer's option set (instance) follows a slash.
    let queue = name.prefix { $0 != "/" }.utf8
      .map { byte in
        let character = Character(UnicodeScalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
          ? String(character) : "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
    let bytes = Array(Self.question.utf8)
    guard bytes.withUnsafeBytes({ write(file.descriptor, $0.baseAddress, $0.count) }) == bytes.count,
      let text = try? ChildProgram.output(
        of: program,
        ["-t", "-v", "-T", "5", "ipp://localhost/printers/\(queue)", file.path],
        variables: ["LC_ALL": "C"])
    else { return nil }
    self.init(attributes: text)
  }

  /// The request, in the language of ipptool.
  // Untranslated: the language of ipptool.
  private static let question = """
    { OPERATION Get-Printer-Attributes GROUP operation-attributes-tag ATTR charset attributes-charset utf-8
    ATTR language attributes-natural-language en ATTR uri printer-uri $uri
    ATTR keyword requested-attributes media-col-database,media-col-default }
    """

  /// Parses what ipptool prints: lengths are hundredths of millimetres.
  package init?(attributes text: String) {
    func collections(_ name: String) -> [Substring] {
      let line = text.split(whereSeparator: \.isNewline).first {
        $0.drop(while: \.isWhitespace).hasPrefix(name + " (")
      }
      guard let line, let equals = line.firstRange(of: " = ") else { return [] }
      return line[equals.upperBound...].split(separator: "media-size=")
    }
    func paper(_ text: Substring) -> Paper? {
      func length(_ name: String) -> Double? {
        guard let place = text.firstRange(of: name + "=") else { return nil }
        let digits = text[place.upperBound...].prefix { $0.isNumber }
        // A range, such as 7620-21590, is not a paper.
        guard let end = text[digits.endIndex...].first, end == " " || end == "}" else { return nil }
        return Double(digits).map { $0 / 100 }
      }
      guard let width = length("x-dimension"), let height = length("y-dimension"), Page.sides.contains(width),
        Page.sides.contains(height)
      else { return nil }
      let page = Page(width: min(width, height), height: max(width, height))
      let margins = ["bottom", "left", "right", "top"].compactMap { length("media-\($0)-margin") }
      // Drivers round to points.
      let known = Page.formats.map(\.page).first {
        abs($0.width - page.width) < 0.5 && abs($0.height - page.height) < 0.5
      }
      return Paper(page: known ?? page, margin: margins.max() ?? 0)
    }
    var papers: [Paper] = []
    for paper in collections("media-col-database").compactMap(paper) {
      // The same paper may come with margins and without (borderless); printing without is asked for separately.
      if let index = papers.firstIndex(where: { $0.page == paper.page }) {
        if paper.margin > papers[index].margin { papers[index] = paper }
      } else {
        papers.append(paper)
      }
    }
    guard !papers.isEmpty else { return nil }
    self.papers = papers
    usual = collections("media-col-default").lazy.compactMap(paper).first?.page
  }
}

/// The available ways to print.
package enum Printers: Hashable, Sendable {
  case queues([String])
  /// No program lists printers, but the desktop may print.
  case desktop
  /// None, with the reason.
  case none(Message)

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
  package static let missing = Message("CUPS is not installed; install cups-client, or export a PDF")

  /// Asks CUPS, or returns nil if its client programs are missing.
  package static func current() -> PrintQueues? {
    guard let program = ChildProgram.find("lpstat") else { return nil }
    func ask(_ question: String) -> String? {
      try? ChildProgram.output(of: program, [question], variables: ["LC_ALL": "C"])
    }
    guard let state = ask("-r") else { return nil }
    let names = ask("-e")?.split(whereSeparator: \.isWhitespace).map(String.init) ?? []
    return PrintQueues(
      isRunning: !state.contains("not running"), names: names,  // Untranslated: the words of lpstat.
      hasUsual: ask("-d")?.contains("destination:") == true)
  }

  /// The name of CUPS's default printer, or nil.
  package static var usualPrinter: String? {
    guard let program = ChildProgram.find("lpstat"),
      let text = try? ChildProgram.output(of: program, ["-d"], variables: ["LC_ALL": "C"])
    else { return nil }
    return text.firstRange(of: "destination: ").map {
      String(text[$0.upperBound...].prefix { !$0.isWhitespace })
    }
  }

  /// Returns the reason why a printer, or the default one, cannot print, with a remedy; nil if none is apparent.
  package func fault(with printer: String?) -> Message? {
    guard isRunning else {
      return Message(
        "CUPS, which runs the printers, is not running; start it ({command}), or render a PDF instead",
        ["command": "systemctl start cups"])  // Untranslated: a command.
    }
    if names.isEmpty {
      return Message(
        "there is no printer; add one (lpadmin, or http://localhost:631), or render a PDF instead")
    }
    let known = names.joined(separator: ", ")
    guard let printer else {
      return hasUsual
        ? nil
        : Message(
          "there is no default printer; name one with --printer; there are {names}", ["names": known])
    }
    // A printer's option set (instance) follows a slash.
    let queue = printer.prefix { $0 != "/" }
    return names.contains(String(queue))
      ? nil
      : Message(
        "there is no printer called {name}; there are {names}", ["name": printer, "names": known])
  }
}
