/// The number of crowns, and their size.
public struct CrownStatistics: Hashable, Sendable {
  /// The number of crowns.
  public let count: Int
  /// The number of crowns shipped with the program.
  public let shippedCount: Int
  /// The total bytes of all path codes.
  public let bytes: Int
  /// The total number of lines and curves.
  public let segments: Int
  /// The median size of the path codes, in bytes.
  public let medianBytes: Int

  init(_ crowns: [CrownSummary]) {
    count = crowns.count
    shippedCount = crowns.count(where: \.isShipped)
    bytes = crowns.reduce(0) { $0 + $1.codeSize }
    segments = crowns.reduce(0) { $0 + $1.segments }
    let sizes = crowns.map(\.codeSize).sorted()
    medianBytes = sizes.isEmpty ? 0 : sizes[(sizes.count - 1) / 2]
  }

  /// The mean size of a segment; 0 without segments.
  public var bytesPerSegment: Double { segments > 0 ? Double(bytes) / Double(segments) : 0 }
}
