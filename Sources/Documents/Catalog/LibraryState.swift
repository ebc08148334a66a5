/// How often the user's library has been changed; two that are equal mean that nothing has happened between.
public struct LibraryState: Hashable, Sendable {
  /// Grows with every change of a crown.
  public let crowns: Int64
  /// Grows with every change of a poster.
  public let posters: Int64
  /// Another number after every change of a palette, within this process.
  public let palettes: Int

  static let columns = StoredColumns(["crowns", "posters"])
}
