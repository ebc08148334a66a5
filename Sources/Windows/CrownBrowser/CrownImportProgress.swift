/// The progress and results of an import.
public struct CrownImportProgress: Hashable, Sendable {
  /// A file that was rejected or imported with warnings.
  public struct Fault: Hashable, Sendable {
    /// The file's path.
    public var file: String
    /// The fault, in words for a person.
    public var reason: String
    /// Whether the file was rejected, rather than imported with warnings.
    public var isRefusal: Bool

    /// Creates a fault of a file.
    public init(file: String, reason: String, isRefusal: Bool) {
      self.file = file
      self.reason = reason
      self.isRefusal = isRefusal
    }
  }

  /// The number of files processed.
  public var done: Int
  /// The total number of files.
  public var total: Int
  /// The identifiers of the new crowns, in order.
  public var added: [String]
  /// The number of crowns that were present already.
  public var known: Int
  /// The faults of files, in order.
  public var faults: [Fault]
  /// Whether this is the final result.
  public var isFinished: Bool

  /// Creates a progress report or, with `isFinished`, a result.
  public init(
    done: Int, total: Int, added: [String] = [], known: Int = 0, faults: [Fault] = [],
    isFinished: Bool = false
  ) {
    self.done = done
    self.total = total
    self.added = added
    self.known = known
    self.faults = faults
    self.isFinished = isFinished
  }

  /// The result in one line.
  var summary: String {
    func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
    let refused = faults.filter(\.isRefusal).count
    let warned = Set(faults.filter { !$0.isRefusal }.map(\.file)).count
    var parts: [String] = []
    if !added.isEmpty { parts.append("\(count(added.count, "crown")) added") }
    if known > 0 { parts.append("\(count(known, "crown")) \(known == 1 ? "was" : "were") there already") }
    if refused > 0 { parts.append("\(count(refused, "file")) refused") }
    if warned > 0 { parts.append("\(warned) with warnings") }
    return parts.isEmpty ? "No SVG files were found" : parts.joined(separator: ", ")
  }
}
