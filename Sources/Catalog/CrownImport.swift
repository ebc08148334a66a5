public import VectorArt

/// What became of the files of an import, in their order.
public struct CrownImport: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public let path: String
    public let outcome: Outcome
  }

  public enum Outcome: Hashable, Sendable {
    case added(id: String, warnings: [SVGDiagnostic])
    /// The same file was there already, as this crown.
    case present(id: String)
    /// What kept the file from being read, in words.
    case refused(String)
  }

  public let entries: [Entry]

  public var added: [String] {
    entries.compactMap { if case .added(let id, _) = $0.outcome { id } else { nil } }
  }

  public var refusals: Int {
    entries.count { if case .refused = $0.outcome { true } else { false } }
  }
}
