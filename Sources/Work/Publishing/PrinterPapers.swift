import Posters
import Terminal

/// The sizes of paper that a printer takes, by the names that CUPS has for them.
package struct PrinterPapers {
  private let names: [String]

  /// Asks CUPS for the papers of a printer, or of the usual one; nil where it does not say.
  package init?(of printer: String?) {
    guard let program = ChildProgram.find("lpoptions"),
      let text = try? ChildProgram.output(of: program, (printer.map { ["-p", $0] } ?? []) + ["-l"])
    else { return nil }
    self.init(options: text)
  }

  /// Reads what `lpoptions -l` prints: an option a line, the one in force marked by a star.
  package init?(options text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    let line = lines.first { $0.hasPrefix("PageSize/") || $0.hasPrefix("media/") }
    guard let line, let colon = line.firstIndex(of: ":") else { return nil }
    names = line[line.index(after: colon)...].split(separator: " ").map { name in
      String(name.hasPrefix("*") ? name.dropFirst() : name)
    }
    if names.isEmpty { return nil }
  }

  /// Returns what CUPS calls a paper, lying or upright, or nil where the printer has none of the size.
  package func name(of paper: Page) -> String? {
    let upright = paper.width > paper.height ? paper.turned : paper
    if let name = upright.name, names.contains(name) { return name }
    guard names.contains("Custom.WIDTHxHEIGHT") else { return nil }
    return "Custom.\(Self.words(upright.width))x\(Self.words(upright.height))mm"
  }

  /// Returns millimetres with two digits at most.
  package static func words(_ millimetres: Double) -> String {
    let rounded = (millimetres * 100).rounded() / 100
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
