public import Posters

/// Hands posters to the printer through CUPS.
public enum PosterPrinter {
  /// A poster that could not be handed over.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Sends a PDF of the posters to a printer, the system's own choice without a name.
  public static func send(
    _ posters: [Poster], to printer: String?, copies: Int, title: String, options: PosterExport.Options
  ) throws -> [PosterWarning] {
    guard let program = ChildProgram.find("lp") else {
      throw Failure(
        description: "the program lp is missing; install the package cups-client, or render a PDF instead")
    }
    var arguments = ["-t", title.isEmpty ? "Poster" : title, "-n", String(copies)]
    if let printer { arguments += ["-d", printer] }
    let export = PosterExport(options: options, cacheDirectory: nil)
    let (bytes, warnings) = try export.document(posters)
    let child = try ChildProgram(path: program, arguments: arguments)
    try child.write(bytes)
    try child.finish()
    return warnings
  }
}
