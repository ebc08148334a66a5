/// A shader the driver refused, in the driver's own words.
public struct ShaderError: Error, Hashable, Sendable {
  /// One thing the driver said, and where.
  public struct Complaint: Hashable, Sendable {
    /// The file that the driver speaks of.
    public var file: String
    /// The line of the file, from 1, where the driver names one.
    public var line: Int?
    /// The driver's message.
    public var words: String

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - line: The line, from 1; nil for the whole file.
    ///   - words: The driver's message.
    public init(file: String, line: Int? = nil, words: String) {
      self.file = file
      self.line = line
      self.words = words
    }
  }

  /// The driver's messages, line by line.
  public var complaints: [Complaint]

  /// The driver's log as it came.
  public var log: String

  /// The file, and the line where there is one, of the first thing the driver said.
  public var file: String { complaints.first?.file ?? "" }
  /// The line of the first thing that the driver said, from 1.
  public var line: Int? { complaints.first?.line }

  /// Reads the `log` of a driver that knows the files it compiled by their `lines`.
  init(log: String, lines numbering: LineNumbering) {
    self.log = log
    let fallback = numbering.files.last ?? "shader"
    let lines = log.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
    complaints = lines.map { Self.complaint(String($0), numbering, fallback: fallback) }
    if complaints.isEmpty {
      // Untranslated: a technical detail, for a report to developers.
      complaints = [Complaint(file: fallback, line: nil, words: "refused without a word")]
    }
    // Drivers begin with the place of the fault or with a sentence on the whole; the place is more useful.
    if let index = complaints.firstIndex(where: { $0.line != nil }), index > 0 {
      complaints.insert(complaints.remove(at: index), at: 0)
    }
  }

  /// Reads the `log` of a linker, which speaks of stages rather than of lines.
  init(linkLog log: String, files: [String]) {
    self.init(log: log, lines: LineNumbering([]))
    let name = files.joined(separator: " + ")
    for index in complaints.indices { complaints[index].file = name }
  }

  /// Creates an error about a program made of files, other than the driver's own messages.
  public init(_ words: String, files: [String]) {
    log = words
    complaints = [Complaint(file: files.joined(separator: " + "), line: nil, words: words)]
  }

  // Mesa and Intel write "0:12(5): error: …", NVIDIA "0(12) : error …", others "ERROR: 0:12: …".
  private static func complaint(
    _ text: String, _ numbering: LineNumbering, fallback: String
  ) -> Complaint {
    var rest = text[...]
    for prefix in ["ERROR: ", "WARNING: "] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    if let (_, afterSource) = number(rest), let mark = afterSource.first, mark == ":" || mark == "(",
      let (line, afterLine) = number(afterSource.dropFirst()), let place = numbering.place(of: line)
    {
      let words = afterLine.drop { $0 != ":" }.drop { $0 == ":" || $0 == " " }
      return Complaint(file: place.file, line: place.line, words: words.trimmed)
    }
    return Complaint(file: fallback, line: nil, words: text[...].trimmed)
  }

  private static func number(_ text: Substring) -> (Int, Substring)? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let value = Int(digits) else { return nil }
    return (value, text.dropFirst(digits.count))
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}

extension ShaderError: CustomStringConvertible {
  public var description: String {
    let lines = complaints.map { complaint in
      let line = complaint.line.map { ":\($0)" } ?? ""
      return "\(complaint.file)\(line): \(complaint.words)"
    }
    return lines.joined(separator: "\n")
  }
}

/// Which lines of what a driver compiles belong to which of the pieces it was made of.
///
/// GLSL can number its sources, but Mesa forgets that number in all but syntax errors. So each piece counts its lines
/// from a round number of its own: with three short pieces from 1, 1001 and 2001.
struct LineNumbering {
  let files: [String]

  /// The distance between the first lines of two pieces; small, as some drivers keep lines in 16 bits.
  let stride: Int

  init(_ sources: [ShaderSource]) {
    let longest = sources.map { $0.text.utf8.count { $0 == UInt8(ascii: "\n") } + 2 }.max() ?? 0
    var stride = 1000
    while stride < longest { stride *= 10 }
    self.init(files: sources.map(\.file), stride: stride)
  }

  init(files: [String], stride: Int) {
    self.files = files
    self.stride = stride
  }

  /// The directive before the piece at `index`.
  func directive(_ index: Int) -> String {
    "#line \(index * stride + 1)\n"
  }

  /// Returns the file that the driver's `line` lies in, and which line of that it is.
  func place(of line: Int) -> (file: String, line: Int)? {
    let index = (line - 1) / stride
    guard line > 0, files.indices.contains(index) else { return nil }
    return (files[index], line - index * stride)
  }
}
