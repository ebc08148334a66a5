public import Posters
import Terminal

/// Hands posters to the printer through CUPS.
public enum PosterPrinter {
  /// A poster that could not be handed over.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Sends PDFs of the posters to a printer, the system's own choice without a name, and returns what could not be
  /// done as asked.
  ///
  /// Posters that follow each other and need the same paper are one job.
  public static func send(
    _ posters: [Poster], to printer: String?, copies: Int, options: PosterExport.Options
  ) throws -> [String] {
    guard let program = ChildProgram.find("lp") else {
      throw Failure(
        description: "the program lp is missing; install the package cups-client, or render a PDF instead")
    }
    let papers = PrinterPapers(of: printer)
    let export = PosterExport(options: options, cacheDirectory: nil)
    var warnings: [String] = []
    for job in jobs(of: posters, options) {
      let title = job.posters.first?.title ?? ""
      var arguments = ["-t", title.isEmpty ? "Poster" : title, "-n", String(copies)]
      if let printer { arguments += ["-d", printer] }
      let paper = options.sheet(for: job.posters).paper(for: job.page)
      if let name = papers?.name(of: paper) {
        arguments += ["-o", "media=\(name)"]
      } else if papers != nil {
        arguments += ["-o", "fit-to-page"]
        let size = "\(PrinterPapers.words(paper.width)) × \(PrinterPapers.words(paper.height)) mm"
        warnings.append("\(printer ?? "the printer") has no paper of \(size); it fits the poster to its own")
      }
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
