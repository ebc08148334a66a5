public import Localization

/// The progress and results of an import.
public struct CrownImportProgress: Hashable, Sendable {
  /// A file that was rejected or imported with warnings.
  public struct Fault: Hashable, Sendable {
    /// The file's path, or nothing for the library.
    public var file: String
    /// The fault, in words for a person.
    public var reason: Message
    /// Whether the file was rejected, rather than imported with warnings.
    public var isRefusal: Bool

    /// Creates a fault of the library itself.
    public init(fault: any Error) {
      self.init(file: "", reason: Message(fault), isRefusal: true)
    }

    /// Creates a fault of a file.
    public init(file: String, reason: Message, isRefusal: Bool) {
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

  /// Returns the result in one line.
  func summary(in language: Language) -> String {
    let refused = faults.filter(\.isRefusal).count
    let warned = Set(faults.filter { !$0.isRefusal }.map(\.file)).count
    var parts: [String] = []
    if !added.isEmpty {
      parts.append(
        language.localized("{count} crown added", plural: "{count} crowns added", count: added.count))
    }
    if known > 0 {
      parts.append(
        language.localized(
          "{count} crown was already in the library", plural: "{count} crowns were already in the library",
          count: known))
    }
    if refused > 0 {
      parts.append(
        language.localized("{count} file refused", plural: "{count} files refused", count: refused))
    }
    if warned > 0 {
      parts.append(
        language.localized("{count} file with warnings", plural: "{count} files with warnings", count: warned)
      )
    }
    return parts.isEmpty ? language.localized("No SVG files were found") : parts.joined(separator: ", ")
  }
}
